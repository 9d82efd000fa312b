"""Direct confrontation: the results of tied entrants against each other.

Only games count that were played; a default, a jigo, a double win or a double loss does not count.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain, combinations

from rustworkx import PyDiGraph, strongly_connected_components

from tournaments.competition.standings.scores import Card

Beaten = dict[str, set[str]]
Later = Mapping[str, tuple[int, ...]]
"""By entrant the values of the criteria after this one; larger is better."""


def simplified_confrontation(cards: Mapping[str, Card], tied: Sequence[str], later: Later) -> dict[str, int]:
    """Return SDC: the number of others beaten on balance; 0 for all unless every pair has a winner.

    As OpenGotha's ``Tournament.defineDirForExAequoGroup``.
    """
    beaten = _beaten(cards, tied)
    met = all(b in beaten[a] or a in beaten[b] for a, b in combinations(tied, 2))
    return {id_: len(beaten[id_]) if met else 0 for id_ in tied}


def direct_confrontation(cards: Mapping[str, Card], tied: Sequence[str], later: Later) -> dict[str, int]:
    """Return DC: a player is above those they beat, also through others; a cycle counts as one entrant.

    The list is made from below: of the entrants who beat nobody left, the last by the following criteria are
    taken, repeatedly. The value is the number of tied entrants taken from the second time up to one's own. As
    OpenGotha's ``mw.go.confrontation.Confrontation.topologicalSort(true, true)`` except for two wins over one
    opponent, which its ``Tournament`` leaves out by looking for exactly one.
    """
    values: dict[str, int] = {}
    taken = 0
    for last in _order_from_below(_beaten(cards, tied), later):
        taken += len(last) if values else 0
        values |= dict.fromkeys(last, taken)
    return values


def confrontation_by_levels(cards: Mapping[str, Card], tied: Sequence[str], later: Later) -> dict[str, int]:
    """Return DCL: as DC without following criteria, at any position in the list.

    Levels are counted from those who beat nobody; the value is the number of tied entrants on the levels from
    the second up to one's own.
    """
    levels = _levels(_beaten(cards, tied))
    sizes = Counter(levels.values())
    return {id_: sum(sizes[level] for level in range(1, levels[id_] + 1)) for id_ in tied}


def _beaten(cards: Mapping[str, Card], tied: Sequence[str]) -> Beaten:
    """Return for each of the tied those whom they beat more often than they lost to them."""
    among = set(tied)
    balance = {id_: Counter[str]() for id_ in tied}
    for id_ in tied:
        for meeting in cards[id_].meetings:
            if meeting.played and meeting.opponent in among and meeting.won != meeting.lost:
                balance[id_][meeting.opponent] += 1 if meeting.won else -1
    return {id_: {other for other, wins in met.items() if wins > 0} for id_, met in balance.items()}


def _order_from_below(beaten: Beaten, later: Later) -> Iterator[list[str]]:
    """Return groups of entrants who are equal by their wins, the lowest group first."""
    below = _beaten_outside_cycles(beaten)
    above: dict[str, list[str]] = {id_: [] for id_ in below}
    for id_, others in below.items():
        for other in others:
            above[other].append(id_)
    left = {id_: len(others) for id_, others in below.items()}
    free = [(later[id_], id_) for id_, number in left.items() if not number]
    heapify(free)
    while free:
        lowest, last = free[0][0], []
        while free and free[0][0] == lowest:
            last.append(heappop(free)[1])
        yield last
        for id_ in chain.from_iterable(above[taken] for taken in last):
            left[id_] -= 1
            if not left[id_]:
                heappush(free, (later[id_], id_))


def _beaten_outside_cycles(beaten: Beaten) -> Beaten:
    """Return whom each has beaten, directly or through others of its cycle, outside that cycle.

    A player who beat one of a cycle has beaten all of it.
    """
    cycle_of = {id_: frozenset(cycle) for cycle in _cycles(beaten) for id_ in cycle}
    return {
        id_: {
            below
            for one in cycle
            for other in beaten[one]
            if cycle_of[other] != cycle
            for below in cycle_of[other]
        }
        for id_, cycle in cycle_of.items()
    }


def _levels(beaten: Beaten) -> dict[str, int]:
    """Return each entrant's longest chain down of wins over entrants outside their cycle."""
    levels: dict[str, int] = {}
    for who in _cycles(beaten):
        below = [levels[other] for id_ in who for other in beaten[id_] if other in levels]
        levels |= dict.fromkeys(who, max(below, default=-1) + 1)
    return levels


def _cycles(beaten: Beaten) -> list[list[str]]:
    """Return the cycles of wins, single entrants included, the lowest first."""
    names = list(beaten)
    numbers = {id_: number for number, id_ in enumerate(names)}
    wins = PyDiGraph()
    wins.add_nodes_from(names)
    wins.add_edges_from_no_data([(numbers[id_], numbers[other]) for id_ in names for other in beaten[id_]])
    return [[names[number] for number in cycle] for cycle in strongly_connected_components(wins)]
