"""A ruling on round 1 after round 3 was paired: pairings stay, and standings change visibly.

McMahon: Anna and Bert (1 dan) begin with 30 points, Cleo and Dirk (1 kyu) with 29.

| round | played | what came of it | MMS then |
|---|---|---|---|
| 1 | Anna - Bert, Cleo - Dirk | Anna, Cleo | 31 30 30 29 |
| 2 | Anna - Cleo, Bert - Dirk | Anna, Bert | 32 31 30 29 |
| 3 | Anna - Dirk, Bert - Cleo | not played yet | |

SOSM after round 2: Anna 31 + 30, Bert 32 + 29, Cleo 29 + 32, Dirk 30 + 31, 61 for each; SOSOSM 122 for each.

The record shows that Bert had won in round 1. Then MMS is Bert 32, Anna 31, Cleo 30, Dirk 29; SOSM: Anna
32 + 30 = 62, Bert 31 + 29 = 60, Cleo 29 + 31 = 60, Dirk 30 + 32 = 62; SOSOSM: Anna 60 + 60 = 120, Bert
62 + 62 = 124, Cleo 62 + 62 = 124, Dirk 60 + 60 = 120.
"""

import pytest

from tests.tournaments.stories.hall import OPEN, Hall

pytestmark = pytest.mark.django_db
BEFORE = ["1 Anna 32 61 122", "2 Bert 31 61 122", "3 Cleo 30 61 122", "4 Dirk 29 61 122"]
AFTER = ["1 Bert 32 60 124", "2 Anna 31 62 120", "3 Cleo 30 60 124", "4 Dirk 29 62 120"]
# Name, place before and after, and each score before and after.
MOVED = [
    ("Bert", 2, 1, {"MMS": (31, 32), "SOSM": (61, 60), "SOSOSM": (122, 124)}),
    ("Anna", 1, 2, {"MMS": (32, 31), "SOSM": (61, 62), "SOSOSM": (122, 120)}),
    ("Cleo", 3, 3, {"SOSM": (61, 60), "SOSOSM": (122, 124)}),
    ("Dirk", 4, 4, {"SOSM": (61, 62), "SOSOSM": (122, 120)}),
]


def played():
    """Three rounds are paired, two of them played; the game of round 1 between Anna, Black, and Bert."""
    hall = Hall("tromp-taylor", 5)
    first, second = hall.pair(1, "anna bert", "cleo dirk")
    agreed(hall, first, "anna", "bert")
    agreed(hall, second, "cleo", "dirk")
    third, fourth = hall.pair(2, "anna cleo", "bert dirk")
    agreed(hall, third, "anna", "cleo")
    agreed(hall, fourth, "bert", "dirk")
    hall.pair(3, "anna dirk", "bert cleo")
    return hall, first


def agreed(hall, game, black, white):
    """Both say that Black won."""
    hall.report(black, game, "black")
    assert hall.report(white, game, "black") == "confirmed"


def pairings(hall, number):
    rows = hall.get("referee", f"{OPEN}rounds/{number}/pairings/")["results"]
    return [(row["id"], row["table"], row["black"], row["white"], row["components"]) for row in rows]


def version_of(answer):
    """The tournament's, with which an ETag begins."""
    return int(answer["ETag"].strip('"').partition("-")[0])


def corrected(hall):
    return [row["number"] for row in hall.get("anna", f"{OPEN}rounds/")["results"] if row["corrected"]]


def test_late_ruling_keeps_pairings_and_lists_changed_places():
    hall, first = played()
    seen = hall.of("anna").get(f"{OPEN}standings/")
    paired = {number: pairings(hall, number) for number in (1, 2, 3)}
    since = hall.get("anna", f"{OPEN}events/")["results"][-1]["position"]
    assert hall.standings() == BEFORE
    assert corrected(hall) == []

    # Bert finds his record: Anna had resigned. The record contradicts what both have said.
    hall.record("bert", first, "(;GM[1]FF[4]SZ[5];B[cc];W[bb])")
    assert hall.play(first, "b resign")["outcome"] == "W+R"
    assert hall.queue()[-1] == (1, 1, "contradicted", False)
    claim = hall.claim("bert", first, "wrong_result", result="W+R", text="We both misread the slip.")
    assert hall.finding(claim)[:2] == ("proved", "The record proves W+R (by resignation).")
    reasons = "The record proves it."
    assert hall.rule("referee", claim, "upheld", reasons, result="white", score="W+R") == "ruled"

    assert {number: pairings(hall, number) for number in (1, 2, 3)} == paired
    assert corrected(hall) == [2, 3]
    assert hall.standings() == AFTER
    assert hall.standings("round=1") == [
        "1 Bert 31 30 31",
        "2 Anna 30 31 30",
        "3 Cleo 30 29 30",
        "4 Dirk 29 30 29",
    ]
    assert hall.standings(f"at={since}") == BEFORE

    now = hall.of("anna").get(f"{OPEN}standings/", headers={"If-None-Match": seen["ETag"]})
    assert now.status_code == 200
    version = version_of(now)
    assert version == version_of(seen) + 1
    again = hall.of("anna").get(f"{OPEN}standings/", headers={"If-None-Match": now["ETag"]})
    assert (again.status_code, again.content) == (304, b"")

    told = hall.get("anna", f"{OPEN}standings/changes/?since={since}")
    assert (told["round"], told["since"], told["version"]) == (2, since, version)
    assert told["corrected"] == [2, 3]
    assert [
        (
            one["name"],
            one["place_before"],
            one["place"],
            {name: (score["before"], score["after"]) for name, score in one["scores"].items()},
        )
        for one in told["changes"]
    ] == MOVED


def test_late_ruling_without_changed_result_changes_no_place():
    hall, first = played()
    seen = hall.of("anna").get(f"{OPEN}standings/")
    since = hall.get("anna", f"{OPEN}events/")["results"][-1]["position"]
    claim = hall.claim("bert", first, "wrong_result", result="W+R")
    hall.rule("referee", claim, "denied", "There is no record.")
    assert hall.standings() == BEFORE
    assert corrected(hall) == []
    assert hall.of("anna").get(f"{OPEN}standings/").json() == seen.json()
    assert hall.get("anna", f"{OPEN}standings/changes/?since={since}")["changes"] == []
