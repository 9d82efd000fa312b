"""ARG, Awfully Respectable Go Rules (003), rule by rule.

| clause that no engine decides | why |
|---|---|
| 1: an adequate supply of stones and Grue; how to make a Grue | things, not rules: both are endless here |
| 4: who is the weaker player | whoever starts the game says so |
| 8: that an illegal move was made on a board | a referee records it (`Penalise`); a machine refuses it first (our choice) |
| 9: which stones could not escape capture | the players agree, or play on |
| 11: which points neither player dares to fill; filling in prisoners to count | the players' play; mechanical |
"""  # noqa: E501  # a table

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    Color,
    Game,
    Illegal,
    MarkDead,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Resume,
)
from tests.rules.records import action, start

ARG = RULESETS["arg"]
B, W = Color
KO = [".XO.", "XO.O", ".XO."]  # Black's C2 takes the ko
SENT_TWO = [".XO.", "XXOO", "..XO"]  # White's B1 takes C1, then A1 sends two, Black's C1 takes them
WALLS = ["..XO...", "..XO...", "O.XO...", "..XO...", "..XO..."]  # Black 10 points with A3, White 15


def go(game: Game, *steps) -> Game:
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def refused(game: Game, step) -> Illegal:
    answer = game.apply(action(step) if isinstance(step, str) else step)
    assert isinstance(answer, Illegal)
    return answer


def stopped(rows: list[str] = WALLS, **axes) -> Game:
    return go(start(ARG.replace(**axes), rows), "b pass", "w pass")


@pytest.mark.parametrize(("width", "height"), [(19, 19), (9, 9), (13, 7)])
def test_003_rule_1_the_board_is_usually_19x19_but_may_be_of_any_size(width, height):
    assert (Game.start(ARG).board.width, Game.start(ARG).board.height) == (19, 19)
    game = Game.start(ARG, width, height)
    assert (game.board.width, game.board.height) == (width, height)


def test_003_rule_2_the_players_alternate_with_black_first():
    game = Game.start(ARG, 9)
    assert refused(game, "w E5") == Illegal(Reason.NOT_YOUR_TURN, "ARG rule 2: the players take turns")
    assert refused(go(game, "b E5"), "b E6").reason is Reason.NOT_YOUR_TURN
    assert refused(go(game, "b E5"), "w E5").clause == "ARG rule 2: a stone is played on an empty point"


def test_003_rule_3_komi_in_an_even_game():
    score = Game.start(ARG, 9).score()
    assert (score.white.komi, score.black.komi, score.margin) == (6.5, 0, -6.5)


@pytest.mark.parametrize("handicap", range(1, 10))
def test_003_rule_3_half_a_point_in_handicap_games_and_nothing_more(handicap):
    white = Game.start(ARG, 9, handicap=handicap).score().white
    assert (white.komi, white.compensation) == (0.5, 0)


def test_003_rule_4_a_one_stone_handicap_is_the_first_move_alone():
    game = Game.start(ARG, 9, handicap=1)
    assert (game.board.stones(B), game.to_play) == ([], B)
    assert go(game, "b E5").to_play is W


@pytest.mark.parametrize("handicap", range(2, 10))
def test_003_rule_4_that_many_stones_are_placed_before_white_s_first_move(handicap):
    game = Game.start(ARG, 9, handicap=handicap)
    for at in [f"{column}9" for column in "ABCDEFGHJ"[:handicap]]:
        assert refused(game, "w E1").reason is Reason.NOT_YOUR_TURN
        game = go(game, f"b {at}")
    assert (len(game.board.stones(B)), game.to_play) == (handicap, W)


def test_003_rule_4_there_is_no_restriction_on_where_handicap_stones_are():
    game = go(Game.start(ARG, 9, handicap=2), "b A1")
    assert [at for at, why in game.legal_points(B).items() if why] == ["A1"]


def test_003_rule_4_handicap_stones_must_be_placed():
    game = Game.start(ARG, 9, handicap=2)
    assert refused(game, "b pass").reason is Reason.PASS_NOT_ALLOWED
    assert refused(go(game, "b A1"), "b pass").reason is Reason.PASS_NOT_ALLOWED
    assert go(game, "b A1", "b A2", "w pass", "b pass").phase is Phase.STOPPED


def test_003_rule_4_the_handicap_ranges_from_2_to_9():
    with pytest.raises(ValueError, match="at most 9 stones"):
        Game.start(ARG, 19, handicap=10)


def test_003_rule_5_a_string_without_liberties_is_captured_and_becomes_prisoners():
    game = go(start(ARG, ["OO.X", "XX..", "...."]), "b C3")
    assert game.board.to_diagram() == ["..XX", "XX..", "...."]
    assert game.prisoners == {B: 2, W: 0}


@pytest.mark.parametrize(
    ("rows", "at"), [([".O.", "O..", "..."], "A3"), (["X.O", "OO.", "..."], "B3")], ids=["one", "two"]
)
def test_003_rule_5_it_is_illegal_to_surround_ones_own_string(rows, at):
    assert refused(start(ARG, rows), f"b {at}") == Illegal(
        Reason.SUICIDE, "ARG rule 5: a play may not leave its own string without a liberty"
    )


def test_003_rule_5_surrounded_opposing_stones_go_first():
    game = go(start(ARG, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.board.to_diagram() == [".O.", "OX.", "X.."]


def test_003_rule_6_the_immediate_recapture_of_a_ko_is_illegal():
    game = go(start(ARG, KO), "b C2")
    answer = refused(game, "w B2")
    assert (answer.reason, answer.clause.split(":")[0], answer.repeats_turn) == (
        Reason.SUPERKO,
        "ARG rule 6",
        0,
    )
    assert go(game, "w D3", "b A1", "w B2").board["C2"] is None


def test_003_rule_6_passing_in_between_does_not_free_the_ko():
    game = go(start(ARG, KO), "b C2", "w pass", "b pass", Resume())
    assert refused(game, "w B2").repeats_turn == 0


def test_003_rule_6_the_same_board_with_the_other_player_to_move_is_no_repetition():
    one_sent = [".XO.", "XXOO", ".O.O"]
    game = go(start(ARG, one_sent, W), "w A1", "b C1", "w B1")
    assert (game.board.to_diagram(), game.to_play) == (one_sent, B)


def sent_and_returned() -> Game:
    """From White to move on SENT_TWO to Black's capture of two, which brings it back with White to move."""
    return go(start(ARG, SENT_TWO, W), "w B1", "b pass", "w A1")


def test_003_rule_6_a_play_that_captures_two_may_repeat_a_situation():
    game = go(sent_and_returned(), "b C1")
    assert (game.board.to_diagram(), game.to_play, game.prisoners[B]) == (SENT_TWO, W, 2)


def test_003_rule_6_without_the_exemption_that_play_is_illegal():
    rules = ARG.replace(repetition="situational")
    game = go(start(rules, SENT_TWO, W), "w B1", "b pass", "w A1")
    assert refused(game, "b C1").repeats_turn == 0


def test_003_rule_6_a_play_that_captures_one_may_not_repeat_a_situation():
    answer = refused(go(sent_and_returned(), "b C1"), "w B1")
    assert (answer.reason, answer.repeats_turn) == (Reason.SUPERKO, 1)


def test_003_rule_6_a_play_that_captures_nothing_may_not_repeat_a_situation():
    after_sending = [".XO.", "XXOO", "OO.O"]
    game = go(start(ARG, after_sending), "b C1", "w B1", "b pass")
    assert refused(game, "w A1").repeats_turn == 0


def test_003_rule_6_passes_make_situations_too():
    game = go(start(ARG, KO, W), "w pass", "b C2")
    assert refused(game, "w B2").repeats_turn == 1
    only_white_moved = go(start(ARG, [".XO.", ".O.O", ".XO."]), "b A2", "w pass", "b C2")
    assert refused(only_white_moved, "w B2").repeats_turn == 2


def test_003_rule_7_each_pass_hands_the_opponent_a_grue_worth_half_a_point():
    game = go(Game.start(ARG, 9), "b pass", "w E5", "b pass")
    assert game.tokens == {B: 0, W: 2}
    score = game.score()
    assert (score.black.tokens, score.white.tokens) == (0, 1)


def test_003_rule_7_a_pass_is_always_legal():
    game = go(start(ARG, KO), "b C2")
    assert go(game, "w pass", "b pass", Resume(), "w pass").tokens == {B: 2, W: 1}


def test_003_rule_7_a_grue_counts_at_the_end():
    even = go(stopped(), AgreeDead(("A3",)))
    assert str(even.outcome) == "W+10.5"
    more_of_white = go(start(ARG, WALLS, W), "w pass", "b G5", "w pass", "b pass", AgreeDead(("A3", "G5")))
    assert (more_of_white.score().black.tokens, more_of_white.score().white.tokens) == (1, 0.5)
    assert str(more_of_white.outcome) == "W+11"


def test_003_rule_8_an_illegal_move_is_taken_back_is_a_pass_and_costs_three_points():
    before = go(start(ARG, KO), "b C2")
    game = go(before, Penalise(W))
    assert game.board == before.board
    assert (game.to_play, game.passes) == (B, 1)
    assert (game.tokens, game.fines) == ({B: 1, W: 0}, {B: 0, W: 3})
    assert game.score().white.fines == 3


def test_003_rule_8_a_fine_comes_off_the_total():
    fined = go(start(ARG, WALLS), Penalise(B), "w pass", AgreeDead(("A3",)))
    assert (fined.score().black.fines, str(fined.outcome)) == (3, "W+13.5")
    twice = go(start(ARG, WALLS, W), Penalise(W), "b G5", Penalise(W), "b pass", AgreeDead(("A3", "G5")))
    assert (twice.score().white.fines, str(twice.outcome)) == (6, "W+5")


def test_003_rule_8_an_illegal_move_counts_for_stopping_and_ending():
    game = go(Game.start(ARG, 9), "b pass", Penalise(W))
    assert game.phase is Phase.STOPPED
    over = go(game, Penalise(B), Penalise(W))
    assert (over.phase, over.fines) == (Phase.OVER, {B: 3, W: 6})
    assert str(over.outcome) == "W+3.5"


def test_003_rule_8_only_the_player_to_move_made_an_illegal_move():
    assert refused(Game.start(ARG, 9), Penalise(W)).reason is Reason.NOT_YOUR_TURN


def test_003_rule_8_what_a_machine_refuses_costs_nothing():
    game = go(start(ARG, KO), "b C2")
    assert isinstance(game.apply(Play(W, "B2")), Illegal)
    assert (game.to_play, game.fines, game.tokens) == (W, {B: 0, W: 0}, {B: 0, W: 0})


def test_003_rule_9_two_consecutive_passes_stop_the_game():
    once = go(Game.start(ARG, 9), "b pass", "w E5", "b pass")
    assert once.phase is Phase.PLAY
    assert go(once, "w pass").phase is Phase.STOPPED
    assert refused(once, AgreeDead()).reason is Reason.WRONG_PHASE


def test_003_rule_9_agreed_dead_stones_are_removed_and_the_game_is_scored():
    marked = go(stopped(), MarkDead(B, ("A3",)), MarkDead(W, ("A3",)), Accept(B))
    assert marked.phase is Phase.STOPPED
    over = go(marked, Accept(W))
    assert (over.phase, over.score().white.dead, str(over.outcome)) == (Phase.OVER, 1, "W+10.5")


def test_003_rule_9_a_dead_string_is_dead_as_a_whole():
    game = go(start(ARG, ["OO.XO.", "...XO.", "...XO."]), "b pass", "w pass", AgreeDead(("A3",)))
    assert (game.score().white.dead, game.score().black.territory) == (2, 9)


def test_003_rule_9_a_disagreement_is_not_scored_but_resumed():
    game = go(stopped(), MarkDead(B, ("A3",)), MarkDead(W), Accept(B))
    assert refused(game, Accept(W)).reason is Reason.WRONG_PHASE
    assert go(game, Resume(W)).phase is Phase.PLAY


@pytest.mark.parametrize("asker", [B, W, None])
@pytest.mark.parametrize("last_to_pass", list(Color))
def test_003_rule_10_play_resumes_with_the_opponent_of_the_last_to_pass(asker, last_to_pass):
    game = go(start(ARG, WALLS, last_to_pass.other), Pass(last_to_pass.other), Pass(last_to_pass))
    resumed = go(game, Resume(asker))
    assert (resumed.phase, resumed.to_play) == (Phase.PLAY, last_to_pass.other)


@pytest.mark.parametrize("resuming", [(), (Resume(B),)], ids=["at once", "on demand"])
def test_003_rule_10_two_more_passes_end_the_game_and_every_stone_is_alive(resuming):
    game = go(stopped(), MarkDead(B, ("A3",)), *resuming, "b pass")
    assert game.phase is (Phase.PLAY if resuming else Phase.STOPPED)
    over = go(game, "w pass")
    assert (over.phase, over.tokens) == (Phase.OVER, {B: 2, W: 2})
    assert (over.score().white.dead, over.score().black.territory, over.score().white.territory) == (0, 0, 15)
    assert str(over.outcome) == "W+21.5"


def test_003_rule_10_after_a_play_two_passes_stop_again_and_may_be_agreed_on():
    game = go(stopped(), Resume(B), "b A2", "w pass", "b pass")
    assert game.phase is Phase.STOPPED
    assert go(game, AgreeDead(("A3",))).phase is Phase.OVER


def test_003_rule_10_a_disputed_group_may_be_played_out():
    game = go(stopped(), Resume(B), "b A2", "w pass", "b A4", "w pass", "b B3", "w pass", "b pass")
    assert (game.phase, game.prisoners[B], game.tokens) == (Phase.STOPPED, 1, {B: 4, W: 2})
    assert str(go(game, AgreeDead()).outcome) == "W+12.5"


def test_003_rule_11_a_point_that_reaches_both_colours_is_nobodys():
    score = stopped().score()
    assert (score.black.territory, score.white.territory) == (0, 15)
    assert {score.owners["A5"], score.owners["A3"], score.owners["G1"]} == {None, W}


def test_003_rule_11_eyes_in_seki_count_and_shared_points_do_not():
    score = go(start(ARG, [".X.O.."]), "b pass", "w pass", AgreeDead()).score()
    assert (score.black.territory, score.white.territory) == (1, 2)
    assert score.owners["C1"] is None


def test_003_rule_11_prisoners_held_by_the_opponent_and_dead_stones_come_off():
    game = go(start(ARG.replace(komi=0), ["OX.O..", ".X.O..", ".X.O.X"]), "b A2", "w pass", "b pass")
    score = go(game, AgreeDead(("F1",))).score()
    assert (score.black.territory, score.black.dead, score.black.tokens, score.black.total) == (
        2,
        1,
        0.5,
        1.5,
    )
    assert (score.white.territory, score.black.prisoners) == (6, 1)
    assert (score.white.tokens, score.white.total) == (0.5, 5.5)


def test_003_rule_11_a_total_may_be_below_nothing():
    game = go(start(ARG.replace(komi=0), ["OX", ".."]), "b A1", "w pass", "b pass", AgreeDead(("B2",)))
    assert (game.score().white.total, game.score().black.total) == (-0.5, 2.5)


@pytest.mark.parametrize(("komi", "result"), [(0, "W+4"), (-4, "0"), (-4.5, "B+0.5")])
def test_003_rule_11_the_greater_total_wins(komi, result):
    assert str(go(stopped(komi=komi), AgreeDead(("A3",))).outcome) == result
