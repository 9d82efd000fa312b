"""Table numbers: the strongest game at the first free table."""

from collections.abc import Collection, Iterable, Iterator
from itertools import count

from tournaments.history import History
from tournaments.pairing.field import Column


def in_table_order(matched: Iterable[tuple[int, int]], overall: Column) -> list[tuple[int, int]]:
    """As OpenGotha numbers them: by the place of the weaker of the two, the highest first."""
    return sorted(matched, key=lambda pair: max(overall[i] for i in pair))


def taken_tables(history: History, round_: int, apart: Collection[str]) -> set[int]:
    """Tables at which someone set apart plays in ``round_``."""
    return {game.table for game in history.games_of(round_) if game.white in apart or game.black in apart}


def free_tables(taken: Collection[int]) -> Iterator[int]:
    """1, 2, 3 ... without those taken."""
    return (number for number in count(1) if number not in taken)
