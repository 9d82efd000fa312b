"""The archive of a person's data: ``person.json``, uploaded game records, pictures of claims."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from games.claims.rows import ClaimPicture
from games.game.records import GameRecord
from games.refusals import refuse
from tournaments.interchange.copies import person
from tournaments.interchange.copies.events import (
    ReadableEvents,
    event_bodies,
    opening_bodies,
    readable_events,
)
from tournaments.interchange.pipe import Pipe
from tournaments.persons.reach import Reach, reach_of
from tournaments.tables.people import Player

FORMAT = {"format": "nigiri-person", "version": 1}
LEFT_OUT = (
    "rounds and games that are not published yet",
    "who must or must not meet whom, which is of others too",
    "what can be opened by an account or a link: passwords, second factors, sessions, tokens",
)


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
        "player": person.columns(player),
        "account": person.account(player),
        "registrations": person.registrations(player),
        "invitations": person.invitations(player),
        "entries": person.entries(reach),
        "claims": person.claims(reach, readable.hidden, at),
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
