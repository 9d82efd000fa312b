"""The sequences of a database into which rows were copied with their keys."""

# ruff: noqa: SLF001 - _meta is Django's public face in all but spelling
from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import connection, models

from games.log import statements
from games.log.joined_logs import ACCOUNT_PREFIX

_SET_SEQUENCE = """
SELECT setval(pg_get_serial_sequence(%s, 'id'),
              GREATEST(%s, nextval(pg_get_serial_sequence(%s, 'id')) - 1) + 1, false)
"""
_RAISE_SEQUENCE = "UPDATE sqlite_sequence SET seq = MAX(seq, %s) WHERE name = %s"


def reset_sequences(copied: Iterable[type[models.Model]]) -> None:
    """Set PostgreSQL's sequences past the greatest key of each table. SQLite does so by itself."""
    for sql in connection.ops.sequence_reset_sql(no_style(), list(copied)):
        statements.select(sql)


def reserve_account_numbers() -> None:
    """Ensure that no new account receives a number by which the log names an earlier account."""
    table = get_user_model()._meta.db_table
    greatest = max(_account_numbers_in_log(), default=0)
    if connection.vendor == "postgresql":
        statements.select(_SET_SEQUENCE, [table, greatest, table])
    elif not statements.write(_RAISE_SEQUENCE, [greatest, table]):
        statements.write("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", [greatest, table])


def _account_numbers_in_log() -> set[int]:
    """Return the numbers of the accounts that wrote events."""
    actors = statements.select("SELECT DISTINCT actor FROM games_event WHERE actor LIKE 'user:%%'")
    numbers = (actor.removeprefix(ACCOUNT_PREFIX) for (actor,) in actors)
    return {int(number) for number in numbers if number.isascii() and number.isdecimal()}
