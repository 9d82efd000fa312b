"""Uploaded records of public games between players whose names are public.

A file may contain names, so records of games with a hidden player are left out.
"""

from collections.abc import Iterable, Iterator

from games.claims.events import ClaimMade
from games.game.events import RecordReceived
from games.game.loading import stream_of as game_stream
from games.game.records import GameRecord
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.interchange.bundle.scope import Scope, StoredEvent, batches, stored_event

AT_ONCE = 200  # records of at most 1 MB are read one by one, their hashes together


def record_files(scope: Scope) -> Iterator[tuple[str, bytes]]:
    """Yield the SHA-256 in hexadecimal and the bytes of each record, once per hash and in order of hashes."""
    stored = {sha256: key for key, sha256 in _stored_records(scope)}
    for sha256 in sorted(stored):
        yield sha256, bytes(GameRecord.objects.values_list("data", flat=True).get(pk=stored[sha256]))


def _stored_records(scope: Scope) -> Iterator[tuple[int, str]]:
    """Return key and hash of the files named by events that are still stored."""
    hashes = {(game_id, sha256) for game_id, sha256 in _record_hashes(scope) if sha256}
    for games in batches(sorted({game_id for game_id, _ in hashes}), AT_ONCE):
        rows = GameRecord.objects.filter(game_id__in=games).exclude(data=b"").order_by("pk")
        for key, game_id, sha256 in rows.values_list("pk", "game_id", "sha256"):
            if (str(game_id), sha256) in hashes:
                yield key, sha256


def _record_hashes(scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield game and hash of every file uploaded with the game or with a claim on it."""
    named = {game_stream(game_id): game_id for game_id in named_games(scope)}
    for event in _events(scope, RecordReceived, named):
        yield named[event.stream], event.data["sha256"]
    for event in _events(scope, ClaimMade, scope.claim_streams):
        if game_stream(event.data["game_id"]) in named:
            yield event.data["game_id"], event.data["statement"].get("record", "")


def _events(scope: Scope, kind: type, streams: Iterable[str]) -> Iterator[StoredEvent]:
    for some in batches(sorted(streams), AT_ONCE):
        rows = Event.objects.filter(stream__in=some, kind=kind_of(kind), position__lte=scope.size)
        for row in rows.order_by("position").values_list("stream", "kind", "data").iterator():
            yield stored_event(*row)


def named_games(scope: Scope) -> Iterator[str]:
    """Return the public games between players whose names are public."""
    for round_ in scope.public_rounds.values():
        for pair in round_.pairs.values():
            if not any(entry in scope.public_view.unnamed for entry in pair.players):
                yield pair.game_id
