import pytest
from django.db import OperationalError, connection, transaction

from deploy.databases import postgresql
from games.log import patience

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


def test_each_thread_keeps_a_connection_and_checks_it():
    entry = postgresql(POSTGRESQL)
    assert (entry["CONN_MAX_AGE"], entry["CONN_HEALTH_CHECKS"]) == (600, True)
    assert entry["OPTIONS"] == {"sslmode": "require", "connect_timeout": 3}
    assert POSTGRESQL["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("of", "limits"),
    [
        (patience.READ, ("5s", "1s", "1min")),
        (patience.WRITE, ("7s", "4s", "1min")),
        (patience.JOB, ("10min", "1min", "30min")),
        (patience.COMMAND, ("0", "0", "0")),
    ],
    ids=["read", "write", "job", "command"],
)
def test_a_check_of_a_connection_sets_the_limits_of_the_work_at_hand(of, limits):
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    connection.ensure_connection()
    with patience.having(of):
        assert connection.is_usable()
        with connection.cursor() as cursor:
            assert tuple(cursor.execute(f"SHOW {name}").fetchone()[0] for name in names) == limits
    assert connection.is_usable()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_answer_that_takes_too_long_costs_the_connection_and_not_the_thread():
    connection.ensure_connection()
    connection.connection.seconds = 0.1
    breaker = connection.breaker
    try:
        with pytest.raises(OperationalError, match="in time"), connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(60)")
        assert breaker.away
        assert not connection.is_usable()
    finally:
        breaker.answered()
        connection.close()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_postgresql_is_postgresql():
    assert connection.vendor == "postgresql"
    assert connection.pg_version >= 140000
