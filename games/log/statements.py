"""Statements for what every command does: constant SQL where the ORM's way of building it would show.

The ORM takes ten times as long to build a read as the database to answer it. Both databases take the same
texts; values go in as the model's columns want them. Rows that are made from events, of which a command
writes few, are left to the ORM (``upsert``).
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


def column(model: type[Model], name: str, value: object) -> Any:
    """The value as this column of the database at hand takes it."""
    field: Any = model._meta.get_field(name)  # noqa: SLF001 - Django's public face
    return field.get_db_prep_save(value, connection)


def uuid_text(value: object) -> str:
    """A UUID out of ``select``, as events write it."""
    return str(UUID(str(value)))


def select(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows, as the database hands them out: UUIDs and JSON are text on one and not on the other."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def write(sql: str, values: Sequence[Any]) -> int:
    """How many rows were written."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        written: int = cursor.rowcount
        return written


def write_each(sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Carry the statement out once for each row of values, if there is any."""
    with connection.cursor() as cursor:
        if len(rows) > 1:
            cursor.executemany(sql, rows)
        elif rows:
            cursor.execute(sql, rows[0])


def upsert(rows: Sequence[Model], *, leaving: tuple[str, ...] = ()) -> None:
    """Insert complete rows of one model, or write over those with their primary keys.

    Columns named in ``leaving`` are inserted, but stay as they are in a row that is there.
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


def plain_column(value: Any) -> Any:
    """Times as events have them, bytes in base64; what JSON knows stays."""
    if isinstance(value, datetime):
        return timestamp(value)
    if isinstance(value, date | Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    return value
