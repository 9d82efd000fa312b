"""Tromp-Taylor, clause by clause."""

import pytest

from rules import RULESETS, AgreeDead, Color, Game, Illegal, Outcome, Pass, Phase, Play, Reason, Resign
from tests.rules.records import play, start

TROMP_TAYLOR = RULESETS["tromp-taylor"]
AGREEMENT = RULESETS["tromp-taylor-agreement"]
B, W = Color


def refused(game: Game, action) -> Illegal:
    answer = game.apply(action)
    assert isinstance(answer, Illegal)
    return answer


def test_rules_1_and_2_points_are_of_the_board_and_empty():
    game = play(Game.start(TROMP_TAYLOR, 5, 4), "b C3")
    assert refused(game, Play(W, "C3")) == Illegal(
        Reason.OCCUPIED, "Tromp-Taylor rule 7: a stone is played on an empty point"
    )
    assert refused(game, Play(W, "A5")).reason == "off_board"
    assert refused(game, Play(W, "A5")).clause.startswith("Tromp-Taylor rule 1: ")


def test_rule_5_players_alternate_and_black_begins():
    game = Game.start(TROMP_TAYLOR, 5)
    assert game.to_play is B
    assert refused(game, Play(W, "C3")).reason is Reason.NOT_YOUR_TURN
    assert refused(game, Pass(W)).clause == "Tromp-Taylor rule 5: the players take turns"
    assert play(game, "b pass").to_play is W


def test_rule_6_an_earlier_coloring_may_not_return_and_its_turn_is_named():
    game = start(TROMP_TAYLOR, [".XO.", "XO.O", ".XO."])
    ko = play(game, "b C2")
    assert ko.board.to_diagram() == [".XO.", "X.XO", ".XO."]
    assert refused(ko, Play(W, "B2")) == Illegal(
        Reason.SUPERKO, "Tromp-Taylor rule 6: a play may not repeat an earlier board", 0
    )
    lifted = play(ko, "w D3", "b A1", "w B2")
    assert lifted.board["C2"] is None


def test_rule_6_a_pass_may_leave_an_earlier_coloring():
    game = play(Game.start(TROMP_TAYLOR, 3), "b A1", "w pass", "b B2")
    assert game.board.stones(B) == ["A1", "B2"]


def test_rule_7_the_opponent_is_cleared_first():
    game = play(start(TROMP_TAYLOR, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.board.to_diagram() == [".O.", "OX.", "X.."]
    assert game.prisoners == {B: 0, W: 1}


def test_rule_7_comment_7_suicide_of_several_stones_is_legal():
    game = play(start(TROMP_TAYLOR, ["X.O", "OO.", "..."]), "b B3")
    assert game.board.to_diagram() == ["..O", "OO.", "..."]
    assert game.prisoners == {B: 0, W: 2}


def test_rule_6_suicide_of_one_stone_repeats_the_board():
    game = play(start(TROMP_TAYLOR, [".O.", "O..", "..."]), "b C1", "w C3")
    assert refused(game, Play(B, "A3")).repeats_turn == 2


def test_rule_8_two_consecutive_passes_end_the_game():
    game = play(Game.start(TROMP_TAYLOR, 5), "b pass", "w C3", "b pass")
    assert (game.phase, game.passes) == (Phase.PLAY, 1)
    over = play(game, "w pass")
    assert (over.phase, over.turn, str(over.outcome)) == (Phase.OVER, 4, "W+25")
    for action in (Play(B, "A1"), Pass(B), Resign(B), AgreeDead(())):
        assert refused(over, action).reason is Reason.GAME_OVER
    assert set(over.legal_points(B).values()) == {refused(over, Pass(B))}


def test_rules_9_and_10_area_and_a_tie():
    tie = play(start(TROMP_TAYLOR, ["X.O"]), "b pass", "w pass")
    assert tie.outcome == Outcome(winner=None, margin=0, by="score")
    assert str(tie.outcome) == "0"


def test_comment_10_komi_is_added_to_white():
    game = play(start(TROMP_TAYLOR.replace(komi=5.5), ["XX.", "XX.", "..."]), "b pass", "w pass")
    assert str(game.outcome) == "B+3.5"
    assert game.score().white.komi == 5.5
    assert str(play(Game.start(TROMP_TAYLOR.replace(komi=0.5), 3), "b pass", "w pass").outcome) == "W+0.5"


def test_comment_5_a_handicap_is_consecutive_moves():
    game = Game.start(TROMP_TAYLOR, 9, handicap=3)
    assert refused(game, Play(W, "A1")).reason is Reason.NOT_YOUR_TURN
    game = play(game, "b C3", "b G7", "b C7", "w G3", "b E5")
    assert game.turn == 5


def test_comment_5_handicap_moves_are_under_superko():
    game = Game.start(TROMP_TAYLOR, 1, 2, handicap=2)
    after = play(game, "b A1")
    assert refused(after, Play(B, "A2")) == Illegal(
        Reason.SUPERKO, "Tromp-Taylor rule 6: a play may not repeat an earlier board", 0
    )


def test_a_pass_gives_up_the_handicap_moves_that_are_left():
    assert play(Game.start(TROMP_TAYLOR, 9, handicap=4), "b C3", "b pass").to_play is W


@pytest.mark.parametrize("handicap", [0, 1])
def test_a_handicap_of_one_is_none(handicap):
    assert play(Game.start(TROMP_TAYLOR, 9, handicap=handicap), "b C3").to_play is W


def test_comment_8_two_passes_stop_and_an_agreement_ends():
    game = start(AGREEMENT, ["XX.", "XXO", "XX."])
    stopped = play(game, "b pass", "w pass")
    assert (stopped.phase, stopped.outcome) == (Phase.STOPPED, None)
    over = stopped.apply(AgreeDead(["C2"]))
    assert (over.phase, over.turn, str(over.outcome)) == (Phase.OVER, 3, "B+9")
    assert over.board.to_diagram() == ["XX.", "XX.", "XX."]
    assert (over.score().white.dead, over.prisoners[B]) == (1, 0)
    assert stopped.board["C2"] is W


def test_comment_8_any_points_may_be_agreed_on():
    stopped = play(start(AGREEMENT, ["X.O"]), "b pass", "w pass")
    assert str(stopped.apply(AgreeDead(())).outcome) == "0"
    assert str(stopped.apply(AgreeDead(("B1", "C1", "C1"))).outcome) == "B+3"
    assert str(stopped.apply(AgreeDead(("A1", "C1"))).outcome) == "0"


def test_comment_8_agreement_needs_exactly_two_passes():
    once = play(start(AGREEMENT, ["X.O"]), "b pass")
    thrice = play(once, "w pass", "b pass")
    for game in (once, thrice):
        assert game.phase is Phase.PLAY
        assert refused(game, AgreeDead(())) == Illegal(
            Reason.WRONG_PHASE,
            "Tromp-Taylor comment 8: points to empty are agreed on after exactly two consecutive passes",
        )
    assert refused(play(start(TROMP_TAYLOR, ["X.O"]), "b pass"), AgreeDead(())).clause.startswith(
        "Tromp-Taylor rule 8: "
    )


def test_comment_8_agreed_points_are_of_the_board():
    stopped = play(start(AGREEMENT, ["X.O"]), "b pass", "w pass")
    assert refused(stopped, AgreeDead(("D1",))).reason is Reason.OFF_BOARD
    assert refused(stopped, AgreeDead((None, ["A1"]))).reason is Reason.OFF_BOARD


def test_comment_8_the_fourth_consecutive_pass_ends_the_game_as_it_stands():
    game = play(Game.start(AGREEMENT, 3), "b B2", "w pass", "b pass", "w pass")
    assert (game.phase, game.passes) == (Phase.PLAY, 3)
    over = play(game, "b pass")
    assert (over.phase, str(over.outcome)) == (Phase.OVER, "B+9")


def test_comment_8_a_play_resumes_the_game_and_resets_the_count():
    game = play(Game.start(AGREEMENT, 3), "b pass", "w pass", "b B2", "w pass")
    assert (game.phase, game.passes) == (Phase.PLAY, 1)


def test_either_player_may_resign_at_any_time():
    game = play(Game.start(TROMP_TAYLOR, 9), "b C3")
    for loser, text in ((B, "W+R"), (W, "B+R")):
        over = game.apply(Resign(loser))
        assert (over.phase, str(over.outcome), over.outcome.by) == (Phase.OVER, text, "resignation")
    assert refused(game, Resign("x")).reason is Reason.NOT_YOUR_TURN


def test_a_resigned_game_can_still_be_counted():
    over = play(Game.start(TROMP_TAYLOR, 3), "b B2").apply(Resign(W))
    assert over.score().margin == 9


def test_the_last_move_is_a_stone_under_its_own_name():
    game = play(Game.start(TROMP_TAYLOR, 9), "b c3")
    assert (game.last_move, game.last_action) == ("C3", Play(B, "c3"))
    assert play(game, "w pass").last_move is None
    assert Game.start(TROMP_TAYLOR, 9).last_move is None


def test_rejects_invalid_action():
    assert refused(Game.start(TROMP_TAYLOR, 9), "D4").reason is Reason.WRONG_PHASE


@pytest.mark.parametrize(
    "start_with",
    [
        {"width": 0},
        {"width": 19, "height": 53},
        {"width": 3, "handicap": 10},
        {"width": 9, "handicap": 2, "to_play": W},
    ],
)
def test_a_game_that_cannot_be_is_not_started(start_with):
    with pytest.raises(ValueError, match=r"1 to 52|no handicap"):
        Game.start(TROMP_TAYLOR, **start_with)


def test_no_game_starts_with_stones_that_have_no_liberty():
    with pytest.raises(ValueError, match="no liberty: A1"):
        start(TROMP_TAYLOR, ["XO."])


def test_the_text_of_a_game_says_where_it_stands():
    game = play(Game.start(TROMP_TAYLOR.replace(komi=7), 9, 7), "b C3")
    assert repr(game) == "<Game tromp-taylor komi=7.0 9x7 turn 1 play w to play>"


def test_no_handicap_is_below_zero():
    with pytest.raises(ValueError, match="a handicap is a whole number from 0, not -1"):
        Game.start(TROMP_TAYLOR, 3, handicap=-1)
