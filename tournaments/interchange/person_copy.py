"""All data about one person as an archive: ``person.json``, uploaded game records, pictures of claims.

Data outside the log are columns by name. Events are those that the person may read, with the openings of
their commitments.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth import get_user_model
from django.db.models import Model

from games.claims.bodies import claim_body
from games.claims.commands import load as load_claim
from games.claims.rows import ClaimPicture
from games.game.loading import stream_of as game_stream
from games.game.records import GameRecord
from games.log.canonical import parse
from games.log.commitments import all_commitments
from games.log.digests import timestamp
from games.log.openings import Opening
from games.log.statements import json_value
from games.log.store import decode_rows
from games.log.tables import Event
from games.log.wire import kind_of
from games.receipts.codes import code_at
from games.refusals import refuse
from tournaments.domain.tables import PlayerPinned
from tournaments.interchange.bundles import Pipe
from tournaments.persons.reach import TOURNAMENT, Reach, reach_of
from tournaments.reading.log_view import LogView
from tournaments.reading.visibility import publication_of, withheld_games
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.tables.signups import ConsentText, Signup

FORMAT = {"format": "nigiri-person", "version": 1}
LEFT_OUT = (
    "rounds and games that are not published yet",
    "who must or must not meet whom, which is of others too",
    "what can be opened by an account or a link: passwords, second factors, sessions, tokens",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadableEvents:
    """The events that a person may read.

    ``events``: those that they may read; ``withheld``: the number of others. ``hidden``: games of unpublished
    rounds.
    """

    events: list[Event] = field(default_factory=list)
    hidden: frozenset[str] = frozenset()
    withheld: int = 0


def person_copy(player: Player, at: datetime) -> Iterator[bytes]:
    """Yield the archive of the player's data in pieces. Refuses ``player_erased``."""
    if player.erased:
        refuse("player_erased", player=str(player.pk))
    return _write_archive(player, at)


def _write_archive(player: Player, at: datetime) -> Iterator[bytes]:
    reach, pipe = reach_of(player), Pipe()
    readable = readable_events(reach)
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        body = _body(player, reach, readable, at)
        archive.writestr("person.json", json.dumps(body, indent=1, ensure_ascii=False))
        yield pipe.drain()
        for name, data in (*_records(reach, readable), *_pictures(reach)):
            archive.writestr(name, data)
            yield pipe.drain()
    yield pipe.drain()


def _body(player: Player, reach: Reach, readable: ReadableEvents, at: datetime) -> dict[str, Any]:
    return {
        **FORMAT,
        "made_at": at.isoformat(),
        "player": columns_of(player),
        "account": account_body(player),
        "registrations": registration_bodies(player),
        "invitations": invitation_bodies(player),
        "entries": entry_bodies(reach),
        "claims": claim_bodies(reach, readable.hidden, at),
        "events": list(event_bodies(readable.events)),
        "openings": opening_bodies(readable.events),
        "left_out": LEFT_OUT,
        "events_left_out": readable.withheld,
    }


def _records(reach: Reach, readable: ReadableEvents) -> Iterator[tuple[str, bytes]]:
    games = set(reach.games) - readable.hidden
    for record in GameRecord.objects.filter(game_id__in=games).exclude(data=b""):
        yield f"records/{record.game_id}-{record.pk}.sgf", bytes(record.data)


def _pictures(reach: Reach) -> Iterator[tuple[str, bytes]]:
    for picture in ClaimPicture.objects.filter(claim_id__in=reach.claims).exclude(data=b""):
        yield f"pictures/{picture.claim_id}-{picture.purpose}.jpg", bytes(picture.data)


Body = dict[str, Any]
SECRET = frozenset({"digest", "link", "user_id", "made_by_id", "used_by_id", "decided_by_id", "fee_by_id"})
"""Columns for the operation of the service, or about other people."""


def columns_of(row: Model) -> Body:
    """Return every column except those given."""
    names = [column.attname for column in row._meta.concrete_fields]  # noqa: SLF001 - Django documents it
    return {name: json_value(getattr(row, name)) for name in names if name not in SECRET}


def account_body(player: Player) -> Body | None:
    """Return the account of the player, with its roles in this organisation."""
    if player.user_id is None:
        return None
    user = get_user_model().objects.get(pk=player.user_id)
    offices = Membership.objects.filter(user=user, organisation=player.organisation_id)
    return {
        "username": user.get_username(),
        "email": user.email,
        "offices": list(offices.values_list("office", flat=True)),
        "notices": _columns(user.notices.order_by("created_at")),
    }


def registration_bodies(player: Player) -> list[Body]:
    """Return the registrations with the consent text of each."""
    found = []
    for row in Signup.objects.filter(player=player).order_by("asked_at"):
        agreed = ConsentText.objects.filter(terms=row.terms_id, version=row.consent_version).first()
        found.append({**columns_of(row), "agreed_to": agreed.text if agreed else ""})
    return found


def invitation_bodies(player: Player) -> list[Body]:
    return _columns(Invitation.objects.filter(player=player).order_by("made_at"))


def entry_bodies(reach: Reach) -> list[Body]:
    """Return the current entries in tournaments that exist."""
    rows = EntryRow.objects.filter(pk__in=reach.entries).select_related("tournament")
    return [
        {**columns_of(row), **_other_columns(row.tournament)}
        for row in rows.order_by("tournament__begins", "number")
    ]


def claim_bodies(reach: Reach, hidden: Iterable[str], at: datetime) -> list[Body]:
    """Return the claims on the player's games, with the texts of both sides that both may read."""
    loaded = (load_claim(id_) for id_ in reach.claims)
    return [
        dict(claim_body(claim, version, at))
        for claim, version in loaded
        if claim is not None and claim.game_id not in hidden
    ]


def _other_columns(row: TournamentRow) -> Body:
    return {"tournament": row.slug, "tournament_name": row.name}


def _columns(rows: Iterable[Model]) -> list[Body]:
    return [columns_of(row) for row in rows]


OWN = kind_of(PlayerPinned)
"""An event for officers that the person concerned may read too, as it names nobody else."""


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
