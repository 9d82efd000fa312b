"""The checker, on histories made by hand: a sound one has no findings, each planted fault is named."""

import io
from dataclasses import replace

import pytest

from tests.faults.history import Anomaly, Call, Finding, Logged, Outcome, check, read_history, write_line
from tests.faults.history.__main__ import main

STREAM = "tournament-1"
REGISTER = f"{STREAM}/result"
ACKNOWLEDGED, REFUSED, UNKNOWN = Outcome.ACKNOWLEDGED, Outcome.REFUSED, Outcome.UNKNOWN


def write(id_, begin, value="", outcome=ACKNOWLEDGED, answer="201", **more):
    return Call(
        id=id_,
        begin=begin,
        end=begin + 1,
        outcome=outcome,
        what="result",
        register=REGISTER,
        value=value or id_,
        answer=answer,
        **more,
    )


def read(begin, value, version=None):
    end, what = begin + 1, "read"
    return Call(
        begin=begin, end=end, outcome=ACKNOWLEDGED, what=what, register=REGISTER, value=value, version=version
    )


def stored(*ids, stream=STREAM):
    """One event each, in this order."""
    return [
        Logged(
            position=place,
            stream=stream,
            version=place,
            id=id_,
            ordinal=0,
            actor="user:1",
            kind="result-recorded",
            data=id_,
        )
        for place, id_ in enumerate(ids, 1)
    ]


SOUND = [
    write("a", 1),
    read(3, "a", version=1),
    write("b", 5, outcome=UNKNOWN),  # the connection was cut; then the same once more
    write("b", 7),
    write("b", 20),  # and again, long after
    write("never", 8, outcome=REFUSED),
    write("who-knows", 8.5, outcome=UNKNOWN),
    write("c", 9),
    read(9.5, "b", version=2),  # while it is written: before or after
    read(9.5, "c", version=4),
    write("same", 12, outcome=ACKNOWLEDGED, idle=True),
    read(11, "c", version=4),
]
LOG = stored("a", "b", "who-knows", "c")


def named(findings):
    return [(finding.anomaly, finding.id) for finding in findings]


def test_a_sound_history_has_no_findings():
    assert check(SOUND, LOG) == []
    assert check(SOUND, stored("a", "b", "c")) == []  # whoever was not told may not have been heard


def test_a_history_is_kept_as_lines_and_an_unfinished_line_left_out():
    file = io.StringIO()
    for call in SOUND:
        write_line(file, call)
    file.write('{"begin": 1')
    assert read_history(io.StringIO(file.getvalue())) == SOUND


def test_what_a_run_has_left_is_checked_again(tmp_path, capsys):
    for name, values in (("history", SOUND), ("log", LOG[1:])):
        with (tmp_path / f"{name}.jsonl").open("w") as file:
            for value in values:
                write_line(file, value)
    assert main(tmp_path) == 1
    assert "lost: a" in capsys.readouterr().out


def test_an_acknowledged_write_that_the_log_has_not_is_lost():
    found = named(check(SOUND, stored("a", "b", "who-knows")))
    assert found == [(Anomaly.LOST, "c"), (Anomaly.STALE, "read"), (Anomaly.STALE, "read")]  # it was seen


def test_a_command_stored_twice_is_doubled():
    twice = replace(LOG[0], position=5, version=5)
    assert named(check(SOUND, [*LOG, twice]))[0] == (Anomaly.DOUBLED, "a")
    numbered_on = replace(twice, ordinal=1)
    assert named(check(SOUND, [*LOG, numbered_on]))[0] == (Anomaly.DOUBLED, "a")


def test_its_effect_under_another_id_is_doubled_too():
    again = replace(LOG[0], position=5, version=5, id="unheard-of")
    assert named(check(SOUND, [*LOG, again])) == [(Anomaly.DOUBLED, "unheard-of")]


def test_what_nobody_sent_or_what_was_refused_is_a_phantom():
    strange = replace(LOG[0], position=5, version=5, id="unheard-of", data="something else")
    refused = replace(LOG[0], position=6, version=6, id="never", data="never")
    found = named(check(SOUND, [*LOG, strange, refused]))
    assert found == [(Anomaly.PHANTOM, "unheard-of"), (Anomaly.PHANTOM, "never")]
    assert named(check(SOUND, [*LOG, replace(strange, actor="service")], ours={"service"})) == []


@pytest.mark.parametrize("late", [read(15, "a"), read(15, "b"), read(15, "c", version=3), read(15, None)])
def test_a_read_that_shows_less_than_was_acknowledged_is_stale(late):
    assert named(check([*SOUND, late], LOG)) == [(Anomaly.STALE, "read")]


def test_a_read_that_says_it_shows_more_than_it_does_is_stale():
    assert named(check([*SOUND, read(5.5, "a", version=2)], LOG)) == [(Anomaly.STALE, "read")]


def test_a_read_of_what_was_written_only_after_it_is_wrong_too():
    assert named(check([*SOUND, read(5, "c"), read(3, "c")], LOG)) == [(Anomaly.STALE, "read")] * 2


def test_a_repeat_that_is_told_something_else_is_a_changed_answer():
    found = check([*SOUND, write("a", 30, answer="201 with another body")], LOG)
    assert found == [Finding(anomaly=Anomaly.CHANGED, id="a", told=found[0].told)]


def test_what_ended_before_another_began_stands_before_it():
    found = check([one for one in SOUND if one.id], stored("b", "a", "c"))
    assert named(found) == [(Anomaly.ORDER, "b")]


def test_other_streams_are_ordered_by_themselves():
    other = replace(LOG[0], stream="tournament-2", version=1, position=5, id="d")
    assert check([*SOUND, replace(write("d", 0), register="tournament-2/result")], [*LOG, other]) == []
