"""Roles of PostgreSQL: one owns the tables and migrates them, another runs the application.

The owner of a table may disable its triggers, so the application's role owns none, and of the log it may
read and append alone. Why: `deploy/decisions/roles.md`.
"""

from django.db import connection
from psycopg import sql

from games.log.append_only import OPENINGS, TABLE
from games.log.statements import select

APPEND_ONLY = (TABLE, "django_migrations")
GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {role}",
    # for the tables of later migrations
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO {role}",
    *(f"REVOKE UPDATE, DELETE ON {table} FROM {{role}}" for table in APPEND_ONLY),
    f"REVOKE UPDATE ON {OPENINGS} FROM {{role}}",
)
_PRIVILEGES = f"""
SELECT r.rolsuper,
       pg_has_role(r.oid, c.relowner, 'MEMBER'),
       pg_has_role(r.oid, n.nspowner, 'MEMBER'),
       r.rolcreaterole,
       has_table_privilege(c.oid, 'UPDATE') OR has_any_column_privilege(c.oid, 'UPDATE'),
       has_table_privilege(c.oid, 'DELETE'),
       has_table_privilege(c.oid, 'TRUNCATE'),
       has_table_privilege(c.oid, 'TRIGGER'),
       has_table_privilege('{OPENINGS}', 'UPDATE') OR has_any_column_privilege('{OPENINGS}', 'UPDATE')
FROM pg_roles r, pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE r.rolname = current_user AND c.oid = '{TABLE}'::regclass
"""  # noqa: S608 - a constant
_NAMES = (
    "is a superuser", "owns the log", "owns its schema", "makes roles",
    "may UPDATE it", "may DELETE from it", "may TRUNCATE it", "may put triggers on it",
    "may UPDATE what opens its words",
)  # fmt: skip


def grant(role: str) -> None:
    """Let the application's role work on all tables, those of later migrations too, and append to the log."""
    with connection.cursor() as cursor:
        for statement in GRANTS:
            cursor.execute(sql.SQL(statement).format(role=sql.Identifier(role)))


def excess_privileges() -> list[str]:
    """Return the privileges of this connection's role that would let it alter the log or its triggers."""
    [held] = select(_PRIVILEGES)
    return [name for name, has in zip(_NAMES, held, strict=True) if has]


def current_role() -> str:
    [(role,)] = select("SELECT current_user")
    return str(role)
