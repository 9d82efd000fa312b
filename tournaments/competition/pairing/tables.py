"""Table numbers: the strongest game at the first free table, players with a fixed table at theirs."""

from collections.abc import Collection, Iterable, Sequence
from itertools import count

from tournaments.competition.history import Entrant, History
from tournaments.competition.pairing.field import Column


def sort_by_table(matched: Iterable[tuple[int, int]], overall: Column) -> list[tuple[int, int]]:
    """Return the games as OpenGotha numbers them: by the place of the weaker player, the highest first."""
    return sorted(matched, key=lambda pair: max(overall[i] for i in pair))


def taken_tables(history: History, round_: int, apart: Collection[str]) -> set[int]:
    """Return the tables of the players ``apart``, who already have a game in ``round_``."""
    return {game.table for game in history.games_of(round_) if game.white in apart or game.black in apart}


def preferred_table(stronger: Entrant, weaker: Entrant) -> int:
    """Return the fixed table of the pair, the stronger player's if both have one; 0: any."""
    return stronger.table or weaker.table


def assign_tables(
    preferred: Sequence[int], taken: Collection[int] = (), unused: Collection[int] = ()
) -> list[int]:
    """Return a table for each game, in their order.

    Each gets the one it wants (0: any), if that is not ``taken`` and no game before wants it too; else the
    lowest free table that no game wants and that is not among the ``unused``.
    """
    assigned, used = [], set(taken)
    for table in preferred:
        assigned.append(0 if table in used else table)
        used.add(table)
    free = (number for number in count(1) if number not in used and number not in unused)
    return [table or next(free) for table in assigned]
