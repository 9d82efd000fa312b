import copy

import pytest
from django.db import OperationalError, connection, transaction

from deploy.server.databases import (
    CONNECTION,
    REQUEST,
    limit_postgresql,
    limit_request_connections,
    sqlite_entry,
)

POSTGRESQL = {"ENGINE": "django.db.backends.postgresql", "NAME": "go", "OPTIONS": {"sslmode": "require"}}


def pragma(name):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


@pytest.mark.sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("recursive_triggers", 1), ("foreign_keys", 1)],
)
def test_sqlite_runs_with_the_options_that_keep_events(name, value):
    assert pragma(name) == value


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_takes_the_write_lock_when_it_starts():
    other = connection.copy()
    other.settings_dict["OPTIONS"] = {**other.settings_dict["OPTIONS"], "timeout": 0.1}
    try:
        with transaction.atomic(), pytest.raises(OperationalError, match="locked"), other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
    finally:
        other.close()


def test_options_of_the_address_come_last():
    given = {"options": "-c statement_timeout=1s", "connect_timeout": 9}
    entry = limit_postgresql({**POSTGRESQL, "OPTIONS": given})
    limit_request_connections(entry)
    assert entry["OPTIONS"] == {**CONNECTION, **given, "options": f"{REQUEST} -c statement_timeout=1s"}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("limit", "expected"),
    [(None, ("30min", "1min", "30min")), (limit_request_connections, ("7s", "2s", "1min"))],
    ids=["background", "request"],
)
def test_the_server_knows_the_limits_of_a_connection(limit, expected):
    other = connection.copy()
    other.settings_dict = copy.deepcopy(other.settings_dict)
    if limit:
        limit(other.settings_dict)
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    try:
        with other.cursor() as cursor:
            assert tuple(cursor.execute(f"SHOW {name}").fetchone()[0] for name in names) == expected
    finally:
        other.close()


@pytest.mark.sqlite
def test_requests_wait_less_for_the_lock_of_sqlite(tmp_path):
    entry = sqlite_entry(tmp_path / "data" / "nigiri.sqlite3")
    background = entry["OPTIONS"]["timeout"]
    limit_request_connections(entry)
    assert entry["OPTIONS"]["timeout"] < background
