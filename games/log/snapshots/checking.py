"""Is every snapshot what its events lead to? ``verify`` asks; those of another program nobody reads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from games.log import store, words
from games.log.snapshots.folds import Fold, folds
from games.log.snapshots.reading import bodies_of
from games.log.snapshots.tables import Snapshot
from games.log.verification import Fault, beside
from games.refusals import Refusal

WHAT = "the snapshot kept of the state here is not what the events lead to; `manage.py rebuild` makes it anew"


@beside
def snapshots_follow() -> Iterator[Fault]:
    """One pass over each stream that has snapshots, whatever their number."""
    for fold in folds():
        rows = Snapshot.objects.filter(made_by=fold.program(), stream__startswith=fold.prefix)
        in_order = rows.order_by("stream", "version").iterator()
        for stream, snapshots in groupby(in_order, key=attrgetter("stream")):
            yield from _misfits(fold, stream, list(snapshots))


def _misfits(fold: Fold, stream: str, snapshots: list[Snapshot]) -> Iterator[Fault]:
    """Where an event itself is damaged that has been named, and there is nothing to compare with."""
    kept = {snapshot.version: snapshot for snapshot in snapshots}
    state = fold.initial
    try:
        for recorded in store.iterate(stream, upto=max(kept), said=words.sealed_words):
            state = fold.evolve(state, recorded.event)
            snapshot = kept.pop(recorded.version, None)
            if snapshot and not _fits(fold, state, snapshot, recorded):
                yield _fault(snapshot)
    except Refusal:
        return
    yield from map(_fault, kept.values())


def _fits(fold: Fold, state: Any, snapshot: Snapshot, recorded: store.Recorded) -> bool:
    if (snapshot.digest, snapshot.position) != (recorded.digest, recorded.position):
        return False
    stored = bodies_of(snapshot.stream, snapshot.parts.split())
    if stored is None:
        return False
    if stored == fold.pack(state):
        return True
    try:
        return bool(exactly(fold.unpack(stored)) == exactly(state))
    except ValueError:
        return False


def _fault(snapshot: Snapshot) -> Fault:
    return Fault(
        stream=snapshot.stream,
        version=snapshot.version,
        position=snapshot.position,
        what=WHAT,
        beside=True,
    )


def exactly(value: Any) -> Any:
    """A value to compare by its types and by the order of its mappings, too."""
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), tuple(exactly(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Mapping):
        return "mapping", tuple((key, exactly(item)) for key, item in value.items())
    if isinstance(value, frozenset):
        return "set", frozenset(exactly(item) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return type(value), tuple(exactly(item) for item in value)
    return type(value), value
