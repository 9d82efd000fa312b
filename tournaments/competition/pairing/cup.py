"""The pairing of a cup as in OpenGotha 3.51: everybody plays every round, in groups of cup scores.

Groups go from 2 to the power of the rounds played down to 0 (``Tournament.fillPairingInfo``), so that two
players meet who won everything, or who won and lost in the same rounds. Byes, stones and strong players are
as in Swiss by categories: OpenGotha has one rule for both.
"""

from tournaments.competition.pairing import swiss_categories
from tournaments.competition.settings import Settings

bye_weight = swiss_categories.bye_weight
strength = swiss_categories.strength
is_strong = swiss_categories.is_strong
level = swiss_categories.level
levels = swiss_categories.levels


def score_range(settings: Settings, round_: int) -> tuple[int, int]:
    """Return the greatest and the lowest score with a group in ``round_`` (from 1).

    The greatest is one above wins in every earlier round; the lowest is that of no win.
    """
    return 2 ** (round_ - 1), 0
