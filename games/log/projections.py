"""Projections: small functions from an event to the rows that people read.

```
@project(StonePlayed)
def count_moves(event: StonePlayed, recorded: Recorded) -> None: ...
```

A projection table is a model with the class attribute ``projection = True``. Its rows come from events
alone, so they can be thrown away and rebuilt (``games.log.rebuilding``): primary keys are natural or taken
from events, and no other table points to them (both held by ``games.log.system_checks``). Handlers run in the
transaction that stores the event, in the order in which they were registered, and again on every rebuild:
they read and write projection tables only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.apps import apps
from django.db import models

from games.log import statements
from games.log.store import Recorded
from games.log.tables import ProjectionPosition

H = TypeVar("H", bound=Callable[[Any, Recorded], None])
Batches = Callable[[Sequence[Sequence[Recorded]]], None]

_handlers: dict[type, list[Callable[[Any, Recorded], None]]] = {}
_batches: list[tuple[str, Batches]] = []
_alone: set[str] = set()
_last: set[str] = set()


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

    It gets a list for each stream, in order: for rows that come from a folded state, so that each is written
    once however many events there are.
    """

    def register(handler: Batches) -> Batches:
        _batches.append((prefix, handler))
        return handler

    return register


def alone(kind: str) -> None:
    """Events of this kind change rows of other streams: what comes before one is written before it.

    Rows then come out the same however the log is cut into batches.
    """
    _alone.add(kind)


def leaves_no_rows(kind: str) -> None:
    """A stream whose last event is of this kind has no rows, so a rebuild need not replay it."""
    _last.add(kind)


def leaving_no_rows() -> frozenset[str]:
    return frozenset(_last)


def apply(recorded: Iterable[Recorded]) -> None:
    """Write the rows of stored events and note how far the projections are."""
    for run in _runs(recorded):
        _write(run)
        if run:
            note(run[-1].position)


def write(recorded: Iterable[Recorded]) -> None:
    """The rows alone: for events that are projected once more."""
    for run in _runs(recorded):
        _write(run)


def _runs(recorded: Iterable[Recorded]) -> Iterator[list[Recorded]]:
    """The events in order, each of a kind that wants to be alone by itself."""
    run: list[Recorded] = []
    for one in recorded:
        if one.kind in _alone:
            yield run
            yield [one]
            run = []
        else:
            run.append(one)
    yield run


def _write(recorded: list[Recorded]) -> None:
    for one in recorded if any(_handlers.values()) else ():  # decoding costs more than most handlers
        event = one.event
        for handler in _handlers.get(type(event), ()):
            handler(event, one)
    streams = _by_stream(recorded)
    for prefix, write_rows in _batches:
        if batches := [batch for stream, batch in streams.items() if stream.startswith(prefix)]:
            write_rows(batches)


def _by_stream(recorded: Sequence[Recorded]) -> dict[str, list[Recorded]]:
    streams: dict[str, list[Recorded]] = {}
    for one in recorded:
        streams.setdefault(one.stream, []).append(one)
    return streams


_NOTED = """
INSERT INTO games_projectionposition (name, position) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET position = EXCLUDED.position
"""


def note(position: int) -> None:
    """Everything up to this position is projected."""
    statements.write(_NOTED, [ProjectionPosition.ONLY, position])


def projected() -> int:
    """Up to which position the projections are written; 0 for none."""
    return ProjectionPosition.objects.values_list("position", flat=True).first() or 0


def projection_models() -> list[type[models.Model]]:
    """Every projection table, by label."""
    marked = [model for model in apps.get_models() if getattr(model, "projection", False)]
    return sorted(marked, key=lambda model: model._meta.label)  # noqa: SLF001 - Django's public face
