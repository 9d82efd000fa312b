"""Projections: functions that write an event to the tables that requests read.

```
@project(StonePlayed)
def count_moves(event: StonePlayed, recorded: StoredEvent) -> None: ...
```

A projection table is a model with the class attribute ``projection = True``. Its rows come from events alone,
so they can be deleted and rebuilt (``games.log.rebuilding``): primary keys are natural or taken from events,
and no other table points to them (``games.log.system_checks`` checks both). Handlers run in the transaction
that stores the event, in the order of their registration, and again on every rebuild: they read and write
projection tables only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.apps import apps
from django.db import models

from games.log import statements
from games.log.store import StoredEvent
from games.log.tables import ProjectionPosition

H = TypeVar("H", bound=Callable[[Any, StoredEvent], None])
Batches = Callable[[Sequence[Sequence[StoredEvent]]], None]

_handlers: dict[type, list[Callable[[Any, StoredEvent], None]]] = {}
_batches: list[tuple[str, Batches]] = []
_separate_kinds: set[str] = set()
_deleting_kinds: set[str] = set()


def project(*event_types: type) -> Callable[[H], H]:
    """Decorator: call the function ``(event, recorded)`` for every event of these classes."""
    if not event_types or not all(isinstance(event_type, type) for event_type in event_types):
        raise TypeError("@project takes event classes; recorded events are written with apply()")

    def register(handler: H) -> H:
        for event_type in event_types:
            _handlers.setdefault(event_type, []).append(handler)
        return handler

    return register


def project_streams(prefix: str) -> Callable[[Batches], Batches]:
    """Decorator: call the function with the events of all streams whose name starts with ``prefix``.

    It gets a list for each stream, in order: for rows that come from a folded state, so that each row is
    written once per batch.
    """

    def register(handler: Batches) -> Batches:
        _batches.append((prefix, handler))
        return handler

    return register


def project_separately(kind: str) -> None:
    """Project events of this kind in a batch of their own, as they change rows of other streams.

    The rows are then the same for every division of the log into batches.
    """
    _separate_kinds.add(kind)


def declare_rows_deleted_by(kind: str) -> None:
    """Declare that a stream whose last event is of this kind has no rows, so a rebuild need not replay it."""
    _deleting_kinds.add(kind)


def kinds_that_delete_rows() -> frozenset[str]:
    return frozenset(_deleting_kinds)


def apply(recorded: Iterable[StoredEvent]) -> None:
    """Project stored events and record the position that the projections have reached."""
    for run in _runs(recorded):
        _write_run(run)
        if run:
            set_position(run[-1].position)


def write_rows(recorded: Iterable[StoredEvent]) -> None:
    """Project events again, without recording the position."""
    for run in _runs(recorded):
        _write_run(run)


def _runs(recorded: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """Yield the events in order, in batches; see ``project_separately``."""
    run: list[StoredEvent] = []
    for one in recorded:
        if one.kind in _separate_kinds:
            yield run
            yield [one]
            run = []
        else:
            run.append(one)
    yield run


def _write_run(recorded: list[StoredEvent]) -> None:
    for one in recorded if any(_handlers.values()) else ():  # decoding costs more than most handlers
        event = one.event
        for handler in _handlers.get(type(event), ()):
            handler(event, one)
    streams = _by_stream(recorded)
    for prefix, write_rows in _batches:
        if batches := [batch for stream, batch in streams.items() if stream.startswith(prefix)]:
            write_rows(batches)


def _by_stream(recorded: Sequence[StoredEvent]) -> dict[str, list[StoredEvent]]:
    streams: dict[str, list[StoredEvent]] = {}
    for one in recorded:
        streams.setdefault(one.stream, []).append(one)
    return streams


_SET_POSITION = """
INSERT INTO games_projectionposition (name, position) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET position = EXCLUDED.position
"""


def set_position(position: int) -> None:
    """Record that all events up to this position are projected."""
    statements.write(_SET_POSITION, [ProjectionPosition.ONLY, position])


def projected_position() -> int:
    """Return the position that the projections have reached; 0 for none."""
    return ProjectionPosition.objects.values_list("position", flat=True).first() or 0


def projection_models() -> list[type[models.Model]]:
    """Return every projection table, by label."""
    models_found = [model for model in apps.get_models() if getattr(model, "projection", False)]
    return sorted(models_found, key=lambda model: model._meta.label)  # noqa: SLF001 - Django's public face
