"""The one example that Makrai 1.5 (002) keeps in its text: capturing moonshine life in twenty moves.

The author's diagram is lost. The board below is ours; every move and every remark of the text holds on it.

| remark of the text | test |
|---|---|
| 2 the corner ko capture is not legal now | `move_2` |
| 2 could also make a meaningless play or capture in the double ko | `move_2_alternatives` |
| 3 the game stops but White requests continuation | `move_3` |
| 4 trying it directly first | `move_4` |
| 8 again the corner ko is not legal, White better avoids the stop | `move_8` |
| 10 legal now | `move_10` |
| 11 trying to mess things up, 12 just to be on the safe side | `moves_11_and_12`; wisdom is no rule |
| 13, 14, 16 locking | `move_13`, `move_14`, `move_16` |
| 15 no legal ko captures, therefore no legal pass for lock either | `move_15` |
| 17 trying another lock is no better | `move_17`, `move_17_another_lock` |
| 19 no other move | `move_19` |
| 20 captures moonshine life | `move_20` |
"""

import pytest

from rules import RULESETS, Accept, ChallengeKo, Color, Game, Illegal, Phase, Play, Reason, Resume
from tests.rules.records import action, start

B, W = Color
MAKRAI = RULESETS["makrai"].replace(komi=0)
BOARD = [
    ".OOOOOOOX.",
    "OOOOOOOOXX",
    "OOO.OOOOXX",
    ".OOOOOOXX.",
    "OXOOOOXXOX",
    "XXO.OXXOOO",
    ".XOOOXO.O.",
]
CONTINUED = Resume(W, modified_ko=True)
MOVES = [
    "b A4",
    "w pass",
    "b pass",
    "w A3",
    "b H1",
    "w K4",
    "b A4",
    "w G1",
    "b K3",
    ChallengeKo(W, "A3"),
    ChallengeKo(B, "H1"),
    ChallengeKo(W, "K4"),
    "b H1",
    "w K4",
    "b pass",
    "w A3",
    "b K3",
    "w G1",
    "b pass",
    "w A1",
]

# What each capturing move takes, read off the board.
CAPTURES = {
    1: ["A3"],
    4: ["A4"],
    5: ["G1"],
    6: ["K3"],
    7: ["A3"],
    8: ["H1"],
    9: ["K4"],
    13: ["G1"],
    14: ["K3"],
    16: ["A4"],
    17: ["K4"],
    18: ["H1"],
    20: ["A2", "B1", "B2", "B3"],
}
KOS_OF_BLACK = ["A4", "H1", "K3"]

# Moves that change nothing about the kos: a black suicide, and a white stone in an eye.
ELSEWHERE = ["b D5", "w A7"]


def go(game, *steps):
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def after(number):
    """The game after that many moves; White's request stands between the third and the fourth."""
    steps = [*MOVES[:3], CONTINUED, *MOVES[3:]]
    return go(start(MAKRAI, BOARD), *steps[: number if number < 3 else number + 1])


def refused(game, step):
    answer = game.apply(step)
    return answer.reason if isinstance(answer, Illegal) else None


def whose(number):
    return B if number % 2 else W


@pytest.mark.parametrize("number", range(1, 21))
def test_002_example_each_move_captures_what_the_diagram_shows(number):
    game, then = after(number - 1), after(number)
    taken = CAPTURES.get(number, [])
    gone = [at for at in game.board if game.board[at] is whose(number).other and then.board[at] is None]
    assert sorted(gone) == taken
    assert then.prisoners[whose(number)] == game.prisoners[whose(number)] + len(taken)


@pytest.mark.parametrize("number", list(CAPTURES)[:-1])
def test_002_example_each_capture_before_the_last_is_in_a_ko_and_not_retaken_at_once(number):
    back = CAPTURES[number][0]
    assert refused(after(number), Play(whose(number).other, back)) in (Reason.KO, Reason.LOCKED_KO)


def test_002_example_move_2_the_corner_ko_capture_is_not_legal_now():
    assert refused(after(1), Play(W, "A3")) is Reason.KO


@pytest.mark.parametrize("at", ["A7", "D2", "K4"])
def test_002_example_move_2_alternatives_a_meaningless_play_or_a_capture_in_the_double_ko(at):
    assert refused(after(1), Play(W, at)) is None


def test_002_example_move_3_the_game_stops_and_white_requests_continuation():
    stopped = go(start(MAKRAI, BOARD), *MOVES[:3])
    assert stopped.phase is Phase.STOPPED
    game = go(stopped, CONTINUED)
    assert (game.phase, game.to_play, game.modified_ko) == (Phase.PLAY, W, True)


def test_002_example_move_4_trying_it_directly_locks_nobody():
    assert refused(after(3), ChallengeKo(W, "A3")) is Reason.NOT_A_RECAPTURE
    assert refused(after(6), Play(B, "A4")) is None


def test_002_example_move_8_again_the_corner_ko_is_not_legal():
    assert refused(after(7), Play(W, "A3")) is Reason.KO
    assert refused(after(7), ChallengeKo(W, "A3")) is Reason.KO


def test_002_example_move_8_a_pass_would_allow_black_to_stop_the_game():
    assert go(after(7), "w pass", "b pass").phase is Phase.STOPPED


def test_002_example_move_10_the_pass_for_the_corner_ko_is_legal_now():
    assert refused(after(9), ChallengeKo(W, "A3")) is None
    assert refused(after(9), Play(W, "A3")) is None
    assert refused(after(9), ChallengeKo(W, "K4")) is Reason.KO


def test_002_example_moves_11_and_12_no_pass_for_a_ko_stops_the_game():
    for number in (10, 11, 12):
        assert (after(number).phase, after(number).passes) == (Phase.PLAY, 0)
        assert after(number).board == after(9).board


def test_002_example_move_12_nothing_is_prepared_twice():
    assert refused(after(11), ChallengeKo(W, "A3")) is Reason.ALREADY_PREPARED
    assert refused(after(12), ChallengeKo(B, "H1")) is Reason.ALREADY_PREPARED


def test_002_example_move_13_locks_g1():
    game = go(after(14), "b D5")
    assert refused(game, Play(W, "G1")) is Reason.LOCKED_KO
    assert refused(game, ChallengeKo(W, "G1")) is Reason.LOCKED_KO


def test_002_example_move_14_locks_k4s_ko():
    game = go(after(14), *ELSEWHERE)
    assert refused(game, Play(B, "K3")) is Reason.LOCKED_KO
    assert refused(game, ChallengeKo(B, "K3")) is Reason.LOCKED_KO


def test_002_example_move_15_black_has_no_legal_ko_capture_and_no_pass_for_one():
    game = after(14)
    for at in KOS_OF_BLACK:
        assert refused(game, Play(B, at)) is not None
        assert refused(game, ChallengeKo(B, at)) is not None
    assert refused(game, Play(B, "K3")) in (Reason.KO, Reason.LOCKED_KO)


def test_002_example_move_15_is_a_regular_pass_that_clears_both_locks():
    game = after(15)
    assert (game.phase, game.passes) == (Phase.PLAY, 1)
    assert refused(game, Play(W, "G1")) is None
    assert refused(go(game, "w A7"), Play(B, "K3")) is None


def test_002_example_move_16_locks_the_corner():
    game = go(after(16), *ELSEWHERE)
    assert refused(game, Play(B, "A4")) is Reason.LOCKED_KO
    assert refused(game, ChallengeKo(B, "A4")) is Reason.LOCKED_KO


def test_002_example_move_17_takes_the_ko_whose_lock_was_cleared_and_threatens():
    game = after(17)
    assert refused(game, Play(W, "K4")) is Reason.KO
    threat = go(game, "w A1", "b K1")
    assert threat.prisoners[B] == game.prisoners[B] + 5


def test_002_example_move_17_another_lock_is_possible_and_no_better():
    game = go(after(16), ChallengeKo(B, "K3"), "w A1")
    assert game.prisoners[W] == after(16).prisoners[W] + 4
    assert go(game, "b K3", "w G1").board["H1"] is None


def test_002_example_move_18_is_no_prepared_recapture():
    assert refused(go(after(18), *ELSEWHERE), Play(B, "H1")) is None


def test_002_example_move_19_black_has_no_other_move_than_a_pass():
    game = after(18)
    assert refused(game, Play(B, "A4")) is Reason.LOCKED_KO
    assert refused(game, Play(B, "H1")) is Reason.KO
    for at in KOS_OF_BLACK:
        assert refused(game, ChallengeKo(B, at)) is not None


def test_002_example_move_20_captures_moonshine_life():
    assert after(20).board.to_diagram() == [
        ".OOOOOOOX.",
        "OOOOOOOOXX",
        "OOO.OOOOXX",
        ".OOOOOOXX.",
        "O.OOOOXXOX",
        "..O.OXXOOO",
        "O.OOOXO.O.",
    ]
    assert after(20).prisoners == {B: 6, W: 10}


def test_002_example_the_captured_corner_is_whites_area():
    over = go(after(20), "b pass", "w pass", Accept(B), Accept(W))
    assert str(over.outcome) == "W+40"


def test_002_example_without_the_request_no_pass_for_a_ko_is_possible():
    game = go(start(MAKRAI, BOARD), *MOVES[:3], Resume(W), *MOVES[3:9])
    assert refused(game, ChallengeKo(W, "A3")) is Reason.WRONG_PHASE
