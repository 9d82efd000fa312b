"""Projections made anew part by part, while others write: a part is what one context's streams lead to.

The rows of a part are made in temporary tables that have the names of the real ones, so that every projection
writes there unasked. Only then is the writers' turn taken, the part made again if its streams have grown, and
what differs put in place: whoever writes waits for that alone, and readers see the old rows or the new ones.
"""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, models, transaction

from games.log import projections, statements, store
from games.log.projections import projection_models
from games.log.snapshots import making as snapshots
from games.log.tables import ContextOf, Event, RebuiltPart

BATCH = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """How many rows of a table differ from what the log says: to be written, and to be deleted."""

    name: str
    written: int
    deleted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What was found for one context; ``events`` were replayed."""

    context: str
    events: int
    differing: tuple[Differing, ...] = ()


Stream = Callable[[str], str]
Called = Callable[[str], str | None]
_main: list[Stream] = []
_called: list[Called] = []


def main_stream(name: Stream) -> Stream:
    """Decorator: the function says which stream a context is itself told in."""
    _main[:] = [name]
    return name


def by_name(find: Called) -> Called:
    """Decorator: the function finds the context that people call so."""
    _called[:] = [find]
    return find


def context_called(name: str) -> str | None:
    """By its name or by itself; None where the log has no such one."""
    found = _called[0](name) or name
    return found if Event.objects.filter(stream=_main[0](found), version=1).exists() else None


def contexts() -> list[str]:
    """Every context that the log knows, in order."""
    prefix = _main[0]("")
    found = Event.objects.filter(stream__startswith=prefix, version=1).order_by("position")
    return [stream.removeprefix(prefix) for stream in found.values_list("stream", flat=True)]


def stray() -> list[str]:
    """Contexts that rows are of, and that the log does not know."""
    known, found = set(contexts()), set()
    for model in projection_models():
        rows = model._default_manager.order_by()  # noqa: SLF001 - Django documents it
        found |= set(map(str, rows.values_list(_owner(model).attname, flat=True).distinct()))
    return sorted(found - known)


def _owner(model: type[models.Model]) -> Any:
    """The field that says of which context a row is."""
    return model._meta.get_field(model.belongs)  # type: ignore[attr-defined]  # noqa: SLF001 - a test sees to it


def streams_of(context: str) -> list[str]:
    """Those of a context, its own first: those whose first event says that they are of it."""
    begun = Event.objects.annotate(of=ContextOf("data")).filter(of=context, version=1).order_by("position")
    return [_main[0](context), *begun.values_list("stream", flat=True)]


def rebuild_part(context: str, *, check: bool = False) -> Part:
    """Make the rows of a context anew; with ``check`` nothing is changed. Wants no open transaction."""
    with transaction.atomic(), beside():
        heads = _heads(context)
        events = _replay(heads)
        if not check:
            store.take_turn()
        if _heads(context) != heads:
            _empty()
            events = _replay(_heads(context))
        differing = _settle(context, check=check)
        if not check:
            snapshots.forget(_main[0](context))
            RebuiltPart.objects.get_or_create(context=context)
    if not check:
        snapshots.make(_main[0](context))
    return Part(context=context, events=events, differing=differing)


@contextmanager
def beside() -> Iterator[None]:
    """Within, projections are written to temporary tables, empty at first."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("in_order", 1, _in_order_of_members, deterministic=True)
    for model in projection_models():
        statements.write(_temporary(model._meta.db_table), ())  # noqa: SLF001 - Django's public face
    try:
        yield
    finally:
        if not connection.needs_rollback:
            for model in projection_models():
                statements.write(f"DROP TABLE {_real(model, temporary=True)}", ())


def _temporary(table: str) -> str:
    if connection.vendor == "postgresql":
        return f'CREATE TEMP TABLE "{table}" (LIKE public."{table}" INCLUDING ALL)'
    [(made,)] = statements.select("SELECT sql FROM main.sqlite_master WHERE name = %s", [table])
    return str(made).replace("CREATE TABLE", "CREATE TEMP TABLE", 1)


def _real(model: type[models.Model], *, temporary: bool = False) -> str:
    postgresql = connection.vendor == "postgresql"
    schema = ("pg_temp" if postgresql else "temp") if temporary else ("public" if postgresql else "main")
    return f'{schema}."{model._meta.db_table}"'  # noqa: SLF001 - Django's public face


def _in_order() -> list[type[models.Model]]:
    """Tables before those that point at them."""
    found = projection_models()
    return sorted(found, key=lambda model: _depth(model, found))


def _depth(model: type[models.Model], among: Sequence[type[models.Model]]) -> int:
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's public face
    above: list[Any] = [field.related_model for field in fields if field.related_model in among]
    return 1 + max((_depth(one, among) for one in above), default=0)


def _heads(context: str) -> dict[str, int]:
    """The streams of a context, and the last version of each."""
    found = Event.objects.filter(stream__in=streams_of(context)).values_list("stream")
    return dict(found.annotate(models.Max("version")).order_by())


def _replay(streams: Collection[str]) -> int:
    """Project all events of these streams, in the order of the log; how many there were."""
    rows = Event.objects.filter(stream__in=streams).order_by("position")
    position = done = 0
    while batch := store.recorded_all(rows.filter(position__gt=position)[:BATCH]):
        projections.write(batch)
        position, done = batch[-1].position, done + len(batch)
    return done


def _empty() -> None:
    for model in projection_models():
        statements.write(f"DELETE FROM {_real(model, temporary=True)}", ())  # noqa: S608 - names of ours


def _settle(context: str, *, check: bool) -> tuple[Differing, ...]:
    """Bring the rows of a context in the real tables to those that were made beside them."""
    tables = [_Comparison(model, context) for model in _in_order()]
    if check:
        found = [(one, one.count(one.more), one.count(one.less)) for one in tables]
    else:
        deleted = {one: statements.write(f"DELETE {one.less}", [one.owner]) for one in reversed(tables)}
        found = [(one, statements.write(one.inserting, ()), deleted[one]) for one in tables]
    return tuple(
        Differing(name=one.name, written=written, deleted=deleted)
        for one, written, deleted in found
        if written or deleted
    )


def _same(field: Any) -> str:
    """Of SQLite's JSON, which is text, the order of members says nothing; PostgreSQL knows that."""
    one, other = (f'{row}."{field.column}"' for row in ("one", "other"))
    if connection.vendor == "sqlite" and isinstance(field, models.JSONField):
        one, other = f"in_order({one})", f"in_order({other})"
    return f"{one} IS NOT DISTINCT FROM {other}"


def _in_order_of_members(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


class _Comparison:
    """Statements about one table and the temporary one beside it: ``less`` is what only the real one has."""

    def __init__(self, model: type[models.Model], context: str) -> None:
        meta: Any = model._meta  # noqa: SLF001 - Django's public face
        of = _owner(model)
        self.name = meta.label
        self.owner = of.get_db_prep_value(getattr(of, "target_field", of).to_python(context), connection)
        columns = [f'"{field.column}"' for field in meta.concrete_fields]
        same = " AND ".join(map(_same, meta.concrete_fields))
        here, made, named = _real(model), _real(model, temporary=True), ", ".join(columns)
        others = "NOT EXISTS (SELECT 1 FROM {} AS other WHERE {})"
        self.less = f'FROM {here} AS one WHERE "{of.column}" = %s AND {others.format(made, same)}'
        self.more = f"FROM {made} AS one WHERE {others.format(here, same)}"
        self.inserting = f"INSERT INTO {here} ({named}) SELECT {named} {self.more}"

    def count(self, what: str) -> int:
        [(number,)] = statements.select(f"SELECT COUNT(*) {what}", [self.owner] if what is self.less else ())
        return int(number)
