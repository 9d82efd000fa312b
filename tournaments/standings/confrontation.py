"""Direct confrontation: what entrants who are tied did to each other.

Only games decide that were played out; a default, a jigo, a double win or a double loss decides nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.standings.scores import Card

Beaten = dict[str, set[str]]


def simplified(cards: Mapping[str, Card], tied: Sequence[str]) -> dict[str, int]:
    """SDC: how many of the others one has beaten on balance; 0 for all unless every pair has a winner."""
    beaten = _beaten(cards, tied)
    met = all(b in beaten[a] or a in beaten[b] for a, b in combinations(tied, 2))
    return {id_: len(beaten[id_]) if met else 0 for id_ in tied}


def direct(cards: Mapping[str, Card], tied: Sequence[str]) -> dict[str, int]:
    """DC: whoever beat somebody stands above him, at any remove; a cycle of wins counts as one entrant.

    Levels are counted from those who beat nobody; the value is the number of tied entrants on the levels
    from the second up to one's own, as in OpenGotha.
    """
    levels = _levels(_beaten(cards, tied))
    sizes = Counter(levels.values())
    return {id_: sum(sizes[level] for level in range(1, levels[id_] + 1)) for id_ in tied}


def _beaten(cards: Mapping[str, Card], tied: Sequence[str]) -> Beaten:
    """Whom each of the tied has beaten more often than he lost to him."""
    among = set(tied)
    balance = {id_: Counter[str]() for id_ in tied}
    for id_ in tied:
        for meeting in cards[id_].meetings:
            if meeting.played and meeting.opponent in among and meeting.won != meeting.lost:
                balance[id_][meeting.opponent] += 1 if meeting.won else -1
    return {id_: {other for other, wins in met.items() if wins > 0} for id_, met in balance.items()}


def _levels(beaten: Beaten) -> dict[str, int]:
    """Longest way down from each entrant over wins against others than those in a cycle with him."""
    below = {id_: _reach(beaten, id_) for id_ in beaten}
    cycle = {id_: {other for other in below[id_] if id_ in below[other]} | {id_} for id_ in beaten}
    levels: dict[str, int] = {}
    for id_ in sorted(beaten, key=lambda id_: len(below[id_] - cycle[id_])):
        levels[id_] = max((levels[other] + 1 for other in below[id_] - cycle[id_]), default=0)
    return levels


def _reach(beaten: Beaten, begin: str) -> set[str]:
    """Everybody below ``begin``, over any number of wins."""
    reached: set[str] = set()
    waiting = [begin]
    while waiting:
        fresh = beaten[waiting.pop()] - reached
        reached |= fresh
        waiting.extend(fresh)
    return reached
