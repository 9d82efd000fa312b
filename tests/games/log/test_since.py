"""Verifying what came since the log was last found whole."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from games.log import append_only, checking, raw, since, store
from games.log.tables import DamagedStream, Event, StreamHead, VerifiedUpTo
from games.log.tree.tables import TreeTile
from games.log.verification import verify
from tests.games.sample import AT, count, note

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def log(transactional_db):
    """Found whole at 300 events, with 20 more; no trigger protects them."""
    grow(300)
    assert checking.check(AT).good
    grow(20)
    append_only.remove()
    yield
    Event.objects.all().delete()
    append_only.install()


def grow(more):
    for place in range(more // 2):
        note(f"n:{place % 3}", "said")
        count(f"c:{place % 5}", 4)


def found():
    return [(fault.stream, fault.version) for fault in since.verify_since(since.verified())]


@pytest.mark.parametrize("size", [1, 2, 3, 255, 256, 257, 300, 320])
def test_the_tree_goes_on_wherever_it_was_left(log, size):
    since.note(size, AT)
    assert found() == list(verify()) == []


def test_only_what_came_after_is_read(log, monkeypatch):
    read, rows = [], raw.rows

    def noting(*given, **named):
        for row in rows(*given, **named):
            read.append(row.position)
            yield row

    monkeypatch.setattr(raw, "rows", noting)
    assert checking.check(AT, since=since.verified()).good
    assert sorted(set(read)) == list(range(257, 321))  # the tile that is not full, and what came after
    assert since.verified().position == 320


@pytest.mark.parametrize("column", ["data", "actor", "digest", "kind"])
@pytest.mark.parametrize("position", [301, 310, 320])
def test_what_was_altered_since_is_named(log, position, column):
    event = Event.objects.get(position=position)
    altered = {"data": json.dumps({"x": 1}), "digest": "0" * 64}.get(column, "sample.other.v1")
    Event.objects.filter(position=position).update(**{column: altered})
    named = [(fault.stream, fault.version) for fault in verify()]
    assert found() == named
    assert (event.stream, event.version) in named


def test_what_is_missing_since_is_named(log):
    Event.objects.filter(position=310).delete()
    assert found() == [(fault.stream, fault.version) for fault in verify()] != []


def test_a_stream_that_ends_otherwise_is_named(log):
    last = Event.objects.get(position=320)
    StreamHead.objects.filter(stream=last.stream).update(digest="0" * 64)
    assert found() == [(last.stream, last.version)]


def test_another_beginning_is_seen_by_the_root(log):
    assert TreeTile.objects.update(root=bytes(32)) == 1
    [fault] = since.verify_since(since.verified())
    assert "does not begin with the 300 events" in fault.what


def test_a_log_that_is_shorter_than_it_was_is_seen(log):
    since.note(320, AT)
    Event.objects.filter(position__gt=310).delete()
    [fault] = since.verify_since(since.verified())
    assert "320" in fault.what


def test_damage_named_before_stays_and_a_checkpoint_is_kept_for_a_good_log_alone(log, capsys):
    DamagedStream.objects.create(stream="n:0", version=1, what="old")
    Event.objects.filter(position=310).update(actor="user:99")
    with pytest.raises(SystemExit, match="1"):
        call_command("verify", "--from-checkpoint")
    assert DamagedStream.objects.filter(stream="n:0").exists()
    assert DamagedStream.objects.count() == 2
    assert VerifiedUpTo.objects.get().position == 300


def test_a_log_that_was_never_verified_is_verified_whole(log, capsys):
    VerifiedUpTo.objects.all().delete()
    call_command("verify", "--from-checkpoint", "--json")
    assert json.loads(capsys.readouterr().out)["ok"]
    assert VerifiedUpTo.objects.get().position == store.head()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps no text in a column of numbers")
@pytest.mark.parametrize(
    ("column", "written"),
    [("position", "many"), ("position", 1.5), ("root", "00"), ("root", 7), ("at", "2026-13-32 00:00:00")],
)
def test_what_was_noted_and_cannot_be_read_is_a_fault_until_all_is_verified(log, capsys, column, written):
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_verifiedupto SET {column} = %s", [written])
    with pytest.raises(SystemExit, match="1"):
        call_command("verify", "--from-checkpoint")
    assert "cannot be read: verify all of it" in capsys.readouterr().out
    call_command("verify")
    assert since.verified().position == store.head()
    assert since.verified().at
