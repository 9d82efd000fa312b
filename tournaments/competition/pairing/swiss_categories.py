"""The parts of pairing specific to Swiss by categories: wins in categories, stones by McMahon points.

As in OpenGotha's SwissCat: categories are outermost (``avoid_mixing_categories``), groups are those of wins;
byes are by McMahon points too.
"""

from tournaments.competition.history import Entrant
from tournaments.competition.pairing import swiss
from tournaments.competition.pairing.mcmahon import ABOVE_BAR, BELOW_FLOOR
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings

score_range = swiss.score_range


def bye_weight(entrant: Entrant, standing: Standing) -> tuple[int, ...]:
    """Return the weight for the bye, least first: rank + twice the McMahon score."""
    return (entrant.rank + 2 * standing.mms,)


def strength(entrant: Entrant, standing: Standing, settings: Settings) -> int:
    """Return the strength for handicaps: the McMahon score as a rank, or the rank."""
    return standing.mms + settings.zero if settings.handicap.by_score else entrant.rank


def is_strong(standing: Standing, settings: Settings) -> bool:
    """Return whether rank and wins, wins, or start score are high enough to waive secondary criteria."""
    pairing = settings.pairing
    return (
        2 * standing.rank + standing.wins2 >= 2 * pairing.strong_from
        or (pairing.strong_by_wins and standing.wins2 >= settings.rounds)
        or (pairing.strong_at_bar and standing.start >= settings.bar - settings.zero)
    )


def level(standing: Standing, settings: Settings, round_: int) -> int:
    """Return the level compared for few stones: the McMahon score, the maximum for a strong player."""
    if is_strong(standing, settings):
        return settings.bar + ABOVE_BAR - settings.zero + round_ - 1
    return standing.mms


def levels(settings: Settings, round_: int) -> int:
    """Return how far two levels may be apart."""
    return settings.bar + ABOVE_BAR - settings.floor + BELOW_FLOOR + round_ - 1
