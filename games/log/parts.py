"""Projections made anew part by part, while others write: a part is what one context's streams lead to.

The rows of a part are made in temporary tables that have the names of the real ones, so that every projection
writes there unasked. Only then is the writers' turn taken, the part made again if its streams have grown, and
what differs put in place: whoever writes waits for that alone, and readers see the old rows or the new ones.
Small parts are made several in one transaction, since temporary tables cost more than their rows.
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
from games.log.tables import ContextOf, Event, RebuiltPart, StreamHead

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


Heads = dict[str, dict[str, int]]  # context -> its streams and their last versions
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


def streams_of(contexts: Collection[str]) -> dict[str, str]:
    """Stream -> its context: the contexts' own, and those whose first event says that they are of one."""
    begun = Event.objects.annotate(of=ContextOf("data")).filter(of__in=contexts, version=1)
    return {_main[0](one): one for one in contexts} | dict(begun.values_list("stream", "of"))


def sizes() -> dict[str, int]:
    """How many events tell each context itself: a measure of what its part takes."""
    prefix = _main[0]("")
    heads = StreamHead.objects.filter(stream__startswith=prefix).values_list("stream", "version")
    return {stream.removeprefix(prefix): version for stream, version in heads}


def rebuild_part(context: str, *, check: bool = False) -> Part:
    """Make the rows of a context anew; with ``check`` nothing is changed. Wants no open transaction."""
    [part] = rebuild_together([context], check=check)
    return part


def rebuild_together(contexts: Sequence[str], *, check: bool = False, is_noted: bool = False) -> list[Part]:
    """``rebuild_part`` of several in one transaction; ``is_noted``: that they are done, to go on after."""
    with transaction.atomic(), beside():
        heads = _heads(contexts)
        events = _replay(heads)
        if not check:
            store.take_turn()
            events |= _replay_grown(heads, _heads(contexts))
        differing = _settle(contexts, check=check)
        if not check:
            snapshots.forget([_main[0](context) for context in contexts])
        if is_noted:
            done = [RebuiltPart(context=context) for context in contexts]
            RebuiltPart.objects.bulk_create(done, ignore_conflicts=True)
    if not check:
        _snapshots(heads)
    return [
        Part(context=one, events=events[one], differing=tuple(differing.get(one, ()))) for one in contexts
    ]


def _snapshots(heads: Heads) -> None:
    for context, streams in heads.items():
        if streams.get(main := _main[0](context), 0) >= snapshots.EVERY:
            snapshots.make(main)


@contextmanager
def beside() -> Iterator[None]:
    """Within, projections are written to temporary tables, empty at first."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("in_order", 1, _in_order_of_members, deterministic=True)
    for model in projection_models():
        statements.write(_temporary(model), ())
    try:
        yield
    finally:
        if not connection.needs_rollback:
            for model in projection_models():
                statements.write(f"DROP TABLE {_real(model, temporary=True)}", ())


def _temporary(model: type[models.Model]) -> str:
    """With its primary key, which rows are written over by; other indexes would cost more than they save."""
    table, key = model._meta.db_table, model._meta.pk.column  # noqa: SLF001 - Django's public face
    if connection.vendor == "postgresql":
        return (
            f'CREATE TEMP TABLE "{table}" (LIKE public."{table}" INCLUDING DEFAULTS, PRIMARY KEY ("{key}"))'
        )
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


def _heads(contexts: Collection[str]) -> Heads:
    """Context -> its streams, and the last version of each."""
    of = streams_of(contexts)
    found: Heads = {context: {} for context in contexts}
    for stream, version in StreamHead.objects.filter(stream__in=of).values_list("stream", "version"):
        found[of[stream]][stream] = version
    return found


def _replay(heads: Heads) -> dict[str, int]:
    """Project all events of these streams, in the order of the log; how many there were of each context."""
    of = {stream: context for context, streams in heads.items() for stream in streams}
    rows = Event.objects.filter(stream__in=of).order_by("position")
    position, done = 0, dict.fromkeys(heads, 0)
    while batch := store.recorded_all(rows.filter(position__gt=position)[:BATCH]):
        projections.write(batch)
        position = batch[-1].position
        for recorded in batch:
            done[of[recorded.stream]] += 1
    return done


def _replay_grown(before: Heads, now: Heads) -> dict[str, int]:
    """Those that others have written to meanwhile, from their beginning."""
    grown = {context: streams for context, streams in now.items() if streams != before[context]}
    for model in projection_models() if grown else ():
        rows = model._default_manager.filter(**{f"{_owner(model).attname}__in": list(grown)})  # noqa: SLF001
        rows._raw_delete(rows.db)  # noqa: SLF001 - without what cascades: that is emptied too
    return _replay(grown) if grown else {}


def _settle(contexts: Sequence[str], *, check: bool) -> dict[str, list[Differing]]:
    """Bring the rows of contexts in the real tables to those that were made beside them."""
    tables = [_Comparison(model, contexts) for model in _in_order()]
    found = {one: (one.count(one.more), one.count(one.less)) for one in tables}
    if not check:
        for one in reversed(tables):
            if found[one][1]:
                statements.write(f"DELETE {one.less}", one.owners)
        for one in tables:
            if found[one][0]:
                statements.write(one.inserting, one.owners)
    differing: dict[str, list[Differing]] = {}
    for one, (more, less) in found.items():
        for context in more.keys() | less.keys():
            row = Differing(name=one.name, written=more.get(context, 0), deleted=less.get(context, 0))
            differing.setdefault(context, []).append(row)
    return differing


def _same(field: Any) -> str:
    """Of SQLite's JSON, which is text, the order of members says nothing; PostgreSQL knows that."""
    one, other = (f'{row}."{field.column}"' for row in ("one", "other"))
    if field.primary_key:
        return f"{one} = {other}"  # by the index
    if connection.vendor == "sqlite" and isinstance(field, models.JSONField):
        one, other = f"in_order({one})", f"in_order({other})"
    return f"{one} IS NOT DISTINCT FROM {other}"


def _in_order_of_members(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


class _Comparison:
    """Statements about one table and the temporary one beside it: ``less`` is what only the real one has.

    Each takes ``owners``, the contexts that are compared.
    """

    def __init__(self, model: type[models.Model], contexts: Sequence[str]) -> None:
        meta: Any = model._meta  # noqa: SLF001 - Django's public face
        of = _owner(model)
        target = getattr(of, "target_field", of)
        self.name = meta.label
        self.owners = [of.get_db_prep_value(target.to_python(one), connection) for one in contexts]
        self._contexts = dict(zip(map(str, self.owners), contexts, strict=True))
        columns = [f'"{field.column}"' for field in meta.concrete_fields]
        same = " AND ".join(map(_same, meta.concrete_fields))
        here, made, named = _real(model), _real(model, temporary=True), ", ".join(columns)
        self._of = f'one."{of.column}"'
        listed = ", ".join(["%s"] * len(contexts))
        only = f"FROM {{}} AS one WHERE {self._of} IN ({listed}) AND NOT EXISTS (SELECT 1 FROM {{}} AS other WHERE {same})"  # noqa: E501, S608
        self.less, self.more = only.format(here, made), only.format(made, here)
        self.inserting = f"INSERT INTO {here} ({named}) SELECT {named} {self.more}"

    def count(self, what: str) -> dict[str, int]:
        """Of each context that has any."""
        rows = statements.select(f"SELECT {self._of}, COUNT(*) {what} GROUP BY {self._of}", self.owners)
        return {self._contexts[str(owner)]: number for owner, number in rows}
