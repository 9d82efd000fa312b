"""The triggers that make the event table append-only in the database itself.

The migration installs them, ``doctor`` tests them, and tests that empty tables remove them.
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
OPENINGS = "games_opening"
OPENINGS_NOTICE = "what opens a commitment is erased or stays as it is"
INSTALL_OPENINGS = {
    "sqlite": (
        f"""CREATE TRIGGER {OPENINGS}_no_update BEFORE UPDATE ON {OPENINGS}
        BEGIN SELECT RAISE(ABORT, '{OPENINGS_NOTICE}'); END""",
    ),
    "postgresql": (
        f"""CREATE FUNCTION {OPENINGS}_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{OPENINGS_NOTICE}' USING ERRCODE = 'restrict_violation'; END $$""",
        f"""CREATE TRIGGER {OPENINGS}_fixed BEFORE UPDATE ON {OPENINGS}
        FOR EACH STATEMENT EXECUTE FUNCTION {OPENINGS}_refuse()""",
        f"ALTER TABLE {OPENINGS} ENABLE ALWAYS TRIGGER {OPENINGS}_fixed",
    ),
}
REMOVE_OPENINGS = {
    "sqlite": (f"DROP TRIGGER IF EXISTS {OPENINGS}_no_update",),
    "postgresql": (
        f"DROP TRIGGER IF EXISTS {OPENINGS}_fixed ON {OPENINGS}",
        f"DROP FUNCTION IF EXISTS {OPENINGS}_refuse()",
    ),
}
REVOKE_UPDATE = f"""
DO $$
DECLARE one text;
BEGIN
    FOR one IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
               WHERE table_name = '{OPENINGS}' AND privilege_type = 'UPDATE' AND grantee <> current_user
    LOOP EXECUTE format('REVOKE UPDATE ON {OPENINGS} FROM %I', one); END LOOP;
END $$
"""  # noqa: S608 - a constant
"""Revokes UPDATE from roles that were granted default privileges before this table existed."""


def install_openings() -> None:
    """Forbid UPDATE of openings; DELETE erases texts."""
    _execute(INSTALL_OPENINGS[connection.vendor])
    if connection.vendor == "postgresql":
        _execute((REVOKE_UPDATE,))


def remove_openings() -> None:
    """Allow UPDATE of openings again: for tests, and for undoing the migration."""
    _execute(REMOVE_OPENINGS[connection.vendor])


def install() -> None:
    """Forbid UPDATE, DELETE and TRUNCATE of events."""
    _execute(INSTALL[connection.vendor])


def remove() -> None:
    """Allow UPDATE, DELETE and TRUNCATE of events again: for tests, and for undoing the migration."""
    _execute(REMOVE[connection.vendor])


def _execute(statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
