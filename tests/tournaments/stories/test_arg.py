"""ARG (003): an illegal move is a pass and costs three points; every pass gives a Grue worth half a point.

```
   A B C D E
 5 . X O . .      Turn 9, Black C4, took a white stone on B4. White took back at once on the board, which the
 4 X X X O .      situational superko forbids; the referee recorded it as turn 10.
 3 . X O . .
 2 . X O . .      Black: A5 A3 A2 A1 B1 = 5, two Grue (turns 10 and 16) = 6
 1 . . X O .      White: D5 E5 E4 D3 E3 D2 E2 E1 = 8, one stone lost, one Grue (turn 15), the fine, komi 0.5:
                         8 - 1 + 0.5 - 3 + 0.5 = 5.       B+1; without the fine it would be W+2
```
"""

import pytest

from tests.tournaments.stories.hall import Hall

pytestmark = pytest.mark.django_db
FIRST = ["b B5", "w C5", "b A4", "w D4", "b B3", "w C3", "b B2", "w B4", "b C4"]
THEN = ["b B4", "w C2", "b C1", "w D1", "b pass", "w pass", {"do": "agree_dead", "points": []}]
ILLEGAL = (
    "ARG rule 6: a play may not repeat an earlier board with the same player to move, "
    "unless it captures two or more"
)
FINED = "ARG rule 8: an illegal move is taken back, is a pass, and is fined"
GRUE = "ARG rule 7: a pass hands the opponent a token"

# Six players in three pairs of a rank: 30, 29 and 28 points at the start. Cleo beats Dirk, Ella beats Finn.
# Place, name, MMS, SOSM, SOSOSM.
OTHERS = ["5 Ella 29 28 29", "6 Finn 28 29 28"]
BEFORE = ["1 Anna 30 30 30", "1 Bert 30 30 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29", *OTHERS]
AFTER = ["1 Anna 31 30 31", "2 Bert 30 31 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29", *OTHERS]


SHEET = "(;GM[1]FF[4]SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[bd];W[bb];B[cb];W[bb])"


def test_arg_game_is_decided_by_fine_and_grue_after_an_illegal_move():
    hall = Hall("arg", 5, players="anna bert cleo dirk ella finn")
    game, second, third = hall.pair(1, "anna bert", "cleo dirk", "finn ella")
    for name, own, result in (("cleo", second, "black"), ("finn", third, "white")):
        hall.report(name, own, result)
    for name, own, result in (("dirk", second, "black"), ("ella", third, "white")):
        assert hall.report(name, own, result) == "confirmed"

    # The machine refuses what the board does not; only an official puts it on record.
    hall.play(game, *FIRST)
    moves = f"/api/v1/games/{game}/moves/"
    refused = hall.refused("bert", moves, {"do": "play", "colour": "white", "at": "B4"})
    assert (refused["reason"], refused["clause"], refused["repeats_turn"]) == ("superko", ILLEGAL, 8)
    assert hall.refused("anna", moves, {"do": "penalise", "colour": "white"})["status"] == 403
    hall.post("referee", moves, {"do": "penalise", "colour": "white"})
    assert hall.play(game, *THEN)["outcome"] == "B+1"

    hall.report("anna", game, "black")
    assert hall.report("bert", game, "white") == "disputed"
    assert hall.queue() == [(1, 1, "disputed", True)]
    assert hall.standings() == BEFORE
    fine = hall.claim("anna", game, "fines", colour="white", count=3, text="It was the ko.")
    fined = ("proved", "White has been fined 3 points.", FINED, None, [])
    assert hall.finding(fine) == fined
    grue = hall.claim("bert", game, "tokens", colour="black", count=1, text="An illegal move is no pass.")
    assert hall.finding(grue) == ("refuted", "Black has 2 pass tokens.", GRUE, None, [])
    sheet = hall.claim("anna", game, "illegal_move", turn=10, sgf=SHEET)
    verdict, says, clause, _, _ = hall.finding(sheet)
    assert (verdict, clause) == ("undecidable", ILLEGAL)
    assert says.startswith(
        "A record came with the claim. If the game was played as this record says: "
        f"Turn 10, white B4, is illegal: {ILLEGAL}. "
        "It is taken back, counts as a pass, and costs 3 points."
    )
    assert "ARG rule 8" in says

    # What the game would be worth had the referee not been called: a pass instead of the illegal move, from
    # the ninth turn on. Two Grue again, no fine: White 8, Black 6.
    number = hall.begin("bert", grue, turn=9)
    assert hall.play_out(grue, number, "w pass", *THEN)["outcome"] == "W+2"
    assert hall.cannot("bert", grue, hall.begin("bert", grue, turn=9), "w penalise")[0] == "permission_denied"
    assert hall.finding(grue)[0] == "refuted"

    assert hall.rule("referee", grue, "denied", "Rule 8: an illegal move is a pass.") == "ruled"
    reasons = "Rule 8: three points."
    assert hall.rule("colleague", fine, "upheld", reasons, result="black", score="B+1") == "ruled"
    assert hall.queue() == [(1, 1, "claimed", True)]
    assert hall.rule("referee", sheet, "upheld", "It was on record already.") == "ruled"
    assert hall.queue() == []
    assert hall.result(game) == ("black", "decided", "B+1")
    assert hall.standings() == AFTER
    told = hall.receipts_say()
    assert told[13] == "game.penalised"
    assert told[-3:] == ["claim.ruled"] * 3
