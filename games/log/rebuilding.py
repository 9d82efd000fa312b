"""The rebuilding of the projections from the log, one tournament per transaction.

A row belongs to a context, the id of a tournament, in the field that its model names in ``belongs``. The
streams of a context are its own and those whose first event names it: games and claims. A transaction holds
the log's lock: nothing is appended meanwhile, and readers see the old rows until it commits.
"""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from games.log import projections, store
from games.log.progress import Report, no_report
from games.log.projections import projection_models
from games.log.statements import json_value
from games.log.tables import ContextOf, Event, StreamHead
from games.log.tree import blocks

TOURNAMENT_PREFIX = "tournament-"  # of a tournament's own stream, before the context
BATCH = 1000
MAX_DIFFERENCES = 5  # reported per table
Model = type[models.Model]
Values = dict[str, Any]
Rows = dict[str, Values]  # primary key -> plain values, equal on both databases


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A row before and after the rebuild; None if it did not exist."""

    key: str
    before: Values | None
    after: Values | None


@dataclass(slots=True, kw_only=True)
class Table:
    """A projection table: the number of its rows after a rebuild, and of those that differed."""

    name: str
    rows: int = 0
    differing: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not self.differing

    def add(self, before: Rows, after: Rows) -> None:
        """Add the rows of a context to the counts."""
        differing = sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key))
        self.rows += len(after)
        self.differing += len(differing)
        self.differences += [
            Difference(key=key, before=before.get(key), after=after.get(key))
            for key in differing[: MAX_DIFFERENCES - len(self.differences)]
        ]


def rebuild(*, check: bool = False, report: Report = no_report) -> list[Table]:
    """Rebuild every projection; ``report`` is called with the number of contexts that are done.

    With ``check``, the changes are rolled back. Rows of contexts that are not in the log are deleted.
    """
    tables = rebuild_contexts([*contexts(), *_orphaned_contexts()], check=check, report=report)
    if not check:
        with transaction.atomic():
            store.acquire_write_lock()
            blocks.delete_roots()
            projections.set_position(store.head())
    return tables


def rebuild_contexts(
    chosen: Iterable[str], *, check: bool = False, report: Report = no_report
) -> list[Table]:
    """Rebuild the rows of these contexts, one after the other."""
    tables = {model: Table(name=model._meta.label) for model in projection_models()}
    for number, context in enumerate(chosen, start=1):
        with transaction.atomic():
            store.acquire_write_lock()
            before = {model: _contents(model, context) for model in tables}
            for model in tables:
                rows = _rows(model, context)
                rows._raw_delete(rows.db)  # skips cascades: all dependent rows belong to the context
            _replay(context)
            for model, table in tables.items():
                table.add(before[model], _contents(model, context))
            if check:
                transaction.set_rollback(True)
        report(number)
    return list(tables.values())


def contexts() -> list[str]:
    """Return every context in the log, in the order of their first events."""
    begun = Event.objects.filter(stream__startswith=TOURNAMENT_PREFIX, version=1).order_by("position")
    return [stream.removeprefix(TOURNAMENT_PREFIX) for stream in begun.values_list("stream", flat=True)]


def context_exists(context: str) -> bool:
    """Return whether the log has this context."""
    return store.version(TOURNAMENT_PREFIX + context) > 0


def _orphaned_contexts() -> list[str]:
    """Return the contexts of rows that have no stream in the log."""
    found = set[str]()
    for model in projection_models():
        owners = model._base_manager.values_list(_owner(model).attname, flat=True)
        found |= set(map(str, owners.distinct()))
    return sorted(found.difference(contexts()))


def _owner(model: Model) -> Any:
    """Return the field that names the context of a row."""
    return model._meta.get_field(model.belongs)  # type: ignore[attr-defined]  # games.E004 sees to it


def _rows(model: Model, context: str) -> Any:
    owner = _owner(model)
    try:
        value = getattr(owner, "target_field", owner).to_python(context)
    except ValidationError:  # a game without a tournament may have any text as context
        return model._base_manager.none()
    return model._base_manager.filter(**{owner.attname: value})


def _contents(model: Model, context: str) -> Rows:
    names = [column.attname for column in model._meta.concrete_fields]
    key = model._meta.pk.attname
    found: Rows = {}
    for row in _rows(model, context).values_list(*names).iterator(chunk_size=2000):
        values = {name: json_value(value) for name, value in zip(names, row, strict=True)}
        found[str(values[key])] = values
    return found


def _replay(context: str) -> None:
    """Project the events of the context's streams, in batches, in the order of the log."""
    rows = Event.objects.filter(stream__in=_streams(context)).order_by("position")
    position = 0
    while batch := store.decode_rows(rows.filter(position__gt=position)[:BATCH]):
        projections.write_rows(batch)
        position = batch[-1].position


def _streams(context: str) -> list[str]:
    """Return the streams of a context; not its own if deleted, as another may have its address now."""
    begun = Event.objects.annotate(of=ContextOf("data")).filter(of=context, version=1)
    streams = [
        stream for stream in begun.values_list("stream", flat=True) if stream != TOURNAMENT_PREFIX + context
    ]
    return streams if _is_deleted(TOURNAMENT_PREFIX + context) else [TOURNAMENT_PREFIX + context, *streams]


def _is_deleted(stream: str) -> bool:
    last = StreamHead.objects.filter(stream=stream).values("version")
    ended = Event.objects.filter(
        stream=stream, version__in=last, kind__in=projections.kinds_that_delete_rows()
    )
    return ended.exists()
