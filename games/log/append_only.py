"""The triggers that make the event table append-only in the database itself.

Kept in one place: the migration installs them, ``doctor`` tries them, tests that empty tables lift them.
SQLite needs ``PRAGMA recursive_triggers=ON`` too, or ``INSERT OR REPLACE`` deletes without firing a trigger.
"""

from django.db import connection

TABLE = "games_event"
NOTICE = "the event log is append-only"

INSTALL = {
    "sqlite": (
        f"""CREATE TRIGGER {TABLE}_no_update BEFORE UPDATE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{NOTICE}'); END""",
        f"""CREATE TRIGGER {TABLE}_no_delete BEFORE DELETE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{NOTICE}'); END""",
    ),
    "postgresql": (
        f"""CREATE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{NOTICE}' USING ERRCODE = 'restrict_violation'; END $$""",
        f"""CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_refuse()""",
        f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER {TABLE}_append_only",
    ),
}
REMOVE = {
    "sqlite": (f"DROP TRIGGER IF EXISTS {TABLE}_no_update", f"DROP TRIGGER IF EXISTS {TABLE}_no_delete"),
    "postgresql": (
        f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}",
        f"DROP FUNCTION IF EXISTS {TABLE}_refuse()",
    ),
}


def install() -> None:
    """Forbid UPDATE, DELETE and TRUNCATE of events from now on."""
    _execute(INSTALL[connection.vendor])


def remove() -> None:
    """Allow them again: for tests, and for undoing the migration."""
    _execute(REMOVE[connection.vendor])


def _execute(statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
