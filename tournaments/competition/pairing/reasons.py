"""The reasons for a pair or a bye: the costs of alternatives, and the criterion that decided.

An alternative is the nearest other pairing: if A, who meets B, met C, then C's opponent D meets B, and all
the others play as before. In an optimal pairing no such change is above 0: that is the proof, pair by pair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.competition.pairing.bye import bye_claim
from tournaments.competition.pairing.field import Field
from tournaments.competition.pairing.table import WeightTable

Costs = Mapping[str, int]
LEVEL = "level"  # no criterion decided: the order of the players did
BYES = "byes"  # no criterion decided: the bye is due to another player


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A possible other opponent, with the value of the pair and the change of the whole pairing.

    ``left_over``: the entrant who would then play the player's opponent; ``bye``: the opponent has the bye,
    which would go to ``left_over``, against the rule of byes. ``decided``: the criterion that loses most,
    ``LEVEL`` or ``BYES``.
    """

    opponent: str
    components: Costs
    total: int
    change: Costs
    change_total: int
    decided: str
    left_over: str | None = None
    bye: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """The reasons for one pair.

    ``alternatives``: for each of the two, every other opponent, the nearest first.
    """

    components: Costs
    total: int
    alternatives: Mapping[str, tuple[Alternative, ...]]


def reasons(
    table: WeightTable,
    pairs: Sequence[tuple[str, str]],
    pair: tuple[str, str],
    *,
    byes: Sequence[str] = (),
    free: Sequence[str] = (),
) -> Reasons:
    """Return the reasons for a pair.

    ``pairs``: the pairing that contains ``pair``; ``byes``: players with a bye; ``free``: players who waited
    for a game.
    """
    mates: dict[str, str | None] = {one: other for two in pairs for one, other in (two, two[::-1])}
    mates |= dict.fromkeys((*byes, *free))
    index = {id_: i for i, id_ in enumerate(table.ids)}
    own = _costs(table, index, *pair)
    return Reasons(
        components=own,
        total=sum(own.values()),
        alternatives={
            two[0]: tuple(_alternatives(table, index, two, mates, byes)) for two in (pair, pair[::-1])
        },
    )


def _alternatives(
    table: WeightTable,
    index: Mapping[str, int],
    pair: tuple[str, str],
    mates: Mapping[str, str | None],
    byes: Sequence[str],
) -> list[Alternative]:
    others = [
        _alternative(table, index, pair, (opponent, mates[opponent]), bye=opponent in byes)
        for opponent in mates
        if opponent not in pair
    ]
    return sorted(others, key=lambda other: (other.bye, -other.change_total, index[other.opponent]))


def _costs(table: WeightTable, index: Mapping[str, int], one: str, other: str) -> dict[str, int]:
    return table.at(index[one], index[other])


def _alternative(
    table: WeightTable,
    index: Mapping[str, int],
    pair: tuple[str, str],
    other: tuple[str, str | None],
    *,
    bye: bool,
) -> Alternative:
    player, mate = pair
    opponent, left_over = other
    new = _costs(table, index, player, opponent)
    change = {name: new[name] - cost for name, cost in _costs(table, index, player, mate).items()}
    if left_over is not None:
        change_elsewhere, now = (
            _costs(table, index, mate, left_over),
            _costs(table, index, opponent, left_over),
        )
        change = {name: value + change_elsewhere[name] - now[name] for name, value in change.items()}
    return Alternative(
        opponent=opponent,
        components=new,
        total=sum(new.values()),
        change=change,
        change_total=sum(change.values()),
        decided=BYES if bye else deciding_criterion(change),
        left_over=mate if bye else left_over,
        bye=bye,
    )


def deciding_criterion(change: Costs) -> str:
    """Return the criterion that loses most by a change; ``LEVEL`` if nothing is lost or gained."""
    if sum(change.values()) == 0:
        return LEVEL
    worst = min(change, key=lambda name: change[name])
    return worst if sum(change.values()) < 0 else max(change, key=lambda name: change[name])


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeClaim:
    """The claim of a player to the bye: the least claim has it, compared from the first column to the last.

    ``weight``: the system's own; ``place``: from 0 in the tie-break order, the last of equals has it.
    """

    entrant: str
    byes: int
    asked: bool
    weight: tuple[int, ...]
    place: int


def bye_claims(field: Field, nodes: Sequence[int]) -> tuple[ByeClaim, ...]:
    """Return the claims of all candidates for the bye, the receiver's first."""
    claims = sorted((bye_claim(field, i), field.ids[i]) for i in nodes)
    return tuple(
        ByeClaim(entrant=id_, byes=byes, asked=not unasked, weight=weight, place=-backwards)
        for (byes, unasked, weight, backwards), id_ in claims
    )


def bye_decision(first: ByeClaim, second: ByeClaim) -> str:
    """Return the column in which two claims differ: "byes", "asked", "weight" or "place"."""
    return next(
        (name for name in ("byes", "asked", "weight") if getattr(first, name) != getattr(second, name)),
        "place",
    )
