"""Limits change in a running tournament, and its games are judged again."""

from tests.generated.orders import DIRECTOR, Orders
from tournaments.limits import ChangeLimits, Limits, rescore_some

CHOICES: dict[str, tuple[int | float | str, ...]] = {
    "komi": (0, 5.5, 6, 7.5),
    "handicap_komi": (0, 0.5),
    "stone_supply": (20, "half_board", "unlimited"),
    "continuations": (0, 2, "unlimited"),
    "claims_per_player": (1, "unlimited"),
    "sequences_per_claim": (1, "unlimited"),
    "fine": (0, 1, 2.5),
    "length": (10, 30, "unlimited"),
    "claim_minutes": (0, 60),
}


def change_limits(orders: Orders) -> None:
    """One or two of them. Which a ruleset does not know is refused."""
    names = orders.chances.random.sample(tuple(CHOICES), orders.chances.number(1, 2))
    limits = Limits(**{name: orders.chances.one(CHOICES[name]) for name in names})
    if orders.may(ChangeLimits(limits=limits, reason="the federation asked for it")):
        while rescore_some(orders.id, orders.context(DIRECTOR)):
            pass
