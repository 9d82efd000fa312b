"""Table numbers: the strongest game at the first free table, those who are pinned to one at theirs."""

from collections.abc import Collection, Iterable, Sequence
from itertools import count

from tournaments.competition.history import Entrant, History
from tournaments.competition.pairing.field import Column


def in_table_order(matched: Iterable[tuple[int, int]], overall: Column) -> list[tuple[int, int]]:
    """As OpenGotha numbers them: by the place of the weaker of the two, the highest first."""
    return sorted(matched, key=lambda pair: max(overall[i] for i in pair))


def taken_tables(history: History, round_: int, apart: Collection[str]) -> set[int]:
    """Tables at which someone set apart plays in ``round_``."""
    return {game.table for game in history.games_of(round_) if game.white in apart or game.black in apart}


def preferred_table(stronger: Entrant, weaker: Entrant) -> int:
    """The table of the one who is pinned, of the stronger if both are; 0: any."""
    return stronger.table or weaker.table


def seats(wanted: Sequence[int], taken: Collection[int] = (), unused: Collection[int] = ()) -> list[int]:
    """A table for each game, in their order.

    Each the one it wants (0: any), if that is not ``taken`` and no game before wants it too; else the lowest
    that is free, that nobody wants and that is not among the ``unused``.
    """
    given, seen = [], set(taken)
    for table in wanted:
        given.append(0 if table in seen else table)
        seen.add(table)
    free = (number for number in count(1) if number not in seen and number not in unused)
    return [table or next(free) for table in given]
