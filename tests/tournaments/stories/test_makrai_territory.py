"""Makrai 1.5 (002), territory: confirmation sequences, of which the last one decides.

```
   A B C D E F
 6 X X O O O O      White says that E3 can be captured. Komi 0.5.
 5 X X O O O O
 4 . X O . . O      Black has A4 A3 A1 = 3.
 3 . X O . X O      E3 dead:  White D4 E4 D3 E3 D2 E1 F1 = 7, one dead stone, komi = 8.5: W+5.5
 2 X X O . O O      E3 alive: the points beside it are nobody's: White E1 F1 + 0.5 = 2.5: B+0.5
 1 . X O O . .
```
"""

import pytest

from tests.tournaments.reaching import record_to
from tests.tournaments.stories.hall import Hall

pytestmark = pytest.mark.django_db
CLAUSE = (
    "Makrai 1.5 Territory scoring mode: a claim on strings is decided by the last sequence played for it, "
    "which is not part of the game"
)
STATED = {"do": "claim", "colour": "white", "points": ["E3"]}
WHITE_ASKS, BLACK_ASKS = ({"do": "confirm", "colour": color, "claim": 0} for color in ("white", "black"))
ROWS = ["XXOOOO", "XXOOOO", ".XO..O", ".XO.XO", "XXO.OO", ".XOO.."]
SGF = record_to(ROWS, "w", ";W[];B[]")
SAID = {"number": 0, "colour": "white", "points": [], "capturable": True}

# Anna and Bert (1 dan) begin with 30 points, Cleo and Dirk (1 kyu) with 29. Place, name, MMS, SOSM, SOSOSM.
BEFORE = ["1 Anna 30 30 30", "1 Bert 30 30 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29"]
AFTER = ["1 Bert 31 30 31", "2 Anna 30 31 30", *BEFORE[2:]]


def test_last_confirmation_sequence_decides_the_territory():
    hall = Hall("makrai-territory", 6)
    game, other = hall.pair(1, "anna bert", "cleo dirk")
    hall.report("cleo", other, "black")
    hall.report("dirk", other, "black")
    hall.record("anna", game, SGF)
    hall.report("anna", game, "black")
    assert hall.report("bert", game, "white") == "disputed"
    assert hall.queue() == [(1, 1, "disputed", True)]
    assert hall.standings() == BEFORE
    claim = hall.claim("bert", game, "strings", points=["E3"], photo="board.jpg")
    assert hall.finding(claim) == (
        "undecidable",
        "The status of E3 was not settled. If dead, the score is W+5.5; if alive, B+0.5.",
        CLAUSE,
        None,
        ["agreement", "confirmation"],
    )

    # White moves first: Black was the last to pass. He captures, and the board is restored.
    number = hall.begin("bert", claim)
    hall.play_out(claim, number, STATED, WHITE_ASKS, "w D3", "b pass", "w E4", "b pass")
    position = hall.play_out(claim, number, "w pass")
    assert (position["rows"], position["phase"]) == (ROWS, "stopped")
    assert position["claims"][0] | {"points": []} == SAID | {"sequences": 1, "proved": True}
    says = "Played out for 7 turns, E3 is dead. If every other string is alive, the score is W+5.5."
    assert hall.finding(claim) == ("proved", says, CLAUSE, None, [])

    # Black demands another one. White thinks that he need not answer, and E3 is left.
    position = hall.play_out(claim, number, BLACK_ASKS, "w pass", "b pass")
    assert position["claims"][0] | {"points": []} == SAID | {"sequences": 2, "proved": False}
    says = "Played out for 10 turns, E3 is alive. If every other string is alive, the score is B+0.5."
    assert hall.finding(claim) == ("refuted", says, CLAUSE, None, [])

    # White demands the third and last one: two stones are captured.
    hall.play_out(claim, number, WHITE_ASKS, "w D3", "b E4", "w D4", "b pass")
    position = hall.play_out(claim, number, "w pass")
    assert position["claims"][0] | {"points": []} == SAID | {"sequences": 3, "proved": True}
    assert hall.cannot("anna", claim, number, BLACK_ASKS)[0] == "continuations_used_up"

    # Anna has asked once, and may ask again in a branch; alone she decides nothing there.
    again = hall.begin("anna", claim, sequence=number, turn=1)
    assert hall.cannot("anna", claim, again, WHITE_ASKS)[0] == "not_your_word"
    assert hall.play_out(claim, again, BLACK_ASKS)["phase"] == "confirmation"
    assert hall.play_out(claim, number, "b accept", "w accept")["outcome"] == "W+5.5"
    found = ("proved", "Played out for 18 turns, E3 is dead.", CLAUSE, "W+5.5", [])
    assert hall.finding(claim) == found

    reasons = "The last of three sequences captured E3."
    assert hall.rule("referee", claim, "upheld", reasons, result="white", score="W+5.5") == "ruled"
    assert hall.result(game) == ("white", "decided", "W+5.5")
    assert hall.standings() == AFTER
    assert hall.receipts_say()[-23:] == [
        "claim.made",
        *["claim.sequence-begun", *["claim.sequence-acted"] * 16],
        *["claim.sequence-begun", *["claim.sequence-acted"] * 3],
        "claim.ruled",
    ]
