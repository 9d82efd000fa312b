"""An altered event makes its stream read-only; other streams are not affected."""

import json

import pytest
from django.core.management import call_command

from games.log import append_only, folding, store
from games.log.damage import QUERY_SIZE, verified_ends
from games.log.tables import Event, StreamHead
from games.management.commands.doctor import damage
from games.refusals import Refusal
from tests.games.sample import count, note, total


@pytest.fixture
def log(db):
    """Two streams of four events; no trigger protects them, and no state of theirs is kept."""
    count("one:1", 1, 2, 3, 4)
    count("two:1", 1, 2, 3, 4)
    append_only.remove()
    folding.clear_cache()


def alter(version, stream="one:1", **columns):
    Event.objects.filter(stream=stream, version=version).update(**columns)


def refused(version=None, stream="one:1"):
    """Nothing is added to the stream, and the refusal names the event."""
    before = Event.objects.count()
    with pytest.raises(Refusal) as error:
        count(stream, 5)
    assert error.value.code == "log_damaged"
    assert error.value.status == 409
    assert error.value.facts["stream"] == stream
    assert version is None or error.value.facts["version"] == version
    assert Event.objects.count() == before
    return True


@pytest.mark.parametrize(
    "columns",
    [
        {"data": '{"by":7}'},
        {"data": "{"},
        {"data": "[]"},
        {"data": '{"by":"seven"}'},
        {"actor": "user:2"},
        {"kind": "sample.gone.v1"},
        {"digest": "0" * 64},
    ],
    ids=str,
)
@pytest.mark.parametrize("version", [1, 3, 4])
def test_altered_event_closes_only_its_stream(log, version, columns):
    alter(version, **columns)
    assert refused(version)
    assert count("two:1", 5)[0].version == 5


@pytest.mark.parametrize("version", [1, 2, 4])
def test_missing_event_closes_its_stream(log, version):
    Event.objects.filter(stream="one:1", version=version).delete()
    assert refused(version)


def test_rejects_restarting_a_stream_whose_events_are_all_gone(log):
    Event.objects.filter(stream="one:1").delete()
    assert refused()


def test_process_with_cached_state_detects_an_altered_last_event(log):
    folding.load("one:1", 0, total)
    alter(4, data='{"by":7}')
    assert refused(4)


def test_event_appended_outside_the_program_closes_the_stream(log):
    last = Event.objects.get(stream="one:1", version=4)
    StreamHead.objects.filter(stream="one:1").update(
        version=3, digest=Event.objects.get(stream="one:1", version=3).digest
    )
    assert last.version == 4
    assert refused(4)


def test_fault_found_by_verify_closes_the_stream_for_running_processes(log, capsys):
    folding.load("one:1", 0, total)
    written = Event.objects.get(stream="one:1", version=2).data
    alter(2, data='{"by":7}')
    assert count("one:1", 5)[0].version == 5  # decided on what was written
    with pytest.raises(SystemExit):
        call_command("verify")
    assert refused(2)
    [found] = damage()
    assert not found.ok
    assert "one:1@2" in found.value

    alter(2, data=written)
    call_command("verify")
    assert count("one:1", 6)[0].version == 6
    assert [one.ok for one in damage()] == [True]


def test_unreadable_stream_is_refused_to_readers_too(log):
    alter(2, data=json.dumps({"by": None}))
    with pytest.raises(Refusal, match="altered"):
        folding.fold("one:1", 0, total)
    alter(2, data="{")
    with pytest.raises(Refusal, match="altered"):
        list(store.iterate("one:1"))


def test_cached_state_of_another_log_is_not_damage(log):
    """As after a transaction that was rolled back: the stream is read again."""
    kept = note("three:1", "a", "b")
    append_only.remove()
    Event.objects.filter(stream="three:1").delete()
    StreamHead.objects.filter(stream="three:1").delete()
    assert [one.version for one in note("three:1", "c", "d", "e")] == [1, 2, 3]
    assert kept[0].digest != store.read("three:1")[0].digest


def test_reads_last_events_of_more_streams_than_one_statement_takes(db):
    for stream in ("one:1", "two:1"):
        count(stream, 1)
    many = [f"none:{number}" for number in range(2 * QUERY_SIZE)]
    found = verified_ends(["one:1", *many], ["two:1"])
    assert {stream: version for stream, (version, _) in found.items()} == {"one:1": 1, "two:1": 1}
