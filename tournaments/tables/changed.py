"""How often something changed that a tournament's own version does not tell, of a tournament or organisation.

What lies beside the log (names, wishes to be hidden, clubs, registrations, notes on screens) is counted by
triggers of the database, so that no writer can forget it; what happens in the logs of games and claims by
whoever stores it. A number that was read before a body was made says whether the body still holds.

PostgreSQL counts at the end of the transaction: the row is the last that it locks, so nobody waits crosswise.
"""

from collections.abc import Iterable
from typing import ClassVar

from django.db import connection, models

from games.log.statements import select

COUNTED = {
    "tournaments_organisation": "id",
    "tournaments_player": "organisation_id",
    "tournaments_club": "organisation_id",
    "tournaments_hallnotes": "organisation_id",
    "tournaments_signupterms": "organisation_id",
    "tournaments_signup": "terms_id",  # the tournament
}
"""Table -> the column that says of what it is."""

TABLE = "tournaments_changed"
_EVENTS = ("INSERT", "UPDATE", "DELETE")
_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON {table} BEGIN
    INSERT INTO tournaments_changed (about, number) VALUES ({row}.{column}, 1)
    ON CONFLICT (about) DO UPDATE SET number = number + 1;
END
"""
_FUNCTION = """
CREATE OR REPLACE FUNCTION tournaments_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE touched uuid := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
BEGIN
    INSERT INTO tournaments_changed AS c (about, number) VALUES (touched, 1)
    ON CONFLICT (about) DO UPDATE SET number = c.number + 1;
    RETURN NULL;
END $$
"""
_POSTGRESQL = """
CREATE CONSTRAINT TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE ON {table}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_count_change('{column}')
"""
_REMOVE = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {{table}}_counted_{event.lower()}" for event in _EVENTS],
    "postgresql": ["DROP TRIGGER IF EXISTS {table}_counted ON {table}"],
}
_THERE = "SELECT tgname FROM pg_trigger WHERE tgname LIKE '%%_counted'"


class Changed(models.Model):
    """``about``: the id of a tournament or an organisation. Of no use in a backup.

    ``games``: how many of these changes were said by games and claims alone. ``presence``, ``wishes``: how
    many of a tournament's own events concern that topic alone. Views that show nothing of it leave them out;
    one that was not counted throws away too much, and nothing too little.
    """

    fleeting: ClassVar[bool] = True

    about = models.UUIDField(primary_key=True)
    number = models.BigIntegerField(default=0, db_default=0)
    games = models.BigIntegerField(default=0, db_default=0)
    presence = models.BigIntegerField(default=0, db_default=0)
    wishes = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.about} changed {self.number} times"


def install() -> None:
    """Count from now on. After every migration: SQLite makes a table anew to change it, without triggers."""
    if TABLE in connection.introspection.table_names():
        _execute(_for_postgresql() if connection.vendor == "postgresql" else _for_sqlite())


def remove() -> None:
    """Count no more: before the table goes."""
    _execute([one.format(table=table) for table in COUNTED for one in _REMOVE[connection.vendor]])


def _execute(statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _for_sqlite() -> list[str]:
    return [
        _SQLITE.format(
            name=f"{table}_counted_{event.lower()}",
            table=table,
            event=event,
            row="OLD" if event == "DELETE" else "NEW",
            column=column,
        )
        for table, column in COUNTED.items()
        for event in _EVENTS
    ]


def _for_postgresql() -> list[str]:
    there = {name for (name,) in select(_THERE)}
    missing = {table: column for table, column in COUNTED.items() if f"{table}_counted" not in there}
    made = [
        _POSTGRESQL.format(name=f"{table}_counted", table=table, column=column)
        for table, column in missing.items()
    ]
    return [_FUNCTION, *made] if made else []
