"""Findings on illegal moves, differing records and lack of stones."""

import pytest
from django.utils.translation import override

from games.adjudication import Missing
from games.adjudication.clauses import is_from_text, marked_clause
from games.adjudication.moves import ground_of_supply
from games.speaking import translate
from rules import RULESETS, Color, Game, Penalise, Play, Reason, Resign
from rules.clauses import clause
from tests.games.adjudication.cases import entered, found, judged_by, other, recorded, told
from tests.games.game_builders import given, opened

KO = [".XO.", "XO.O", ".XO."]
BACK = ("b C2", "w B2")  # White retakes at once
SUICIDE = [".O.", "O..", "..."]
FREE = ["nieminen", "bga"]
"""White left no board before his first turn (000); the start was not left by a stone of his (BGA)."""
IF_PLAYED = "A record came with the claim. If the game was played as this record says: "
OPEN = ["french", "new-zealand"]
"""Their first editions forbid to restore the start, which the texts bar only if the player left it."""


def suicide(ruleset="japanese"):
    """Black's A3 is legal under Makrai; the game is then judged by another ruleset."""
    return judged_by(recorded("makrai", SUICIDE, "b A3", "w B2", "b C1"), ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_immediate_recapture_is_illegal_except_where_the_rules_allow_it(ruleset):
    finding = found("illegal_move", recorded(ruleset, KO, *BACK), turn=2)
    verdict = {**dict.fromkeys(FREE, "refuted"), **dict.fromkeys(OPEN, Missing.PERSON)}
    assert told(finding) == (verdict.get(ruleset, "proved"),)
    assert (finding.turn, finding.position.turn) == (2, 1)
    if ruleset not in (*FREE, *OPEN):
        assert finding.says.startswith(f"Turn 2, white B2, is illegal: {finding.clause}. ")


@pytest.mark.parametrize("steps", [("b A1", "b C3"), ("w C3",)], ids=["twice in a row", "first"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_move_out_of_turn_is_proved_only_where_no_pass_can_be_missing(ruleset, steps):
    finding = found("illegal_move", recorded(ruleset, ["...", "...", "..."], *steps), turn=len(steps))
    assert told(finding) == (("proved",) if ruleset == "ultimate" else (Missing.PERSON,))
    assert finding.turn == len(steps)


TRIPLE_KO = [".XO..XO..XO.", "XO.OX.XOXO.O"]
CYCLE = ("b C1", "w F1", "b L1", "w B1", "b G1", "w K1")


def test_chinese_repetition_of_a_board_needs_a_referee_and_is_not_called_legal():
    state = recorded("chinese@2", TRIPLE_KO, *CYCLE)
    finding = found("illegal_move", state, turn=6)
    assert told(finding) == (Missing.PERSON,)
    assert (finding.turn, finding.position.turn) == (6, 5)
    assert finding.says.startswith("Turn 6, white K1, repeats the board after turn 0. It is ")
    assert "Chinese 2002 article 20" in finding.says
    assert told(found("illegal_move", state, turn=5)) == ("refuted",)
    assert told(found("illegal_move", judged_by(state, "japanese@2"), turn=6)) == ("refuted",)


def test_ing_longer_cycle_needs_a_referee_to_classify_the_ko():
    finding = found("illegal_move", recorded("ing", TRIPLE_KO, *CYCLE), turn=6)
    assert told(finding) == (Missing.PERSON,)
    assert finding.says.startswith("Turn 6, white K1, repeats the board after turn 0. Ing 1991 rule 3: ")
    assert "it is a triple ko (B1 C1, F1 G1, K1 L1). Where strings live or die by it" in finding.says
    assert "a disturbing ko, and Black, who began it, may not begin it again" in finding.says
    plain = found("illegal_move", recorded("ing repetition=situational", TRIPLE_KO, *CYCLE), turn=6)
    assert told(plain) == ("proved",)


def test_ing_single_ko_may_be_retaken_after_a_pass():
    state = recorded("ing", KO, "b C2", "w pass", "b pass", "w B2")
    finding = found("illegal_move", state, turn=4)
    assert (told(finding), state.illegal.turn) == (("refuted",), 4)
    assert "it takes a ko back after 2 other turns, which the text allows (hot stones)" in finding.says
    assert told(found("illegal_move", recorded("aga", KO, "b C2", "w pass", "b pass", "w B2"), turn=4)) == (
        "proved",
    )


def test_ing_unequal_cycle_needs_a_referee_and_finding_names_the_captures():
    rows = [".XO.", "XXOO", ".O.O"]  # White sends two, and takes one back
    steps = ("w A1", "b C1", "w B1")
    finding = found("illegal_move", recorded("ing", rows, *steps, to_play="w"), turn=3)
    assert told(finding) == (Missing.PERSON,)
    assert "an unequal cycle, in which Black takes 2 and White 1" in finding.says


@pytest.mark.parametrize("ruleset", ["aga", "tromp-taylor", "arg"])
def test_longer_cycle_is_illegal_under_superko(ruleset):
    assert told(found("illegal_move", recorded(ruleset, TRIPLE_KO, *CYCLE), turn=6)) == ("proved",)


@pytest.mark.parametrize("ruleset", ["french", "new-zealand"])
def test_first_edition_stricter_than_its_text_proves_no_longer_cycle(ruleset):
    finding = found("illegal_move", recorded(ruleset, TRIPLE_KO, *CYCLE), turn=6)
    assert told(finding) == (Missing.PERSON,)
    steps = ("w B2", "b A1", "w D3", "b C2", "w B2")
    retaken = recorded(ruleset, [".XO.", "X.XO", ".XO."], *steps, to_play="w")
    assert told(found("illegal_move", retaken, turn=5)) == ("proved",)  # the board that White left


@pytest.mark.parametrize("ruleset", RULESETS)
def test_second_record_is_evidence_under_every_ruleset(ruleset):
    state = recorded(ruleset, ["..", ".."], "b A1", "w B1")
    finding = found("illegal_move", state, turn=2, second=other("(;SZ[2];B[ab];W[ab])"))
    assert told(finding) == (Missing.PERSON,)
    assert finding.says.startswith(f"{IF_PLAYED}Turn 2, white A1, is illegal: ")
    assert finding.follows == ""
    assert finding.position.board["A1"] is Color.BLACK
    assert told(found("illegal_move", state, turn=2)) == ("refuted",)


def test_illegal_turn_of_own_record_is_proved_after_terms_changed():
    finding = found("illegal_move", suicide(), turn=1)
    assert (told(finding), finding.turn, finding.position.turn) == (("proved",), 1, 0)
    assert finding.says.endswith("The ruleset has no other penalty; a referee decides.")
    assert "It is void: the game continues from the position before it." in finding.says
    assert finding.follows == ""


def test_arg_illegal_move_becomes_a_pass_and_costs_three_points():
    finding = found("illegal_move", suicide("arg"), turn=1)
    assert told(finding) == ("proved",)
    assert finding.says.endswith("It is taken back, counts as a pass, and costs 3 points. (ARG rule 8)")


def test_arg_illegal_move_recorded_by_the_referee_is_proved():
    state = recorded("arg", SUICIDE, Penalise(Color.BLACK), "w B2")
    finding = found("illegal_move", state, turn=1)
    assert told(finding) == ("proved",)
    assert "an illegal move is taken back, is a pass, and is fined" in finding.says
    assert told(found("illegal_move", state, turn=2)) == ("refuted",)


def test_turns_after_an_illegal_one_cannot_be_judged():
    finding = found("illegal_move", suicide(), turn=3)
    assert (told(finding), finding.turn) == ((Missing.LEGAL_RECORD,), 1)


def test_turns_before_an_illegal_one_are_legal():
    state = judged_by(recorded("makrai", SUICIDE, "b C1", "w C3", "b A3"), "japanese")
    assert told(found("illegal_move", state, turn=2)) == ("refuted",)
    assert told(found("illegal_move", state, turn=3)) == ("proved",)


def test_turn_beyond_the_record_needs_the_rest_of_it():
    finding = found("illegal_move", recorded("japanese", KO, "b C2"), turn=2)
    assert (told(finding), finding.says) == ((Missing.END_OF_RECORD,), "The record ends after turn 1.")
    nothing = given(opened(ruleset="japanese", width=4, height=3))
    finding = found("illegal_move", nothing, turn=2, second=other("(;SZ[4:3];B[aa])"))
    assert told(finding) == (Missing.END_OF_RECORD,)


@pytest.mark.parametrize(("sgf", "apart"), [("(;SZ[2];B[bb];W[bb])", 1), ("(;SZ[2]AB[aa];B[ab];W[ab])", 1)])
@pytest.mark.parametrize("kind", ["illegal_move", "out_of_stones"])
def test_second_record_of_another_game_proves_nothing(kind, sgf, apart):
    state = recorded("makrai", ["..", ".."], "b A1", "w B1")
    finding = found(kind, state, turn=2, color="w", second=other(sgf))
    assert (told(finding), finding.turn) == ((Missing.PERSON,), apart)
    assert finding.says == f"The record that came with the claim differs from turn {apart} on."


def test_missing_record_proves_nothing_and_a_second_one_only_says_what_would_be():
    state = given(opened())
    assert told(found("illegal_move", state, turn=1)) == (Missing.RECORD,)
    second = other("(;SZ[3];B[aa];W[aa])")
    finding = found("illegal_move", state, turn=2, second=second)
    assert (told(finding), finding.follows) == ((Missing.RECORD, Missing.PERSON), "")
    assert finding.says.startswith(f"{IF_PLAYED}Turn 2, white A3, is illegal: ")
    legal = found("illegal_move", state, turn=1, second=second)
    assert (told(legal), legal.says) == (
        (Missing.RECORD, Missing.PERSON),
        f"{IF_PLAYED}Turn 1 is legal.",
    )


def test_second_record_that_is_the_own_one_up_to_the_turn_adds_nothing():
    state = suicide()
    same = other("(;SZ[3]AB[ac]AW[ba][ab]PL[B];B[aa])")
    finding = found("illegal_move", state, turn=1)
    assert told(finding) == ("proved",)
    agreeing = other("(;SZ[3]AW[ba][ab]PL[B];B[aa];W[bb])")
    assert found("illegal_move", state, turn=1, second=agreeing) == finding
    assert told(found("illegal_move", state, turn=1, second=same)) == (Missing.PERSON,)


def test_second_record_of_another_board_proves_nothing():
    state = recorded("japanese", KO, *BACK)
    finding = found("illegal_move", state, turn=1, second=other("(;SZ[5];B[bb])"))
    assert told(finding) == (Missing.LEGAL_RECORD,)


# Records that differ

OWN = ("b A1", "w B2", "b pass")


@pytest.mark.parametrize(
    ("sgf", "verdict", "turn", "says"),
    [
        ("(;SZ[3];B[ac];W[bb];B[])", "refuted", None, "Both records hold the same 3 actions."),
        (
            "(;SZ[3];B[ac];W[bc];B[])",
            "proved",
            2,
            "The records first differ at turn 2: white B2 on file, white B1 in the other.",
        ),
        (
            "(;SZ[3];B[ac];W[bb])",
            "proved",
            3,
            "The records first differ at turn 3: black pass on file, nothing more in the other.",
        ),
        (
            "(;SZ[3];B[ac];W[bb];B[];W[aa])",
            "proved",
            4,
            "The records first differ at turn 4: nothing more on file, white A3 in the other.",
        ),
        ("(;SZ[3]AB[cc];B[ac];W[bb];B[])", "proved", 0, "The records start from different positions."),
        ("(;SZ[5];B[ae];W[bd];B[])", "proved", 0, "The records start from different positions."),
    ],
    ids=["equal", "another move", "shorter", "longer", "another start", "another board"],
)
def test_finding_names_the_first_difference_of_two_records(sgf, verdict, turn, says):
    state = entered(given(opened(ruleset="japanese")), *OWN)
    finding = found("records_differ", state, second=other(sgf))
    assert (told(finding), finding.turn, finding.says) == ((verdict,), turn, says)
    if turn:
        assert finding.position.turn == turn - 1


def test_difference_needs_two_records():
    state = entered(given(opened()), *OWN)
    assert told(found("records_differ", state)) == (Missing.RECORD,)
    assert told(found("records_differ", given(opened()), second=other("(;SZ[3];B[aa])"))) == (Missing.RECORD,)


# Out of stones (002). White sends two stones to A1 and B1, Black takes both by C1.

SEND_TWO = ["......", "XXO..O", ".O.OO."]
SENT = ("w A1", "b C1")


def sent(*more, supply=1, ruleset="makrai"):
    plenty = recorded("makrai stone_supply=35", SEND_TWO, *SENT, *more, to_play="w")
    return judged_by(plenty, f"makrai stone_supply={supply}" if ruleset == "makrai" else ruleset)


def test_002_player_who_lost_more_stones_than_supplied_and_moved_was_out_of_stones():
    finding = found("out_of_stones", sent("w B1"), color="w", turn=3)
    assert (told(finding), finding.position.turn) == (("proved",), 2)
    assert finding.says.startswith(
        "Before turn 3 white had lost 2 stones more than the opponent; 1 are allowed, and yet "
        "turn 3 is white B1."
    )
    assert "can only pass" in finding.clause


@pytest.mark.parametrize(
    ("size", "behind", "verdict"),
    [(19, 181, "proved"), (13, 85, Missing.PERSON), (13, 170, "proved"), (9, 82, "proved")],
)
def test_002_half_of_the_board_is_the_limit_of_the_usual_board(size, behind, verdict):
    position = Game.start(RULESETS["makrai"], size).apply(Play(Color.BLACK, "A1"))
    standing = position.standing.with_changes(black_prisoners=behind)
    ground = ground_of_supply(position.with_standing(standing), Color.WHITE)
    assert is_from_text(position.ruleset, ground) is (verdict == "proved")


def test_002_player_with_exactly_the_supply_may_move():
    finding = found("out_of_stones", sent("w B1", supply=2), color="w", turn=3)
    assert (told(finding), finding.says) == (
        ("refuted",),
        "Before turn 3 white had lost 2 stones more than the opponent; 2 are allowed.",
    )


def test_002_player_out_of_stones_may_pass_and_opponent_may_move():
    assert told(found("out_of_stones", sent("w pass"), color="w", turn=3)) == ("refuted",)
    assert told(found("out_of_stones", sent("w pass", "b F1"), color="b", turn=4)) == ("refuted",)
    assert told(found("out_of_stones", sent("w pass", "b F1"), color="w", turn=4)) == ("refuted",)


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if "makrai" not in name])
def test_other_rulesets_have_unlimited_stones(ruleset):
    state = sent("w pass", ruleset=ruleset)
    finding = found("out_of_stones", state, color="w", turn=1)
    assert (told(finding), finding.says) == (
        ("refuted",),
        f"Under {ruleset} the supply of stones is unlimited.",
    )


def test_002_turn_after_an_illegal_one_or_beyond_the_record_proves_no_lack_of_stones():
    assert told(found("out_of_stones", sent("w B1", "b pass"), color="w", turn=4)) == (Missing.LEGAL_RECORD,)
    assert told(found("out_of_stones", sent("w pass"), color="w", turn=4)) == (Missing.END_OF_RECORD,)
    assert told(found("out_of_stones", given(opened(ruleset="makrai")), color="w", turn=1)) == (
        Missing.RECORD,
    )


def test_002_second_record_says_when_stones_would_lack():
    second = other("(;SZ[6:3]AB[ab][bb]AW[bc][cb][dc][ec][fb]PL[W];W[ac];B[cc];W[bc])")
    state = recorded("makrai stone_supply=1", SEND_TWO, to_play="w")
    finding = found("out_of_stones", state, color="w", turn=3, second=second)
    assert told(finding) == (Missing.PERSON,)
    assert finding.says.startswith(IF_PLAYED)


@pytest.mark.parametrize(
    ("ruleset", "cost"),
    [
        (
            "japanese@2",
            "loses the game, unless both had agreed on the result before. (Japanese 1989 article 14)",
        ),
        (
            "chinese@2",
            "That is our reading of Chinese 2002 chapter III, on violations; a referee decides.",
        ),
        ("aga@2", "counts as a pass, with a pass stone. (AGA rule 8)"),
        ("bga@2", "counts as a pass, with a pass stone. (BGA rule 8, interpretation 8.1)"),
        ("french@2", "The ruleset has no other penalty; a referee decides."),
        ("korean@2", "The ruleset has no other penalty; a referee decides."),
        ("nieminen@2", "The ruleset has no other penalty; a referee decides."),
        ("japanese illegal_move=pass", "It is taken back and counts as a pass."),
    ],
)
def test_cost_of_an_illegal_move_follows_the_text_or_the_setting(ruleset, cost):
    finding = found("illegal_move", suicide(ruleset), turn=1)
    assert told(finding) == ("proved",)
    assert finding.says.endswith(cost)
    assert finding.follows == ("W+F" if ruleset == "japanese@2" else "")


def test_move_after_the_end_is_an_offence_of_no_player():
    state = recorded("japanese@2", KO, Resign(Color.BLACK), "w B2")
    finding = found("illegal_move", state, turn=2)
    assert (told(finding), finding.follows) == ((Missing.LEGAL_RECORD,), "")
    assert "does not fit the stage of the game" in finding.says


@pytest.mark.parametrize(("name", "verdict"), [("bga@2", "undecidable"), ("japanese@2", "proved")])
def test_repetition_that_the_text_does_not_forbid_in_so_many_words_is_not_proved(name, verdict):
    finding = found("illegal_move", recorded(name, KO, *BACK), turn=2)
    assert finding.verdict.value == verdict


@pytest.mark.parametrize("name", ["french@2", "new-zealand@2"])
def test_board_that_the_player_never_left_may_return(name):
    assert told(found("illegal_move", recorded(name, TRIPLE_KO, *CYCLE), turn=6)) == ("refuted",)


def test_clause_and_reason_are_in_the_language_of_the_reader():
    finding = found("illegal_move", recorded("japanese@2", KO, "b C2", "w C1"), turn=2)
    with override("de"):
        assert translate(finding.clause) == (
            "Japanese 1989 article 3: ein Stein wird auf einen freien Punkt gesetzt"
        )
        assert "ein Stein wird auf einen freien Punkt gesetzt" in translate(finding.says)
    with override("en"):
        assert translate(finding.clause) == "Japanese 1989 article 3: a stone is played on an empty point"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_every_clause_has_a_translation(ruleset):
    clauses = [clause(ruleset, reason) for reason in Reason]
    with override("fr"):
        english = [said for said in clauses if translate(marked_clause(said)) == said]
    assert english == []
