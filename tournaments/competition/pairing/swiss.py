"""The parts of pairing specific to Swiss: score groups, the bye, strength and strong players."""

from tournaments.competition.history import Entrant
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings


def score_range(settings: Settings, round_: int) -> tuple[int, int]:
    """Return the scores with a group, from a win in every round before ``round_`` (from 1) down to none."""
    return round_ - 1, 0


def bye_weight(entrant: Entrant, standing: Standing) -> tuple[int, ...]:
    """Return the weight for the bye, least first: fewest wins, then the lowest rank."""
    return standing.score, entrant.rank


def strength(entrant: Entrant, standing: Standing, settings: Settings) -> int:
    """Return the strength for handicaps: the rank, since a Swiss score does not measure strength."""
    return entrant.rank


def is_strong(standing: Standing, settings: Settings) -> bool:
    """Return whether half of the rounds are won, which waives secondary criteria."""
    return settings.pairing.strong_by_wins and standing.wins2 >= settings.rounds


def level(standing: Standing, settings: Settings, round_: int) -> int:
    """Return the strength that the criterion of few stones compares: the score."""
    return standing.score


def levels(settings: Settings, round_: int) -> int:
    """Return the number of score groups."""
    highest, lowest = score_range(settings, round_)
    return highest - lowest + 1
