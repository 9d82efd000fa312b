"""The events that concern a person, as the person may read them, with the openings of commitments."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.game.loading import stream_of as game_stream
from games.log.canonical import parse
from games.log.commitments import all_commitments
from games.log.digests import timestamp
from games.log.openings import Opening
from games.log.store import decode_rows
from games.log.tables import Event
from games.log.wire import kind_of
from games.receipts.codes import code_at
from tournaments.domain.tables import PlayerPinned
from tournaments.persons.reach import TOURNAMENT, Reach
from tournaments.reading.log_view import LogView
from tournaments.reading.visibility import publication_of, withheld_games
from tournaments.tables.rows import PairingRow, TournamentRow

OWN = kind_of(PlayerPinned)
"""An event for officers that the person concerned may read too, as it names nobody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadableEvents:
    """The events that a person may read.

    ``events``: those that they may read; ``withheld``: the number of others. ``hidden``: games of unpublished
    rounds.
    """

    events: list[Event] = field(default_factory=list)
    hidden: frozenset[str] = frozenset()
    withheld: int = 0


def readable_events(reach: Reach) -> ReadableEvents:
    readers = {f"{TOURNAMENT}{row.pk}": _visibility(row) for row in _rows(reach)}
    hidden = frozenset(_hidden(reach, readers))
    events, withheld = [], 0
    for event in reach.events():
        if _may_be_read(event, readers, hidden):
            events.append(event)
        else:
            withheld += 1
    return ReadableEvents(events=events, hidden=hidden, withheld=withheld)


def event_bodies(events: list[Event]) -> Iterator[dict[str, Any]]:
    """Return the bodies of events.

    ``data``: as readers see it, with texts; ``stored``: as digested, with commitments.
    """
    for event, read in zip(events, decode_rows(events), strict=True):
        yield {
            "position": event.position,
            "stream": event.stream,
            "version": event.version,
            "kind": event.kind,
            "recorded_at": timestamp(event.recorded_at),
            "actor": read.actor,
            "data": read.data,
            "stored": parse(event.data),
            "digest": event.digest,
            "receipt": code_at(event.position, event.digest),
        }


def opening_bodies(events: list[Event]) -> list[dict[str, Any]]:
    """Return the openings in the form of a bundle (``deploy/format/bundle.md``)."""
    found = Opening.objects.in_bulk(all_commitments(event.data for event in events))
    rows = sorted(found.values(), key=lambda row: (row.position, row.commitment))
    return [{"salted": row.commitment, "salt": row.salt, "value": parse(row.said)} for row in rows]


def _rows(reach: Reach) -> list[TournamentRow]:
    return list(TournamentRow.objects.filter(pk__in=reach.tournament_ids))


def _visibility(row: TournamentRow) -> LogView:
    shown = publication_of(row) if row.published else {}
    return LogView(visible_rounds=shown, hidden=withheld_games(row, shown) if shown else frozenset())


def _hidden(reach: Reach, readers: dict[str, LogView]) -> Iterator[str]:
    """Return the games of rounds that only officers can see yet."""
    for game in PairingRow.objects.filter(game_id__in=map(UUID, reach.games)):
        of = readers[f"{TOURNAMENT}{game.tournament_id}"]
        if game.round not in (of.visible_rounds or ()) or str(game.game_id) in of.hidden:
            yield str(game.game_id)


def _may_be_read(event: Event, readers: dict[str, LogView], hidden: frozenset[str]) -> bool:
    if not event.stream.startswith(TOURNAMENT):
        return event.stream not in {game_stream(id_) for id_ in hidden}
    data = parse(event.data)
    of = readers.get(event.stream, LogView(visible_rounds={}))
    one = _Stored(stream=event.stream, kind=event.kind, data=data)
    return event.kind == OWN or not of.withholds(one)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    stream: str
    kind: str
    data: dict[str, Any]
