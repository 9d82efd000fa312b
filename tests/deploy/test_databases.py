import pytest
from django.db import OperationalError, connection, transaction

from deploy.databases import postgresql

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


def test_a_worker_keeps_one_checked_connection_and_no_pool():
    entry = postgresql(POSTGRESQL, pool=0)
    assert (entry["CONN_MAX_AGE"], entry["CONN_HEALTH_CHECKS"]) == (600, True)
    assert entry["OPTIONS"] == {"sslmode": "require"}


def test_a_web_process_pools_instead_of_keeping():
    entry = postgresql(POSTGRESQL, pool=8)
    assert entry["CONN_MAX_AGE"] == 0
    assert entry["OPTIONS"] == {
        "sslmode": "require",
        "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
    }
    assert "pool" not in POSTGRESQL["OPTIONS"]


@pytest.mark.postgresql
@pytest.mark.django_db
def test_postgresql_is_postgresql():
    assert connection.vendor == "postgresql"
    assert connection.pg_version >= 140000
