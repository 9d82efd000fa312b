"""The lines of ``events.jsonl``: public events in full, all others as leaves of the tree.

All events of a command have its id in their lines, and the id prevents guessing an event that is not public
from its leaf. So an event is public only if all events of its command are.
"""

from array import array
from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from games.log.canonical import canonical
from games.log.damage import refuse_damaged
from games.log.digests import digest_of, line
from games.log.raw import Row, rows_at
from games.log.tables import Event
from games.log.tree.merkle import leaf_hash
from tournaments.interchange.bundle.scope import Scope, batches, stored_event
from tournaments.interchange.bundle.streams import is_public, streams_of

STREAMS, EVENTS = 500, 500  # in memory at once


def places_of(scope: Scope) -> Sequence[int]:
    """Return the positions of all events in the bundle, in ascending order."""
    found, joined = array("q"), set[int]()
    for streams in batches(streams_of(scope), STREAMS):
        rows = Event.objects.filter(stream__in=streams, position__lte=scope.size)
        for position, outer in rows.values_list("position", "joined").iterator():
            found.append(position)
            joined.add(outer or 0)
    return array("q", sorted({*found, *_positions_by_command(joined)}))


def _positions_by_command(positions: Collection[int]) -> Iterator[int]:
    """Yield the positions of these events and of all that they are joined to, transitively."""
    rows = dict(Event.objects.filter(position__in=positions).values_list("position", "joined"))
    yield from rows
    if outer := {joined for joined in rows.values() if joined} - rows.keys():
        yield from _positions_by_command(outer)


def event_lines(scope: Scope, places: Sequence[int]) -> Iterator[str]:
    """Yield the lines as canonical JSON. Refuses with ``log_damaged``."""
    public: dict[UUID, bool] = {}
    ends: dict[str, tuple[int, str]] = {}
    for positions in batches(places, EVENTS):
        rows = list(rows_at(positions))
        public = _commands(scope, {row.command_id for row in rows}, public)
        for row in rows:
            _follow(row, ends)
            yield canonical(_body(row, public=public[row.command_id]))


def _follow(row: Row, ends: dict[str, tuple[int, str]]) -> None:
    """Check that the event follows the end of its stream, and make it the new end."""
    version, digest = ends.get(row.stream, (0, ""))
    if not row.sound or row.version != version + 1 or digest_of(digest, row) != row.digest:
        refuse_damaged(row.stream, version + 1)
    ends[row.stream] = row.version, row.digest


def _commands(scope: Scope, ids: set[UUID], known: dict[UUID, bool]) -> dict[UUID, bool]:
    """Return for each command whether all its events are public. ``known``: commands of earlier events."""
    found = {id_: known.get(id_, True) for id_ in ids}
    rows = Event.objects.filter(command_id__in=ids - known.keys())
    for id_, *event in rows.values_list("command_id", "stream", "kind", "data").iterator():
        found[id_] = found[id_] and is_public(scope, stored_event(*event))
    return found


def _body(row: Row, *, public: bool) -> dict[str, object]:
    text = line(row, row.position - (row.joined or 0))
    place = {"digest": row.digest, "position": row.position} | ({"joined": row.joined} if row.joined else {})
    if public:
        return place | {"line": text}
    return place | {"leaf": leaf_hash(text.encode()).hex(), "stream": row.stream, "version": row.version}
