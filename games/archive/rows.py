"""The tables beside the log, and a row of one as JSON and back: the same text from both databases."""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection, models

from games.archive.parts import Damaged
from games.log import statements
from games.log.canonical import canonical, parse
from games.log.columns import plain_column
from games.log.openings import Opening
from games.log.tables import DamagedStream, Event, ProjectionPosition, StreamHead

Model = type[models.Model]
Column = Any  # a field of Django, whose type takes no arguments at run time
WITH_THE_LOG = (DamagedStream, Event, Opening, ProjectionPosition, StreamHead)
LEFT_OUT = frozenset({"sessions.Session", "usersessions.UserSession", "games.Upkeep", "games.TreeBlock"})
BY_MIGRATIONS = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Tables that are not empty in an empty database: their rows are taken over, as others point to them."""
AT_ONCE, AT_ONCE_LARGE = 500, 10  # rows that are held; of those with files in them


def tables() -> dict[str, Model]:
    """Name of the part -> model, for every table that goes into an archive."""
    kept = (model for model in apps.get_models(include_auto_created=True) if _is_kept(model))
    return {f"tables/{model._meta.label}.jsonl": model for model in kept}


def _is_kept(model: Model) -> bool:
    projected = getattr(model, "projection", False)
    kept = model._meta.label not in LEFT_OUT and not getattr(model, "fleeting", False)
    return kept and not projected and model not in WITH_THE_LOG


def columns(model: Model) -> list[Column]:
    return list(model._meta.concrete_fields)


def written(model: Model) -> Iterator[str]:
    """Every row as a line, in the order of the keys."""
    names = [column.attname for column in columns(model)]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=_at_once(model)):
        yield canonical({name: plain_column(value) for name, value in zip(names, row, strict=True)})


def read(model: Model, name: str, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Rows as values of Python by column. Raises Damaged where a line is none."""
    fields = {column.attname: column for column in columns(model)}
    for number, line in enumerate(lines, start=1):
        try:
            yield _row(fields, parse(line))
        except (ValueError, TypeError, AttributeError, ValidationError) as error:
            raise Damaged(f"{name}, line {number}: {error}") from error


def _row(fields: Mapping[str, Column], row: dict[str, Any]) -> dict[str, Any]:
    if row.keys() != fields.keys():
        raise ValueError(f"other columns: {', '.join(sorted(row.keys() ^ fields.keys()))}")
    return {name: _of_column(fields[name], value) for name, value in row.items()}


def insert(model: Model, rows: Iterable[dict[str, Any]]) -> None:
    """Write complete rows as they are: no default, signal or date of today touches them."""
    quote, names = connection.ops.quote_name, [column.attname for column in columns(model)]
    listed = ", ".join(quote(str(column.column)) for column in columns(model))
    marks = ", ".join(["%s"] * len(names))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({listed}) VALUES ({marks})"  # noqa: S608
    found = iter(rows)
    while batch := list(islice(found, _at_once(model))):
        values = [[_stored(model, name, row[name]) for name in names] for row in batch]
        statements.write_each(sql, values)


def _stored(model: Model, name: str, value: Any) -> Any:
    return statements.column(model, name, value)


def _at_once(model: Model) -> int:
    large = any(isinstance(column, models.BinaryField) for column in columns(model))
    return AT_ONCE_LARGE if large else AT_ONCE


def _of_column(column: Column, value: Any) -> Any:
    key = column.target_field if isinstance(column, models.ForeignKey) else column
    if value is None and not column.null:
        raise ValueError(f"{column.attname} is missing")
    return key.to_python(value)
