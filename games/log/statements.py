"""SQL in full, for the few statements that every command needs.

The ORM takes ten times as long to build one of them as the database to run it. Both databases take the
same texts; values go in as the model's columns want them.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import CharField, IntegerField, Model, TextField

MOST_ROWS = 500  # in one INSERT


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


def put(rows: Sequence[Model], *, over: str = "", leaving: tuple[str, ...] = ()) -> None:
    """Insert complete rows of one model, in a transaction.

    Where a row has the same value of the unique column ``over``, its other columns are written over, except
    for those in ``leaving``.
    """
    if not rows:
        return
    model = type(rows[0])
    before, one = _insert(model)
    after = _over(model, over, leaving) if over else ""
    most = min(MOST_ROWS, connection.ops.bulk_batch_size(list(_fields(model)), list(rows)))
    for start in range(0, len(rows), most):
        batch = rows[start : start + most]
        write(before + ", ".join([one] * len(batch)) + after, [v for row in batch for v in _values(row)])


def put_first(row: Model, key: str) -> bool:
    """Insert a complete row unless there is one with the same value of the unique column ``key``."""
    before, one = _insert(type(row))
    return write(f'{before}{one} ON CONFLICT ("{key}") DO NOTHING', _values(row)) == 1


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields  # noqa: SLF001 - as above


def _values(row: Model) -> list[Any]:
    return [
        getattr(row, name) if save is None else save(getattr(row, name), connection)
        for name, save in _columns(type(row))
    ]


@cache
def _columns(model: type[Model]) -> list[tuple[str, Any]]:
    """Every column, and what makes of a value what the database takes; None for texts and whole numbers."""
    plain = (CharField, TextField, IntegerField)
    return [(f.attname, None if isinstance(f, plain) else f.get_db_prep_save) for f in _fields(model)]


@cache
def _insert(model: type[Model]) -> tuple[str, str]:
    """What stands before the rows, and one row."""
    names = ", ".join(f'"{field.column}"' for field in _fields(model))
    table = model._meta.db_table  # noqa: SLF001 - as above
    one = f"({', '.join(['%s'] * len(_fields(model)))})"
    return f'INSERT INTO "{table}" ({names}) VALUES ', one  # noqa: S608 - names of our own


@cache
def _over(model: type[Model], over: str, leaving: tuple[str, ...]) -> str:
    names = [field.column for field in _fields(model) if field.column not in (over, *leaving)]
    return f' ON CONFLICT ("{over}") DO UPDATE SET ' + ", ".join(f'"{n}" = EXCLUDED."{n}"' for n in names)
