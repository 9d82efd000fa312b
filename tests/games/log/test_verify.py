"""Verification of the log: faults found and their descriptions."""

import json
import random
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.log import append_only
from games.log.digests import digest_of
from games.log.tables import Event, ProjectionPosition, StreamHead
from games.log.verification import verify
from tests.games.sample import AT, count, note
from tests.sizes import size

TRIES = size(200, long=1000)
COLUMNS = (
    "position",
    "stream",
    "version",
    "kind",
    "data",
    "actor",
    "command_id",
    "ordinal",
    "recorded_at",
    "digest",
)


@pytest.fixture
def log(db):
    """Six streams whose events lie in between each other, and no trigger to protect them."""
    for _ in range(3):
        for stream in ("game:7f3a", "game:7f3b", "tournament:ä-open"):
            note(stream, "first", "naïve\x00")
            count(stream, 4)
    for stream in ("one:1", "one:2", "x"):
        count(stream, 1)
    append_only.remove()


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found():
    return [(fault.stream, fault.version) for fault in verify()]


def test_verify_passes_on_intact_log(log):
    assert list(verify()) == []


def test_reports_any_flipped_bit(log):
    """Any column of any event, each time; names the stream and the version it was written as."""
    chance = random.Random(4)  # repeatable
    events = list(Event.objects.values_list("position", "stream", "version"))
    for _ in range(TRIES):
        position, stream, version = chance.choice(events)
        with undone():
            column = _flip_any(chance, position)
            assert (stream, version) in found(), (stream, version, column)
    assert list(verify()) == []


def _flip_any(chance, position):
    """Flip a bit that the database lets through (its own checks refuse some); returns the column."""
    while True:
        column = chance.choice(COLUMNS)
        try:
            with transaction.atomic():
                (_sqlite_flip if connection.vendor == "sqlite" else _postgresql_flip)(
                    chance, column, position
                )
        except DatabaseError:
            continue
        return column


def _sqlite_flip(chance, column, position):
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CAST({column} AS BLOB), typeof({column}) FROM games_event WHERE position = %s",
            [position],
        )
        stored, kind = cursor.fetchone()
        if kind == "integer":
            value = str(int(stored) ^ 1 << chance.randrange(40))
        else:
            value = f"CAST(x'{_flipped(chance, stored).hex()}' AS TEXT)"
        cursor.execute(f"UPDATE games_event SET {column} = {value} WHERE position = {position}")


def _postgresql_flip(chance, column, position):
    value = Event.objects.values_list(column, flat=True).get(pk=position)
    if isinstance(value, int):
        value ^= 1 << chance.randrange(31)
    elif isinstance(value, UUID):
        value = UUID(int=value.int ^ 1 << chance.randrange(128))
    elif isinstance(value, str):
        value = _flipped(chance, value.encode()).decode(errors="replace").replace("\x00", "?")
    else:
        value += timedelta(microseconds=1 << chance.randrange(50))
    Event.objects.filter(pk=position).update(**{column: value})


def _flipped(chance, stored):
    place = chance.randrange(len(stored))
    return stored[:place] + bytes([stored[place] ^ 1 << chance.randrange(8)]) + stored[place + 1 :]


def test_reports_any_removed_event(log):
    for position, stream, version in list(Event.objects.values_list("position", "stream", "version")):
        with undone():
            Event.objects.filter(position=position).delete()
            assert (stream, version) in found()


def test_projections_reveal_a_log_truncated_with_its_heads(log):
    last = Event.objects.order_by("-position").first()
    Event.objects.filter(pk=last.pk).delete()
    StreamHead.objects.filter(stream=last.stream).delete()
    (fault,) = verify()
    assert (fault.position, fault.stream) == (last.position, "")
    assert (
        str(fault) == f"position {last.position}: the log ends here, but was projected up to {last.position}"
    )


def _insert(stream, version, *, after):
    """An event by somebody who knows how digests are made."""
    position = Event.objects.order_by("-position").first().position + 1
    row = Event(
        position=position, stream=stream, version=version, kind="sample.counted.v2", data='{"by":1}',
        actor="user:1", command_id=uuid4(), ordinal=0, recorded_at=AT,
    )  # fmt: skip
    row.digest = digest_of(after, row)
    row.save(force_insert=True)


def test_reports_inserted_events(log):
    last = Event.objects.filter(stream="x").get()
    with undone():
        _insert("x", 2, after=last.digest)
        assert found() == [("x", 2)]
    with undone():
        _insert("mine", 1, after="")
        assert found() == [("mine", 1)]


def test_next_event_reveals_an_event_altered_with_its_digest(log):
    row = Event.objects.get(stream="game:7f3a", version=3)
    row.actor = "user:2"
    row.digest = digest_of(Event.objects.get(stream="game:7f3a", version=2).digest, row)
    row.save()
    assert found() == [("game:7f3a", 4)]


def test_head_reveals_a_last_event_altered_with_its_digest(log):
    row = Event.objects.get(stream="x", version=1)
    row.actor = "user:2"
    row.digest = digest_of("", row)
    row.save()
    assert found() == [("x", 1)]


def test_one_altered_event_is_one_fault(log):
    for column, value in [("actor", "user:2"), ("digest", "0" * 64), ("version", 900), ("data", '{"by": 1}')]:
        with undone():
            Event.objects.filter(stream="game:7f3a", version=3).update(**{column: value})
            assert found() == [("game:7f3a", 3)], column


@pytest.mark.sqlite
def test_reports_non_canonical_spellings(log):
    """SQLite keeps UUIDs and times as text, which Python would read all the same."""
    for statement in (
        "UPDATE games_event SET command_id = upper(command_id) WHERE stream = 'x'",
        "UPDATE games_event SET recorded_at = replace(recorded_at, ' ', 'T') WHERE stream = 'x'",
        "UPDATE games_event SET recorded_at = recorded_at || '0' WHERE stream = 'x'",
    ):
        with undone(), connection.cursor() as cursor:
            cursor.execute(statement)
            assert found() == [("x", 1)], statement


class TestCommand:
    def test_command_passes_on_intact_log(self, log, capsys):
        call_command("verify", "--json")
        assert json.loads(capsys.readouterr().out) == {"ok": True, "events": 30, "faults": []}
        call_command("verify")
        assert capsys.readouterr().out == "30 events, every digest matches.\n"

    def test_command_exits_with_status_one_on_faults(self, log, capsys):
        Event.objects.filter(stream="x").update(actor="user:2")
        position = Event.objects.get(stream="x").position
        with pytest.raises(SystemExit) as ended:
            call_command("verify", "--json")
        assert ended.value.code == 1
        what = "is not what was written: its digest does not match"
        assert json.loads(capsys.readouterr().out)["faults"] == [
            {"what": what, "stream": "x", "version": 1, "position": position, "beside": False}
        ]
        with pytest.raises(SystemExit):
            call_command("verify")
        assert capsys.readouterr().out.splitlines() == [
            f"x version 1, position {position}: {what}",
            "30 events, 1 faults.",
        ]

    def test_command_keeps_projection_position(self, log):
        assert (
            ProjectionPosition.objects.get().position == Event.objects.order_by("-position").first().position
        )
