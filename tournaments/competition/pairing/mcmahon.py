"""The parts of pairing specific to McMahon: score groups, the bye, strength and strong players.

Scores are whole McMahon points before the round.
"""

from tournaments.competition.history import Entrant
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings

ABOVE_BAR, BELOW_FLOOR = 2, 1  # groups kept open for corrections


def score_range(settings: Settings, round_: int) -> tuple[int, int]:
    """Return the highest and lowest score with a group, even an empty one; ``round_`` from 1."""
    highest = settings.bar + ABOVE_BAR + round_ - 1 - settings.zero
    return highest, settings.floor - BELOW_FLOOR - settings.zero


def bye_weight(entrant: Entrant, standing: Standing) -> tuple[int, ...]:
    """Return the weight for the bye, least first: rank + twice the score."""
    return (entrant.rank + 2 * standing.score,)


def strength(entrant: Entrant, standing: Standing, settings: Settings) -> int:
    """Return the strength for handicaps: the score as a rank, or the rank."""
    return standing.score + settings.zero if settings.handicap.by_score else entrant.rank


def is_strong(standing: Standing, settings: Settings) -> bool:
    """Return whether score, wins or start score are high enough to waive secondary criteria."""
    pairing = settings.pairing
    return (
        standing.score >= pairing.strong_from - settings.zero
        or (pairing.strong_by_wins and standing.wins2 >= settings.rounds)
        or (pairing.strong_at_bar and standing.start >= settings.bar - settings.zero)
    )


def level(standing: Standing, settings: Settings, round_: int) -> int:
    """Return the strength that the criterion of few stones compares: the score."""
    return standing.score


def levels(settings: Settings, round_: int) -> int:
    """Return the number of score groups."""
    highest, lowest = score_range(settings, round_)
    return highest - lowest + 1
