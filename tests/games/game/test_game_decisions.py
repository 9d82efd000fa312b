"""Decisions of game commands: given events and a command, the new events or the refusal."""

from dataclasses import replace

import pytest

from games.game import events as e
from games.game.deciding import (
    Act,
    ChangeTerms,
    OpenGame,
    ReceiveRecord,
    TakeBack,
    WithdrawGame,
    WithdrawRecord,
    decide,
    proved_end,
)
from games.refusals import Refusal
from games.sgf import read
from rules import AgreeDead, Color, DeclareDraw, MarkDead, Pass, Play, Resign
from tests.games.game_builders import ID, PASSES, WHITE_BY_KOMI, given, opened, other_terms, stones

BLACK, WHITE = Color.BLACK, Color.WHITE


def refused(command, *events):
    with pytest.raises(Refusal) as refusal:
        decide(command, given(*events))
    return refusal.value.code, refusal.value.facts


def receive(sgf):
    return ReceiveRecord(record=read(sgf).games[0], encoding="utf-8", sha256="0" * 64)


def test_legal_move_is_recorded_with_canonical_point():
    assert decide(Act(action=Play(BLACK, "b2")), given(opened())) == [e.StonePlayed(color="b", at="B2")]


def test_illegal_move_is_rejected_with_turn_reason_clause_and_repeated_turn():
    code, facts = refused(Act(action=Play(BLACK, "A1")), opened(width=2, height=1), *stones("A1", "B1"))
    assert code == "illegal_move"
    assert facts == {
        "turn": 3,
        "reason": "superko",
        "clause": "Tromp-Taylor rule 6: a play may not repeat an earlier board",
        "repeats_turn": 1,
    }


@pytest.mark.parametrize("act", [AgreeDead, lambda points: MarkDead(BLACK, points)])
@pytest.mark.parametrize(
    "ruleset", ["japanese", "chinese", "aga", "makrai-territory", "tromp-taylor-agreement"]
)
def test_rejects_dead_stones_at_points_without_one(ruleset, act):
    stopped = (opened(ruleset=ruleset), *stones("A1"), e.Passed(color="w"), e.Passed(color="b"))
    code, facts = refused(Act(action=act(("a1", "b2", "C3"))), *stopped)
    assert (code, facts["field"], facts["fault"].facts) == ("invalid", "points", {"points": "B2 C3"})
    assert decide(Act(action=act(("a1",))), given(*stopped))


def test_rules_reject_the_wrong_player():
    code, facts = refused(Act(action=Play(WHITE, "A1")), opened())
    assert (code, facts["turn"], facts["reason"]) == ("illegal_move", 1, "not_your_turn")


def test_game_ends_after_the_final_action():
    first_pass = e.Passed(color="b")
    assert decide(Act(action=Pass(WHITE)), given(opened(), first_pass)) == [
        e.Passed(color="w"),
        WHITE_BY_KOMI,
    ]


def test_resignation_ends_the_game_without_margin():
    ended = e.GameEnded(winner="w", by="resignation", margin=None, text="W+R")
    assert decide(Act(action=Resign(BLACK)), given(opened())) == [e.Resigned(color="b"), ended]


def test_agreed_points_are_stored_once_in_board_order():
    agreement = opened(ruleset="tromp-taylor-agreement", width=3, height=3)
    stopped = given(agreement, *stones("C1", "B3", "A1"), e.Passed(color="w"), e.Passed(color="b"))
    events = decide(Act(action=AgreeDead(("c1", "B3", "A1", "C1"))), stopped)
    assert events[0] == e.DeadAgreed(points=("A1", "C1", "B3"))
    assert events[1].by == "score"


def test_rejects_actions_after_the_end():
    code, facts = refused(Act(action=Pass(BLACK)), opened(), *PASSES, WHITE_BY_KOMI)
    assert (code, facts["reason"], facts["turn"]) == ("illegal_move", "game_over", 3)


def test_rejects_unknown_game():
    assert refused(Act(action=Pass(BLACK)))[0] == "not_found"


@pytest.mark.parametrize(
    "changes",
    [
        {"ruleset": "go-moku"},
        {"ruleset": "tromp-taylor komi=nan"},
        {"width": 0},
        {"height": 53},
        {"handicap": 10},
        {"handicap": -1},
        {"game_id": "seven"},
        {"game_id": ID.upper()},
        {"context": "x" * 201},
    ],
)
def test_rejects_opening_with_impossible_terms(changes):
    assert refused(OpenGame(opened=opened(**changes)))[0] == "invalid"


def test_rejects_opening_a_game_twice():
    assert decide(OpenGame(opened=opened()), None) == [opened()]
    assert refused(OpenGame(opened=opened()), opened())[0] == "game_exists"


def terms(**changes):
    values = {"ruleset": "tromp-taylor komi=0.5", "handicap": 0, "black": "anna", "white": "bert"}
    return {**values, **changes}


def test_changed_terms_rejudge_the_record():
    higher = terms(ruleset="tromp-taylor komi=6.5")
    assert decide(ChangeTerms(terms=e.TermsChanged(**higher)), given(opened(), *PASSES, WHITE_BY_KOMI)) == [
        e.TermsChanged(**higher),
        e.GameEnded(winner="w", by="score", margin=6.5, text="W+6.5"),
    ]


def test_same_terms_change_nothing():
    assert decide(ChangeTerms(terms=e.TermsChanged(**terms())), given(opened(), *PASSES, WHITE_BY_KOMI)) == []


def test_terms_that_make_the_record_illegal_keep_it_without_proof():
    history = [opened(), *stones("A1", "B2"), e.TermsChanged(**terms(handicap=2))]
    state = given(*history)
    assert (state.turns, state.game.turn, state.illegal.turn) == (2, 1, 2)
    assert refused(Act(action=Play(BLACK, "C3")), *history)[1]["turn"] == 2
    assert decide(TakeBack(to_turn=1, reason="B2 was Black's"), state) == [
        e.TurnsTakenBack(to_turn=1, reason="B2 was Black's")
    ]


def test_rejects_change_to_impossible_terms():
    assert refused(ChangeTerms(terms=e.TermsChanged(**terms(handicap=10))), opened())[0] == "invalid"


def test_withdrawn_turns_are_treated_as_never_entered():
    state = given(opened(width=2, height=1), *stones("A1", "B1"), e.TurnsTakenBack(to_turn=1, reason="typo"))
    assert state.actions == (Play(BLACK, "A1"),)
    assert decide(Act(action=Pass(WHITE)), state) == [e.Passed(color="w")]
    assert state.game.board.to_diagram() == ["X."]


def test_end_that_was_withdrawn_is_recorded_again():
    state = given(opened(), *PASSES, WHITE_BY_KOMI, e.TurnsTakenBack(to_turn=1, reason="typo"))
    assert state.end is None
    assert decide(Act(action=Pass(WHITE)), state) == [e.Passed(color="w"), WHITE_BY_KOMI]


@pytest.mark.parametrize("turn", [-1, 2, 3])
def test_rejects_withdrawing_missing_turns(turn):
    assert refused(TakeBack(to_turn=turn, reason="typo"), opened(), *stones("A1", "B1"))[0] == "no_such_turn"


@pytest.mark.parametrize("command", [TakeBack(to_turn=0, reason=" "), WithdrawRecord(reason="x" * 501)])
def test_correction_needs_a_reason_within_length_limits(command):
    code, facts = refused(command, opened(), *stones("A1"))
    assert (code, facts["field"]) == ("invalid", "reason")


def test_record_becomes_one_event_per_action():
    events = decide(receive(b"(;SZ[3]KM[0.5]RE[W+0.5];B[aa];W[cc];B[];W[])"), given(opened()))
    told = {"claimed": "W+0.5", "handicap": 0, "komi": 0.5, "assumed": (), "counted": "W+0.5"}
    received = e.RecordReceived(source="sgf", actions=4, encoding="utf-8", sha256="0" * 64, **told)
    assert events == [received, *stones("A3", "C1"), *PASSES, WHITE_BY_KOMI]


def test_setup_stones_and_first_player_are_part_of_the_record():
    state = given(opened(), *decide(receive(b"(;SZ[3]HA[2]AB[aa][cc];W[bb])"), given(opened())))
    assert state.set_up == e.PositionSetUp(black=("C1", "A3"), white=(), to_play="w")
    assert state.game.board.to_diagram() == ["X..", ".O.", "..X"]


def test_handicap_stones_played_as_moves_are_moves():
    events = decide(receive(b"(;SZ[3]HA[2];B[aa];B[cc];W[bb])"), given(opened(handicap=2)))
    assert [type(event) for event in events] == [e.RecordReceived, *[e.StonePlayed] * 3]


def test_alternating_record_is_accepted_despite_handicap():
    state = given(opened(handicap=2), *decide(receive(b"(;SZ[3];B[aa];W[cc])"), given(opened(handicap=2))))
    assert (state.illegal, state.game.turn) == (None, 2)


def test_illegal_record_is_rejected_with_turn_and_byte():
    sgf = b"(;SZ[3];B[aa];W[aa])"
    code, facts = refused(receive(sgf), opened())
    assert (code, facts["turn"], facts["reason"]) == ("illegal_move", 2, "occupied")
    assert facts["action"] == {"do": "play", "colour": "white", "at": "A3"}
    assert sgf[facts["offset"] :].startswith(b"aa]") or sgf[facts["offset"] :].startswith(b"[aa]")


REPEATED = b"(;SZ[3];B[aa];W[cc]W[cc];B[];W[])"


def test_rejects_record_whose_guessed_moves_would_prove_a_score():
    code, facts = refused(receive(REPEATED), opened())
    assert (code, facts["notes"]) == ("guessed_score", ["repeated_move"])
    assert refused(receive(REPEATED), opened())[1]["score"][:2] in ("B+", "W+")


def test_accepts_guessed_record_that_proves_no_score():
    for sgf in (REPEATED.replace(b";B[];W[]", b""), REPEATED.replace(b"W[cc]W[cc]", b"W[cc]")):
        assert decide(receive(sgf), given(opened()))


def guessed_game(sgf=b"(;SZ[3];B[aa];W[cc]W[cc])"):
    return [opened(), *decide(receive(sgf), given(opened()))]


def test_guesses_are_recorded_with_the_record():
    received = guessed_game()[1]
    assert (received.assumed, given(*guessed_game()).guessed) == (("repeated_move",), True)
    plain = decide(receive(b"(;SZ[3];B[aa])"), given(opened()))
    assert (plain[0].assumed, given(opened(), *plain).guessed) == ((), False)


def test_rejects_action_that_would_prove_a_score_of_a_guessed_record():
    history = [*guessed_game(), e.Passed(color="b")]
    code, facts = refused(Act(action=Pass(WHITE)), *history)
    assert (code, facts["notes"], facts["score"][:2]) == ("guessed_score", ["repeated_move"], "W+")


def test_resignation_ends_a_guessed_record():
    [_, end] = decide(Act(action=Resign(BLACK)), given(*guessed_game()))
    assert (end.text, end.by) == ("W+R", "resignation")


def test_other_terms_never_let_a_guessed_record_prove_a_score():
    terms = e.TermsChanged(ruleset="tromp-taylor-agreement", handicap=0, black="anna", white="bert")
    history = [opened(ruleset=terms.ruleset)]
    history += decide(receive(REPEATED), given(*history))
    assert not given(*history).end
    counted = e.TermsChanged(ruleset="tromp-taylor komi=0.5", handicap=0, black="anna", white="bert")
    assert decide(ChangeTerms(terms=counted), given(*history)) == [counted]


@pytest.mark.parametrize(
    ("sgf", "ruleset", "handicap", "differs"),
    [
        (b"(;SZ[9];B[aa])", "japanese", 0, False),
        (b"(;SZ[9]AB[aa];B[bb])", "japanese", 0, True),
        (b"(;SZ[9]AW[aa]PL[B];B[bb])", "japanese", 0, True),
        (b"(;SZ[9]PL[W];W[bb])", "japanese", 0, True),
        (b"(;SZ[9]HA[2]AB[cg][gc];W[ee])", "japanese", 2, False),
        (b"(;SZ[9]HA[2]AB[cg][gc];W[ee])", "japanese", 0, True),
        (b"(;SZ[9]HA[2]AB[cg][gc];W[ee])", "japanese", 3, True),
        (b"(;SZ[9]HA[2]AB[cg][gc]AW[aa];W[ee])", "japanese", 2, True),
        (b"(;SZ[9]HA[2]AB[cg][gc]PL[B];B[ee])", "japanese", 2, True),
        (b"(;SZ[9];B[ee];W[aa])", "japanese", 2, True),
        (b"(;SZ[9]HA[2]AB[cg][gc];W[ee])", "aga", 2, False),
        (b"(;SZ[9];B[cg];B[gc];W[ee])", "aga", 2, False),
        (b"(;SZ[9]HA[2]AB[cg][gc];W[ee])", "ultimate", 2, True),
    ],
)
def test_record_starts_as_the_terms_of_the_game_say(sgf, ruleset, handicap, differs):
    terms = {"ruleset": ruleset, "handicap": handicap, "width": 9, "height": 9}
    history = [opened(**terms), *decide(receive(sgf), given(opened(**terms)))]
    assert given(*history).starts_differently is differs


def test_record_proves_again_once_the_handicap_of_the_game_is_corrected():
    record = receive(b"(;SZ[9]HA[2]AB[cg][gc];W[];B[])")
    terms = {"width": 9, "height": 9}
    history = [opened(**terms), *decide(record, given(opened(**terms)))]
    assert not given(*history).end
    [_, end] = decide(ChangeTerms(terms=with_handicap(2)), given(*history))
    assert end.text == "B+80.5"


def test_stones_that_corrected_terms_place_are_not_in_the_record():
    terms = {"ruleset": "japanese", "width": 9, "height": 9}
    history = [opened(**terms), *decide(receive(b"(;SZ[9];B[aa];W[bb])"), given(opened(**terms)))]
    corrected = replace(with_handicap(2), ruleset="japanese")
    after = given(*history, *decide(ChangeTerms(terms=corrected), given(*history)))
    assert (after.illegal.turn, after.starts_differently) == (1, True)


def with_handicap(stones):
    return replace(other_terms("tromp-taylor komi=0.5"), handicap=stones)


def test_score_from_another_position_ends_the_game_and_proves_nothing():
    begun = receive(b"(;SZ[3]AB[aa]PL[W];W[cc])")
    history = [opened(), *decide(begun, given(opened())), e.Passed(color="b")]
    [passed] = decide(Act(action=Pass(WHITE)), given(*history))
    assert str(given(*history, passed).game.outcome) == "W+0.5"


def test_resignation_ends_a_record_from_another_position():
    begun = receive(b"(;SZ[3]AB[aa]PL[W];W[cc])")
    [_, end] = decide(Act(action=Resign(BLACK)), given(opened(), *decide(begun, given(opened()))))
    assert (end.text, end.by) == ("W+R", "resignation")


def test_passes_of_both_entered_by_one_player_end_the_game_and_prove_nothing():
    history = [opened(), e.Passed(color="b")]
    [passed] = decide(Act(action=Pass(WHITE), by="b"), given(*history))
    assert (passed.by, str(given(*history, passed).game.outcome)) == ("b", "W+0.5")
    assert decide(Act(action=Pass(WHITE), by="w"), given(*history)) == [PASSES[1], WHITE_BY_KOMI]
    assert decide(Act(action=Pass(WHITE)), given(*history)) == [PASSES[1], WHITE_BY_KOMI]
    first = [opened(), *decide(Act(action=Pass(BLACK), by="w"), given(opened()))]
    assert decide(Act(action=Pass(WHITE), by="w"), given(*first)) == [PASSES[1]]


def test_passes_in_the_file_of_a_player_prove_no_score():
    counted = b"(;SZ[3];B[aa];W[cc];B[];W[])"
    by_white = replace(receive(counted), by="w")
    history = [opened(), *decide(by_white, given(opened()))]
    assert (history[-2].by, history[-1].by, given(*history).end) == ("w", "", None)
    assert given(opened(), *decide(receive(counted), given(opened()))).end
    corrected = given(*history, e.TurnsTakenBack(to_turn=2, reason="to be entered by both"))
    assert not corrected.turns_by_other
    assert given(*history, *decide(WithdrawRecord(reason="x"), given(*history))).turns_by_other == set()


@pytest.mark.parametrize(
    ("stated", "ends"), [("B+R", 0), ("W+T", 0), ("B+F", 0), ("Void", 0), ("W+0.5", 1), ("?", 1)]
)
def test_passes_prove_no_count_in_a_file_that_states_that_nobody_counted(stated, ends):
    counted = receive(b"(;SZ[3]RE[%b];B[aa];W[cc];B[];W[])" % stated.encode())
    events = decide(counted, given(opened()))
    assert sum(isinstance(event, e.GameEnded) for event in events) == ends


@pytest.mark.parametrize(
    ("facts", "marks", "ends"),
    [
        ("RE[W+0.5]", "", True),
        ("RE[W+]", "", True),
        ("RE[B+]", "", False),
        ("RE[W+3.5]", "", False),
        ("RE[B+5.5]KM[-5.5]", "", True),
        ("RE[W+0.5]KM[-5.5]", "", False),
        ("RE[whatever]", "", False),
        ("", "TB[cc]", False),
        ("", "TB[bb]TW[bb]", False),
        ("", "TB[ac]TW[ca]", True),
        ("", ";AE[aa]", False),
    ],
)
def test_passes_prove_no_count_that_their_file_contradicts(facts, marks, ends):
    sgf = f"(;SZ[3]{facts};B[aa];W[cc];B[];W[]{marks})".encode()
    events = decide(receive(sgf), given(opened()))
    assert any(isinstance(event, e.GameEnded) for event in events) is ends


def test_result_in_a_file_is_compared_by_the_rules_of_its_day():
    history = [opened(), *decide(receive(b"(;SZ[3]RE[W+0.5];B[aa];W[cc];B[];W[])"), given(opened()))]
    terms = other_terms("tromp-taylor komi=5.5")
    [_, end] = decide(ChangeTerms(terms=terms), given(*history))
    assert end.text == "W+5.5"
    older = [replace(one, counted=None) if isinstance(one, e.RecordReceived) else one for one in history]
    assert decide(ChangeTerms(terms=terms), given(*older))[1:] == [end]


def test_result_in_a_file_contradicts_passes_that_count_only_by_later_rules():
    japanese = opened(ruleset="japanese")
    sgf = b"(;SZ[3]RE[B+20];B[aa];W[cc];B[];W[])"
    history = [japanese, *decide(receive(sgf), given(japanese))]
    terms = other_terms("tromp-taylor komi=0.5")
    assert decide(ChangeTerms(terms=terms), given(*history)) == [terms]


@pytest.mark.parametrize("by", ["w", ""])
def test_draw_after_turns_that_one_player_entered_ends_no_game(by):
    terms = opened(ruleset="ultimate", width=9, height=9)
    turns = [e.StonePlayed(color="b", at="E5", by=by), e.UltimatelyDelayed(color="w")]
    history = [terms, *turns, e.UltimatelyDelayed(color="b", by=by)]
    events = decide(Act(action=DeclareDraw(WHITE), by="w"), given(*history))
    assert [type(event) for event in events[1:]] == ([] if by else [e.GameEnded])


EXCHANGED = replace(other_terms("tromp-taylor komi=0.5"), black="bert", white="anna")
"""The colours are exchanged: anna is White."""


@pytest.mark.parametrize(
    ("ruleset", "before", "last"),
    [
        ("tromp-taylor", [e.StonePlayed(color="b", at="B2"), e.Passed(color="w"), e.Passed(color="b")], []),
        ("tromp-taylor", [*stones("B2", "A1"), e.Passed(color="b")], [e.Passed(color="w")]),
        ("chinese", [*stones("B2", "A1"), *PASSES, e.Accepted(color="b")], [e.Accepted(color="w")]),
        ("japanese", [*stones("B2"), e.Resigned(color="b")], []),
    ],
)
def test_what_players_entered_before_their_colours_were_exchanged_ends_no_game(ruleset, before, last):
    exchanged = replace(EXCHANGED, ruleset=ruleset)
    state = given(opened(ruleset=ruleset), *before, exchanged, *last)
    assert (state.game.outcome is not None, proved_end(state)) == (True, None)
    assert proved_end(given(opened(ruleset=ruleset), *before, *last))


def test_record_of_an_official_ends_a_game_whose_colours_are_exchanged():
    sgf = receive(b"(;SZ[3];B[aa];W[cc];B[];W[])")
    for by, ends in (("", True), ("b", False)):
        history = [opened(), *decide(replace(sgf, by=by), given(opened())), EXCHANGED]
        assert bool(proved_end(given(*history))) is ends
        withdrawn = decide(WithdrawRecord(reason="another"), given(*history))
        again = decide(sgf, given(*history, *withdrawn))
        assert isinstance(again[-1], e.GameEnded)


def test_passes_of_both_players_after_a_record_count_whatever_its_file_states():
    moves = b"(;SZ[3]KM[0.5]RE[B+9];B[aa];W[cc])"
    history = [opened(), *decide(receive(moves), given(opened())), e.Passed(color="b")]
    [passed, end] = decide(Act(action=Pass(WHITE), by="w"), given(*history))
    terms = other_terms("tromp-taylor komi=2.5")
    [_, later] = decide(ChangeTerms(terms=terms), given(*history, passed, end))
    assert (end.text, later.text) == ("W+0.5", "W+2.5")


def test_turn_tells_if_the_other_player_entered_it():
    entered = [decide(Act(action=Play(BLACK, "A1"), by=by), given(opened())) for by in ("b", "w", "")]
    assert [event.by for [event] in entered] == ["", "w", ""]


def test_earlier_pass_that_the_other_player_entered_leaves_the_end_proved():
    history = [opened(), e.Passed(color="b", by="w"), e.StonePlayed(color="w", at="A1"), PASSES[0]]
    [_, end] = decide(Act(action=Pass(WHITE), by="w"), given(*history))
    assert end.text == "W+9.5"


def test_resignation_ends_a_game_whose_passes_one_player_entered():
    terms = opened(ruleset="japanese")
    history = [terms, PASSES[0], e.Passed(color="w", by="b")]
    [_, end] = decide(Act(action=Resign(BLACK), by="b"), given(*history))
    assert end.text == "W+R"


def test_withdrawn_record_takes_its_guesses_with_it():
    history = guessed_game()
    history += decide(WithdrawRecord(reason="table 5"), given(*history))
    assert not given(*history).guessed


def test_rejects_record_of_another_board_size():
    assert refused(receive(b"(;SZ[3:2])"), opened()) == (
        "wrong_size",
        {"record": {"width": 3, "height": 2}, "game": {"width": 3, "height": 3}},
    )


def test_rejects_second_record_until_the_first_is_withdrawn():
    history = [opened(), *decide(receive(b"(;SZ[3]AW[bb];B[aa])"), given(opened()))]
    assert refused(receive(b"(;SZ[3];B[aa])"), *history)[0] == "record_exists"
    history += decide(WithdrawRecord(reason="table 5"), given(*history))
    assert given(*history).empty
    assert given(*history).game.board.to_diagram() == ["..."] * 3
    assert decide(receive(b"(;SZ[3];B[aa])"), given(*history))[1:] == [e.StonePlayed(color="b", at="A3")]


def test_rejects_withdrawing_a_missing_record():
    assert refused(WithdrawRecord(reason="why not"), opened())[0] == "no_record"


@pytest.mark.parametrize(
    "command",
    [
        Act(action=Pass(BLACK)),
        TakeBack(to_turn=0, reason="x"),
        WithdrawRecord(reason="x"),
        receive(b"(;SZ[3])"),
    ],
)
def test_rejects_everything_on_a_withdrawn_game(command):
    history = [opened(), *stones("A1"), e.GameWithdrawn(reason="unpaired")]
    assert refused(command, *history)[0] == "game_withdrawn"
    assert decide(WithdrawGame(reason="again"), given(*history)) == []


def test_record_is_limited_to_five_thousand_turns():
    plays = [e.Passed(color=("b", "w")[turn % 2]) for turn in range(5_000)]
    code, facts = refused(Act(action=Pass(BLACK)), opened(), *plays)
    assert (code, facts) == ("too_large", {"limit": 5_000, "what": "moves"})
