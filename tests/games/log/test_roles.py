"""The PostgreSQL role of the application may read the log and append to it, but not change it."""

from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import sql

from games.log.rebuilding import rebuild
from games.log.verification import verify
from games.management.commands import doctor
from tests.builders import a_tournament, pair
from tests.faults.club import manage
from tests.games.backups.servers import url_of_the_tests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

ATTEMPTS = [
    "UPDATE games_event SET actor = 'x'",
    "UPDATE games_event SET joined = 1 WHERE false",
    "DELETE FROM games_event",
    "TRUNCATE games_event CASCADE",
    "INSERT INTO games_event SELECT * FROM games_event ON CONFLICT (position) DO UPDATE SET actor = 'x'",
    "ALTER TABLE games_event DISABLE TRIGGER ALL",
    "ALTER TABLE games_event DISABLE TRIGGER games_event_append_only",
    "DROP TRIGGER games_event_append_only ON games_event",
    "CREATE TRIGGER mine BEFORE INSERT ON games_event EXECUTE FUNCTION games_event_refuse()",
    "CREATE RULE mine AS ON INSERT TO games_event DO INSTEAD NOTHING",
    "CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
    "DROP FUNCTION games_event_refuse CASCADE",
    "ALTER TABLE games_event DROP CONSTRAINT event_stream_version",
    "ALTER TABLE games_event RENAME TO gone",
    "ALTER TABLE games_event OWNER TO CURRENT_USER",
    "DROP TABLE games_event CASCADE",
    "CREATE TABLE mine (id int)",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
    "UPDATE games_opening SET said = 'x'",
    "UPDATE games_opening SET salt = 'x' WHERE false",
    "ALTER TABLE games_opening DISABLE TRIGGER games_opening_fixed",
]


@pytest.fixture
def role():
    """A new role that logs in, to which the tests' own one, who owns the tables, grants what it needs."""
    name = f"nigiri_app_{uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'x'").format(sql.Identifier(name)))
    call_command("grant", name)
    yield name
    with connection.cursor() as cursor:
        for statement in ("DROP OWNED BY {}", "DROP ROLE {}"):
            cursor.execute(sql.SQL(statement).format(sql.Identifier(name)))


@contextmanager
def acting_as(name):
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SET SESSION AUTHORIZATION {}").format(sql.Identifier(name)))
        try:
            yield
        finally:
            cursor.execute("RESET SESSION AUTHORIZATION")


def test_application_role_cannot_alter_the_log_or_its_triggers(role):
    a_tournament(players=2)
    with psycopg.connect(url_of_the_tests(), user=role, password="x", autocommit=True) as logged_in:
        for attempt in ATTEMPTS:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                logged_in.execute(attempt)
    assert list(verify()) == []


def test_application_role_can_do_everything_the_application_needs(role, tmp_path):
    url = urlsplit(url_of_the_tests())
    own = {"DATABASE_URL": urlunsplit(url._replace(netloc=f"{role}:x@")), "SECRET_KEY": "of this test"}
    manage(tmp_path, f"backup {tmp_path / 'backup'} --keys {tmp_path / 'keys'}", **own)
    with acting_as(role):
        row = a_tournament(players=4)
        pair(row, 1)
        row.refresh_from_db()
        assert [table.name for table in rebuild(check=True) if not table.same] == []
        call_command("verify", verbosity=0)
        # No worker runs here, and it is no production.
        assert {one.what for one in doctor.examine() if not one.ok} <= {"jobs", "settings"}
        call_command("migrate", verbosity=0)  # nothing is waiting
    call_command("grant", role)  # as often as one likes


def test_doctor_reports_role_that_can_alter_the_log(role):
    found = {one.what: one for one in doctor.examine()}["role"]
    assert (found.ok, "owns the log" in found.value) == (False, True)
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("GRANT UPDATE (actor) ON games_event TO {}").format(sql.Identifier(role)))
    with acting_as(role):
        found = {one.what: one for one in doctor.examine()}["role"]
    assert (found.ok, found.value) == (False, f"{role}: may UPDATE it (see manage.py grant)")


def test_rejects_owner_as_application_role():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (owner,) = cursor.fetchone()
    with pytest.raises(CommandError, match="wants a role of its own"):
        call_command("grant", owner)
