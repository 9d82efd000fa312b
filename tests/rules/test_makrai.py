"""Makrai Rules of Go 1.5 (002), clause by clause, area scoring. The text's own example has a file of its own.

Not decided by an engine, and so not tested:

| clause | why |
|---|---|
| The board: the usual size | a habit; any rectangle is played on |
| Finite stone supply: "usually no effect" | a remark; the suggested limits are tested |
| The aim | names no rule that the score does not |
| The end of the game: the ways it ends | the list is lost in our copy; what ends a game here is ours |
| Ending procedure: "not too low" a limit | advice to those who make tournament rules |
| Modified ko: "this last restriction may be removed" | a plan; the restriction stands and is tested |
| Modified ko: 3-6 adjacent points | on a board of one line a ko has fewer; nothing follows from the number |
| Life and death: "obviously capturable" | opinions of the players, which they tell the engine |
| Other options | lost in our copy |

A lock also leaves free a play whose stone joins a string. No such play exists: the stones beside the empty
point of a ko have it as a liberty, and none of them is replaced unless someone plays there.
"""

from itertools import chain, repeat

import pytest

from rules import (
    RULESETS,
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Confirm,
    DeclareDraw,
    Delay,
    Game,
    Illegal,
    MarkDead,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Resign,
    Resume,
)
from tests.rules.records import action, start

MAKRAI = RULESETS["makrai"].replace(komi=0)
B, W = Color

KO = [".XO.", "XO.O", ".XO."]

# Three kos on the edge. Black takes B1 by C1 and K1 by L1, White takes G1 by F1; row 3 has moves to spare.
KOS = [
    "............",
    ".XO..XO..XO.",
    "XO.OX.XOXO.O",
]
TRIPLE_KO = ["b C1", "w F1", "b L1", "w B1", "b G1", "w K1"]

# White sends two stones to A1 and B1, Black takes both by C1, White takes one back by B1.
# F1 is for a black suicide.
SEND_TWO = [
    "......",
    "XXO..O",
    ".O.OO.",
]
RETURN_ONE = ["w A1", "b C1", "w B1", "b pass"]

# Black's corner lives on the ko A3/A4 as long as he finds threats in the double ko E1/F1, H3/H4.
MOONSHINE = [
    ".OOOOOX.",
    "OO.OOOXX",
    ".OOOOXX.",
    "OXOOXXOX",
    "XXOXXOOO",
    ".XOXO.O.",
]


def go(game, *steps):
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def reason(game, step):
    answer = game.apply(action(step) if isinstance(step, str) else step)
    assert isinstance(answer, Illegal), step
    return answer.reason


def stopped(rows, to_play=B, ruleset=MAKRAI):
    return go(start(ruleset, rows, to_play), Pass(to_play), Pass(to_play.other))


def modified(rows, to_play=B):
    """A continuation under modified ko in which that player moves first."""
    return go(stopped(rows, to_play), Resume(to_play, modified_ko=True))


def padded(rows, width, height):
    empty = "." * (width - len(rows[0]))
    return ["." * width] * (height - len(rows)) + [row + empty for row in rows]


# The board, gameplay, capture


def test_002_board_and_gameplay_black_begins_on_an_empty_board_of_any_width_and_height():
    game = Game.start(MAKRAI, 7, 4)
    assert (game.to_play, game.board.stones(B), game.board.stones(W)) == (B, [], [])
    assert reason(game, "w A1") is Reason.NOT_YOUR_TURN
    assert reason(game, "b H1") is Reason.OFF_BOARD
    assert go(game, "b G4").to_play is W


def test_002_gameplay_a_stone_goes_on_an_empty_intersection():
    game = go(Game.start(MAKRAI, 5), "b C3")
    assert reason(game, "w C3") is Reason.OCCUPIED


def test_002_gameplay_a_pass_is_a_legal_move():
    game = go(Game.start(MAKRAI, 5), "b pass", "w C3", "b pass")
    assert (game.phase, game.to_play) == (Phase.PLAY, W)


def test_002_capture_a_string_without_liberties_becomes_prisoners():
    game = go(start(MAKRAI, ["OO.", "XX."]), "b C2")
    assert game.board.to_diagram() == ["..X", "XX."]
    assert game.prisoners == {B: 2, W: 0}


def test_002_capture_diagonals_are_not_adjacent():
    game = go(start(MAKRAI, ["O..", "...", "..."]), "b B2")
    assert game.board["A3"] is W
    assert go(game, "w C1", "b A2", "w C2", "b B3").board["A3"] is None


def test_002_capture_enemy_stones_are_checked_first():
    game = go(start(MAKRAI, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.board.to_diagram() == [".O.", "OX.", "X.."]
    assert game.prisoners == {B: 0, W: 1}


def test_002_capture_friendly_stones_are_checked_second_so_suicide_is_legal():
    game = go(start(MAKRAI, ["X.O", "OO.", "..."]), "b B3")
    assert game.board.to_diagram() == ["..O", "OO.", "..."]
    assert game.prisoners == {B: 0, W: 2}


def test_002_capture_suicide_of_one_stone_is_legal_and_costs_a_prisoner():
    before = start(MAKRAI, [".O.", "O..", "..."])
    after = go(before, "b A3")
    assert after.board == before.board
    assert (after.to_play, after.prisoners) == (W, {B: 0, W: 1})


# Ko


def test_002_ko_the_immediate_recapture_is_forbidden_and_nothing_else():
    game = go(start(MAKRAI, KO), "b C2")
    assert reason(game, "w B2") is Reason.KO
    assert game.apply(Play(W, "B2")).clause.startswith("Makrai 1.5 Ko")
    refused = {at for at, answer in game.legal_points(W).items() if answer and answer.reason is Reason.KO}
    assert refused == {"B2"}


@pytest.mark.parametrize("between", [["w D3", "b A1"], ["w pass", "b A1"], ["w D3", "b pass"]])
def test_002_ko_any_move_in_between_lifts_it(between):
    game = go(start(MAKRAI, KO), "b C2", *between, "w B2")
    assert game.board["C2"] is None
    assert reason(game, "b C2") is Reason.KO


def test_002_ko_is_no_ko_if_two_stones_are_taken():
    game = go(start(MAKRAI, ["....", "XXO.", "OO.O"]), "b C1", "w B1")
    assert game.board.to_diagram() == ["....", "XXO.", ".O.O"]
    assert game.prisoners == {B: 2, W: 1}


def test_002_ko_is_no_ko_if_the_new_stone_joins_a_string():
    game = go(start(MAKRAI, ["....", "OOX.", "X.OX"]), "b B1", "w C1")
    assert game.board.to_diagram() == ["....", "OOX.", "..OX"]
    assert game.prisoners == {B: 1, W: 2}


def test_002_ko_is_no_ko_if_the_new_stone_has_two_liberties():
    game = go(start(MAKRAI, [".XO.", "XO..", ".XO."]), "b C2", "w B2")
    assert game.board.to_diagram() == [".XO.", "X.X.", ".XO."]
    assert game.prisoners == {B: 2, W: 0}


def test_002_ko_is_no_ko_if_nothing_is_taken():
    game = go(start(MAKRAI, [".XO.", "X..O", ".XO."]), "b C2", "w B2")
    assert game.board.to_diagram() == [".XO.", "XO.O", ".XO."]
    assert reason(game, "b C2") is Reason.KO


def test_002_ko_no_superko_an_earlier_board_may_return():
    before = start(MAKRAI, KOS)
    assert go(before, *TRIPLE_KO).board == before.board


# Finite stone supply


def rounds_of(game):
    """How often send two, return one goes round before White is out of stones."""
    for done in range(1000):
        game = go(game, "w A1", "b C1")
        answer = game.apply(Play(W, "B1"))
        if isinstance(answer, Illegal):
            assert answer.reason is Reason.OUT_OF_STONES
            return done
        game = go(answer, "b pass")
    return None


# Each round costs White one stone net. When he should take one back in round n, he has lost n + 1 more.
@pytest.mark.parametrize("limit", [2, 3, 7])
def test_002_supply_send_two_return_one_ends_once_the_difference_exceeds_the_limit(limit):
    game = start(MAKRAI.replace(stone_supply=limit), SEND_TWO, W)
    assert rounds_of(game) == limit - 1


@pytest.mark.parametrize(
    ("width", "height", "limit"),
    [(6, 3, 18), (9, 9, 81), (11, 9, 99), (10, 10, 50), (13, 13, 84), (19, 19, 180)],
)
def test_002_supply_suggested_limit_is_half_the_points_or_all_of_them_on_a_small_board(width, height, limit):
    assert rounds_of(start(MAKRAI, padded(SEND_TWO, width, height), W)) == limit - 1


def test_002_supply_at_equality_the_player_still_plays():
    game = go(start(MAKRAI.replace(stone_supply=2), SEND_TWO, W), "w A1", "b C1")
    assert game.prisoners == {B: 2, W: 0}
    assert isinstance(game.apply(Play(W, "B1")), Game)
    assert reason(go(start(MAKRAI.replace(stone_supply=1), SEND_TWO, W), "w A1", "b C1"), "w B1") is (
        Reason.OUT_OF_STONES
    )


def out_of_stones():
    return go(start(MAKRAI.replace(stone_supply=1), SEND_TWO, W), "w A1", "b C1")


def test_002_supply_who_ran_out_of_stones_can_only_pass():
    game = out_of_stones()
    empty = [at for at in game.board if game.board[at] is None]
    assert {game.legal_points(W)[at].reason for at in empty} == {Reason.OUT_OF_STONES}
    assert go(game, "w pass").to_play is B


def test_002_supply_the_other_player_still_plays():
    assert go(out_of_stones(), "w pass", "b A1", "w pass", "b B1").board["B1"] is B


def test_002_supply_stones_that_the_other_loses_count_against_it():
    game = go(out_of_stones(), "w pass", "b F1")
    assert game.prisoners == {B: 2, W: 1}
    assert go(game, "w B1").prisoners == {B: 2, W: 2}


def test_002_supply_holds_for_black_as_for_white():
    once = go(start(MAKRAI.replace(stone_supply=1), SEND_TWO), "b F1", "w pass")
    assert once.prisoners == {B: 0, W: 1}
    assert reason(go(once, "b F1", "w pass"), "b A3") is Reason.OUT_OF_STONES


def test_002_supply_counts_lost_stones_in_suicide_too():
    game = go(start(MAKRAI.replace(stone_supply=0), SEND_TWO), "b F1")
    assert reason(go(game, "w pass"), "b A3") is Reason.OUT_OF_STONES


# Ending procedure


def test_002_ending_two_passes_in_succession_stop_the_game():
    once = go(Game.start(MAKRAI, 5), "b C3", "w pass")
    assert once.phase is Phase.PLAY
    game = go(once, "b pass")
    assert (game.phase, game.outcome) == (Phase.STOPPED, None)
    assert go(game, "w A1").phase is Phase.PLAY
    assert go(game, "w pass").phase is Phase.STOPPED


def test_002_ending_passes_with_a_play_between_do_not_stop_the_game():
    assert go(Game.start(MAKRAI, 5), "b pass", "w C3", "b pass").phase is Phase.PLAY


@pytest.mark.parametrize("asker", [B, W])
@pytest.mark.parametrize(("passes", "mover"), [(["b pass", "w pass"], B), (["b C3", "w pass", "b pass"], W)])
def test_002_ending_either_demands_continuation_and_the_last_passers_opponent_moves(asker, passes, mover):
    game = go(Game.start(MAKRAI, 5), *passes, Resume(asker))
    assert (game.phase, game.to_play, game.continuations) == (Phase.PLAY, mover, 1)
    assert not game.modified_ko


def test_002_ending_a_continuation_stops_again_after_two_passes():
    game = go(stopped(KO), Resume(W), "b pass")
    assert game.phase is Phase.PLAY
    assert go(game, "w pass").phase is Phase.STOPPED


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_002_ending_the_number_of_continuations_is_limited(cap):
    rules = MAKRAI.replace(continuations=cap)
    rounds = chain.from_iterable(repeat((Resume(W), "b pass", "w pass"), cap))
    game = go(stopped(KO, ruleset=rules), *rounds)
    assert game.continuations == cap
    assert reason(game, Resume(B)) is Reason.CONTINUATIONS_USED_UP
    assert reason(game, Resume(W, modified_ko=True)) is Reason.CONTINUATIONS_USED_UP


def test_002_ending_at_the_limit_the_position_is_final_and_scored():
    game = stopped(["XX.", "XX."], ruleset=MAKRAI.replace(continuations=0))
    assert str(go(game, Accept(W), Accept(B)).outcome) == "B+6"


def test_002_ending_scored_when_neither_player_demands_resumption():
    one = go(stopped(["XX.", "XX."]), Accept(B))
    assert (one.phase, one.outcome) == (Phase.STOPPED, None)
    over = go(one, Accept(W))
    assert (over.phase, str(over.outcome), over.outcome.by) == (Phase.OVER, "B+6", "score")
    assert reason(over, Resume(B)) is Reason.GAME_OVER


def test_002_ending_a_demand_prevails_over_an_earlier_acceptance():
    game = go(stopped(["XX.", "XX."]), Accept(B), Resume(W), "b pass", "w pass", Accept(W))
    assert game.phase is Phase.STOPPED


def test_002_ending_only_a_stopped_game_is_continued():
    assert reason(Game.start(MAKRAI, 5), Resume(B)) is Reason.WRONG_PHASE
    assert reason(go(Game.start(MAKRAI, 5), "b pass"), Resume(W)) is Reason.WRONG_PHASE


def test_002_other_rulesets_actions_are_not_in_this_text():
    game = stopped(KO)
    for step in (Claim(B, ("B2",)), Confirm(B), Delay(B), Penalise(B)):
        assert reason(game, step) is Reason.WRONG_PHASE


# Modified ko rules on request: the request


def test_002_modified_ko_is_demanded_with_the_continuation():
    for asker in Color:
        assert go(stopped(KO), Resume(asker, modified_ko=True)).modified_ko


@pytest.mark.parametrize("asker", [B, W])
def test_002_modified_ko_is_demanded_by_either_player_before_the_first_move(asker):
    game = go(stopped(KO), Resume(asker.other), Resume(asker, modified_ko=True))
    assert (game.modified_ko, game.to_play, game.continuations) == (True, B, 1)


@pytest.mark.parametrize("first", ["b A1", "b pass", "b C2"])
def test_002_modified_ko_cannot_be_demanded_after_the_first_move(first):
    game = go(stopped(KO), Resume(W), first)
    assert reason(game, Resume(W, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_modified_ko_is_not_demanded_again_in_a_continuation_that_has_it():
    assert reason(modified(KO), Resume(W, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_modified_ko_is_for_continuations_only():
    assert reason(start(MAKRAI, KO), Resume(B, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_modified_ko_may_be_ignored_by_tournament_rules():
    game = stopped(KO, ruleset=MAKRAI.replace(modified_ko=False))
    assert reason(game, Resume(B, modified_ko=True)) is Reason.WRONG_PHASE
    assert reason(go(game, Resume(B)), Resume(W, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_modified_ko_keeps_the_basic_ko_rule():
    game = go(modified(KO), "b C2")
    assert reason(game, "w B2") is Reason.KO
    assert go(game, "w D3", "b A1", "w B2").board["C2"] is None


# Modified ko rules on request: when a ko may be challenged


TAKEN = ["b C1", "w M3", "b K3"]
"""Black took the ko; White, to move, may retake it at B1."""
RETAKEN = [*TAKEN, "w B1", "b D3", "w H3"]
"""White took it back, without preparation; Black may retake it at C1."""


def test_002_modified_ko_challenge_is_a_turn_that_leaves_the_board():
    before = go(modified(KOS), *TAKEN)
    after = go(before, ChallengeKo(W, "B1"))
    assert (after.board, after.prisoners, after.to_play) == (before.board, before.prisoners, B)
    assert after.turn == before.turn + 1


def test_002_modified_ko_challenge_wrong_phase_in_the_game_before_any_stop():
    assert reason(go(start(MAKRAI, KOS), *TAKEN), ChallengeKo(W, "B1")) is Reason.WRONG_PHASE


def test_002_modified_ko_challenge_wrong_phase_in_a_continuation_without_the_demand():
    game = go(stopped(KOS), Resume(W), *TAKEN)
    assert reason(game, ChallengeKo(W, "B1")) is Reason.WRONG_PHASE


def test_002_modified_ko_challenge_wrong_phase_in_a_stopped_game():
    game = go(modified(KOS), *TAKEN, "w pass", "b pass")
    assert reason(game, ChallengeKo(W, "B1")) is Reason.WRONG_PHASE


def test_002_modified_ko_challenge_only_in_turn():
    game = go(modified(KOS), *TAKEN)
    assert reason(game, ChallengeKo(B, "C1")) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("at", ["A3", "B1", "C1"], ids=["no capture", "occupied", "never taken before"])
def test_002_modified_ko_challenge_not_a_recapture(at):
    assert reason(modified(KOS), ChallengeKo(B, at)) is Reason.NOT_A_RECAPTURE


def test_002_modified_ko_challenge_not_a_recapture_if_taken_before_the_continuation():
    game = go(start(MAKRAI, KOS), "b C1", "w pass", "b pass", Resume(W, modified_ko=True))
    assert reason(game, ChallengeKo(W, "B1")) is Reason.NOT_A_RECAPTURE
    assert isinstance(game.apply(Play(W, "B1")), Game)


def test_002_modified_ko_challenge_not_a_recapture_for_who_captured_himself():
    game = go(modified(KOS), "b C1", "w M3", "b K3", "w F1", "b D3", "w H3")
    assert reason(game, ChallengeKo(B, "C1")) is Reason.NOT_A_RECAPTURE
    assert isinstance(game.apply(ChallengeKo(B, "G1")), Game)


def test_002_modified_ko_challenge_not_a_recapture_if_more_would_be_captured():
    game = go(modified(KOS), *TAKEN, "w B1", "b D2", "w H3")
    assert reason(game, ChallengeKo(B, "C1")) is Reason.NOT_A_RECAPTURE
    assert go(game, "b C1").prisoners[B] == 3


def test_002_modified_ko_challenge_ko_directly_after_the_opponents_capture():
    game = go(modified(KOS), "b C1")
    assert reason(game, ChallengeKo(W, "B1")) is Reason.KO
    assert isinstance(go(game, "w M3", "b K3").apply(ChallengeKo(W, "B1")), Game)


def test_002_modified_ko_challenge_already_prepared():
    game = go(modified(KOS), *TAKEN, ChallengeKo(W, "B1"), "b D3")
    assert reason(game, ChallengeKo(W, "B1")) is Reason.ALREADY_PREPARED
    assert isinstance(game.apply(Play(W, "B1")), Game)


def test_002_modified_ko_challenge_is_per_ko_and_per_player():
    game = go(modified(KOS), "b L1", "w F1", "b C1", ChallengeKo(W, "K1"), ChallengeKo(B, "G1"))
    assert isinstance(game.apply(ChallengeKo(W, "B1")), Game)
    assert reason(game, ChallengeKo(W, "K1")) is Reason.ALREADY_PREPARED


def locked():
    """Black's recapture at C1 was prepared: White is locked out of B1, with one more move of both since."""
    return go(modified(KOS), *RETAKEN, ChallengeKo(B, "C1"), "w G3", "b C1", "w F3", "b E3")


def test_002_modified_ko_challenge_locked_ko():
    assert reason(locked(), ChallengeKo(W, "B1")) is Reason.LOCKED_KO


# Modified ko rules on request: what a challenge is not


def test_002_modified_ko_challenge_is_no_regular_pass_for_a_stop():
    game = go(modified(KOS), *TAKEN, "w H3", "b pass", ChallengeKo(W, "B1"))
    assert game.phase is Phase.PLAY
    assert go(game, "b pass").phase is Phase.PLAY
    assert go(game, "b pass", "w pass").phase is Phase.STOPPED


def test_002_modified_ko_two_challenges_do_not_stop_the_game():
    game = go(modified(KOS), "b L1", "w F1", "b C1", ChallengeKo(W, "K1"), ChallengeKo(B, "G1"))
    assert (game.phase, game.passes) == (Phase.PLAY, 0)


def test_002_modified_ko_challenge_of_the_opponent_does_not_clear_a_lock():
    game = go(locked(), "w F1", "b J3", "w A3", ChallengeKo(B, "G1"))
    assert reason(game, "w B1") is Reason.LOCKED_KO


def test_002_modified_ko_challenge_of_the_locked_player_does_not_clear_a_lock():
    game = go(locked(), "w A3", "b L1", "w B3", "b J3", ChallengeKo(W, "K1"), "b E2")
    assert reason(game, "w B1") is Reason.LOCKED_KO


def test_002_modified_ko_challenges_end_the_protection_of_the_basic_ko():
    taken = go(modified(KOS), "b L1", "w F1", "b C1")
    assert reason(taken, "w B1") is Reason.KO
    game = go(taken, ChallengeKo(W, "K1"), ChallengeKo(B, "G1"))
    assert go(game, "w B1").board["C1"] is None


# Modified ko rules on request: locks


def test_002_modified_ko_prepared_recapture_locks_the_opponent_out():
    assert reason(locked(), "w B1") is Reason.LOCKED_KO
    assert locked().legal_points(W)["B1"].reason is Reason.LOCKED_KO


def test_002_modified_ko_recapture_without_preparation_locks_nobody():
    game = go(modified(KOS), *RETAKEN)
    assert go(game, "b C1", "w G3", "b E3", "w B1").board["C1"] is None


def test_002_modified_ko_first_capture_in_a_ko_locks_nobody():
    assert go(modified(KOS), *TAKEN, "w B1").board["C1"] is None


def test_002_modified_ko_opponent_may_use_the_challenge_to_win_the_ko():
    game = go(modified(KOS), *TAKEN, ChallengeKo(W, "B1"), "b B1")
    assert game.board["B1"] is B
    assert reason(game, "w C1") is Reason.OCCUPIED


@pytest.mark.parametrize("clearing", [["w pass", "b J3"], ["w A3", "b pass"]], ids=["own", "opponent's"])
def test_002_modified_ko_lock_is_cleared_by_a_regular_pass_of_either_player(clearing):
    game = go(locked(), *clearing)
    assert isinstance(game.apply(ChallengeKo(W, "B1")), Game)
    assert go(game, "w B1").board["C1"] is None


def test_002_modified_ko_one_regular_pass_clears_all_locks():
    both = go(modified(KOS), "b L1", "w F1", "b C1", "w M3", "b K3", ChallengeKo(W, "K1"))
    both = go(both, ChallengeKo(B, "G1"), "w K1", "b G1", "w H3", "b D3")
    assert reason(both, "w F1") is Reason.LOCKED_KO
    assert reason(go(both, "w E3"), "b L1") is Reason.LOCKED_KO
    assert go(both, "w pass", "b L1").board["K1"] is None
    assert go(both, "w pass", "b J3", "w F1").board["G1"] is None


def test_002_modified_ko_lock_is_of_one_ko():
    assert go(locked(), "w F1").board["G1"] is None


def test_002_modified_ko_lock_forbids_ko_captures_only():
    game = go(locked(), "w A2", "b J3")
    after = go(game, "w B1")
    assert (after.board["A1"], after.board["C1"]) == (None, None)
    assert after.prisoners[W] == game.prisoners[W] + 2


def test_002_modified_ko_preparation_outlives_regular_passes():
    game = go(modified(KOS), *TAKEN, ChallengeKo(W, "B1"), "b pass", "w H3", "b D3", "w B1", "b E3", "w G3")
    assert reason(game, "b C1") is Reason.LOCKED_KO


def test_002_modified_ko_preparation_is_used_up_by_the_recapture():
    game = go(modified(KOS), *TAKEN, ChallengeKo(W, "B1"), "b D3", "w B1", "b pass", "w H3", "b C1")
    game = go(game, "w G3", "b E3", "w B1", "b J3", "w F3")
    assert go(game, "b C1").board["B1"] is None


def test_002_modified_ko_is_in_force_for_one_continuation():
    plain = go(locked(), "w pass", "b pass", Resume(B))
    assert (plain.modified_ko, reason(plain, ChallengeKo(W, "B1"))) == (False, Reason.WRONG_PHASE)
    assert go(plain, "w B1").board["C1"] is None


def test_002_modified_ko_captures_of_an_earlier_continuation_do_not_count():
    again = go(locked(), "w pass", "b pass", Resume(B, modified_ko=True))
    assert reason(again, ChallengeKo(W, "B1")) is Reason.NOT_A_RECAPTURE


def test_002_modified_ko_preparation_of_an_earlier_continuation_does_not_count():
    game = go(modified(KOS), *TAKEN, ChallengeKo(W, "B1"), "b pass", "w pass", Resume(W, modified_ko=True))
    game = go(game, "b D3", "w B1", "b E3", "w H3")
    assert go(game, "b C1").board["B1"] is None


# Modified ko rules on request: the same ko


# Around the ko B1/C1 stand A1, B2, C2 and D1. Black takes D1 by D2; White, with D3 and F1, then plays E2, and
# D1 again, which takes D2 and E1: every neighbour of the ko is as it was, but not unchanged in the meantime.
SAME = [
    "......",
    "......",
    ".XO...",
    "XO.OX.",
]
D1_AWAY = ["b D2", "w E2", "b A3"]
D1_AGAIN = ["w D1", "b B3"]


def test_002_same_ko_moves_beside_its_neighbours_forget_nothing():
    game = go(modified(SAME), "b C1", "w F1", "b A2", "w D2", "b A3", "w C3", "b B3")
    assert isinstance(game.apply(ChallengeKo(W, "B1")), Game)


def test_002_same_ko_any_change_next_to_it_forgets_a_lock():
    game = go(modified(SAME), "b C1", "w F1", "b A4", "w B1", "b B4", "w F4", ChallengeKo(B, "C1"), "w E4")
    game = go(game, "b C1", "w D3", "b C4")
    assert reason(game, "w B1") is Reason.LOCKED_KO
    away = go(game, "w F3", *D1_AWAY)
    assert away.board["D1"] is None
    again = go(away, *D1_AGAIN)
    assert {at: again.board[at] for at in ("A1", "B2", "C2", "D1")} == {"A1": B, "B2": B, "C2": W, "D1": W}
    assert go(again, "w B1").board["C1"] is None


def test_002_same_ko_any_change_next_to_it_forgets_captures():
    game = go(modified(SAME), "b C1", "w F1", "b A4", "w D3", "b C4")
    assert isinstance(game.apply(ChallengeKo(W, "B1")), Game)
    again = go(game, "w F4", *D1_AWAY, *D1_AGAIN)
    assert reason(again, ChallengeKo(W, "B1")) is Reason.NOT_A_RECAPTURE


def test_002_same_ko_any_change_next_to_it_forgets_captures_whoever_was_first():
    game = go(modified([*SAME[:3], "X.XOX."], W), "w B1", "b A4", "w F1", "b C1", "w D3", "b C4")
    assert isinstance(game.apply(ChallengeKo(W, "B1")), Game)
    again = go(game, "w F4", *D1_AWAY, *D1_AGAIN)
    assert reason(again, ChallengeKo(W, "B1")) is Reason.NOT_A_RECAPTURE


def test_002_same_ko_any_change_next_to_it_forgets_a_preparation():
    game = go(modified(SAME), "b C1", "w F1", "b A4", "w D3", "b C4", ChallengeKo(W, "B1"))
    again = go(game, *D1_AWAY, *D1_AGAIN, "w B1", "b B4", "w F4")
    assert go(again, "b C1").board["B1"] is None


# Modified ko rules on request: moonshine life


def stopped_moonshine():
    """Black has taken the corner ko, and both passed: White asks for the continuation and moves first."""
    return go(start(MAKRAI, MOONSHINE), "b A4", "w pass", "b pass")


ROUND = ["w H4", "b F1", "w A3", "b H3", "w E1", "b A4"]


def test_002_moonshine_life_without_modified_ko_the_same_cycle_repeats():
    game = go(stopped_moonshine(), Resume(W))
    one = go(game, *ROUND)
    assert (one.board, one.to_play) == (game.board, W)
    assert {color: one.prisoners[color] - game.prisoners[color] for color in Color} == {B: 3, W: 3}
    assert go(one, *ROUND, *ROUND).board == game.board
    assert reason(one, ChallengeKo(W, "A3")) is Reason.WRONG_PHASE


def test_002_moonshine_life_without_modified_ko_taking_it_loses_the_seki():
    threatened = go(stopped_moonshine(), Resume(W), "w H4", "b F1", "w A3", "b H3")
    game = go(threatened, "w A1", "b H1")
    assert game.prisoners[B] == threatened.prisoners[B] + 5


DEFENCES = {
    "takes both kos": ["b F1", "w H4", "b pass", "w A3", "b H3", "w E1", "b pass"],
    "passes for E1": [ChallengeKo(B, "F1"), "w A3", "b F1", "w H4", "b pass"],
    "passes": ["b pass", "w A3", "b pass"],
}


@pytest.mark.parametrize("defence", DEFENCES.values(), ids=DEFENCES)
def test_002_moonshine_life_is_captured_with_modified_ko(defence):
    game = go(
        stopped_moonshine(), Resume(W, modified_ko=True), "w A3", "b F1", "w H4", "b A4", "w E1", "b H3"
    )
    game = go(game, ChallengeKo(W, "A3"), *defence)
    after = go(game, "w A1")
    assert [after.board[at] for at in ("A2", "B1", "B2", "B3")] == [None] * 4
    assert after.prisoners[W] == game.prisoners[W] + 4
    assert isinstance(after.apply(Play(B, "F2")), Illegal)


# What is sensible here: captures and connections in the kos, last liberties, any challenge; Black may pass.
SENSIBLE: dict[Color, list[Action]] = {
    B: [
        Pass(B),
        *(Play(B, at) for at in ("A4", "F1", "H3", "E1", "H4", "H1")),
        *(ChallengeKo(B, at) for at in ("A4", "F1", "H3")),
    ],
    W: [
        *(Play(W, at) for at in ("A3", "E1", "H4", "H6", "A1")),
        *(ChallengeKo(W, at) for at in ("A3", "E1", "H4")),
    ],
}


def situation(game):
    basic = game.memory.ko
    return game.board, game.to_play, game.passes, basic and basic[:2], frozenset(game.kos)


def reached(game):
    """Whether White has his way: the corner or the whole seki; None while that is open."""
    if game.board["F2"] is None:
        return False
    if game.board["D2"] is None:
        return True
    if game.board["B2"] is None:
        return all(after.board["F2"] is W for after in answers(game))
    return None


def answers(game):
    tried = map(game.apply, SENSIBLE[game.to_play])
    return [after for after in tried if isinstance(after, Game)]


def explored(game):
    """Every situation that sensible moves lead to: whether White has his way, who moves, what may follow."""
    found, open_ones = {}, [game]
    while open_ones:
        here = open_ones.pop()
        if situation(here) not in found:
            ended = reached(here)
            after = [] if ended is not None else answers(here)
            found[situation(here)] = ended, here.to_play, [situation(then) for then in after]
            open_ones += after
    return found


def forced(found):
    """The situations in which White has his way in a finite number of moves, whatever Black does."""
    won, more = set(), {at for at, (ended, _, _) in found.items() if ended}
    while more:
        won |= more
        more = {
            at
            for at, (ended, mover, after) in found.items()
            if ended is None and at not in won and (any if mover is W else all)(then in won for then in after)
        }
    return won


@pytest.mark.parametrize("modified_ko", [False, True])
def test_002_moonshine_life_is_captured_by_force_under_modified_ko_and_only_then(modified_ko):
    game = go(stopped_moonshine(), Resume(W, modified_ko=modified_ko))
    assert (situation(game) in forced(explored(game))) is modified_ko


# The end of the game: a draw, a resignation


def test_002_triple_ko_at_the_third_occurrence_the_player_to_move_may_claim_a_draw():
    twice = go(start(MAKRAI, KOS), *TRIPLE_KO)
    assert reason(twice, DeclareDraw(B)) is Reason.NO_DRAW_RIGHT
    thrice = go(twice, *TRIPLE_KO)
    assert thrice.prisoners == {B: 6, W: 6}
    assert reason(thrice, DeclareDraw(W)) is Reason.NOT_YOUR_TURN
    over = go(thrice, DeclareDraw(B))
    assert (over.phase, str(over.outcome), over.outcome.by) == (Phase.OVER, "0", "claimed draw")


def test_002_triple_ko_the_right_is_of_the_player_to_move_while_the_cycle_goes_on():
    game = go(start(MAKRAI, KOS), *TRIPLE_KO, *TRIPLE_KO, "b C1")
    assert reason(game, DeclareDraw(B)) is Reason.NOT_YOUR_TURN
    assert go(game, DeclareDraw(W)).outcome.by == "claimed draw"
    assert reason(go(game, "w A3"), DeclareDraw(B)) is Reason.NO_DRAW_RIGHT


def test_002_triple_ko_the_same_board_with_the_other_player_to_move_does_not_count():
    game = go(start(MAKRAI, KOS), *TRIPLE_KO, *TRIPLE_KO, "b pass")
    assert reason(game, DeclareDraw(W)) is Reason.NO_DRAW_RIGHT


def test_002_moonshine_cycle_may_be_claimed_a_draw():
    game = go(stopped_moonshine(), Resume(W), *ROUND)
    assert reason(game, DeclareDraw(W)) is Reason.NO_DRAW_RIGHT
    assert go(game, *ROUND, DeclareDraw(W)).outcome.by == "claimed draw"


def test_002_send_two_return_one_never_gives_a_right_to_a_draw():
    game = start(MAKRAI, SEND_TWO, W)
    boards = []
    for _ in range(11):
        for step in RETURN_ONE:
            assert reason(game, DeclareDraw(game.to_play)) is Reason.NO_DRAW_RIGHT
            game = go(game, step)
        boards.append((game.board, game.to_play))
    assert len(set(boards)) == 1
    assert game.prisoners == {B: 22, W: 11}


@pytest.mark.parametrize("steps", [[], ["b C2"], ["b pass", "w pass"]])
def test_002_end_a_draw_by_agreement(steps):
    over = go(start(MAKRAI, KO), *steps, AgreeDraw())
    assert (over.phase, str(over.outcome), over.outcome.by) == (Phase.OVER, "0", "agreed draw")


@pytest.mark.parametrize("steps", [[], ["b C2"], ["b pass", "w pass"]])
def test_002_end_by_resignation_of_either_player(steps):
    game = go(start(MAKRAI, KO), *steps)
    assert str(go(game, Resign(W)).outcome) == "B+R"
    assert str(go(game, Resign(B)).outcome) == "W+R"


# Life and death, the score


# A2 stands in Black's area.
DEAD = [
    ".XXO.",
    "O.XO.",
    "..XO.",
]


def owners(score):
    return "".join(str(owner or ".") for owner in score.owners.values())


def test_002_score_is_live_stones_and_territory():
    game = stopped([".XO..", "XXOO.", "X.XO."])
    over = go(game, AgreeDead(()))
    score = over.score()
    assert owners(score) == "bbbwwbbwwwbbwww"
    assert (score.black.stones, score.black.territory, score.black.total) == (5, 2, 7)
    assert (score.white.stones, score.white.territory, score.white.total) == (4, 4, 8)
    assert str(over.outcome) == "W+1"


def test_002_score_prisoners_do_not_count():
    game = go(start(MAKRAI, KO), "b C2", "w pass", "b pass", AgreeDead(()))
    assert game.prisoners == {B: 1, W: 0}
    assert str(game.outcome) == "B+2"


def test_002_score_a_point_adjacent_to_both_counts_for_nobody():
    score = go(stopped(["X.O", "X.O"]), AgreeDead(())).score()
    assert owners(score) == "b.wb.w"
    assert score.margin == 0


def test_002_score_an_empty_board_is_surrounded_by_nobody():
    assert owners(go(stopped(["..", ".."]), AgreeDead(())).score()) == "...."


def test_002_score_komi_is_added_to_white():
    over = go(stopped(["XX."], ruleset=MAKRAI.replace(komi=3.5)), AgreeDead(()))
    assert str(over.outcome) == "W+0.5"


def test_002_life_and_death_what_both_consider_capturable_is_dead():
    over = go(stopped(DEAD), MarkDead(B, ("A2",)), MarkDead(W, ("A2",)), Accept(B), Accept(W))
    assert owners(over.score()) == "bbbww" * 3
    assert str(over.outcome) == "B+3"
    assert str(go(stopped(DEAD), AgreeDead(("A2",))).outcome) == "B+3"


@pytest.mark.parametrize("marker", [B, W])
def test_002_life_and_death_disputed_stones_are_alive(marker):
    over = go(stopped(DEAD), MarkDead(marker, ("A2",)), MarkDead(marker.other), Accept(W), Accept(B))
    assert str(over.outcome) == "W+3"


def test_002_life_and_death_stones_nobody_speaks_of_are_alive():
    assert str(go(stopped(DEAD), Accept(W), Accept(B)).outcome) == "W+3"


def test_002_life_and_death_is_of_whole_strings():
    whole = go(stopped(["OO.X", "XXXX"]), AgreeDead(("A2",)))
    assert whole.score().white.dead == 2
    assert str(whole.outcome) == "B+8"


def test_002_life_and_death_players_may_change_their_minds():
    game = go(stopped(DEAD), MarkDead(W, ("A2",)), MarkDead(B, ("A2",)), MarkDead(W))
    assert str(go(game, Accept(W), Accept(B)).outcome) == "W+3"


def test_002_life_and_death_stones_that_were_marked_are_alive_again_in_a_continuation():
    game = go(stopped(DEAD), MarkDead(B, ("A2",)), MarkDead(W, ("A2",)), Resume(W), "b pass", "w pass")
    assert str(go(game, Accept(W), Accept(B)).outcome) == "W+3"


def test_002_score_points_beside_ones_own_dead_stone_are_not_surrounded():
    score = go(stopped(["X.X.O"]), AgreeDead(("C1",))).score()
    assert owners(score) == "b...w"


def test_002_score_an_own_dead_stone_is_no_territory():
    score = go(stopped(["X.X"]), AgreeDead(("C1",))).score()
    assert owners(score) == "b.."


def test_002_score_a_dead_stone_in_neither_territory_counts_for_nobody():
    score = go(stopped(["X.X.O"]), AgreeDead(("C1",))).score()
    assert (score.black.total, score.white.total) == (1, 1)
