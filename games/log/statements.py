"""Helpers for constant SQL in the statements that every command executes.

The ORM takes ten times as long to build a query as the database to answer it. Both databases take the same
SQL; values are converted as the model's fields require. Projection rows, of which a command writes few, are
left to the ORM (``upsert``).
"""

from base64 import b64encode
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model

from games.log.digests import timestamp


def column_value(model: type[Model], name: str, value: object) -> Any:
    """Return the value in the form that this column of the database takes."""
    field: Any = model._meta.get_field(name)  # noqa: SLF001 - Django's public face
    return field.get_db_prep_save(value, connection)


def uuid_text(value: object) -> str:
    """Return a UUID from ``select`` in the form that events use."""
    return str(UUID(str(value)))


def select(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return the rows of a query. UUIDs and JSON are text on SQLite, but not on PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def write(sql: str, values: Sequence[Any]) -> int:
    """Execute a statement and return the number of rows written."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        written: int = cursor.rowcount
        return written


def write_each(sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Execute the statement once for each row of values."""
    with connection.cursor() as cursor:
        if len(rows) > 1:
            cursor.executemany(sql, rows)
        elif rows:
            cursor.execute(sql, rows[0])


def upsert(rows: Sequence[Model], *, leaving: tuple[str, ...] = ()) -> None:
    """Insert complete rows of one model, or update those with their primary keys.

    Columns named in ``leaving`` are inserted, but not updated.
    """
    if not rows:
        return
    meta = type(rows[0])._meta  # noqa: SLF001 - Django's public face
    names = [field.name for field in meta.concrete_fields if not field.primary_key]
    type(rows[0])._default_manager.bulk_create(  # noqa: SLF001 - Django documents it
        rows,
        update_conflicts=True,
        unique_fields=[meta.pk.name],
        update_fields=[name for name in names if name not in leaving],
    )


def json_value(value: Any) -> Any:
    """Return a column's value as JSON data, equal on both databases: times as in events, bytes in base64."""
    if isinstance(value, datetime):
        return timestamp(value)
    if isinstance(value, date | Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    return value
