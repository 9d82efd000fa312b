"""What is Swiss pairing's own: the range of score groups, the bye, strength and strong players."""

from tournaments.competition.history import Entrant
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings


def score_range(settings: Settings, round_: int) -> tuple[int, int]:
    """From a win in every round before ``round_`` (from 1) down to none."""
    return round_ - 1, 0


def bye_weight(entrant: Entrant, standing: Standing) -> tuple[int, ...]:
    """The least has the bye: fewest wins, then the lowest rank."""
    return standing.score, entrant.rank


def strength(entrant: Entrant, standing: Standing, settings: Settings) -> int:
    """What handicap is counted from: a Swiss score says nothing of strength, the rank does."""
    return entrant.rank


def is_strong(standing: Standing, settings: Settings) -> bool:
    """Whether the secondary criteria are given up: half of the rounds are won."""
    return settings.pairing.strong_by_wins and standing.wins2 >= settings.rounds


def level(standing: Standing, settings: Settings, round_: int) -> int:
    """What few stones are counted from: the score."""
    return standing.score


def levels(settings: Settings, round_: int) -> int:
    """The number of score groups."""
    highest, lowest = score_range(settings, round_)
    return highest - lowest + 1
