"""A weekend of edits: a late entry, a corrected result, pairs changed by hand, other tie-breaks.

Afterwards exports, standings and the story tell the same, and the past is what it was.
"""

import csv
import io
import json
from urllib.parse import urljoin

import pytest
from rest_framework.test import APIClient

from games.log import rebuilding, verification
from tests.builders import a_tournament, an_account, finish, pair
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"


class Desk:
    """A director at work over REST."""

    def __init__(self):
        self.client = APIClient()
        self.client.force_authenticate(an_account("director", "director"))

    def do(self, method, place, body=None, reason=""):
        place += f"?reason={reason}" if reason else ""
        answer = self.client.generic(
            method,
            urljoin(OPEN, place),
            json.dumps(body or {}),
            "application/json",
            headers={"If-Match": "*"},
        )
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None

    def get(self, place):
        answer = self.client.get(OPEN + place)
        assert answer.status_code == 200, answer.content
        return answer

    def file(self, kind, position=None):
        at = f"?position={position}" if position else ""
        answer = self.get(f"exports/{kind}/{at}")
        return b"".join(answer) if answer.streaming else answer.content

    def position(self):
        return self.get("events/?after=0").json()["results"][-1]["position"]


@pytest.fixture
def row():
    return a_tournament(players=6, rounds=3, finished=1)


@pytest.fixture
def desk(row):
    return Desk()


def games(row, number):
    return list(PairingRow.objects.filter(tournament=row, round=number).order_by("table"))


def places(standings):
    return [(line["place"], line["name"]) for line in standings["results"]]


def weekend(row, desk):
    """Every edit of the list, in the order in which they came."""
    someone = {"family_name": "Latecomer", "given_name": "Lea", "rank": "3d", "rating": 2300, "country": "FR"}
    house = "/api/v1/organisations/home/players/"
    late = desk.client.post(house, someone, format="json").json()["id"]
    desk.do("POST", "entries/", {"player": late, "absent": [1]})
    pair(row, 2)
    first, second = games(row, 2)[:2]
    desk.do("POST", f"/api/v1/games/{first.game_id}/colours/", reason="tossed again")
    for game in (first, second):
        desk.do("DELETE", f"/api/v1/games/{game.game_id}/", reason="brothers")
    for white, black in ((first.white_id, second.white_id), (first.black_id, second.black_id)):
        desk.do("POST", "rounds/2/pairs/", {"white": white, "black": black, "reason": "brothers"})
    finish(row, 2)
    old = games(row, 1)[0]
    misread = {"result": "white", "reason": "the slip was misread"}
    desk.do("PUT", f"/api/v1/games/{old.game_id}/result/", misread)
    criteria = {"criteria": ["MMS", "SODOSM", "SOSM"], "reason": "as on the poster"}
    seen = desk.do("PUT", "tiebreaks/?dry_run=true", criteria)["difference"]["seen"]
    desk.do("PUT", "tiebreaks/", {**criteria, "seen": seen})


def test_edits_of_a_weekend_are_consistent_everywhere(row, desk):
    before, then = desk.get("standings/").json(), desk.position()
    files = {kind: desk.file(kind, then) for kind in ("h9", "tou", "opengotha", "standings")}
    weekend(row, desk)

    now = desk.get("standings/").json()
    assert (now["round"], now["criteria"]) == (2, ["MMS", "SODOSM", "SOSM"])
    assert places(now) != places(before)
    rows = list(csv.reader(io.StringIO(desk.file("standings").decode("utf-8-sig"))))
    names = [line["name"] for line in now["results"]]
    assert [" ".join(cells).count(name) > 0 for cells, name in zip(rows[1:], names, strict=True)] == [
        True
    ] * 7
    h9 = [line for line in desk.file("h9").decode("iso-8859-15").splitlines() if not line.startswith(";")]
    assert all(name.split()[0] in line for line, name in zip(h9, names, strict=True))

    # The past is what it was.
    assert places(desk.get(f"standings/?at={then}").json()) == places(before)
    assert {kind: desk.file(kind, then) for kind in files} == files

    told = [line["text"] for line in desk.get("story/").json()["results"]]
    for words in (
        "Latecomer Lea, 3d, was entered, absent from round 1.",
        "The colours were swapped:",
        "was undone: brothers.",
        "was paired by hand: brothers.",
        "wins, entered by the desk: the slip was misread.",
        "criteria MMS, SOSM, SOSOSM → MMS, SODOSM, SOSM: as on the poster.",
    ):
        assert any(words in text for text in told), words
    assert all(table.same for table in rebuilding.rebuild(check=True))
    assert list(verification.verify()) == []


def test_edits_of_a_weekend_can_be_undone_one_by_one(row, desk):
    """From the last to the first; a pair that is made again has another id, so its colours stay."""
    before = desk.get("standings/").json()
    began = TournamentRow.objects.get(pk=row.pk).version
    weekend(row, desk)
    refused = []
    for line in reversed(desk.get(f"story/?after={began}").json()["results"]):
        body = {"version": line["version"], "reason": "a rehearsal"}
        answer = desk.client.post(f"{OPEN}undo/", body, headers={"If-Match": "*"}, format="json")
        if answer.status_code != 200:
            refused.append(line["text"].split(":")[0])
    assert refused == [
        "The colours were swapped",
        "Round 2 was published.",
        "The draw of round 3 is sealed.",  # by the command that paired round 2, taken back by then
    ]
    after = desk.get("standings/?round=1").json()
    assert after["criteria"] == before["criteria"]
    assert places(after)[:6] == places(before)
    assert EntryRow.objects.get(tournament=row, number=7).withdrawn
    assert not PairingRow.objects.filter(tournament=row, round=2).exists()
