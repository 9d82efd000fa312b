"""The parts of a record that are stored outside the log: the file as received, names, comments.

A source table: it cannot be rebuilt from events, and ``erase`` empties its rows when a person asks for that.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any, ClassVar
from uuid import UUID

from django.db import models

from games.game.events import RecordReceived
from games.game.fitting import NoteBody
from games.log.pinning import game_stream
from games.log.tables import Event
from games.log.wire import kind_of
from games.sgf import Collection, Comment, Info, Record


class GameRecord(models.Model):
    """A file that was received for a game. ``data`` is empty once erased; ``sha256`` remains."""

    game_id = models.UUIDField(db_index=True)
    command_id = models.UUIDField()
    received_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    game_index = models.PositiveIntegerField(default=0)
    encoding = models.CharField(max_length=40)
    data = models.BinaryField()
    info = models.JSONField(default=dict)
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("game_id", "command_id"), name="record_received_once"),
        )

    def __str__(self) -> str:
        return f"record {self.sha256[:8]} of {self.game_id}"


def store_record(
    game_id: str, data: bytes, collection: Collection, game_index: int, *, command_id: UUID, at: datetime
) -> GameRecord:
    """Store a received file with its names and comments, in the transaction of the command."""
    record = collection.games[game_index]
    return GameRecord.objects.create(
        game_id=game_id,
        command_id=command_id,
        received_at=at,
        sha256=sha256(data).hexdigest(),
        game_index=game_index,
        encoding=collection.encoding,
        data=data,
        info=asdict(record.info) | {"comments": _comments_by_turn(record)},
        notes=notes_data(collection, record),
    )


def notes_data(collection: Collection, record: Record) -> list[NoteBody]:
    """Return the reader's notes on the file and on one of its games as JSON data."""
    notes = (*collection.notes, *record.notes)
    return [{"code": note.code.value, "text": note.text, "offset": note.offset} for note in notes]


def _comments_by_turn(record: Record) -> list[list[Any]]:
    """Return the comments by the number of preceding actions: a file may contain nodes without a move."""
    after = [move.node for move in record.moves]
    return [[bisect_right(after, comment.node), comment.text] for comment in record.info.comments]


def info_of(game_id: str, sha256: str, turns: int) -> Info:
    """Return the file's texts for the first ``turns`` actions; empty if erased or absent."""
    kept = record_of(game_id, sha256)
    if kept is None or not kept.info:
        return Info()
    said: dict[int, list[str]] = {}
    for turn, text in kept.info["comments"]:
        said.setdefault(turn, []).append(text)
    comments = (Comment(node=turn, text="\n".join(texts)) for turn, texts in said.items() if turn <= turns)
    return Info(**kept.info | {"comments": tuple(comments)})


def record_of(game_id: str, sha256: str, *, upto: int | None = None) -> GameRecord | None:
    """Return the row of the file with this hash that was received as the game's record.

    ``upto``: by that version of the game. The same file may have come with a claim, or again for another of
    its games; the command of a row tells which. If no event is of its command, the last row counts.
    """
    received = Event.objects.filter(stream=game_stream(game_id), kind=kind_of(RecordReceived))
    if upto is not None:
        received = received.filter(version__lte=upto)
    rows = GameRecord.objects.filter(game_id=game_id, sha256=sha256)
    return rows.filter(command_id__in=received.values("command_id")).last() or rows.last()


def record_of_claim(game_id: str, sha256: str) -> GameRecord | None:
    """Return a row of the file with this hash that came with a claim: always its first game."""
    return GameRecord.objects.filter(game_id=game_id, sha256=sha256, game_index=0).last()


def original_file(game_id: str, sha256: str) -> bytes:
    """Return a file as received for the game; empty if it was erased or no file has this hash."""
    kept = GameRecord.objects.filter(game_id=game_id, sha256=sha256).exclude(data=b"").last()
    return bytes(kept.data) if kept else b""


OriginalFiles = dict[tuple[str, str], bytes]


def original_files(game_ids: Iterable[str]) -> OriginalFiles:
    """Return all received files of these games that were not erased, by game and hash."""
    kept = GameRecord.objects.filter(game_id__in=list(game_ids)).exclude(data=b"")
    return {(str(each.game_id), each.sha256): bytes(each.data) for each in kept.iterator()}


def erase(game_ids: Iterable[str]) -> int:
    """Empty the files received for these games and return their number. The moves remain in the log."""
    return GameRecord.objects.filter(game_id__in=list(game_ids)).update(data=b"", info={}, notes=[])
