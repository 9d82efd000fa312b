"""Findings on a game without a record, from the record that came with the claim."""

from dataclasses import replace

import pytest

from games.adjudication import Missing
from games.game.events import Passed, StonePlayed, TermsChanged
from games.game.evolving import fold_all
from rules import Color, Pass, Resign
from tests.games.adjudication.cases import found, other, played, recorded, told
from tests.games.adjudication.test_guesses import received
from tests.games.game_builders import given, opened

COUNTED = "(;SZ[3];B[bb];W[];B[])"  # Black has every point: B+8.5
SOURCE = "A record came with the claim. If the game was played as this record says: "
ULTIMATE = '(;SZ[9];ACTION[{"do":"ultimate_delay","color":"b"}];ACTION[{"do":"ultimate_delay","color":"w"}])'
OPEN = (Missing.RECORD, Missing.PERSON)


def test_only_record_leaves_open_the_result_that_it_would_prove():
    state = given(opened())
    assert told(found("wrong_result", state, result="B+8.5")) == (Missing.RECORD,)
    finding = found("wrong_result", state, result="B+8.5", second=other(COUNTED))
    assert (told(finding), finding.follows) == (OPEN, "")
    assert finding.says == f"{SOURCE}The record proves B+8.5 (counted)."
    refuted = found("wrong_result", state, result="W+R", second=other(COUNTED))
    assert (told(refuted), refuted.follows) == (OPEN, "")
    assert refuted.says.startswith(SOURCE)


def test_only_record_that_breaks_off_decides_nothing():
    stated = "(;SZ[3]RE[W+R];B[bb];W[aa])"
    finding = found("wrong_result", given(opened()), result="W+R", second=other(stated))
    assert (told(finding), finding.follows) == ((Missing.END_OF_RECORD,), "")
    assert finding.says.startswith(SOURCE)


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("strings", {"points": ("B2",)}),
        ("repetition", {}),
        ("continuation_refused", {}),
        ("continuations_exceeded", {}),
        ("tokens", {"color": "b", "count": 0}),
        ("fines", {"color": "b", "count": 0}),
    ],
)
def test_only_record_is_the_source_of_every_finding_on_moves(kind, statement):
    state = given(opened())
    assert told(found(kind, state, **statement)) == (Missing.RECORD,)
    finding = found(kind, state, second=other(COUNTED), **statement)
    assert told(finding) != (Missing.RECORD,)
    assert finding.says.startswith(SOURCE)


def test_record_of_the_game_takes_precedence_over_the_one_of_the_claim():
    state = recorded("tromp-taylor komi=0.5", ["...", "...", "..."], "b A1", Resign(Color.WHITE))
    finding = found("wrong_result", state, result="B+R", second=other(COUNTED))
    assert (told(finding), finding.follows) == (("proved",), "B+R")
    assert not finding.says.startswith(SOURCE)


def test_sequences_of_the_claim_do_not_continue_its_record():
    state = given(opened())
    line = played(state, "b B2", Resign(Color.WHITE))
    finding = found("wrong_result", state, line, result="W+R", second=other(COUNTED))
    assert finding.says == f"{SOURCE}The record proves B+8.5 (counted), not W+R."


@pytest.mark.parametrize(
    ("kind", "sgf", "ruleset", "statement"),
    [
        ("strings", "(;SZ[9];B[aa];W[ba];B[ee];W[ab])", "japanese", {"points": ("A9",)}),
        ("repetition", ULTIMATE, "ultimate", {}),
        ("komi_differs", "(;SZ[9]KM[0.5];B[aa])", "japanese", {"count": 0.5}),
        ("tokens", "(;SZ[9];B[])", "aga", {"color": "w", "count": 1}),
    ],
)
def test_record_that_a_player_sent_proves_no_claim_of_that_player(kind, sgf, ruleset, statement):
    state, _ = received(sgf, ruleset)
    by_white = replace(state, record=replace(state.record, by="w"))
    for of_other in (state, by_white):
        assert told(found(kind, of_other, by="b", **statement)) == ("proved",)
    finding = found(kind, by_white, by="w", **statement)
    assert (told(finding), finding.follows) == ((Missing.PERSON,), "")
    assert finding.says.startswith("One player alone entered the moves of both.")
    assert told(found(kind, by_white, by="desk", **statement)) == (Missing.PERSON,)
    assert told(found(kind, state, by="desk", **statement)) == ("proved",)


@pytest.mark.parametrize(("sender", "verdict"), [("w", "proved"), ("b", Missing.PERSON)])
def test_claim_of_an_official_is_not_decided_for_the_player_who_sent_the_record(sender, verdict):
    """White fills the last liberty of his own two stones."""
    state, _ = received("(;SZ[5];B[ab];W[aa];B[bb];W[ee];B[ca];W[ba];B[dd])", "japanese")
    of_player = replace(state, record=replace(state.record, by=sender))
    assert told(found("illegal_move", of_player, by="desk", turn=6)) == (verdict,)


@pytest.mark.parametrize(("sender", "verdict"), [("w", "refuted"), ("b", Missing.PERSON)])
@pytest.mark.parametrize("by", ["w", "desk"])
def test_record_of_a_player_refutes_no_claim_against_that_player(sender, verdict, by):
    state, _ = received("(;SZ[5];B[ab];W[aa];B[bb];W[ee])", "japanese")
    of_player = replace(state, record=replace(state.record, by=sender))
    assert told(found("illegal_move", of_player, by=by, turn=3)) == (verdict,)


@pytest.mark.parametrize(("sender", "verdict"), [("w", "refuted"), ("b", Missing.PERSON)])
@pytest.mark.parametrize(("kind", "statement"), [("out_of_stones", {"turn": 3}), ("fines", {"count": 1})])
def test_record_of_a_player_clears_nobody_else_of_lost_stones_or_fines(kind, statement, sender, verdict):
    state, _ = received("(;SZ[5];B[ab];W[aa];B[bb];W[ee])", "japanese")
    of_player = replace(state, record=replace(state.record, by=sender))
    assert told(found(kind, of_player, by="desk", color="b", **statement)) == (verdict,)


def test_komi_of_the_record_that_the_opponent_sent_refutes_nothing():
    state, _ = received("(;SZ[9]KM[6.5];B[aa])", "japanese komi=6.5")
    by_black = replace(state, record=replace(state.record, by="b"))
    assert told(found("komi_differs", state, by="w", count=0.5)) == ("refuted",)
    assert told(found("komi_differs", by_black, by="w", count=0.5)) == (Missing.PERSON,)


@pytest.mark.parametrize(
    ("kind", "favours_claimant", "statement"),
    [
        ("strings", True, {"points": ("A3",)}),
        ("strings", False, {"points": ("A3",), "capturable": False}),
        ("illegal_move", True, {"turn": 5}),
    ],
)
@pytest.mark.parametrize("by", ["b", "w"])
def test_turns_that_a_player_entered_for_the_other_decide_nothing_for_that_player(
    kind, favours_claimant, statement, by
):
    own = [StonePlayed(color="b", at="A3"), StonePlayed(color="w", at="B3"), StonePlayed(color="b", at="C1")]
    history = [*own, StonePlayed(color="w", at="A2", by="b"), StonePlayed(color="b", at="A3")]
    state = given(opened(ruleset="japanese"), *history)
    finding = found(kind, state, by=by, **statement)
    entered_by_favoured = (by == "b") is favours_claimant
    decided = ("proved",) if favours_claimant else ("refuted",)
    assert told(finding) == ((Missing.PERSON,) if entered_by_favoured else decided)


@pytest.mark.parametrize("by", ["b", "w"])
def test_record_of_a_player_decides_nothing_once_colours_are_exchanged(by):
    state, _ = received("(;SZ[9];B[aa];W[ba];B[ee];W[ab])", "japanese")
    of_black = replace(state, record=replace(state.record, by="b"))
    exchanged = TermsChanged(ruleset="japanese", handicap=0, black=state.white, white=state.black)
    finding = found("strings", fold_all(of_black, [exchanged]), by=by, points=("A9",))
    assert told(finding) == (Missing.PERSON,)
    assert told(found("strings", fold_all(state, [exchanged]), by=by, points=("A9",))) == ("proved",)


def test_player_who_plays_on_from_a_record_that_the_other_sent_accepts_its_position():
    state, _ = received("(;SZ[3];B[aa];W[cc])", "japanese")
    by_white = replace(state, record=replace(state.record, by="w"))
    both, alone = played(state, "b B2", Resign(Color.WHITE)), played(state, Resign(Color.BLACK))
    assert told(found("wrong_result", by_white, both, result="B+R", by="w")) == ("proved",)
    assert told(found("wrong_result", by_white, alone, result="W+R", by="w")) == ("proved",)
    only_white = played(replace(state, game=state.game.apply(Pass(Color.BLACK))), Pass(Color.WHITE))
    assert told(found("wrong_result", by_white, only_white, result="W+6.5", by="w")) != ("proved",)


def test_turns_after_the_one_in_question_do_not_matter():
    history = [StonePlayed(color="b", at="A3"), StonePlayed(color="w", at="A3")]
    later = [*history, StonePlayed(color="b", at="B2", by="w")]
    for events in (history, later):
        assert told(found("illegal_move", given(opened(), *events), by="w", turn=2)) == ("proved",)


def test_token_for_a_pass_that_the_other_player_entered_is_not_proved():
    state = given(opened(ruleset="aga"), Passed(color="b", by="w"))
    assert told(found("tokens", state, color="w", count=1)) == (Missing.PERSON,)


def test_only_record_of_another_board_is_not_judged():
    finding = found("wrong_result", given(opened()), result="B+R", second=other("(;SZ[9];B[ee])"))
    assert told(finding) == (Missing.RECORD,)
