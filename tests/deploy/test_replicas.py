"""Which statement may be asked of a replica, which request has one, and what is no replica's address."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse

from deploy.databases import replicas
from deploy.engines.postgresql.choosing import Choosing, only_reads
from deploy.replicas import reads
from deploy.replicas.position import Position
from deploy.replicas.reads import Reads
from deploy.replicas.servers import Replica, Servers
from games.log import sources

POSTGRESQL = {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {}}
SQLITE = {"ENGINE": "django.db.backends.sqlite3"}


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT "a"."id" FROM "a"',
        "\nselect 1",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "SELECT updated FROM a",
    ],
)
def test_what_only_reads(sql):
    assert only_reads(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO a VALUES (1)",
        "WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x",
        "SELECT * FROM a FOR UPDATE",
        "SELECT * FROM a FOR  NO KEY UPDATE",
        "SELECT * FROM a FOR SHARE",
        "SELECT pg_advisory_xact_lock(1)",
        "SELECT pg_try_advisory_lock(1)",
        "SELECT set_config('a', 'b', true)",
        "SELECT nextval('a')",
        "SHOW synchronous_commit",
        "BEGIN",
        b"SELECT 1",
    ],
)
def test_what_does_more_than_read(sql):
    assert not only_reads(sql)


def test_addresses_become_databases_of_their_own():
    databases = {"default": POSTGRESQL}
    assert replicas(databases, ["postgresql://a", "postgresql://b"], lambda _: POSTGRESQL) == [
        "replica-1",
        "replica-2",
    ]
    assert databases["replica-2"]["ENGINE"] == "deploy.engines.postgresql"


@pytest.mark.parametrize(("default", "replica"), [(SQLITE, POSTGRESQL), (POSTGRESQL, SQLITE)])
def test_nothing_follows_but_postgresql_postgresql(default, replica):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_REPLICA_URL"):
        replicas({"default": default}, ["sqlite:///x"], lambda _: replica)


class Cursor:
    def __init__(self, server):
        self.server = server

    def execute(self, sql, params=None):
        self.server.asked.append(sql)
        return self.server.name

    def close(self):
        pass


class Server:
    """What a connection of Django's is to a cursor that chooses."""

    def __init__(self, name):
        self.name, self.asked = name, []

    def cursor_here(self):
        return Cursor(self)


class Following(Replica):
    def __init__(self, name, *there):
        super().__init__(name)
        self.there, self.server = list(there), Server(name)

    @property
    def connection(self):
        return self.server

    def has_reached(self, writer, position):
        return self.there.pop(0) if len(self.there) > 1 else self.there[0]


@pytest.fixture
def position(monkeypatch):
    asked = []
    monkeypatch.setattr(reads, "position_of", lambda writer: asked.append(writer) or Position("0/1", writer))
    return asked


def the_reads(*replicas_):
    return Reads(Servers(replicas_))


def test_a_request_asks_once_how_far_the_writer_is_and_keeps_to_one_replica(position):
    writer, first, second = Server("writer"), Following("replica-1", True), Following("replica-2", True)
    source = the_reads(first, second)
    for _ in range(3):
        Choosing(writer, source).execute("SELECT 1")
    assert (writer.asked, len(position)) == ([], 1)
    assert sorted([len(first.server.asked), len(second.server.asked)]) == [0, 3]
    assert source.told in {("replica-1", ""), ("replica-2", "")}


def test_one_that_is_there_answers_for_one_that_is_behind(position):
    source = the_reads(Following("replica-1", False), Following("replica-2", True))
    assert Choosing(Server("writer"), source).execute("SELECT 1") == "replica-2"


def test_one_that_is_nearly_there_is_waited_for(position):
    source = the_reads(Following("replica-1", False, False, True))
    assert Choosing(Server("writer"), source).execute("SELECT 1") == "replica-1"


def test_after_a_write_the_writer_answers(position):
    writer, source = Server("writer"), the_reads(Following("replica-1", True))
    cursor = Choosing(writer, source)
    cursor.execute("SELECT 1")
    cursor.execute("UPDATE a SET b = 1")
    Choosing(writer, source).execute("SELECT 2")
    assert writer.asked == ["UPDATE a SET b = 1", "SELECT 2"]
    assert source.told == ("writer", "wrote")


@pytest.mark.parametrize(
    ("method", "path", "is_reading"),
    [
        ("get", "/", True),
        ("head", "/", True),
        ("post", "/", False),
        ("get", "/health/", False),
        ("get", "/metrics", False),
    ],
)
def test_only_requests_that_read_have_replicas(rf, settings, method, path, is_reading):
    settings.REPLICAS = ["replica-1"]
    seen = []
    answer = reads.Replicas(lambda _: seen.append(sources.now()) or HttpResponse())
    answer(getattr(rf, method)(path))
    assert [source is not None for source in seen] == [is_reading]
    assert sources.now() is None
