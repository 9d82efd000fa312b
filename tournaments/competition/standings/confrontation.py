"""Direct confrontation: what entrants who are tied did to each other.

Only games decide that were played out; a default, a jigo, a double win or a double loss decides nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from rustworkx import PyDiGraph, strongly_connected_components

from tournaments.competition.standings.scores import Card

Beaten = dict[str, set[str]]


def simplified(cards: Mapping[str, Card], tied: Sequence[str]) -> dict[str, int]:
    """SDC: how many of the others one has beaten on balance; 0 for all unless every pair has a winner."""
    beaten = _beaten(cards, tied)
    met = all(b in beaten[a] or a in beaten[b] for a, b in combinations(tied, 2))
    return {id_: len(beaten[id_]) if met else 0 for id_ in tied}


def direct(cards: Mapping[str, Card], tied: Sequence[str]) -> dict[str, int]:
    """DC: whoever beat somebody stands above them, at any remove; a cycle of wins counts as one entrant.

    Levels are counted from those who beat nobody; the value is the number of tied entrants on the levels
    from the second up to one's own, as in OpenGotha.
    """
    levels = _levels(_beaten(cards, tied))
    sizes = Counter(levels.values())
    return {id_: sum(sizes[level] for level in range(1, levels[id_] + 1)) for id_ in tied}


def _beaten(cards: Mapping[str, Card], tied: Sequence[str]) -> Beaten:
    """Whom each of the tied has beaten more often than they lost to them."""
    among = set(tied)
    balance = {id_: Counter[str]() for id_ in tied}
    for id_ in tied:
        for meeting in cards[id_].meetings:
            if meeting.played and meeting.opponent in among and meeting.won != meeting.lost:
                balance[id_][meeting.opponent] += 1 if meeting.won else -1
    return {id_: {other for other, wins in met.items() if wins > 0} for id_, met in balance.items()}


def _levels(beaten: Beaten) -> dict[str, int]:
    """Longest way down from each entrant over wins against others than those in a cycle with them."""
    names = list(beaten)
    numbers = {id_: number for number, id_ in enumerate(names)}
    wins = PyDiGraph()
    wins.add_nodes_from(names)
    wins.add_edges_from_no_data([(numbers[id_], numbers[other]) for id_ in names for other in beaten[id_]])
    levels: dict[str, int] = {}
    for cycle in strongly_connected_components(wins):  # whoever is below comes before
        who = [names[number] for number in cycle]
        below = [levels[other] for id_ in who for other in beaten[id_] if other in levels]
        levels |= dict.fromkeys(who, max(below, default=-1) + 1)
    return levels
