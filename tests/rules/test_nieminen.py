"""Nieminen's proposal (000), rule by rule; the rules are numbered through all headings, as the text does.

| clause that no engine decides | why |
|---|---|
| 10: no worthwhile moves are left | the players' judgement; they pass |
| 12: a succession would repeat infinitely and neither is willing to stop it | players' will: one claims on the third occurrence, the other accepts (our choice) |
| 13: which groups are dead | the players agree, or play it out |
| 18: what komi is customary | a number of the ruleset; the text's 6.5 is the preset's |
"""  # noqa: E501  # a table

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    AgreeDraw,
    Claim,
    Color,
    Concede,
    DeclareDraw,
    Game,
    GiveStone,
    Illegal,
    MarkDead,
    Outcome,
    Pass,
    Phase,
    Play,
    Reason,
    Resume,
)
from tests.rules.records import action, start

NIEMINEN = RULESETS["nieminen"]
B, W = Color
KO = [".XO.", "XO.O", ".XO."]  # Black's C2 takes the ko
SENT_TWO = [".XO.", "XXOO", "..XO"]  # White's B1 takes C1, then A1 sends two, Black's C1 takes them
INTRUDERS = ["..XO...", "..XO...", "O.XO.X.", "..XO...", "..XO..."]
TRIPLE_KO = [".XO.", "XO.O", ".XO.", ".XO.", "X.XO", ".XO.", ".XO.", "XO.O", ".XO."]
PLAYED_OUT = ("b A2", GiveStone(W), "b A4", GiveStone(W), "b B3")  # White's A3 in INTRUDERS is gone
ROUND = ("b C8", "w B5", "b C2", "w B8", "b C5", "w B2")


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


def stopped(rows: list[str], to_play: Color = B) -> Game:
    return go(start(NIEMINEN, rows, to_play), Pass(to_play), Pass(to_play.other))


def attacked(rows: list[str] = INTRUDERS, at: str = "A3") -> Game:
    """Black says that White's string can be captured, White that it lives; White is the owner."""
    return go(stopped(rows), Claim(B, (at,)))


def test_000_rules_1_and_9_an_empty_19x19_board_and_black_begins():
    game = Game.start(NIEMINEN)
    assert (game.board.width, game.board.height) == (19, 19)
    assert (game.board.stones(B), game.board.stones(W), game.to_play) == ([], [], B)
    assert refused(game, "w D4") == Illegal(Reason.NOT_YOUR_TURN, "Nieminen rule 9: the players take turns")


def test_000_rule_6_a_play_is_on_an_empty_intersection():
    assert refused(go(Game.start(NIEMINEN), "b D4"), "w D4").reason is Reason.OCCUPIED


def test_000_rule_6_every_opposing_group_without_liberties_is_captured():
    game = go(start(NIEMINEN, ["X.X.", "O.OX"]), "b B1")
    assert game.board.to_diagram() == ["X.X.", ".X.X"]
    assert game.prisoners == {B: 2, W: 0}


def test_000_rule_4_a_group_is_captured_as_one():
    game = go(start(NIEMINEN, ["OX..", "OX..", ".X..", "...."]), "b A2")
    assert game.board.to_diagram() == [".X..", ".X..", "XX..", "...."]
    assert game.prisoners == {B: 2, W: 0}


def test_000_rule_7_a_play_that_captures_needs_no_liberty_of_its_own():
    game = go(start(NIEMINEN, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.board.to_diagram() == [".O.", "OX.", "X.."]


@pytest.mark.parametrize(
    ("rows", "at"), [([".O.", "O..", "..."], "A3"), (["X.O", "OO.", "..."], "B3")], ids=["one", "two"]
)
def test_000_rule_7_no_group_of_ones_own_is_left_without_liberties(rows, at):
    answer = refused(start(NIEMINEN, rows), f"b {at}")
    assert (answer.reason, answer.clause.split(":")[0]) == (Reason.SUICIDE, "Nieminen rule 7")


def test_000_rule_7_rejects_play_that_repeats_board_after_own_previous_turn():
    game = go(start(NIEMINEN, KO, W), "w D1", "b C2")
    assert refused(game, "w B2") == Illegal(
        Reason.KO,
        "Nieminen rule 7: a play may not repeat the board that the player left at his previous turn",
        1,
    )


def test_000_rule_7_a_pass_leaves_the_unchanged_board():
    game = go(start(NIEMINEN, KO, W), "w pass", "b C2")
    assert refused(game, "w B2").repeats_turn == 1


def test_000_rule_7_a_player_without_a_previous_turn_left_no_board():
    game = go(start(NIEMINEN, KO), "b C2", "w B2")
    assert game.board.to_diagram() == KO


def test_000_rule_7_only_the_previous_turn_counts():
    game = go(start(NIEMINEN, KO, W), "w pass", "b C2", "w pass", "b pass", Resume(B), "w B2")
    assert game.board.to_diagram() == KO


def test_000_rule_7_sending_two_and_returning_one_may_go_round():
    once = go(start(NIEMINEN, SENT_TWO, W), "w B1", "b pass", "w A1", "b C1")
    assert once.board.to_diagram() == SENT_TWO
    assert go(once, "w B1", "b pass", "w A1", "b C1").prisoners == {B: 4, W: 2}


def test_000_rule_7_three_kos_may_go_round():
    game = go(start(NIEMINEN, TRIPLE_KO), *ROUND)
    assert game.board.to_diagram() == TRIPLE_KO
    assert go(game, *ROUND).board.to_diagram() == TRIPLE_KO


def test_000_rule_8_a_pass_is_a_move_and_costs_nothing():
    game = go(Game.start(NIEMINEN, 5), "b pass", "w C3", "b pass")
    assert (game.to_play, game.passes, game.phase) == (W, 1, Phase.PLAY)
    assert (game.prisoners, game.tokens) == ({B: 0, W: 0}, {B: 0, W: 0})


def test_000_rule_10_two_consecutive_passes_stop_the_game():
    game = go(Game.start(NIEMINEN, 5), "b pass", "w pass")
    assert (game.phase, game.outcome) == (Phase.STOPPED, None)
    assert go(game, "b pass").phase is Phase.STOPPED
    assert go(game, "b C3").phase is Phase.PLAY


@pytest.mark.parametrize("asker", list(Color))
@pytest.mark.parametrize("first_to_pass", list(Color))
def test_000_rule_11_the_opponent_of_the_player_who_wants_to_resume_plays_first(asker, first_to_pass):
    game = go(stopped(KO, first_to_pass), Resume(asker))
    assert (game.phase, game.to_play) == (Phase.PLAY, asker.other)


@pytest.mark.parametrize("last_to_pass", list(Color))
def test_000_rule_11_if_both_want_to_and_differ_the_last_to_pass_does_not_play_first(last_to_pass):
    game = go(stopped(KO, last_to_pass.other), Resume())
    assert (game.phase, game.to_play) == (Phase.PLAY, last_to_pass.other)


def test_000_rule_11_a_resumed_game_stops_again_after_two_more_passes():
    game = go(stopped(KO), Resume(B), "w pass")
    assert game.phase is Phase.PLAY
    assert go(game, "b pass").phase is Phase.STOPPED


def test_000_rule_11_nobody_resumes_a_game_that_has_not_stopped():
    assert refused(go(Game.start(NIEMINEN, 5), "b pass"), Resume(B)).reason is Reason.WRONG_PHASE


def test_000_rule_12_the_second_occurrence_is_not_enough_for_no_result():
    game = go(start(NIEMINEN, TRIPLE_KO), *ROUND)
    assert refused(game, DeclareDraw(B)).reason is Reason.NO_DRAW_RIGHT
    before_the_third = go(game, *ROUND[:-1])
    assert refused(before_the_third, DeclareDraw(W)).reason is Reason.NO_DRAW_RIGHT


@pytest.mark.parametrize("claimant", list(Color))
def test_000_rule_12_no_result_when_either_claims_the_third_occurrence_and_the_other_accepts(claimant):
    game = go(start(NIEMINEN, TRIPLE_KO), *ROUND, *ROUND, DeclareDraw(claimant))
    assert (game.phase, game.outcome) == (Phase.PLAY, None)
    over = go(game, AgreeDraw())
    assert over.outcome == Outcome(winner=None, margin=None, by="no result")
    assert (over.phase, str(over.outcome)) == (Phase.OVER, "Void")


def test_000_rule_12_whoever_stops_the_loop_ends_the_claim():
    game = go(start(NIEMINEN, TRIPLE_KO), *ROUND, *ROUND, DeclareDraw(W), "b A9")
    assert refused(game, AgreeDraw()).reason is Reason.NO_DRAW_RIGHT
    assert go(game, "w D9").phase is Phase.PLAY


def test_000_rule_12_without_a_claim_there_is_nothing_to_accept():
    game = go(start(NIEMINEN, TRIPLE_KO), *ROUND, *ROUND)
    assert refused(game, AgreeDraw()).reason is Reason.NO_DRAW_RIGHT


def test_000_rule_12_passing_is_no_succession_of_plays():
    game = go(stopped(KO), Resume(W), "b pass", "w pass", Resume(W))
    assert refused(game, DeclareDraw(B)).reason is Reason.NO_DRAW_RIGHT


def test_000_rule_13_groups_on_which_both_agree_are_dead():
    game = go(stopped(INTRUDERS), MarkDead(B, ("A3", "F3")), MarkDead(W, ("A3", "F3")), Accept(W))
    assert game.phase is Phase.STOPPED
    over = go(game, Accept(B))
    assert (over.phase, str(over.outcome)) == (Phase.OVER, "W+11.5")


def test_000_rule_13_players_who_disagree_cannot_be_counted():
    game = go(stopped(INTRUDERS), MarkDead(B, ("A3", "F3")), MarkDead(W, ("F3",)), Accept(W))
    assert refused(game, Accept(B)).reason is Reason.WRONG_PHASE
    assert go(game, MarkDead(W, ("A3", "F3")), Accept(W), Accept(B)).phase is Phase.OVER


def test_000_rule_13_a_group_is_dead_as_a_whole():
    game = go(stopped(["OO.XO.", "...XO.", "...XO."]), AgreeDead(("A3",)))
    assert (game.score().white.dead, game.score().black.territory) == (2, 9)


def test_000_rule_13_there_is_nothing_to_agree_on_before_the_game_has_ended():
    game = go(Game.start(NIEMINEN, 5), "b pass")
    for step in (AgreeDead(), MarkDead(B), Accept(B), Claim(B, ("A1",))):
        assert refused(game, step).reason is Reason.WRONG_PHASE


def test_000_rule_14_the_owner_of_a_disputed_group_plays_first():
    game = attacked()
    assert (game.phase, game.to_play, game.disputed) == (Phase.CAPTURE, W, ["A3"])
    assert refused(game, "b A2").reason is Reason.NOT_YOUR_TURN


def test_000_rule_14_the_owner_is_the_opponent_of_who_says_it_can_be_captured():
    game = go(stopped(INTRUDERS), Claim(W, ("F3",)))
    assert (game.phase, game.to_play, game.disputed) == (Phase.CAPTURE, B, ["F3"])
    for own in (Claim(W, ("A3",)), Claim(W, ()), Claim(W, ("A1",))):
        assert refused(stopped(INTRUDERS), own).reason is Reason.NO_STONES


def test_000_rule_14_the_owner_may_pass_as_his_first_move():
    assert go(attacked(), "w pass").to_play is B
    assert go(attacked(), "w B3").to_play is B


def test_000_rule_14_the_owner_may_not_pass_after_an_opponents_play():
    game = go(attacked(), "w pass", "b A2")
    answer = refused(game, "w pass")
    assert (answer.reason, answer.clause.split(":")[0]) == (
        Reason.PASS_NOT_ALLOWED,
        "Nieminen rule 14",
    )


def test_000_rule_14_the_owner_may_give_a_stone_instead_of_a_play():
    game = go(attacked(), "w pass", "b A2", GiveStone(W))
    assert (game.prisoners, game.to_play) == ({B: 1, W: 0}, B)
    assert game.board["A2"] is B
    assert go(game, "b A4", GiveStone(W)).prisoners == {B: 2, W: 0}


def test_000_rule_14_nobody_gives_a_stone_but_the_owner_after_a_play():
    assert refused(attacked(), GiveStone(W)).reason is Reason.WRONG_PHASE
    after_pass = go(attacked(), "w pass", "b pass")
    assert refused(after_pass, GiveStone(W)).reason is Reason.WRONG_PHASE
    assert refused(go(attacked(), "w pass"), GiveStone(B)).reason is Reason.WRONG_PHASE
    assert refused(go(attacked(), "w pass", "b A2"), GiveStone(B)).reason is Reason.NOT_YOUR_TURN
    assert refused(stopped(INTRUDERS), GiveStone(W)).reason is Reason.WRONG_PHASE


def test_000_rule_14_the_owner_may_play_after_an_opponents_play_and_even_capture():
    game = go(attacked(), "w pass", "b A4", "w B4", "b pass", "w A5")
    assert (game.board["A4"], game.prisoners) == (None, {B: 0, W: 1})


def test_000_rule_14_the_owner_may_pass_after_his_opponent_has_passed_and_lives():
    game = go(attacked(), "w pass", "b A2", GiveStone(W), "b pass")
    assert (game.phase, game.to_play) == (Phase.CAPTURE, W)
    lives = go(game, "w pass")
    assert (lives.phase, lives.settled, lives.disputed) == (Phase.STOPPED, ["A3"], [])


def test_000_rule_14_the_owner_may_also_play_after_a_pass_and_must_answer_again():
    game = go(attacked(), "w pass", "b pass", "w B3", "b A2")
    assert game.phase is Phase.CAPTURE
    assert refused(game, "w pass").reason is Reason.PASS_NOT_ALLOWED


def test_000_rule_14_an_opponent_who_refuses_to_capture_leaves_the_group_alive():
    lives = go(attacked(), Concede(B))
    assert (lives.phase, lives.settled) == (Phase.STOPPED, ["A3"])
    over = go(lives, MarkDead(B, ("A3",)), Accept(B), Accept(W))
    assert over.score().black.territory == 0
    assert str(over.outcome) == "W+6.5"
    assert refused(lives, Claim(B, ("A3",))).reason is Reason.WRONG_PHASE


def test_000_rule_14_an_owner_who_concedes_has_lost_the_group():
    dead = go(attacked(), "w pass", "b A2", Concede(W))
    assert (dead.phase, dead.settled, dead.board["A3"]) == (Phase.STOPPED, [], W)
    over = go(dead, Accept(B), Accept(W))
    assert (over.score().white.dead, over.score().black.territory) == (1, 9)


@pytest.mark.parametrize("steps", [("b A2",), PLAYED_OUT], ids=["under way", "captured"])
def test_000_rule_14_an_owner_who_concedes_owes_a_stone_for_the_last_play(steps):
    game = go(attacked(), "w pass", *steps, Concede(W), MarkDead(B, ("F3",)), MarkDead(W, ("F3",)))
    assert str(go(game, Accept(B), Accept(W)).outcome) == "W+11.5"


def test_000_rule_14_the_last_answer_may_be_a_play():
    game = go(attacked(), "w pass", *PLAYED_OUT, "w G5")
    assert (game.phase, game.prisoners, game.board["G5"]) == (Phase.STOPPED, {B: 3, W: 0}, W)


def test_000_rule_14_outside_a_dispute_there_is_nothing_to_concede():
    assert refused(stopped(INTRUDERS), Concede(B)).reason is Reason.WRONG_PHASE


def test_000_rule_14_a_group_is_captured_when_its_stones_are_gone():
    game = go(attacked(), "w pass", *PLAYED_OUT, GiveStone(W))
    assert (game.phase, game.disputed, game.settled, game.board["A3"]) == (Phase.STOPPED, [], [], None)


def test_000_rule_14_each_play_is_answered_so_that_playing_out_costs_nobody():
    game = go(attacked(), "w pass", *PLAYED_OUT)
    assert (game.phase, game.to_play) == (Phase.CAPTURE, W)
    assert refused(game, "w pass").reason is Reason.PASS_NOT_ALLOWED
    game = go(game, GiveStone(W))
    assert (game.phase, game.prisoners) == (Phase.STOPPED, {B: 4, W: 0})
    agreed = go(stopped(INTRUDERS), AgreeDead(("A3", "F3")))
    assert str(go(game, AgreeDead(("F3",))).outcome) == str(agreed.outcome) == "W+11.5"


def test_000_rule_14_the_stones_disputed_at_the_start_decide():
    game = go(stopped(["O.XO.", "..XO.", "O.XO."]), Claim(B, ("A1", "A3")), "w B3", "b A2", GiveStone(W))
    assert game.disputed == ["A1", "A3"]
    half = go(game, "b B2")
    assert (half.phase, half.disputed, half.prisoners[B]) == (Phase.CAPTURE, ["A1"], 3)
    over = go(half, GiveStone(W), "b B1", GiveStone(W))
    assert (over.phase, over.prisoners[B]) == (Phase.STOPPED, 6)


def test_000_rule_14_the_board_is_not_restored():
    game = go(attacked(), "w pass", *PLAYED_OUT, GiveStone(W))
    assert game.board.to_diagram() == ["..XO...", "X.XO...", ".XXO.X.", "X.XO...", "..XO..."]
    assert go(attacked(), "w B3", Concede(B)).board["B3"] is W


def test_000_rule_14_the_regular_rules_of_play_apply():
    game = go(stopped(["X.XO.", ".XXO.", "O.XO."]), Claim(B, ("A1",)))
    assert refused(game, "w B3").reason is Reason.SUICIDE
    assert refused(game, "w A3").reason is Reason.OCCUPIED


def test_000_rule_14_a_play_may_repeat_no_board_that_the_player_ever_left():
    played = go(start(NIEMINEN, SENT_TWO, W), "w B1", "b pass", "w A1", "b C1", "w B1", "b pass")
    assert isinstance(played.apply(Play(W, "A1")), Game)
    disputed = go(played, "w pass", Claim(B, ("B1",)))
    assert refused(disputed, "w A1") == Illegal(
        Reason.SUPERKO,
        "Nieminen rule 14: in a capture phase a play may not repeat any board that the player ever left",
        3,
    )
    assert isinstance(disputed.apply(Play(W, "C1")), Game)


def test_000_rule_14_the_stricter_repetition_ends_with_the_dispute():
    played = go(start(NIEMINEN, SENT_TWO, W), "w B1", "b pass", "w A1", "b C1", "w B1", "b pass", "w pass")
    game = go(played, Claim(B, ("B1",)), Concede(B), Resume(B))
    assert go(game, "w A1").board.stones(W) == ["A1", "B1", "D1", "C2", "D2", "C3"]


def test_000_rule_14_a_board_left_by_a_pass_may_not_return_either():
    game = go(stopped(KO), Claim(B, ("D2",)), "w pass", "b C2")
    answer = refused(game, "w B2")
    assert (answer.reason, answer.repeats_turn) == (Reason.SUPERKO, 2)


def test_000_rule_14_a_board_that_the_player_never_left_may_return():
    game = go(start(NIEMINEN, KO), "b C2", "w pass", "b pass", Claim(W, ("C2",)), "b pass", "w B2")
    assert game.board.to_diagram() == KO


def test_000_rule_14_several_disputes_go_one_after_another():
    first = go(attacked(), "w pass", *PLAYED_OUT, GiveStone(W))
    second = go(first, Claim(W, ("F3",)))
    assert (second.phase, second.to_play, second.disputed) == (Phase.CAPTURE, B, ["F3"])
    assert refused(second, Claim(B, ("A2",))).reason is Reason.WRONG_PHASE
    lives = go(second, "b pass", "w pass", "b pass")
    assert (lives.phase, lives.settled) == (Phase.STOPPED, ["F3"])
    over = go(lives, AgreeDead())
    assert over.score().owners["A3"] is B
    assert (over.score().white.territory, str(over.outcome)) == (0, "B+4.5")


def test_000_rule_14_a_dispute_that_is_lost_leaves_the_rest_to_agree_on():
    game = go(attacked(), Concede(W), MarkDead(W, ("F3",)), MarkDead(B), Accept(W))
    assert refused(game, Accept(B)).reason is Reason.WRONG_PHASE
    over = go(game, MarkDead(B, ("F3",)), Accept(B), Accept(W))
    assert str(over.outcome) == "W+11.5"


GIVEN_UP_AND_TAKEN = ["X.OO", "..XO", "OX.X"]  # Black gives B1 up; it is then taken on the way to A3
TAKEN_ON_THE_WAY = ["OO..X", "X.O.."]  # White takes A1 while E2 is played out, and then stands there


def given_up_and_taken() -> Game:
    begun = go(stopped_at_no_komi(GIVEN_UP_AND_TAKEN), Claim(W, ("B1",)), Concede(B), Claim(W, ("A3",)))
    return go(begun, "b C1", "w B2", "b B3", "w B1", "b D1", "w A2", "b A3")


def stopped_at_no_komi(rows: list[str]) -> Game:
    return go(start(NIEMINEN.replace(komi=0), rows), Pass(B), Pass(W))


def taken_on_the_way(loser: Color) -> Game:
    begun = go(stopped_at_no_komi(TAKEN_ON_THE_WAY), Claim(W, ("A1",)), Concede(loser), Claim(W, ("E2",)))
    return go(begun, "b pass", "w B1", GiveStone(B), "w A1", GiveStone(B), "w pass", "b pass")


def test_000_rule_15_a_group_that_was_given_up_and_then_taken_is_not_taken_again():
    game = given_up_and_taken()
    assert (game.phase, game.proved_dead, game.prisoners) == (Phase.STOPPED, [], {B: 0, W: 6})
    assert (game.board["B1"], game.score(game.proved_dead).margin) == (W, -6)
    assert str(go(game, Accept(B), Accept(W)).outcome) == "W+6"
    assert str(go(game, AgreeDead()).outcome) == "W+6"


def test_000_rule_15_a_stone_where_a_dead_one_was_taken_is_no_dead_one():
    game = taken_on_the_way(loser=B)
    assert (game.phase, game.board["A1"], game.proved_dead) == (Phase.STOPPED, W, [])
    assert game.settled == ["E2"]
    assert go(game, AgreeDead()).score().white.dead == 0


def test_000_rule_14_a_group_where_a_live_one_was_taken_may_be_disputed():
    game = taken_on_the_way(loser=W)
    assert (game.settled, game.proved_dead) == (["E2"], [])
    assert go(game, Claim(B, ("A1",))).disputed == ["A1", "B1", "C1", "A2", "B2"]


@pytest.mark.parametrize("loser", list(Color))
def test_000_rule_14_a_settled_group_that_grows_is_another_group(loser):
    game = go(attacked(["O.XO..X", "..XO...", "O.XO..."], "A3"), Concede(loser), Claim(B, ("A1",)))
    assert [game.settled, game.proved_dead] == ([["A3"], []] if loser is B else [[], ["A3"]])
    grown = go(game, "w B3", "b A2", GiveStone(W), Concede(B))
    assert (grown.settled, grown.proved_dead) == (["A1"], [])
    assert go(grown, Claim(B, ("A3",))).disputed == ["A3", "B3"]


def test_000_rule_14_what_is_settled_is_the_whole_group_as_it_stands_in_the_end():
    game = attacked(["O.XO..X", "..XO...", "..XO..."], "A3")
    assert go(game, "w B3", Concede(W)).proved_dead == ["A3", "B3"]
    assert go(game, "w B3", Concede(B)).settled == ["A3", "B3"]


def test_000_rule_15_dead_groups_become_prisoners_of_the_opponent():
    over = go(stopped(INTRUDERS), AgreeDead(("A3", "F3")))
    black, white = over.score().black, over.score().white
    assert (black.dead, black.territory, black.total) == (1, 10, 11)
    assert (white.dead, white.territory, white.komi, white.total) == (1, 15, 6.5, 22.5)


def test_000_rule_16_empty_points_that_can_reach_an_opposing_stone_count_for_nobody():
    score = go(stopped(INTRUDERS), AgreeDead(("A3",))).score()
    assert (score.black.territory, score.white.territory) == (10, 0)
    assert (score.owners["A3"], score.owners["G5"], score.owners["C3"]) == (B, None, None)


def test_000_rule_16_an_empty_board_is_nobodys():
    over = go(Game.start(NIEMINEN, 5), "b pass", "w pass", AgreeDead())
    assert (over.score().black.territory, over.score().white.territory) == (0, 0)
    assert str(over.outcome) == "W+6.5"


def test_000_rule_16_there_is_no_exception_for_seki():
    score = go(stopped([".X.O."]), AgreeDead()).score()
    assert (score.black.territory, score.white.territory) == (1, 1)
    assert (score.owners["A1"], score.owners["C1"], score.owners["E1"]) == (B, None, W)


def test_000_rule_17_captured_prisoners_count_and_stones_on_the_board_do_not():
    game = go(start(NIEMINEN.replace(komi=0), ["OX.O.", ".X.O.", ".X.O."]), "b A2", "w pass", "b pass")
    score = go(game, AgreeDead()).score()
    assert (score.black.territory, score.black.prisoners, score.black.total) == (2, 1, 3)
    assert (score.white.territory, score.white.total) == (3, 3)


def test_000_rule_17_stones_given_in_a_capture_phase_are_prisoners():
    game = go(attacked(), "w pass", "b A2", GiveStone(W), "b pass", "w pass", AgreeDead(("F3",)))
    assert (game.score().black.prisoners, game.score().black.total) == (1, 1)


@pytest.mark.parametrize(("komi", "result"), [(6.5, "W+6.5"), (0, "0"), (-0.5, "B+0.5")])
def test_000_rules_18_and_19_komi_is_added_to_white_and_the_higher_score_wins(komi, result):
    game = go(start(NIEMINEN.replace(komi=komi), [".X.O."]), "b pass", "w pass", AgreeDead())
    assert str(game.outcome) == result
