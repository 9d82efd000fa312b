"""What the cup's own is in pairing, as OpenGotha 3.51 plays it: everybody goes on, in groups of cup scores.

Groups go from 2 to the power of the rounds played down to 0 (``Tournament.fillPairingInfo``), so that the two
who won everything meet, and so do any two who won and lost in the same rounds. Byes, stones and strong
players are as in Swiss by categories: OpenGotha knows one rule for them.
"""

from tournaments.competition.pairing import swiss_categories
from tournaments.competition.settings import Settings

bye_weight = swiss_categories.bye_weight
strength = swiss_categories.strength
is_strong = swiss_categories.is_strong
level = swiss_categories.level
levels = swiss_categories.levels


def score_range(settings: Settings, round_: int) -> tuple[int, int]:
    """From one more than wins in every round before ``round_`` (from 1) give, down to none."""
    return 2 ** (round_ - 1), 0
