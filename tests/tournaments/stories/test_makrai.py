"""Makrai 1.5 (002), area: a continuation, and moonshine life with and without modified ko.

```
   A B C D E F G H
 8 O X X X X X X X      Black A4 takes the ko, two passes stop the game. White says that the corner
 7 O O X X X X X X      (A2 B1 B2 B3, and A4) can be captured; Black lives on the ko A3/A4 as long as he
 6 . O O O O O X .      finds threats in the double ko E1/F1, H3/H4.
 5 O O . O O O X X
 4 . O O O O X X .      Komi 0.5, area score. With the corner alive, after A4:
 3 O X O O X X O X      Black 29 stones + H6 H4 A3 A1 = 33, White 27 + A6 C5 F1 H1 + 0.5 = 31.5: B+1.5
 2 X X O X X O O O
 1 . X O X O . O .
```
"""

import pytest

from tests.tournaments.reaching import record_to
from tests.tournaments.stories.hall import Hall

pytestmark = pytest.mark.django_db
ROWS = ["OXXXXXXX", "OOXXXXXX", ".OOOOOX.", "OO.OOOXX", ".OOOOXX.", "OXOOXXOX", "XXOXXOOO", ".XOXO.O."]
STOPPED = ["b A4", "w pass", "b pass"]
CLAUSE = "Makrai 1.5 Life and death: both agree which strings are dead, and the game ends"
KOS = ["w A3", "b F1", "w H4", "b A4", "w E1", "b H3"]


# Anna and Bert (1 dan) begin with 30 points, Cleo and Dirk (1 kyu) with 29. Place, name, MMS, SOSM, SOSOSM.
BEFORE = ["1 Anna 30 30 30", "1 Bert 30 30 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29"]


def disputed(ruleset):
    """Black says that the corner lives, White that it does not. Cleo has beaten Dirk."""
    hall = Hall(ruleset, 8)
    game, other = hall.pair(1, "anna bert", "cleo dirk")
    hall.report("cleo", other, "black")
    assert hall.report("dirk", other, "black") == "confirmed"
    assert hall.record("referee", game, record_to(ROWS))["has_record"]
    assert hall.play(game, *STOPPED)["phase"] == "stopped"
    hall.report("anna", game, "black")
    assert hall.report("bert", game, "white") == "disputed"
    assert hall.queue() == [(1, 1, "disputed", True)]
    assert hall.standings() == BEFORE
    claim = hall.claim(
        "bert", game, "strings", points=["A2", "A4"], text="Moonshine life.", sgf=record_to(ROWS)
    )
    verdict, says, clause, _, missing = hall.finding(claim)
    assert (verdict, clause, missing) == ("undecidable", CLAUSE, ["agreement", "resumption"])
    assert says == "The status of A2 A4 was not settled. If dead, the score is W+12.5; if alive, B+1.5."
    return hall, game, claim


def test_corner_is_captured_by_challenges_with_modified_ko():
    hall, game, claim = disputed("makrai")
    number = hall.begin("bert", claim)
    continued = {"do": "resume", "colour": "white", "modified_ko": True}
    position = hall.play_out(claim, number, continued, *KOS)
    assert position["rows"][4:6] == ["XOOOOXX.", ".XOOXXOX"]
    assert [ko["points"] for ko in position["kos"]] == [["A3", "A4"], ["E1", "F1"], ["H3", "H4"]]

    # White passes for the very ko at A3. Black takes both other kos back; White answers, and the prepared
    # recapture at A3 then locks Black out of the corner's ko until somebody passes.
    hall.play_out(claim, number, "w challenge_ko A3", "b F1", "w H4", "b pass", "w A3", "b H3", "w E1")
    reason, clause = hall.cannot("anna", claim, number, "b A4")
    assert (reason, clause.split(":")[0]) == ("locked_ko", "Makrai 1.5 Modified ko rules on request")
    position = hall.play_out(claim, number, "b pass", "w A1")
    assert position["rows"][4:] == [".OOOOXX.", "O.OOXXOX", "..OXXOOO", "O.OXO.O."]
    assert position["prisoners"] == {"black": 6, "white": 10}

    # Black 24 stones + H6 H4 = 26, White 29 + A6 C5 A4 B3 A2 B2 B1 F1 H1 + 0.5 = 38.5.
    hall.play_out(claim, number, "b pass", "w pass")
    assert hall.play_out(claim, number, "b accept", "w accept")["outcome"] == "W+12.5"
    found = ("proved", "Played out for 20 turns, A2 A4 is dead.", CLAUSE, "W+12.5", [])
    assert hall.finding(claim) == found

    reasons = "Under modified ko the corner was captured."
    assert hall.rule("referee", claim, "upheld", reasons, result="white", score="W+12.5") == "ruled"
    assert hall.result(game) == ("white", "decided", "W+12.5")
    assert hall.standings() == ["1 Bert 31 30 31", "2 Anna 30 31 30", *BEFORE[2:]]
    assert hall.queue() == []
    assert hall.receipts_say()[-3:] == ["claim.sequence-acted"] * 2 + ["claim.ruled"]


def test_corner_lives_by_a_repeated_cycle_without_modified_ko():
    hall, game, claim = disputed("makrai modified_ko=no")
    number = hall.begin("bert", claim)
    asked = {"do": "resume", "colour": "white", "modified_ko": True}
    assert hall.cannot("bert", claim, number, asked)[0] == "wrong_phase"
    before = hall.play_out(claim, number, {"do": "resume", "colour": "white"}, *KOS)
    assert hall.cannot("bert", claim, number, "w challenge_ko A3")[0] == "wrong_phase"
    after = hall.play_out(claim, number, *KOS)
    assert after["rows"] == before["rows"]

    # Each has taken three stones: it is the third time that this board stands with White to move and the
    # same difference, counted from the stop. White might claim a draw here; he does not want one.
    assert (before["prisoners"], after["prisoners"]) == ({"black": 4, "white": 3}, {"black": 7, "white": 6})
    drawn = hall.begin("bert", claim, sequence=number)
    assert hall.play_out(claim, drawn, "w declare_draw")["outcome"] == "0"

    hall.play_out(claim, number, "w pass", "b pass")
    assert hall.play_out(claim, number, "b accept", "w accept")["outcome"] == "B+1.5"
    found = ("refuted", "Played out for 17 turns, A2 A4 is alive.", CLAUSE, "B+1.5", [])
    assert hall.finding(claim) == found
    reasons = "There is no modified ko in this tournament: the corner was not captured."
    assert hall.rule("referee", claim, "denied", reasons, result="black", score="B+1.5") == "ruled"
    assert hall.result(game) == ("black", "decided", "B+1.5")
    assert hall.standings() == ["1 Anna 31 30 31", "2 Bert 30 31 30", *BEFORE[2:]]
    assert hall.receipts_say()[-1] == "claim.ruled"
