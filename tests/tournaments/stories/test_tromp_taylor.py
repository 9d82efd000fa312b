"""Tromp-Taylor with agreement (001, comment 8): disputed positions are played out or counted unchanged.

```
   A B C D E
 5 . . X O .      Komi 0.5. White has put a stone on A3, inside Black's points.
 4 . . X O .
 3 O . X O .      A3 emptied: Black 5 stones + 10 points = 15, White 5 + 5 + 0.5 = 10.5: B+4.5
 2 . . X O .      as it stands: the points on the left reach both colours: Black 5,
 1 . . X O .                    White 6 stones + 5 points + 0.5 = 11.5: W+6.5
```
"""

import pytest

from tests.tournaments.stories.hall import UNTIL, Hall

pytestmark = pytest.mark.django_db
GAME = [f"{color} {column}{row}" for row in (3, 2, 4, 1, 5) for color, column in (("b", "C"), ("w", "D"))]
ENDED = ["b pass", "w A3", "b pass", "w pass"]
AGREEMENT = "Tromp-Taylor comment 8: both may agree on any points to empty, and the game ends"
FOUR = (
    "Tromp-Taylor comment 8: the second consecutive pass stops the game, the fourth ends it without agreement"
)

# Anna and Bert (1 dan) begin with 30 points, Cleo and Dirk (1 kyu) with 29. Place, name, MMS, SOSM, SOSOSM.
# Dirk beats Cleo; Anna against Bert counts for nobody, then as Anna's win.
BEFORE = ["1 Anna 30 30 30", "1 Bert 30 30 30", "3 Dirk 30 29 30", "4 Cleo 29 30 29"]
COUNT = "Tromp-Taylor rule 9: stones, and the empty points that reach only their colour"
AFTER = ["1 Anna 31 30 31", "2 Bert 30 31 30", "3 Dirk 30 29 30", "4 Cleo 29 30 29"]


def test_end_that_one_player_entered_for_both_proves_nothing():
    hall = Hall("tromp-taylor", 3)
    game, other = hall.pair(1, "anna bert", "dirk cleo")
    moves = f"/api/v1/games/{game}/moves/"
    hall.play(game, "b B2")
    for colour in ("white", "black"):
        ended = hall.post("anna", moves, {"do": "pass", "colour": colour})
    assert (ended["phase"], ended["outcome"]) == ("over", None)
    claim = hall.claim("bert", game, "wrong_result", result="W+R")
    verdict, says, _, follows, missing = hall.finding(claim)
    assert (verdict, follows, missing) == ("undecidable", None, ["person"])
    assert "One player entered turns of both" in says

    sent = hall.record("cleo", other, "(;SZ[3];B[bb];W[];B[])")
    assert (sent["outcome"], [note["code"] for note in sent["notes"]]) == (None, ["ended_by_one"])


def test_refused_resumption_is_played_out_and_appeal_decided():
    hall = Hall("tromp-taylor-agreement", 5)
    game, other = hall.pair(1, "anna bert", "dirk cleo")
    hall.report("dirk", other, "black")
    assert hall.report("cleo", other, "black") == "confirmed"
    hall.play(game, *GAME, *ENDED)
    hall.report("bert", game, "white")
    assert hall.report("anna", game, "black") == "disputed"
    assert hall.queue() == [(1, 1, "disputed", True)]
    assert hall.standings() == BEFORE

    # Bert got up from the board after the second pass. Nothing was agreed on, so Anna may simply play on.
    refused = hall.claim("anna", game, "continuation_refused", text="He left the board.")
    verdict, says, clause, _, missing = hall.finding(refused)
    assert (verdict, clause, missing) == ("undecidable", FOUR, ["person"])
    assert says.startswith("After turn 14 black may play on at once: ")
    claim = hall.claim("anna", game, "wrong_result", result="B+4.5", points=["A3"])
    assert hall.finding(claim) == (
        "undecidable",
        "The game has stopped and was not settled; with A3 dead the score is B+4.5.",
        AGREEMENT,
        None,
        ["agreement"],
    )

    # What four passes in a row would make of it.
    stands = hall.begin("bert", claim)
    assert hall.play_out(claim, stands, "b pass", "w pass")["outcome"] == "W+6.5"
    assert hall.finding(claim)[:2] == (
        "refuted",
        "Played out for 2 turns, it is W+6.5 (counted), not B+4.5.",
    )

    # Black may play on instead; the last that was played out is what is found. Points are agreed on after
    # exactly two passes, not before, and not by one player alone.
    resumed = hall.begin("anna", claim)
    hall.play_out(claim, resumed, "b A2", "w pass", "b A4", "w pass", "b B3", "w pass")
    agreed = {"do": "agree_dead", "points": []}
    assert hall.cannot("anna", claim, resumed, agreed) == ("not_your_word", None)
    reason, clause = hall.cannot("referee", claim, resumed, agreed)
    assert (reason, clause) == (
        "wrong_phase",
        "Tromp-Taylor comment 8: points to empty are agreed on after exactly two consecutive passes",
    )
    position = hall.play_out(claim, resumed, "b pass")
    assert position["rows"] == ["..XO.", "X.XO.", ".XXO.", "X.XO.", "..XO."]
    assert hall.play_out(claim, resumed, agreed)["outcome"] == "B+4.5"
    found = ("proved", "Played out for 8 turns, it is B+4.5 (counted).", COUNT, "B+4.5", [])
    assert hall.finding(claim) == found

    reasons = "Comment 8: play goes on where nothing is agreed on, and A3 was captured."
    assert hall.rule("referee", claim, "upheld", reasons, result="black", score="B+4.5") == "ruled"
    assert hall.result(game) == ("black", "decided", "B+4.5")
    assert hall.standings() == AFTER

    # The result counts until the committee has decided; the referee has no part in that.
    assert hall.appeal("bert", claim, "I was never asked to go on.") == "appealed"
    assert hall.result(game) == ("black", "appealed", "B+4.5")
    assert hall.queue() == [(1, 1, "appealed", True)]
    assert hall.standings() == AFTER
    decision = f"/api/v1/claims/{claim['id']}/appeal/decision/"
    said = {"decision": "upheld", "reasons": "So it is."}
    assert hall.refused("referee", decision, said)["status"] == 403
    assert hall.decide("committee", claim, "upheld", "Nobody has to ask: Black may play on.") == "final"
    assert hall.result(game) == ("black", "final", "B+4.5")
    assert hall.rule("referee", refused, "upheld", "He should have stayed.") == "ruled"
    assert hall.result(game) == ("black", "final", "B+4.5")
    assert hall.standings() == AFTER
    assert hall.queue() == []

    assert hall.story("anna", game) == [
        "Round 1 was published.",
        "Turns 1 to 14 were entered.",
        "White reported: White wins.",
        "Black reported: Black wins.",
        "Claim 1: Black claims that a continuation was refused that the rules grant.",
        "Claim 2: Black claims that the result is B+4.5.",
        "Claim 2: sequence 1 begins after turn 14 of the game.",
        "Claim 2, sequence 1: turns 1 to 2 were played.",
        "Claim 2: sequence 2 begins after turn 14 of the game.",
        "Claim 2, sequence 2: turns 1 to 8 were played.",
        f"Claim 2 was upheld: {reasons} It follows: Black wins B+4.5. {UNTIL}",
        "Result by ruling: Black wins B+4.5.",
        "White appealed the ruling on claim 2.",
        "The result by the ruling counts until the appeal is decided.",
        "On appeal the ruling on claim 2 was upheld: Nobody has to ask: Black may play on.",
        "Final result by ruling: Black wins B+4.5.",
        f"Claim 1 was upheld: He should have stayed. {UNTIL}",
    ]
    assert hall.receipts_say()[-6:] == [
        *["claim.sequence-acted"] * 2,
        *["claim.ruled", "claim.appealed", "claim.appeal-decided", "claim.ruled"],
    ]


def test_changed_ruling_changes_the_standings():
    hall = Hall("tromp-taylor-agreement", 5)
    game, other = hall.pair(1, "anna bert", "dirk cleo")
    hall.report("dirk", other, "black")
    hall.report("cleo", other, "black")
    hall.play(game, *GAME, *ENDED, "b pass", "w pass")
    hall.report("bert", game, "white")
    hall.report("anna", game, "black")
    claim = hall.claim("anna", game, "wrong_result", result="B+4.5", points=["A3"])
    assert hall.finding(claim)[:2] == ("refuted", "The record proves W+6.5 (counted), not B+4.5.")
    hall.rule("referee", claim, "upheld", "Everybody saw that it was dead.", result="black", score="B+4.5")
    assert hall.standings() == AFTER
    hall.appeal("bert", claim, "Four passes end the game as it stands.")
    reasons = "Comment 8: the fourth pass ended it."
    assert hall.decide("committee", claim, "changed", reasons, result="white", score="W+6.5") == "final"
    assert hall.result(game) == ("white", "final", "W+6.5")
    # Bert has 31 now and Anna 30; they have met each other and nobody else.
    assert hall.standings() == ["1 Bert 31 30 31", "2 Anna 30 31 30", *AFTER[2:]]
