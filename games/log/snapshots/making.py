"""Snapshots made, after commands and by nobody who waits, and thrown away."""

import zlib
from collections.abc import Collection, Iterator
from hashlib import sha256

from django.db import transaction

from games.log import statements, store, words
from games.log.snapshots.folds import Fold, fold_of, folds
from games.log.snapshots.reading import sealed
from games.log.snapshots.tables import Snapshot, SnapshotPart
from games.log.store import Recorded

EVERY = 250  # events
LEVEL = 1  # of zlib: beyond it is slower and hardly smaller
_BEHIND = """
SELECT h.stream FROM games_streamhead h
WHERE h.stream LIKE %s AND h.version >= %s AND h.version - %s >= COALESCE(
    (SELECT MAX(s.version) FROM games_snapshot s WHERE s.stream = h.stream AND s.made_by = %s), 0)
ORDER BY h.stream
"""


def due(stored: Recorded) -> bool:
    """Whether one is to be made after this event."""
    return stored.version % EVERY == 0 and fold_of(stored.stream) is not None


def behind() -> Iterator[str]:
    """Streams that have fewer snapshots than they should, by this program."""
    for fold in folds():
        pattern = fold.prefix + "%"
        for (stream,) in statements.select(_BEHIND, [pattern, EVERY, EVERY, fold.program()]):
            yield stream


def make_all() -> int:
    """What is missing of all streams; how many were made."""
    return sum(make(stream) for stream in list(behind()))


def make(stream: str) -> int:
    """What is missing up to the stream's end; how many were made. Those of other programs go."""
    fold = fold_of(stream)
    if fold is None:
        return 0
    _drop_others(fold, stream)
    kept, made = sealed(stream), 0
    state, after = (kept.state, kept.version) if kept else (fold.initial, 0)
    for recorded in store.iterate(stream, after, said=words.sealed_words):
        state = fold.evolve(state, recorded.event)
        if due(recorded):
            _keep(fold, recorded, fold.pack(state))
            made += 1
    return made


def forget(streams: Collection[str] | None = None) -> None:
    """Throw those of some streams away, or all: they can be made again."""
    for model in (Snapshot, SnapshotPart):
        rows = model.objects.all() if streams is None else model.objects.filter(stream__in=streams)
        rows.delete()


def _keep(fold: Fold, recorded: Recorded, packed: list[bytes]) -> None:
    parts = [zlib.compress(part, LEVEL) for part in packed]
    digests = [sha256(part).hexdigest() for part in parts]
    rows = [
        SnapshotPart(stream=recorded.stream, digest=digest, body=part)
        for digest, part in zip(digests, parts, strict=True)
    ]
    snapshot = Snapshot(
        stream=recorded.stream,
        version=recorded.version,
        position=recorded.position,
        digest=recorded.digest,
        made_by=fold.program(),
        parts=" ".join(digests),
    )
    with transaction.atomic():
        SnapshotPart.objects.bulk_create(rows, ignore_conflicts=True)  # others may make the same
        Snapshot.objects.bulk_create([snapshot], ignore_conflicts=True)


def _drop_others(fold: Fold, stream: str) -> None:
    """Those of other programs, and parts that only they had."""
    others = Snapshot.objects.filter(stream=stream).exclude(made_by=fold.program())
    if others.delete()[0]:
        there = set(SnapshotPart.objects.filter(stream=stream).values_list("digest", flat=True))
        said = Snapshot.objects.filter(stream=stream).values_list("parts", flat=True)
        used = {digest for parts in said for digest in parts.split()}
        SnapshotPart.objects.filter(stream=stream, digest__in=there - used).delete()
