"""Appending and reading events."""

import json
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError

from games.log import store, wire
from games.log.tables import Event
from tests.games.sample import AT, Noted, count, note


def append(stream, expected, *events, **given):
    defaults = {"actor": "user:1", "command_id": uuid4(), "at": AT}
    return store.append(stream, expected=expected, events=events, **{**defaults, **given})


@pytest.mark.django_db
class TestAppend:
    def test_numbers_versions_per_stream_and_positions_per_log(self):
        start = store.head()
        first = append("a", 0, Noted(text="x"), Noted(text="y"))
        second = append("b", 0, Noted(text="z"))
        assert [(r.stream, r.version, r.position - start) for r in first + second] == [
            ("a", 1, 1),
            ("a", 2, 2),
            ("b", 1, 3),
        ]
        assert (store.version("a"), store.version("b"), store.version("c")) == (2, 1, 0)
        assert store.head() == start + 3

    def test_returns_events_as_read(self):
        stored = append(
            "a", 0, Noted(text="é\x00\n", number=1.0, tags=frozenset("ba")), Noted(text="", number=1)
        )
        assert store.read("a") == stored
        assert [r.event.text for r in stored] == ["é\x00\n", ""]
        assert stored[0].recorded_at == AT

    def test_rejects_version_that_is_not_the_last(self):
        append("a", 0, Noted(text="x"))
        for expected in (0, 2):
            with pytest.raises(store.VersionClash) as clash:
                append("a", expected, Noted(text="late"))
            assert (clash.value.stream, clash.value.expected, clash.value.actual) == ("a", expected, 1)
        assert [r.event.text for r in store.read("a")] == ["x"]

    def test_rejects_command_executed_by_another_transaction(self):
        command_id = uuid4()
        append("a", 0, Noted(text="x"), command_id=command_id)
        with pytest.raises(store.CommandRepeated):
            append("b", 0, Noted(text="x"), command_id=command_id)

    def test_converts_times_to_utc(self):
        (stored,) = append("a", 0, Noted(text="x"), at=AT.astimezone(timezone(timedelta(hours=9))))
        assert store.read("a")[0].recorded_at == stored.recorded_at == AT
        assert store.read("a")[0].recorded_at.utcoffset() == timedelta()

    @pytest.mark.parametrize(
        ("event", "error"),
        [
            (Noted(text="\ud800"), ValueError),
            (Noted(text="x", number=float("nan")), ValueError),
            (Noted(text="x", number=float("inf")), ValueError),
            (Noted(text="x", number=2**63), ValueError),
            (Noted(text=object()), TypeError),
            (Noted(text="x", places={1: 2}), TypeError),
            ("not an event", TypeError),
        ],
    )
    def test_rejects_values_not_representable_in_json(self, event, error):
        with pytest.raises(error):
            append("a", 0, event)
        assert store.read("a") == []

    @pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "a\x00"])
    def test_rejects_unreadable_names(self, name):
        with pytest.raises(ValueError, match="cannot name"):
            append(name, 0, Noted(text="x"))
        with pytest.raises(ValueError, match="cannot name"):
            append("a", 0, Noted(text="x"), actor=name)

    def test_rejects_time_without_zone(self):
        with pytest.raises(ValueError, match="time zone"):
            append("a", 0, Noted(text="x"), at=datetime(2025, 1, 1))  # noqa: DTZ001

    def test_five_thousand_events_take_few_queries(self, django_assert_max_num_queries):
        with django_assert_max_num_queries(70):
            append("a", 0, *[Noted(text=str(n)) for n in range(5000)])
        assert store.version("a") == 5000


@pytest.mark.django_db(transaction=True)
def test_rejects_append_outside_a_transaction():
    with pytest.raises(TransactionManagementError):
        append("a", 0, Noted(text="x"))


@pytest.mark.django_db
class TestRead:
    def test_reads_one_stream_by_version(self):
        note("a", "1", "2", "3", "4")
        note("b", "other")
        assert [r.event.text for r in store.read("a", after=1, upto=3)] == ["2", "3"]
        assert [r.version for r in store.read("a", after=3)] == [4]
        assert store.read("nowhere") == []

    def test_reads_one_by_one_in_batches(self, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr(store, "BATCH_SIZE", 2)
        note("a", "1", "2", "3", "4", "5")
        events = store.read("a")
        with django_assert_num_queries(3):
            assert list(store.iterate("a")) == events
        assert [r.event.text for r in store.iterate("a", after=1, upto=3)] == ["2", "3"]
        assert list(store.iterate("a", after=10**30)) == list(store.iterate("a", upto=-1)) == []
        with django_assert_num_queries(1):
            assert next(store.iterate("a")).version == 1

    def test_reads_all_streams_by_position(self):
        start = store.head()
        note("a", "1", "2"), note("b", "3"), note("a", "4")
        assert [r.event.text for r in store.read_all(after=start)] == ["1", "2", "3", "4"]
        assert [r.event.text for r in store.read_all(after=start + 1, limit=2)] == ["2", "3"]
        assert [r.event.text for r in store.read_all(after=start, upto=start + 1)] == ["1"]

    def test_reads_events_of_a_command(self):
        stored = note("a", "1", "2")
        note("a", "3")
        assert store.events_of_command(stored[0].command_id) == stored
        assert store.events_of_command(uuid4()) == []

    def test_upgrades_old_kinds_and_keeps_unknown_ones_readable(self):
        count("a", 3)
        last = Event.objects.get(stream="a")
        for version, (kind, data) in enumerate(
            [("sample.added.v1", '{"words":"4"}'), ("later.thing.v9", '{"n":1}')], start=2
        ):
            Event.objects.create(
                position=last.position + version, stream="a", version=version, kind=kind, data=data,
                actor="user:1", command_id=uuid4(), ordinal=0, recorded_at=AT, digest="",
            )  # fmt: skip
        now, old, unknown = store.read("a")
        assert (old.kind, old.event) == ("sample.counted.v2", type(now.event)(by=4))
        assert unknown.event == wire.Unknown(kind="later.thing.v9", data={"n": 1})


@pytest.mark.django_db
def test_digests_can_be_checked_with_only_json_and_sha256():
    note("a", "é", '\x00"\\'), note("b", "x")
    previous = {}
    for row in Event.objects.filter(stream__in="ab").order_by("position"):
        line = json.dumps(
            {
                "actor": row.actor,
                "command_id": str(row.command_id),
                "data": json.loads(row.data),
                "kind": row.kind,
                "ordinal": row.ordinal,
                "position": row.position,
                "recorded_at": row.recorded_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                "stream": row.stream,
                "version": row.version,
            },
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        assert row.digest == sha256((previous.get(row.stream, "") + line).encode()).hexdigest()
        previous[row.stream] = row.digest


COPY = ", ".join(field.column for field in Event._meta.concrete_fields)


@pytest.mark.django_db
class TestAppendOnly:
    STATEMENTS = (
        "UPDATE games_event SET actor = 'me'",
        "DELETE FROM games_event",
        f"""INSERT INTO games_event SELECT {COPY} FROM games_event WHERE true
        ON CONFLICT (position) DO UPDATE SET actor = 'me'""",
    )

    def refused(self, statement):
        before = list(Event.objects.values_list())
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
        assert list(Event.objects.values_list()) == before

    @pytest.mark.parametrize("statement", STATEMENTS)
    def test_database_rejects_updates_and_deletes(self, statement):
        note("a", "x")
        self.refused(statement)

    @pytest.mark.postgresql
    @pytest.mark.parametrize("statement", ["TRUNCATE games_event", "TRUNCATE games_event CASCADE"])
    def test_postgresql_rejects_changes(self, statement):
        note("a", "x")
        self.refused(statement)

    @pytest.mark.sqlite
    @pytest.mark.parametrize(
        "statement",
        [
            f"INSERT OR REPLACE INTO games_event SELECT {COPY} FROM games_event",
            f"REPLACE INTO games_event SELECT {COPY} FROM games_event",
            "UPDATE OR REPLACE games_event SET version = 1",
        ],
    )
    def test_sqlite_rejects_changes(self, statement):
        note("a", "x", "y")
        self.refused(statement)
