"""PostgreSQL notifies of every tournament that changes, so that whoever listens need not ask all the time.

By triggers, as ``changed`` counts: no writer can forget it. The payload is the id of the tournament, or of
the organisation. PostgreSQL delivers at the commit, after everything else that it waits for.
"""

from django.db import connection

from games.log.statements import select

CHANNEL = "nigiri_changed"
_TABLES = {
    "tournaments_tournamentrow": ("AFTER UPDATE OF version", "WHEN (OLD.version <> NEW.version)", "id"),
    "tournaments_changed": ("AFTER INSERT OR UPDATE", "", "about"),
}
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION tournaments_ring() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('{CHANNEL}', to_jsonb(NEW) ->> TG_ARGV[0]);
    RETURN NULL;
END $$
"""
_TRIGGER = """
CREATE TRIGGER {table}_rung {when} ON {table}
FOR EACH ROW {where} EXECUTE FUNCTION tournaments_ring('{column}')
"""
_THERE = "SELECT tgname FROM pg_trigger WHERE tgname LIKE '%%_rung'"


def install() -> None:
    """Ring from now on, on PostgreSQL; SQLite has no bell."""
    tables = connection.introspection.table_names() if connection.vendor == "postgresql" else []
    if "tournaments_changed" not in tables:
        return
    there = {name for (name,) in select(_THERE)}
    missing = [table for table in _TABLES if f"{table}_rung" not in there]
    if not missing:  # who may use the database, and not change it, may say `migrate` too
        return
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTION)
        for table in missing:
            when, where, column = _TABLES[table]
            cursor.execute(_TRIGGER.format(table=table, when=when, where=where, column=column))
