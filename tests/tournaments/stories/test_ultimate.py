"""Ultimate Go (004): a right to a draw that the opponent denies, and a player without a legal move.

```
   A B C D E     Table 1, after turn 8. Black gave his ultimate prisoner back at turn 3, White his at turn 6,
 5 . . . . .     second: Black may declare a draw on any later turn of his.
 4 . X . O .
 3 . . X . .     Table 2, after turn 23: both ultimate prisoners are gone, and Black played E4. On each of the
 2 . O O X .     empty points a white stone would have no liberty, White's bowl is empty, and only Black has a
 1 . . . . .     right to a draw: White has no move left.

   A B C D E
 5 X X X . O
 4 . X . X X
 3 X . X O O
 2 X X O O O
 1 . X O O .
```
"""

import pytest

from tests.tournaments.stories.hall import Hall

pytestmark = pytest.mark.django_db
PLAYED = ["b C3", "w B2", "b ultimate_delay", "w D4", "b B4", "w ultimate_delay", "b D2", "w C2"]
PRISONERS_GIVEN = ["b ultimate_delay", "w ultimate_delay"]
FILLED = "C5 C4 B5 A1 B1 D3 A2 E3 D4 E2 A3 C1 B4 E5 C3 D1 B2 D2 A5 C2 E4"
STUCK = [*PRISONERS_GIVEN, *(f"{'bw'[turn % 2]} {at}" for turn, at in enumerate(FILLED.split()))]
END = "Ultimate Go rule 9: nothing but a resignation, a draw or the lack of a move ends the game"
DRAW = (
    "Ultimate Go rule 8: the player who returned the ultimate prisoner second gives the other the right to a "
    "draw"
)

# Anna and Bert (1 dan) begin with 30 points, Cleo and Dirk (1 kyu) with 29; while nothing counts, no round
# does. Then Anna and Bert have half a point each, and share a place; Cleo has one. Place, name, MMS, SOSM,
# SOSOSM.
BEFORE = ["1 Anna 30 0 0", "1 Bert 30 0 0", "3 Cleo 29 0 0", "3 Dirk 29 0 0"]
AFTER = ["1 Anna 30.5 30.5 30.5", "1 Bert 30.5 30.5 30.5", "3 Cleo 30 29 30", "4 Dirk 29 30 29"]


def test_claims_a_draw_against_denial_and_handles_a_player_without_moves():
    hall = Hall("ultimate", 5, komi=0)
    game, other = hall.pair(1, "anna bert", "cleo dirk")
    assert hall.play(game, *PLAYED)["phase"] == "play"
    assert hall.play(other, *STUCK)["outcome"] == "B+R"
    for name, own, result in (
        ("anna", game, "jigo"),
        ("bert", game, "white"),
        ("cleo", other, "black"),
        ("dirk", other, "jigo"),
    ):
        hall.report(name, own, result)
    assert hall.queue() == [(1, 1, "disputed", True), (1, 2, "disputed", True)]
    assert hall.standings() == BEFORE

    # Anna declared the draw, Bert would not hear of it and says that she has given up.
    claim = hall.claim("anna", game, "wrong_result", result="0", text="I have a right to a draw.")
    says = "The record breaks off after turn 8, before the end of the game."
    assert hall.finding(claim) == ("undecidable", says, None, None, ["end_of_record"])
    right = hall.claim("anna", game, "repetition")
    verdict, _, clause, follows, _ = hall.finding(right)
    assert (verdict, clause, follows) == ("proved", DRAW, "0")
    assert hall.play_out(claim, hall.begin("anna", claim), "b declare_draw")["outcome"] == "0"
    proved = ("proved", "Played out for 1 turn, it is 0 (declared draw).", DRAW, "0", [])
    assert hall.finding(claim) == proved

    # Bert has no such right, nothing to give back, and there is no pass.
    before_his_move = hall.begin("bert", claim, turn=7)
    assert hall.cannot("bert", claim, before_his_move, "w declare_draw") == ("no_draw_right", DRAW)
    assert hall.cannot("bert", claim, before_his_move, "w ultimate_delay")[0] == "nothing_to_return"
    assert hall.cannot("bert", claim, before_his_move, "w delay")[0] == "nothing_to_return"
    assert hall.cannot("bert", claim, before_his_move, "w pass")[0] == "pass_not_allowed"
    assert hall.finding(claim) == proved

    # Dirk says that nobody resigned. But who has neither move nor draw must.
    stuck = hall.claim("dirk", other, "wrong_result", result="0")
    says = "The record proves B+R (no move left), not 0."
    assert hall.finding(stuck) == ("refuted", says, END, "B+R", [])
    trial = hall.begin("dirk", stuck, turn=22)
    hall.play_out(stuck, trial, "b E4")
    assert hall.cannot("dirk", stuck, trial, "w D5")[0] == "nothing_to_play"

    assert hall.rule("referee", claim, "upheld", "Rule 8.", result="jigo", score="0") == "ruled"
    assert hall.rule("referee", right, "upheld", "Rule 8.") == "ruled"
    assert hall.rule("referee", stuck, "denied", "Rule 9.", result="black", score="B+R") == "ruled"
    assert hall.result(game) == ("jigo", "decided", "0")
    assert hall.result(other) == ("black", "decided", "B+R")
    assert hall.standings() == AFTER
    assert hall.queue() == []

    assert hall.receipts_say()[-9:] == [
        *["claim.sequence-begun", "claim.sequence-acted", "claim.sequence-begun"],
        *["claim.made", "claim.sequence-begun", "claim.sequence-acted"],
        *["claim.ruled"] * 3,
    ]
