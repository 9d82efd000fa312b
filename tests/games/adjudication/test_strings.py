"""Findings on whether strings can be captured: agreed, captured, confirmed or open."""

import pytest

from games.adjudication import Missing
from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    GiveStone,
    MarkDead,
    Resign,
    Resume,
)
from tests.games.adjudication.cases import WALLS, found, judged_by, played, recorded, told

B, W = Color
PASSES = ("b pass", "w pass")
AGREEMENT, CAPTURE, CONFIRMATION = Missing.AGREEMENT, Missing.CAPTURE, Missing.CONFIRMATION
END, RESUMPTION = Missing.END_OF_RECORD, Missing.RESUMPTION
STANDS = ["tromp-taylor", "ultimate"]
NEEDED = {name: (AGREEMENT, RESUMPTION) for name in RULESETS if name not in STANDS} | {
    "nieminen": (AGREEMENT, CAPTURE),
    "makrai-territory": (AGREEMENT, CONFIRMATION),
    "japanese": (AGREEMENT, CONFIRMATION),
    "korean": (AGREEMENT, CONFIRMATION),
}


def a3(state, *lines, at=("A3",), capturable=True):
    return found("strings", state, *lines, points=at, capturable=capturable)


def if_others_live(score):
    return f" If every other string is alive, the score is {score}."


@pytest.mark.parametrize("ruleset", STANDS)
def test_nothing_can_be_captured_after_the_end_where_every_stone_counts(ruleset):
    by_text = ruleset != "ultimate"  # which counts nothing, and whose text has no clause on it
    state = recorded(ruleset, WALLS, *(PASSES if by_text else (Resign(B),)))
    assert told(a3(state)) == (("refuted",) if by_text else (Missing.PERSON,))
    assert told(a3(state, capturable=False)) == (("proved",) if by_text else (Missing.PERSON,))
    assert a3(state).clause.endswith("every stone on the board counts")
    assert told(a3(state, at=("A1",), capturable=False)) == ("refuted",)  # where no stone ever was


@pytest.mark.parametrize("ruleset", STANDS)
@pytest.mark.parametrize("capturable", [True, False])
def test_strings_are_open_before_the_end_where_every_stone_counts(ruleset, capturable):
    state = recorded(ruleset, WALLS, "b A2")
    assert told(a3(state, capturable=capturable)) == (END,)
    illegal = recorded(ruleset, WALLS, "b A3")
    assert told(a3(illegal, capturable=capturable)) == (Missing.LEGAL_RECORD,)


def test_no_result_follows_from_one_string_of_a_stopped_game():
    """Nobody has settled the other strings: their life would be a guess."""
    state = recorded("japanese@2", WALLS, "b A2", "w pass", "b A4", "w pass", "b B3", *PASSES[::-1])
    finding = a3(state)
    assert (told(finding), finding.follows) == (("proved",), "")


def test_no_result_follows_from_a_capture_while_the_game_goes_on():
    finding = a3(recorded("japanese@2", WALLS, "b A2", "w pass", "b A4", "w pass", "b B3"))
    assert (told(finding), finding.follows) == (("proved",), "")


def test_ruleset_no_longer_accepted_is_still_replayed():
    state = recorded("tromp-taylor stopping=two_stop", WALLS, "b A2", "w pass", "b pass")
    assert (state.turns, state.illegal, state.game.phase) == (3, None, "stopped")
    assert told(a3(judged_by(state, "makrai settling=as_it_stands"))) == ("refuted",)


@pytest.mark.parametrize("ruleset", NEEDED)
@pytest.mark.parametrize("capturable", [True, False])
def test_unsettled_string_is_open_and_finding_says_what_would_settle_it(ruleset, capturable):
    finding = a3(recorded(ruleset, WALLS, *PASSES), capturable=capturable)
    assert told(finding) == NEEDED[ruleset]
    assert "The status of A3 was not settled." in finding.says


@pytest.mark.parametrize("ruleset", NEEDED)
def test_finding_before_the_stop_also_lists_the_missing_end(ruleset):
    assert told(a3(recorded(ruleset, WALLS, "b pass"))) == (END, *NEEDED[ruleset])


def test_finding_states_the_score_for_either_status():
    assert a3(recorded("japanese", WALLS, *PASSES)).says.endswith(
        "If dead, the score is W+10.5; if alive, W+21.5."
    )


def test_only_players_can_settle_strings_once_continuations_are_used_up():
    assert told(a3(recorded("makrai continuations=0", WALLS, *PASSES))) == (AGREEMENT,)


TAKEN = (Claim(W, ("E2",)), "b pass", "w B1", GiveStone(B), "w A1", GiveStone(B), "w pass", "b pass")


@pytest.mark.parametrize("loser", [B, W])
def test_stone_played_where_a_settled_one_was_captured_is_unsettled(loser):
    state = recorded("nieminen", ["OO..X", "X.O.."], *PASSES, Claim(W, ("A1",)), Concede(loser), *TAKEN)
    assert told(a3(state, at=("A1",))) == (AGREEMENT, CAPTURE)
    assert told(a3(state, at=("E2",))) == ("refuted",)


@pytest.mark.parametrize("ruleset", NEEDED)
def test_agreement_in_the_record_settles_strings(ruleset):
    agreed = recorded(ruleset, WALLS, *PASSES, AgreeDead(("A3",)))
    assert told(a3(agreed)) == ("proved",)
    assert told(a3(agreed, capturable=False)) == ("refuted",)
    assert a3(agreed).says == "By the record, A3 is dead."
    alive = recorded(ruleset, WALLS, *PASSES, AgreeDead())
    assert told(a3(alive)) == ("refuted",)
    assert told(a3(alive, capturable=False)) == ("proved",)


def test_makrai_strings_marked_by_both_are_dead_and_by_one_are_alive():
    marks = [*PASSES, MarkDead(B, ("A3",))]
    both = recorded("makrai", WALLS, *marks, MarkDead(W, ("A3",)), Accept(B), Accept(W))
    assert (told(a3(both)), a3(both).follows) == (("proved",), "W+12.5")
    disputed = recorded("makrai", WALLS, *marks, MarkDead(W), Accept(B), Accept(W))
    assert (told(a3(disputed)), a3(disputed).follows) == (("refuted",), "W+23.5")


@pytest.mark.parametrize("ruleset", ["arg", "aga", "bga", "french", "new-zealand", "ing"])
def test_every_stone_is_alive_after_the_fourth_pass(ruleset):
    by_text = ruleset in ("arg", "aga", "bga")
    finding = a3(recorded(ruleset, WALLS, *PASSES, *PASSES))
    assert told(finding) == (("refuted",) if by_text else (Missing.PERSON,))


@pytest.mark.parametrize(("ruleset", "verdict"), [("japanese@2", "proved"), ("korean@2", Missing.PERSON)])
def test_hypothetical_play_decides_where_the_text_says_so(ruleset, verdict):
    state = recorded(ruleset, WALLS, *PASSES)
    line = played(state, Claim(B, ("A3",)), Confirm(B), *A3_CAPTURED)
    assert told(a3(state, line)) == (verdict,)


def test_string_captured_in_the_record_was_captured():
    state = recorded("japanese", WALLS, "b A2", "w pass", "b A4", "w pass", "b B3", *PASSES[::-1])
    assert told(a3(state)) == ("proved",)
    assert told(a3(state, capturable=False)) == ("refuted",)


def test_empty_point_has_no_string():
    finding = a3(recorded("japanese", WALLS, *PASSES), at=("A1", "A3"))
    assert (told(finding), finding.says) == (("refuted",), "No stone was ever on A1.")


def test_record_that_breaks_off_does_not_show_that_a_point_stayed_empty():
    finding = a3(recorded("japanese", WALLS, "b A2"), at=("A1",))
    assert (told(finding), finding.follows) == ((Missing.END_OF_RECORD,), "")


def test_resigned_game_settles_no_string():
    finding = a3(recorded("japanese", WALLS, *PASSES, Resign(W)))
    assert told(finding) == (Missing.PERSON,)


def test_record_that_became_illegal_settles_no_string():
    state = recorded("makrai", [".O.X", "O..X", "...X"], "b A3", "w pass", "b pass")
    finding = a3(judged_by(state, "japanese"), at=("D1",))
    assert (told(finding), finding.turn) == ((Missing.LEGAL_RECORD,), 1)


# Nieminen: the capture phase. F3 is disputed too: White's side is nobody's while it stands.

INTRUDERS = ["..XO...", "..XO...", "O.XO.X.", "..XO...", "..XO..."]
ATTACK = (Claim(B, ("A3",)), "w pass")
CAPTURES = {
    "captured": ("b A2", GiveStone(W), "b A4", GiveStone(W), "b B3", GiveStone(W)),
    "declined": ("b pass", "w pass"),
    "conceded by the owner": (Concede(W),),
    "conceded by the attacker": (Concede(B),),
}
# Captured or given up Black has 7 points and 4 prisoners, or 10 and 1; alive nobody has anything.
CAPTURED = {
    "captured": "B+11",
    "declined": "0",
    "conceded by the owner": "B+11",
    "conceded by the attacker": "0",
}


@pytest.mark.parametrize("how", CAPTURES)
@pytest.mark.parametrize("in_record", [True, False], ids=["in the record", "in a sequence"])
def test_000_capture_phase_decides(how, in_record):
    steps = (*ATTACK, *CAPTURES[how])
    state = recorded("nieminen komi=0", INTRUDERS, *PASSES, *(steps if in_record else ()))
    lines = [] if in_record else [played(state, *steps)]
    gone = CAPTURED[how] != "0"
    finding = a3(state, *lines)
    assert told(finding) == ("proved" if gone else "refuted",)
    assert finding.says.endswith(if_others_live(CAPTURED[how]))
    assert told(a3(state, *lines, capturable=False)) == ("refuted" if gone else "proved",)


def test_000_unfinished_capture_phase_decides_nothing():
    state = recorded("nieminen", INTRUDERS, *PASSES)
    assert told(a3(state, played(state, *ATTACK, "b A2"))) == (AGREEMENT, CAPTURE)
    assert told(a3(state, played(state, *ATTACK, *CAPTURES["captured"]), at=("F3",))) == (AGREEMENT, CAPTURE)


# Confirmation: Makrai's territory mode and the Japanese rules

E3 = [".XO..O", ".XO.XO", "XXO.OO", ".XOO.."]  # without E3 White wins by 5, with it Black by 1
CAN, CANNOT = Claim(W, ("E3",)), Claim(B, ("E3",), capturable=False)
E3_CAPTURED = ["w D3", "b pass", "w E4", "b pass", "w pass"]
E3_LEFT = ["w pass", "b pass"]


def makrai_territory():
    return recorded("makrai-territory komi=0", E3, "w pass", "b pass", to_play="w")


@pytest.mark.parametrize("claim", [CAN, CANNOT], ids=["can", "cannot"])
def test_002_confirmation_sequence_decides(claim):
    state = makrai_territory()
    captured = a3(state, played(state, claim, Confirm(W), *E3_CAPTURED), at=("E3",))
    assert told(captured) == ("proved",)
    assert captured.says.endswith(if_others_live("W+5"))
    left = a3(state, played(state, claim, Confirm(W), *E3_LEFT), at=("E3",))
    assert told(left) == ("refuted",)
    assert left.says.endswith(if_others_live("B+1"))


def test_002_last_confirmation_sequence_decides_in_one_line_or_several():
    state = makrai_territory()
    both = [CAN, Confirm(W), *E3_CAPTURED, Confirm(B), *E3_LEFT]
    assert told(a3(state, played(state, *both), at=("E3",))) == ("refuted",)
    captured, left = (played(state, CAN, Confirm(W), *moves) for moves in (E3_CAPTURED, E3_LEFT))
    assert told(a3(state, captured, left, at=("E3",))) == ("refuted",)
    assert told(a3(state, left, captured, at=("E3",))) == ("proved",)


def test_002_unfinished_sequence_keeps_the_previous_one_in_force():
    state = makrai_territory()
    captured = played(state, CAN, Confirm(W), *E3_CAPTURED)
    unfinished = played(state, CAN, Confirm(W), "w pass")
    assert told(a3(state, captured, unfinished, at=("E3",))) == ("proved",)
    assert told(a3(state, unfinished, at=("E3",))) == (AGREEMENT, CONFIRMATION)


def test_002_sequence_in_the_record_decides_until_another_is_played():
    state = recorded(
        "makrai-territory komi=0", E3, "w pass", "b pass", CAN, Confirm(W), *E3_CAPTURED, to_play="w"
    )
    assert told(a3(state, at=("E3",))) == ("proved",)
    assert told(a3(state, played(state, Confirm(B), *E3_LEFT), at=("E3",))) == ("refuted",)


def test_002_resuming_the_game_invalidates_its_sequences():
    steps = (CAN, Confirm(W), *E3_CAPTURED, Resume(W), "w pass", "b pass")
    state = recorded("makrai-territory komi=0", E3, "w pass", "b pass", *steps, to_play="w")
    assert told(a3(state, at=("E3",))) == (AGREEMENT, CONFIRMATION)


A3_CAPTURED = ("b A2", "w pass", "b A4", "w pass", "b B3", "w pass", "b pass")
A3_LEFT = ("b pass", "w pass")


def test_japanese_last_hypothetical_sequence_of_all_claims_decides():
    state = recorded("japanese", WALLS, *PASSES)
    claims = (Claim(B, ("A3",)), Claim(W, ("A3",), capturable=False))
    captured = a3(state, played(state, *claims, Confirm(B), *A3_CAPTURED))
    assert told(captured) == ("proved",)
    assert captured.says.endswith(if_others_live("W+10.5"))
    left = a3(state, played(state, *claims, Confirm(W, 1), *A3_CAPTURED, Confirm(B, 0), *A3_LEFT))
    assert told(left) == ("refuted",)


def test_japanese_player_who_concedes_hypothetical_play_loses_the_claim():
    state = recorded("japanese", WALLS, *PASSES)
    begun = (Claim(B, ("A3",)), Confirm(B))
    assert told(a3(state, played(state, *begun, Concede(W)))) == ("proved",)
    assert told(a3(state, played(state, *begun, Concede(B)))) == ("refuted",)
    assert told(a3(state, played(state, *begun, Resign(B)))) == (AGREEMENT, CONFIRMATION)


def test_contradictory_settlements_prove_neither_status():
    rows = ["..XO...", "..XO..X", "O.XO...", "..XO...", "..XO..."]
    state = recorded("chinese", rows, *PASSES, AgreeDead(("A3",)))
    finding = a3(state, at=("A3", "G4"))
    assert (told(finding), finding.says) == (("refuted",), "By the record, A3 is dead and G4 is alive.")
    assert told(a3(state, at=("A3", "G4"), capturable=False)) == ("refuted",)


# Resumption


@pytest.mark.parametrize("ruleset", ["chinese", "makrai", "arg", "aga", "new-zealand", "ing"])
def test_capture_in_a_resumption_counts_once_the_game_stops_again(ruleset):
    state = recorded(ruleset, WALLS, *PASSES)
    moves = (Resume(B), "b A2", "w pass", "b A4", "w pass", "b B3")
    assert told(a3(state, played(state, *moves))) == (AGREEMENT, RESUMPTION)
    finding = a3(state, played(state, *moves, "w pass", "b pass"))
    assert told(finding) == ("proved",)
    assert finding.says.startswith("Played out for 8 turns, A3 is dead. If every other string is alive,")


def test_strings_left_by_a_resumption_are_open():
    state = recorded("chinese", WALLS, *PASSES)
    line = played(state, Resume(B), "b A2", "w A4", *PASSES)
    assert told(a3(state, line)) == (AGREEMENT, RESUMPTION)


# Makrai: the corner lives on the ko A3/A4 as long as Black finds threats in the double ko E1/F1, H3/H4.

MOONSHINE = [".OOOOOX.", "OO.OOOXX", ".OOOOXX.", "OXOOXXOX", "XXOXXOOO", ".XOXO.O."]
ROUND = ["w H4", "b F1", "w A3", "b H3", "w E1", "b A4"]
CORNER = ("A2", "B1")


def moonshine(**axes):
    changed = "".join(f" {axis}={value}" for axis, value in axes.items())
    return recorded(f"makrai komi=0{changed}", MOONSHINE, "b A4", "w pass", "b pass")


def test_002_moonshine_life_is_captured_by_challenges_under_modified_ko():
    state = moonshine()
    prepared = ["w A3", "b F1", "w H4", "b A4", "w E1", "b H3", ChallengeKo(W, "A3")]
    moves = [Resume(W, modified_ko=True), *prepared, "b pass", "w A3", "b pass", "w A1", "b pass", "w pass"]
    assert told(a3(state, played(state, *moves), at=CORNER)) == ("proved",)
    assert told(a3(state, played(state, *moves), at=CORNER, capturable=False)) == ("refuted",)


def test_002_moonshine_life_is_alive_without_modified_ko():
    state = moonshine(modified_ko="no")
    cycle = [Resume(W), *ROUND, *ROUND, "w pass", "b pass"]
    assert told(a3(state, played(state, *cycle), at=CORNER)) == (AGREEMENT, RESUMPTION)
    disputed = [*cycle, MarkDead(W, CORNER), MarkDead(B), Accept(W), Accept(B)]
    assert told(a3(state, played(state, *disputed), at=CORNER)) == ("refuted",)
    drawn = [Resume(W), *ROUND, *ROUND, DeclareDraw(W)]
    assert told(a3(state, played(state, *drawn), at=CORNER)) == (AGREEMENT, RESUMPTION)


def test_002_stone_returned_by_a_ko_was_not_captured():
    state = moonshine(modified_ko="no")
    cycle = [Resume(W), *ROUND, "w pass", "b pass"]
    assert told(a3(state, played(state, *cycle), at=("A4",))) == (AGREEMENT, RESUMPTION)
    counted = [*cycle, Accept(W), Accept(B)]
    assert told(a3(state, played(state, *counted), at=("A4",), capturable=False)) == ("proved",)


def test_dead_stone_in_a_double_ko_seki_scores_nothing():
    rows = ["XXOO", "XO.O", "XXOO", "X.XO", "XXOO", "X.OO"]
    state = recorded("japanese komi=0", rows, *PASSES)
    line = played(state, Claim(W, ("C3",)), Confirm(W), "w B3", "b C5", *reversed(PASSES))
    finding = found("strings", state, line, points=("C3",), capturable=True, komi=0)
    assert told(finding) == ("proved",)
    assert finding.says.endswith(if_others_live("0"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_string_captured_in_an_unfinished_game_names_no_result_and_no_agreement(ruleset):
    state = recorded(ruleset, [".....", ".....", "....."], "b A1", "w B1", "b E3", "w A2", "b E2")
    finding = found("strings", state, points=("A1",), capturable=True)
    assert (told(finding), finding.says) == (("proved",), "By the record, A1 is dead.")
    assert (finding.follows, finding.clause) == ("", "")
