"""Names of players in the log: one event for each change, however many tournaments they play in.

A person's stream begins with their first entry. The event has a salted commitment to the names and numbers
of the row; its opening is stored outside the log and deleted when the person is erased. It belongs to the
command that entered the player or changed the row, and to its transaction. A change of name takes the
writers' lock before the row's, so that nobody is entered under an old name and no two commands deadlock.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.log import commitments, openings, store, unit_of_work
from games.log.commitments import ERASED, open_commitments
from games.log.damage import verified_ends
from games.log.store import Change, StoredEvent
from games.log.tables import Event, StreamHead
from games.log.unit_of_work import Context, on_stored
from games.log.verification import Fault, register_check
from games.log.wire import kind_of
from tournaments.domain.entries import EntryReplaced, PlayerEntered
from tournaments.domain.persons import Names, Numbers, PersonNamed
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, with_player

PREFIX = "person-"
STREAMS_PER_QUERY = 500  # streams in one query
COLUMNS = tuple(field.name for part in (Names, Numbers) for field in fields(part))
"""The columns of ``Player`` that the log records."""
ENTERING = frozenset(map(kind_of, (PlayerEntered, EntryReplaced)))


def stream_of(player_id: object) -> str:
    return f"{PREFIX}{player_id}"


def naming_of(player: Player) -> PersonNamed:
    """Return the event that records the names and numbers of a player."""
    names, numbers = (
        {field.name: getattr(player, field.name) for field in fields(part)} for part in (Names, Numbers)
    )
    return PersonNamed(
        person_id=str(player.pk),
        named=Names(**names),
        numbers=Numbers(**numbers) if any(numbers.values()) else "",
    )


def players_in_entry(data: Mapping[str, Any]) -> list[UUID]:
    """Return the players that an entering event names."""
    ids = (data.get(side) for side in ("player_id", "partner_id", "third_id"))
    return [UUID(id_) for id_ in ids if id_]


@on_stored
def record_names_of_entrants(stored: Sequence[StoredEvent]) -> None:
    """Record the names of players who are entered for the first time."""
    if ids := [id_ for one in stored if one.kind in ENTERING for id_ in players_in_entry(one.data)]:
        of = stored[0]
        _record(ids, Context(actor=of.actor, command_id=of.command_id, at=of.recorded_at), begun=False)


def record_changes(ids: Iterable[UUID], context: Context) -> None:
    """Record changed rows of players; those who were never entered are skipped.

    Call it inside ``unit_of_work.run``, after the rows were written.
    """
    chosen = set(ids)
    if recorded := chosen and chosen & _players_in_log(chosen):
        _record(sorted(recorded), context)


def record_missing(ids: Collection[UUID], context: Context) -> int:
    """Record the names of those players who have no stream; return their number."""
    store.acquire_write_lock()
    return _record(ids, context, begun=False)


def names_at(player_ids: Iterable[str], position: int) -> dict[str, Names]:
    """Return players' names at a position of the log, else the first later ones.

    Players without a readable name are left out.
    """
    data_by_stream: dict[str, str] = {}
    for some in _batches([stream_of(id_) for id_ in player_ids]):
        for stream, at, data in _naming_events(some):
            if at <= position or stream not in data_by_stream:
                data_by_stream[stream] = data
    texts = openings.texts_for(data_by_stream.values())
    names = {
        stream.removeprefix(PREFIX): commitments.open_commitments(data, texts)["named"]
        for stream, data in data_by_stream.items()
    }
    return {id_: Names(**one) for id_, one in names.items() if isinstance(one, dict)}


def _naming_events(streams: Sequence[str]) -> QuerySet[Event, tuple[str, int, str]]:
    """Return stream, position and data of naming events in the order of the log."""
    events = Event.objects.filter(stream__in=streams, kind=kind_of(PersonNamed)).order_by("position")
    return events.values_list("stream", "position", "data")


def _batches(streams: Sequence[str]) -> Iterator[Sequence[str]]:
    return (streams[start : start + STREAMS_PER_QUERY] for start in range(0, len(streams), STREAMS_PER_QUERY))


def _players_in_log(ids: Collection[UUID]) -> set[UUID]:
    """Return the players who have a stream, or an entry from before streams existed."""
    begun = {UUID(stream.removeprefix(PREFIX)) for stream in verified_ends([stream_of(id_) for id_ in ids])}
    sides = EntryRow.objects.filter(with_player(ids)).values_list("player_id", "partner_id", "third_id")
    return begun.union(id_ for side in sides for id_ in side if id_)


def _record(ids: Collection[UUID], context: Context, *, begun: bool = True) -> int:
    """Record the names of players. ``begun`` False: only of those who have no stream."""
    versions = {
        stream: version for stream, (version, _) in verified_ends([stream_of(id_) for id_ in ids]).items()
    }
    to_record = [id_ for id_ in ids if begun or stream_of(id_) not in versions]
    found = Player.objects.filter(erased=False).in_bulk(to_record)
    changes = [
        Change(
            stream=stream_of(player.pk),
            expected=versions.get(stream_of(player.pk), 0),
            events=[naming_of(player)],
        )
        for id_ in dict.fromkeys(to_record)
        if (player := found.get(id_))
    ]
    if changes:
        unit_of_work.store_changes(changes, context)
    return len(changes)


PLAYERS_PER_COMMAND = 500  # others may write between two commands


def record_all_missing(context: Callable[[], Context]) -> int:
    """Record the names of all players without a stream. ``context``: creates one per command."""
    return sum(_record_batch(ids, context()) for ids in _batches_of_ids(_players_without_stream()))


def _record_batch(ids: list[UUID], context: Context) -> int:
    return unit_of_work.run(partial(record_missing, ids, context), context=context)


def _players_without_stream() -> list[UUID]:
    named = StreamHead.objects.filter(stream__startswith=PREFIX).values_list("stream", flat=True)
    known = {UUID(stream.removeprefix(PREFIX)) for stream in named}
    sides = EntryRow.objects.values_list("player_id", "partner_id", "third_id")
    ids = {id_ for side in sides for id_ in side if id_} - known
    return sorted(Player.objects.filter(pk__in=ids, erased=False).values_list("pk", flat=True))


def _batches_of_ids(ids: list[UUID]) -> Iterator[list[UUID]]:
    for start in range(0, len(ids), PLAYERS_PER_COMMAND):
        yield ids[start : start + PLAYERS_PER_COMMAND]


PLAYERS_PER_BATCH = 500
NAMING_KIND = kind_of(PersonNamed)
RecordedName = list[dict[str, Any] | str]
"""The names and the numbers in an event; a text if there are none, or the opening was erased."""


@register_check
def compare_names() -> Iterator[Fault]:
    """Report players whose row differs from the last name in the log."""
    players = Player.objects.order_by("pk").iterator(chunk_size=PLAYERS_PER_BATCH)
    while batch := list(islice(players, PLAYERS_PER_BATCH)):
        yield from _compare_batch(batch)


def _compare_batch(players: Sequence[Player]) -> Iterator[Fault]:
    events = Event.objects.filter(stream__in=[stream_of(one.pk) for one in players], kind=NAMING_KIND)
    by_stream: dict[str, list[Event]] = {}
    for event in events.order_by("position"):
        by_stream.setdefault(event.stream, []).append(event)
    texts = openings.texts_for(event.data for each in by_stream.values() for event in each)
    for player in players:
        if namings := by_stream.get(stream_of(player.pk)):
            recorded = [_recorded_name(event, texts) for event in namings]
            if what := _erased_fault(player, recorded) if player.erased else _row_fault(player, recorded[-1]):
                at = {name: getattr(namings[-1], name) for name in ("stream", "version", "position")}
                yield Fault(**at, what=what, beside=True)


def _recorded_name(event: Event, texts: dict[str, str]) -> RecordedName:
    data = open_commitments(event.data, texts)
    return [data["named"], data.get("numbers", "")]


def _row_fault(player: Player, recorded: RecordedName) -> str:
    """Return the fault of a row, or ""."""
    if ERASED in recorded:
        return "what opens the name is gone, and the player was not erased"
    values = dict.fromkeys(COLUMNS, "")
    for part in recorded:
        values |= part if isinstance(part, dict) else {}
    other = [column for column in COLUMNS if getattr(player, column) != values[column]]
    return f"the player's row has another {', '.join(other)} than the log" if other else ""


def _erased_fault(player: Player, recorded: Sequence[RecordedName]) -> str:
    if any(isinstance(part, dict) for each in recorded for part in each):
        return "the player was erased, and what opens a name is there"
    kept = [column for column in COLUMNS if getattr(player, column) not in (ERASED, "", False)]
    return f"the player was erased, and the row has a {', '.join(kept)}" if kept else ""
