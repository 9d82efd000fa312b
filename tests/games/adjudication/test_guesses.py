"""Guesses made in reading a record never prove anything."""

from dataclasses import replace

import pytest

from games.adjudication import Missing, Verdict
from games.game.action_events import event_of
from games.game.events import RecordReceived
from games.game.evolving import fold, fold_all
from games.game.fitting import setup_events
from games.sgf import NoteCode, read
from tests.games.adjudication.cases import found, other, recorded, told
from tests.games.game_builders import opened

OLD_SERVER = "(;SZ[9]HA[2];W[ee];B[ee])"
"""The handicap stones are not in the record: they are placed on the customary points, one of them G7."""
ON_A_GUESS = "(;SZ[9]HA[2];W[gc];B[ee])"
WORDS = (
    "(;SZ[9]KM[6.5]RU[Japanese];B[dd];W[gg];B[];W[]"
    ';ACTION[{"do":"claim","color":"w","points":["D6"\\],"capturable":true}]'
    ';ACTION[{"do":"confirm","color":"w","claim":0}]'
    ';ACTION[{"do":"concede","color":"b"}])'
)
"""A file in which one player lets the other give up."""
SET_UP = "(;SZ[9]HA[2]AB[gc][cg]PL[W];W[gc];B[ee])"


def received(sgf, ruleset="japanese@2", handicap=None):
    """A game with that record, and with its handicap unless told otherwise."""
    record = read(sgf.encode()).games[0]
    stones = record.handicap if handicap is None else handicap
    terms = {"ruleset": ruleset, "width": record.width, "height": record.height, "handicap": stones}
    state = fold(None, opened(**terms))
    event = RecordReceived(
        source="sgf",
        actions=len(record.moves),
        encoding="utf-8",
        sha256="0" * 64,
        claimed=str(record.result or ""),
        handicap=record.handicap,
        komi=record.komi,
        assumed=record.assumptions,
    )
    return fold_all(state, [event, *setup_events(record, state), *map(event_of, record.actions)]), record


def test_illegal_move_beside_guessed_stones_is_not_proved():
    state, record = received(OLD_SERVER)
    assert NoteCode.HANDICAP_PLACED in {note.code for note in record.notes}
    finding = found("illegal_move", state, turn=2)
    assert (finding.verdict, finding.missing, finding.follows) == (
        Verdict.UNDECIDABLE,
        (Missing.PERSON,),
        "",
    )
    state, _ = received(SET_UP)
    finding = found("illegal_move", state, turn=1)
    assert (finding.verdict, finding.follows) == (Verdict.PROVED, "B+F")


def test_words_of_a_player_in_a_file_prove_nothing():
    state, record = received(WORDS)
    finding = found("strings", state, points=("D6",), capturable=True)
    assert (finding.verdict, finding.missing[0]) == (Verdict.UNDECIDABLE, Missing.AGREEMENT)
    blank = fold(None, opened(ruleset="japanese@2", width=9, height=9))
    brought = found("strings", blank, second=record, points=("D6",), capturable=True)
    assert brought.verdict is Verdict.UNDECIDABLE


def test_guess_is_read_from_the_file_of_a_record_received_before_guesses_were_stored():
    state, record = received(OLD_SERVER)
    older = replace(state, record=replace(state.record, assumed=None))
    assert found("illegal_move", older, turn=2, received=record).verdict is Verdict.UNDECIDABLE


def test_guess_that_the_version_of_the_upload_did_not_know_is_read_from_the_file():
    state, record = received(OLD_SERVER)
    older = replace(state, record=replace(state.record, assumed=()))
    assert found("illegal_move", older, turn=2, received=record).verdict is Verdict.UNDECIDABLE


def test_guessed_stones_are_dropped_rather_than_make_a_move_illegal():
    state, record = received(ON_A_GUESS)
    assert [note.code for note in record.notes] == [NoteCode.HANDICAP_DROPPED]
    assert (state.illegal, state.turns) == (None, 2)


def test_guess_in_either_record_leaves_open_whether_they_differ():
    state, _ = received(SET_UP)
    plain = found("records_differ", state, second=other("(;SZ[9];B[ee])"))
    guessed = found("records_differ", state, second=other("(;SZ[9]HA[2];W[ee])"))
    assert (plain.verdict, guessed.verdict) == (Verdict.PROVED, Verdict.UNDECIDABLE)
    state, _ = received(OLD_SERVER)
    assert found("records_differ", state, second=other("(;SZ[9];B[ee])")).verdict is Verdict.UNDECIDABLE


@pytest.mark.parametrize(
    ("kind", "sgf", "count", "verdict"),
    [
        ("handicap_differs", "(;SZ[9]HA[2]AB[gc][cg];W[ee])", 2, Verdict.PROVED),
        ("handicap_differs", "(;SZ[9]AB[gc][cg];W[ee])", 2, Verdict.UNDECIDABLE),
        ("komi_differs", "(;SZ[9]KM[7.5];B[ee])", 7.5, Verdict.PROVED),
        ("komi_differs", "(;SZ[9]KM[375]AP[foxwq];B[ee])", 7.5, Verdict.UNDECIDABLE),
    ],
)
def test_terms_that_the_reader_inferred_are_not_proved(kind, sgf, count, verdict):
    state, record = received(sgf)
    assert found(kind, state, count=count).verdict is verdict  # as after the file was erased
    older = recorded("japanese@2", ["...", "...", "..."], "b A1")
    assert found(kind, older, received=record, count=count).verdict is verdict


@pytest.mark.parametrize(
    ("sgf", "turn"), [("(;SZ[9]PL[W];B[aa];W[bb])", 1), ("(;SZ[9];B[aa];PL[B];B[bb])", 2)]
)
def test_player_to_play_who_contradicts_the_moves_accuses_nobody(sgf, turn):
    state, record = received(sgf)
    assert [note.code for note in record.notes] == [NoteCode.TURN_IGNORED]
    finding = found("illegal_move", state, turn=turn)
    assert finding.verdict is not Verdict.PROVED


def test_open_finding_begins_with_the_guess():
    state, _ = received(OLD_SERVER)
    says = str(found("illegal_move", state, turn=2).says)
    assert says.startswith(
        "A part of the record was guessed when it was read, and a guess proves nothing. As it was read:"
    )


@pytest.mark.parametrize(
    ("kind", "sgf", "count"),
    [
        ("komi_differs", "(;SZ[19]KM[0.5][6.5];B[dd];W[pp])", 0.5),
        ("komi_differs", "(;SZ[19];B[dd];W[pp]KM[0.5];B[dp]KM[6.5])", 0.5),
        ("komi_differs", "(;SZ[19]KM[6.5];B[dd];W[pp]KM[0.5])", 0.5),  # nor refuted
        ("handicap_differs", "(;SZ[19]HA[2][0];B[dd];W[pp])", 2),
        ("handicap_differs", "(;SZ[19]HA[2];B[dd];W[pp]HA[0])", 2),
        ("handicap_differs", "(;SZ[19];B[dd]HA[5];W[pp])", 5),
        ("handicap_differs", "(;SZ[19]HA[5];B[dd];W[pp];B[dp])", 5),
        ("handicap_differs", "(;SZ[19]HA[2]AB[dd][pp][dp][pd];W[cc])", 2),
        ("handicap_differs", "(;SZ[19]HA[two];B[dd];W[pp])", 0),
    ],
)
def test_terms_that_the_file_contradicts_are_not_proved(kind, sgf, count):
    state, record = received(sgf)
    handicap = 0 if count else 2
    finding = found(kind, state, count=count, handicap=handicap)
    assert told(finding) == (Missing.PERSON,)
    older = replace(state, record=replace(state.record, assumed=None))
    assert told(found(kind, older, received=record, count=count, handicap=handicap)) == (Missing.PERSON,)


def test_same_komi_twice_is_no_contradiction():
    state, _ = received("(;SZ[9]KM[0.5];B[ee];W[dd]KM[0.5])")
    assert told(found("komi_differs", state, count=0.5)) == ("proved",)


def test_guess_in_the_own_record_stays_one_beside_the_record_of_a_claim():
    state, _ = received(OLD_SERVER)
    clean = other(SET_UP)
    assert found("illegal_move", state, turn=2, second=clean).verdict is not Verdict.PROVED
    state, _ = received("(;SZ[9]KM[375]AP[foxwq];B[ee])")
    finding = found("komi_differs", state, count=7.5, second=other("(;SZ[9]KM[7.5];B[ee])"))
    assert told(finding) == (Missing.PERSON,)
