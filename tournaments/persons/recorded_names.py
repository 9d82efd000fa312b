"""What players are called, told to the log: one event for each change, however many tournaments they are in.

A person has a stream from when an entry first names them. The event has a salted commitment to the names and
numbers of the row; what opens it lies beside the log and goes when the person is erased. It is written under
the command that entered them or changed the row, in its transaction. Whoever changes a name takes the
writers' turn before they lock the row: nobody enters a person meanwhile with the name of before, and no two
wait for each other.
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
from tournaments.tables.rows import EntryRow, played_by

PREFIX = "person-"
MOST = 500  # streams in one query
COLUMNS = tuple(field.name for part in (Names, Numbers) for field in fields(part))
"""Of ``Player``: what the log tells of."""
ENTERING = frozenset(map(kind_of, (PlayerEntered, EntryReplaced)))


def stream_of(player_id: object) -> str:
    return f"{PREFIX}{player_id}"


def said_of(player: Player) -> PersonNamed:
    """What the log is told of the row."""
    names, numbers = (
        {field.name: getattr(player, field.name) for field in fields(part)} for part in (Names, Numbers)
    )
    return PersonNamed(
        person_id=str(player.pk),
        named=Names(**names),
        numbers=Numbers(**numbers) if any(numbers.values()) else "",
    )


def entered(data: Mapping[str, Any]) -> list[UUID]:
    """Whom an event names that enters somebody."""
    told = (data.get(who) for who in ("player_id", "partner_id", "third_id"))
    return [UUID(id_) for id_ in told if id_]


@on_stored
def tell_who_entered(stored: Sequence[StoredEvent]) -> None:
    """The names of those whom an entry names for the first time."""
    if ids := [id_ for one in stored if one.kind in ENTERING for id_ in entered(one.data)]:
        of = stored[0]
        _tell(ids, Context(actor=of.actor, command_id=of.command_id, at=of.recorded_at), begun=False)


def tell_changed(ids: Iterable[UUID], context: Context) -> None:
    """That the rows of these players are not what they were. Of one who never entered the log says nothing.

    Wants to be inside ``unit.run``, in the writers' turn, after the rows were written.
    """
    chosen = set(ids)
    if told := chosen and chosen & _known_to_log(chosen):
        _tell(sorted(told), context)


def tell_unnamed(ids: Collection[UUID], context: Context) -> int:
    """Of those of these players who have no stream yet; how many there were."""
    store.acquire_write_lock()
    return _tell(ids, context, begun=False)


def names_at(player_ids: Iterable[str], position: int) -> dict[str, Names]:
    """What they were called at that position of the log: as it says there, else as it first said later.

    Without those of whom nothing is known, or no more.
    """
    told: dict[str, str] = {}
    for some in _batches([stream_of(id_) for id_ in player_ids]):
        for stream, at, data in _namings(some):
            if at <= position or stream not in told:
                told[stream] = data
    said = openings.texts_for(told.values())
    named = {
        stream.removeprefix(PREFIX): commitments.open_commitments(data, said)["named"]
        for stream, data in told.items()
    }
    return {id_: Names(**one) for id_, one in named.items() if isinstance(one, dict)}


def _namings(streams: Sequence[str]) -> QuerySet[Event, tuple[str, int, str]]:
    """Stream, position and data of the events that name somebody, in the order of the log."""
    told = Event.objects.filter(stream__in=streams, kind=kind_of(PersonNamed)).order_by("position")
    return told.values_list("stream", "position", "data")


def _batches(streams: Sequence[str]) -> Iterator[Sequence[str]]:
    return (streams[start : start + MOST] for start in range(0, len(streams), MOST))


def forget(player_id: UUID) -> None:
    """Erase what opens the names of a player in the log."""
    of_them = Event.objects.filter(stream=stream_of(player_id)).values_list("data", flat=True)
    openings.erase(commitments.all_commitments(of_them))


def _known_to_log(ids: Collection[UUID]) -> set[UUID]:
    """Who has a stream, or an entry from before there were any."""
    begun = {UUID(stream.removeprefix(PREFIX)) for stream in verified_ends([stream_of(id_) for id_ in ids])}
    sides = EntryRow.objects.filter(played_by(ids)).values_list("player_id", "partner_id", "third_id")
    return begun.union(id_ for side in sides for id_ in side if id_)


def _tell(ids: Collection[UUID], context: Context, *, begun: bool = True) -> int:
    """``begun`` False: those alone who have no stream."""
    versions = {
        stream: version for stream, (version, _) in verified_ends([stream_of(id_) for id_ in ids]).items()
    }
    asked = [id_ for id_ in ids if begun or stream_of(id_) not in versions]
    found = Player.objects.filter(erased=False).in_bulk(asked)
    changes = [
        Change(
            stream=stream_of(player.pk),
            expected=versions.get(stream_of(player.pk), 0),
            events=[said_of(player)],
        )
        for id_ in dict.fromkeys(asked)
        if (player := found.get(id_))
    ]
    if changes:
        unit_of_work.store_changes(changes, context)
    return len(changes)


NAMED_AT_ONCE = 500  # in one command: others write between two


def name_all(context: Callable[[], Context]) -> int:
    """How many there were. ``context``: of each command a new one."""
    return sum(_name(ids, context()) for ids in _batches_of_ids(_unnamed()))


def _name(ids: list[UUID], context: Context) -> int:
    return unit_of_work.run(partial(tell_unnamed, ids, context), context=context)


def _unnamed() -> list[UUID]:
    named = StreamHead.objects.filter(stream__startswith=PREFIX).values_list("stream", flat=True)
    known = {UUID(stream.removeprefix(PREFIX)) for stream in named}
    sides = EntryRow.objects.values_list("player_id", "partner_id", "third_id")
    ids = {id_ for side in sides for id_ in side if id_} - known
    return sorted(Player.objects.filter(pk__in=ids, erased=False).values_list("pk", flat=True))


def _batches_of_ids(ids: list[UUID]) -> Iterator[list[UUID]]:
    for start in range(0, len(ids), NAMED_AT_ONCE):
        yield ids[start : start + NAMED_AT_ONCE]


BATCH = 500
KIND = kind_of(PersonNamed)
Said = list[dict[str, Any] | str]
"""What is said of the names and of the numbers; a text where there are none, or what opens them is gone."""


@register_check
def differing() -> Iterator[Fault]:
    """Of every player who has a stream."""
    players = Player.objects.order_by("pk").iterator(chunk_size=BATCH)
    while batch := list(islice(players, BATCH)):
        yield from _of_these(batch)


def _of_these(players: Sequence[Player]) -> Iterator[Fault]:
    events = Event.objects.filter(stream__in=[stream_of(one.pk) for one in players], kind=KIND)
    by_stream: dict[str, list[Event]] = {}
    for event in events.order_by("position"):
        by_stream.setdefault(event.stream, []).append(event)
    told = openings.texts_for(event.data for each in by_stream.values() for event in each)
    for player in players:
        if named := by_stream.get(stream_of(player.pk)):
            said = [_said(event, told) for event in named]
            if what := _erased_fault(player, said) if player.erased else _fault(player, said[-1]):
                at = {name: getattr(named[-1], name) for name in ("stream", "version", "position")}
                yield Fault(**at, what=what, external=True)


def _said(event: Event, told: dict[str, str]) -> Said:
    data = open_commitments(event.data, told)
    return [data["named"], data.get("numbers", "")]


def _fault(player: Player, said: Said) -> str:
    """What is wrong with the row; empty where nothing is."""
    if ERASED in said:
        return "what opens the name is gone, and the player was not erased"
    told = dict.fromkeys(COLUMNS, "")
    for part in said:
        told |= part if isinstance(part, dict) else {}
    other = [column for column in COLUMNS if getattr(player, column) != told[column]]
    return f"the player's row has another {', '.join(other)} than the log was told" if other else ""


def _erased_fault(player: Player, said: Sequence[Said]) -> str:
    if any(isinstance(part, dict) for each in said for part in each):
        return "the player was erased, and what opens a name is there"
    kept = [column for column in COLUMNS if getattr(player, column) not in (ERASED, "", False)]
    return f"the player was erased, and the row has a {', '.join(kept)}" if kept else ""
