"""The names of players whom entries named before the log was told of names: for who upgrades."""

from collections.abc import Callable, Iterator
from functools import partial
from uuid import UUID

from games.log import unit_of_work
from games.log.tables import StreamHead
from games.log.unit_of_work import Context
from tournaments.people.named import PREFIX, tell_unnamed
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

MOST = 500  # in one command: others write between two


def name_all(context: Callable[[], Context]) -> int:
    """How many there were. ``context``: of each command a new one."""
    return sum(_name(ids, context()) for ids in _batches(_unnamed()))


def _name(ids: list[UUID], context: Context) -> int:
    return unit_of_work.run(partial(tell_unnamed, ids, context), context=context)


def _unnamed() -> list[UUID]:
    named = StreamHead.objects.filter(stream__startswith=PREFIX).values_list("stream", flat=True)
    known = {UUID(stream.removeprefix(PREFIX)) for stream in named}
    sides = EntryRow.objects.values_list("player_id", "partner_id", "third_id")
    ids = {id_ for side in sides for id_ in side if id_} - known
    return sorted(Player.objects.filter(pk__in=ids, erased=False).values_list("pk", flat=True))


def _batches(ids: list[UUID]) -> Iterator[list[UUID]]:
    for start in range(0, len(ids), MOST):
        yield ids[start : start + MOST]
