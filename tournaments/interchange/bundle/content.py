"""The content of a tournament's bundle, the signed head for which it is made, and its identity.

``events.jsonl`` has public events in full, all others as leaves of the tree. All events of a command have its
id in their lines, and the id prevents guessing an event that is not public from its leaf. So an event is
public only if all events of its command are.
"""

import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from games.log import store
from games.log.canonical import canonical
from games.log.commitments import has_plain_text
from games.log.damage import refuse_damaged
from games.log.digests import digest_of, line
from games.log.raw import Row, rows_at
from games.log.tables import Event, KeptCheckpoint
from games.log.tree import signed_checkpoints
from games.log.tree.merkle import leaf_hash
from games.log.tree.signed_checkpoints import stream_of as keys_of
from games.refusals import refuse
from tournaments.interchange.bundle.scope import Scope, StoredEvent, batches, scope_of, stored_event
from tournaments.organisations.offices import stream_of as offices_of
from tournaments.reading.log_view import PAIR_KINDS
from tournaments.reading.published_openings import people_streams
from tournaments.tables.rows import TournamentRow

STREAMS, EVENTS = 500, 500  # in memory at once


def streams_of(scope: Scope) -> list[str]:
    """Return the streams in a bundle; ``places_of`` adds the events linked to them by commands."""
    signer = signed_checkpoints.log_signer()
    keys = [keys_of(signer.name)] if signer else []
    people = people_streams(scope.row, scope.size)
    offices = offices_of(scope.state.organisation_id)
    return sorted([scope.stream, *scope.game_streams, *scope.claim_streams, *people, offices, *keys])


def is_public(scope: Scope, event: StoredEvent) -> bool:
    """Return whether all of the stored event is public."""
    match re.split("[:-]", event.stream)[0]:
        case "tournament":
            public = event.stream == scope.stream and not scope.public_view.withholds(event)
        case "game":  # of undone or hidden games only the tournament's events are public
            is_open = event.stream in scope.open_games or event.kind.startswith(PAIR_KINDS)
            public = is_open and event.stream in scope.game_streams
        case "claim":
            public = event.stream in scope.claim_streams
        case "organisation":  # offices of all of it or in this tournament; accounts are numbers there
            public = event.data.get("tournament_id", "") in ("", scope.state.id)
        case "person" | "log":  # names are commitments; keys and joined accounts are needed to check events
            public = True
        case _:
            public = False
    return public and not has_plain_text(event.text)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleContent:
    """The source of a bundle: a tournament up to a head, and the positions of its events."""

    head: KeptCheckpoint
    scope: Scope
    places: Sequence[int]


def bundle_content(row: TournamentRow, at: datetime) -> BundleContent:
    """Return the content under the first head that has all events of the tournament.

    Nothing else in the log changes the bundle. Refuses with ``log_not_signed``.
    """
    scope = scope_of(row, store.head())
    places = places_of(scope)
    head = signed_checkpoints.checkpoint_covering(places[-1], at)
    if head is None:
        refuse("log_not_signed")
    if head.size <= scope.size:
        return BundleContent(head=head, scope=replace(scope, size=head.size), places=places)
    return content_under_head(row, head)


def content_under_head(row: TournamentRow, head: KeptCheckpoint) -> BundleContent:
    scope = scope_of(row, head.size)
    return BundleContent(head=head, scope=scope, places=places_of(scope))


def identity_of(content: BundleContent) -> bytes:
    """Return a text of the head and of data outside events: hidden players, erased texts and records."""
    hidden = sorted(content.scope.public_view.unnamed)
    made_from = [content.head.note, content.places[-1], hidden]
    return canonical(made_from).encode()
