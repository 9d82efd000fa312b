"""Nieminen's proposal (000): a disputed string is captured on the board before it is counted.

```
   A B C D E
 5 . . X O .      Black's ten points on the left, White's five on the right. White has put a stone on A3 and
 4 . . X O .      says that it lives; komi 0.5.
 3 O . X O .
 2 . . X O .      A3 dead:  Black 9 + 1 below it + 1 prisoner = 11, White 5 + 0.5: B+5.5
 1 . . X O .      A3 alive: every point on the left reaches A3: Black 0, White 5 + 0.5: W+5.5
```
"""

import pytest

from tests.tournaments.stories.hall import OPEN, Hall

pytestmark = pytest.mark.django_db
GAME = [f"{color} {column}{row}" for row in (3, 2, 4, 1, 5) for color, column in (("b", "C"), ("w", "D"))]
ENDED = ["b pass", "w A3", "b pass", "w pass"]
CLAUSE = "Nieminen rule 14: a disputed string is captured explicitly, on the board, or is alive"

# Four players, one game each; the two of 1 dan begin with 30 points, the two of 1 kyu with 29. Place, name,
# MMS, SOSM (the opponent's MMS), SOSOSM (his SOSM). Cleo has beaten Dirk; Anna's game against Bert counts
# for neither while they disagree, then as Anna's win.
BEFORE = ["1 Anna 30 30 30", "1 Bert 30 30 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29"]
AFTER = ["1 Anna 31 30 31", "2 Bert 30 31 30", "3 Cleo 30 29 30", "4 Dirk 29 30 29"]


def disputed():
    """Two officials rule together here. Both games are over; the players of the first one disagree."""
    hall = Hall("nieminen", 5, claims={"two_person": True})
    game, other = hall.pair(1, "anna bert", "dirk cleo")
    assert hall.report("dirk", other, "white") == "reported"
    assert hall.report("cleo", other, "white") == "confirmed"
    assert hall.play(game, *GAME, *ENDED)["phase"] == "stopped"
    assert hall.report("anna", game, "black") == "reported"
    assert hall.report("bert", game, "white") == "disputed"
    return hall, game


def claimed(hall, game):
    told = {"text": "There is no room for two eyes.", "photo": "IMG_1.jpg"}
    return hall.claim("anna", game, "strings", points=["A3"], **told)


def test_capture_phase_decides_and_second_official_confirms():
    hall, game = disputed()
    assert hall.queue() == [(1, 1, "disputed", True)]
    assert hall.standings() == BEFORE
    claim = claimed(hall, game)
    assert claim["words"]["claim"] == {"text": "There is no room for two eyes.", "photo": "IMG_1.jpg"}
    assert hall.finding(claim) == (
        "undecidable",
        "The status of A3 was not settled. If dead, the score is B+5.5; if alive, W+5.5.",
        CLAUSE,
        None,
        ["agreement", "capture"],
    )

    # Bert owns A3 and moves first; he passes. Anna takes away its three liberties; each of her plays costs
    # him a stone, as he may not pass after one and has nowhere to play.
    number = hall.begin("anna", claim)
    dispute = {"do": "claim", "colour": "black", "points": ["A3"]}
    assert hall.play_out(claim, number, dispute)["disputed"] == ["A3"]
    hall.play_out(claim, number, "w pass", "b A2")
    reason, clause = hall.cannot("bert", claim, number, "w pass")
    assert (reason, clause.split(":")[0]) == ("pass_not_allowed", "Nieminen rule 14")
    position = hall.play_out(claim, number, "w give_stone", "b A4", "w give_stone", "b B3", "w give_stone")
    assert position["rows"] == ["..XO.", "X.XO.", ".XXO.", "X.XO.", "..XO."]
    assert (position["phase"], position["prisoners"]) == ("stopped", {"black": 4, "white": 0})

    # Seven points are left on the left, and four prisoners: 11 again. Playing it out cost nobody anything.
    over = hall.play_out(claim, number, {"do": "agree_dead", "points": []})
    assert over["outcome"] == "B+5.5"
    found = ("proved", "Played out for 9 turns, A3 is dead.", CLAUSE, "B+5.5", [])
    assert hall.finding(claim) == found

    reasons = "Dead stone removal 2: A3 was captured on the board."
    assert hall.rule("referee", claim, "upheld", reasons, result="black", score="B+5.5") == "proposed"
    assert hall.standings() == BEFORE
    same = hall.refused("referee", f"/api/v1/claims/{claim['id']}/ruling/second/", {"agrees": True})
    assert same["code"] == "same_official"
    assert hall.second("colleague", claim, agrees=True) == "ruled"
    assert hall.result(game) == ("black", "decided", "B+5.5")
    assert hall.standings() == AFTER
    assert hall.queue() == []
    assert hall.finding(claim) == found
    assert hall.receipts_say() == [
        *["tournament.result-reported"] * 2,
        *["game.stone-played"] * 10,
        *["game.passed", "game.stone-played", "game.passed", "game.passed"],
        *["tournament.result-reported"] * 2,
        *["claim.made", "claim.sequence-begun", *["claim.sequence-acted"] * 9],
        *["claim.ruled", "claim.ruling-seconded"],
    ]


def test_dissent_of_a_second_official_reopens_the_claim():
    hall, game = disputed()
    claim = claimed(hall, game)
    (waiting,) = hall.get("referee", f"{OPEN}queue/")["results"]
    assert [(one["claim"], one["type"], one["state"]) for one in waiting["claims"]] == [
        (claim["id"], "strings", "open")
    ]
    assert hall.rule("referee", claim, "denied", "It looks alive.", result="white") == "proposed"
    assert hall.second("colleague", claim, agrees=False, reasons="Nobody has played it out.") == "open"
    assert hall.result(game) == ("not_played", "disputed", None)
    assert hall.rule("colleague", claim, "upheld", "Dead.", result="black") == "proposed"
    assert hall.second("referee", claim, agrees=True) == "ruled"
    assert hall.standings() == AFTER
