"""The systems that are paired by weights, with what is specific to each.

That is the score groups, the bye, the strength for handicaps and the strong players.
"""

from tournaments.competition.history import Entrant
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings

ABOVE_BAR, BELOW_FLOOR = 2, 1  # McMahon groups kept open for corrections


class Swiss:
    """Groups by wins; a Swiss score does not measure strength."""

    def score_range(self, settings: Settings, round_: int) -> tuple[int, int]:
        """Return the highest and lowest score with a group, even an empty one; ``round_`` from 1."""
        return round_ - 1, 0

    def bye_weight(self, entrant: Entrant, standing: Standing) -> tuple[int, ...]:
        """Return the weight for the bye, least first: fewest wins, then the lowest rank."""
        return standing.score, entrant.rank

    def strength(self, entrant: Entrant, standing: Standing, settings: Settings) -> int:
        """Return the strength for handicaps: the rank."""
        return entrant.rank

    def is_strong(self, standing: Standing, settings: Settings) -> bool:
        """Return whether half of the rounds are won, which waives secondary criteria."""
        return settings.pairing.strong_by_wins and standing.wins2 >= settings.rounds

    def level(self, standing: Standing, settings: Settings, round_: int) -> int:
        """Return the strength that the criterion of few stones compares: the score."""
        return standing.score

    def levels(self, settings: Settings, round_: int) -> int:
        """Return the number of score groups."""
        highest, lowest = self.score_range(settings, round_)
        return highest - lowest + 1


class McMahon(Swiss):
    """Groups by McMahon score. Scores are whole McMahon points before the round."""

    def score_range(self, settings: Settings, round_: int) -> tuple[int, int]:
        highest = settings.bar + ABOVE_BAR + round_ - 1 - settings.zero
        return highest, settings.floor - BELOW_FLOOR - settings.zero

    def bye_weight(self, entrant: Entrant, standing: Standing) -> tuple[int, ...]:
        """Return the weight for the bye, least first: rank + twice the score."""
        return (entrant.rank + 2 * standing.score,)

    def strength(self, entrant: Entrant, standing: Standing, settings: Settings) -> int:
        """Return the strength for handicaps: the score as a rank, or the rank."""
        return standing.score + settings.zero if settings.handicap.by_score else entrant.rank

    def is_strong(self, standing: Standing, settings: Settings) -> bool:
        """Return whether score, wins or start score are high enough to waive secondary criteria."""
        pairing = settings.pairing
        return (
            standing.score >= pairing.strong_from - settings.zero
            or (pairing.strong_by_wins and standing.wins2 >= settings.rounds)
            or (pairing.strong_at_bar and standing.start >= settings.bar - settings.zero)
        )


class SwissByCategories(Swiss):
    """As in OpenGotha's SwissCat: groups by wins within categories, stones and byes by McMahon points.

    Categories are outermost (``avoid_mixing_categories``).
    """

    def bye_weight(self, entrant: Entrant, standing: Standing) -> tuple[int, ...]:
        """Return the weight for the bye, least first: rank + twice the McMahon score."""
        return (entrant.rank + 2 * standing.mms,)

    def strength(self, entrant: Entrant, standing: Standing, settings: Settings) -> int:
        """Return the strength for handicaps: the McMahon score as a rank, or the rank."""
        return standing.mms + settings.zero if settings.handicap.by_score else entrant.rank

    def is_strong(self, standing: Standing, settings: Settings) -> bool:
        """Return whether rank and wins, wins, or start score are high enough to waive secondary criteria."""
        pairing = settings.pairing
        return (
            2 * standing.rank + standing.wins2 >= 2 * pairing.strong_from
            or (pairing.strong_by_wins and standing.wins2 >= settings.rounds)
            or (pairing.strong_at_bar and standing.start >= settings.bar - settings.zero)
        )

    def level(self, standing: Standing, settings: Settings, round_: int) -> int:
        """Return the level compared for few stones: the McMahon score, the maximum for a strong player."""
        if self.is_strong(standing, settings):
            return settings.bar + ABOVE_BAR - settings.zero + round_ - 1
        return standing.mms

    def levels(self, settings: Settings, round_: int) -> int:
        """Return how far two levels may be apart."""
        return settings.bar + ABOVE_BAR - settings.floor + BELOW_FLOOR + round_ - 1


class Cup(SwissByCategories):
    """As in OpenGotha 3.51: everybody plays every round, in groups of cup scores.

    Groups go from 2 to the power of the rounds played down to 0 (``Tournament.fillPairingInfo``), so that two
    players meet who won everything, or who won and lost in the same rounds. Byes, stones and strong players
    are as in Swiss by categories: OpenGotha has one rule for both.
    """

    def score_range(self, settings: Settings, round_: int) -> tuple[int, int]:
        """Return the highest score, one above wins in every earlier round, and that of no win."""
        return 2 ** (round_ - 1), 0


SYSTEMS: dict[str, Swiss] = {
    "mcmahon": McMahon(),
    "swiss": Swiss(),
    "swiss_categories": SwissByCategories(),
    "cup": Cup(),
    "league": Swiss(),  # rounds by date, with those who are present
}


def system_of(settings: Settings, round_: int) -> Swiss:
    """Return the tournament's system if it is one of these and ``round_`` is one of its rounds."""
    if not 1 <= round_ <= settings.rounds:
        raise CannotPair("round_out_of_range", round=round_, rounds=settings.rounds)
    if settings.system not in SYSTEMS:
        raise CannotPair("unknown_system", system=settings.system, known=sorted(SYSTEMS))
    return SYSTEMS[settings.system]
