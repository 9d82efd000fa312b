"""Throw the rows made from events away and write them again from the log, one tournament per transaction.

A row belongs to a context, the id of a tournament, which its model names in ``belongs``. The streams of a
context are its own and those whose first event names it, games and claims. A transaction holds the log's
lock: nothing is appended meanwhile, and readers see the old rows until it commits.
"""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from games.log import projections, store
from games.log.progress import Report, silent
from games.log.projections import projection_models
from games.log.statements import plain_column
from games.log.tables import ContextOf, Event, StreamHead
from games.log.tree import blocks

MAIN = "tournament-"  # and the context: the stream of the tournament itself
BATCH = 1000
SHOWN = 5  # differing rows named per table
Model = type[models.Model]
Values = dict[str, Any]
Rows = dict[str, Values]  # primary key -> plain values, equal on both databases


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A row before and after; None where there was none."""

    key: str
    before: Values | None
    after: Values | None


@dataclass(slots=True, kw_only=True)
class Table:
    """A projection table: its rows after a rebuild, and how many of them differed."""

    name: str
    rows: int = 0
    differing: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not self.differing

    def add(self, before: Rows, after: Rows) -> None:
        """Count the rows of one more context."""
        differing = sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key))
        self.rows += len(after)
        self.differing += len(differing)
        self.differences += [
            Difference(key=key, before=before.get(key), after=after.get(key))
            for key in differing[: SHOWN - len(self.differences)]
        ]


def rebuild(*, check: bool = False, report: Report = silent) -> list[Table]:
    """Rebuild every projection; ``report`` is called with the number of contexts that are done.

    With ``check``, the old rows stay. Rows of contexts that the log does not know are deleted.
    """
    tables = rebuild_contexts([*contexts(), *_stray()], check=check, report=report)
    if not check:
        with transaction.atomic():
            store.take_turn()
            blocks.forget()
            projections.note(store.head())
    return tables


def rebuild_contexts(chosen: Iterable[str], *, check: bool = False, report: Report = silent) -> list[Table]:
    """The same for the rows of these contexts, one after the other."""
    tables = {model: Table(name=model._meta.label) for model in projection_models()}
    for number, context in enumerate(chosen, start=1):
        with transaction.atomic():
            store.take_turn()
            before = {model: _contents(model, context) for model in tables}
            for model in tables:
                rows = _rows(model, context)
                rows._raw_delete(rows.db)  # without what cascades: the context has all of it
            _replay(context)
            for model, table in tables.items():
                table.add(before[model], _contents(model, context))
            if check:
                transaction.set_rollback(True)
        report(number)
    return list(tables.values())


def contexts() -> list[str]:
    """Every context that the log knows, in the order in which they began."""
    begun = Event.objects.filter(stream__startswith=MAIN, version=1).order_by("position")
    return [stream.removeprefix(MAIN) for stream in begun.values_list("stream", flat=True)]


def knows(context: str) -> bool:
    """Whether the log has such a context."""
    return store.version(MAIN + context) > 0


def _stray() -> list[str]:
    """Contexts of rows that have no stream of their own."""
    found = set[str]()
    for model in projection_models():
        owners = model._base_manager.values_list(_owner(model).attname, flat=True)
        found |= set(map(str, owners.distinct()))
    return sorted(found.difference(contexts()))


def _owner(model: Model) -> Any:
    """The field that says to which context a row belongs."""
    return model._meta.get_field(model.belongs)  # type: ignore[attr-defined]  # games.E004 sees to it


def _rows(model: Model, context: str) -> Any:
    owner = _owner(model)
    try:
        value = getattr(owner, "target_field", owner).to_python(context)
    except ValidationError:  # a game of no tournament may name any text
        return model._base_manager.none()
    return model._base_manager.filter(**{owner.attname: value})


def _contents(model: Model, context: str) -> Rows:
    names = [column.attname for column in model._meta.concrete_fields]
    key = model._meta.pk.attname
    found: Rows = {}
    for row in _rows(model, context).values_list(*names).iterator(chunk_size=2000):
        values = {name: plain_column(value) for name, value in zip(names, row, strict=True)}
        found[str(values[key])] = values
    return found


def _replay(context: str) -> None:
    """Project the events of the context's streams, in batches, in the order of the log."""
    rows = Event.objects.filter(stream__in=_streams(context)).order_by("position")
    position = 0
    while batch := store.recorded_all(rows.filter(position__gt=position)[:BATCH]):
        projections.write(batch)
        position = batch[-1].position


def _streams(context: str) -> list[str]:
    """Without a main stream whose last event leaves no rows: another may have its address by now."""
    begun = Event.objects.annotate(of=ContextOf("data")).filter(of=context, version=1)
    streams = [stream for stream in begun.values_list("stream", flat=True) if stream != MAIN + context]
    return streams if _is_over(MAIN + context) else [MAIN + context, *streams]


def _is_over(stream: str) -> bool:
    last = StreamHead.objects.filter(stream=stream).values("version")
    ended = Event.objects.filter(stream=stream, version__in=last, kind__in=projections.leaving_no_rows())
    return ended.exists()
