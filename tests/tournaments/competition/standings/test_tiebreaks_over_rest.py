"""The table of criteria, a tournament's list, and a change of it after the preview."""

import pytest
from rest_framework.test import APIClient

from games.rest.views import matched_tag
from tests.builders import a_tournament, an_account, finish, pair
from tournaments.competition.history import Winner
from tournaments.competition.standings import CRITERIA

pytestmark = pytest.mark.django_db
TABLE, OPEN = "/api/v1/tiebreaks/", "/api/v1/tournaments/open/"
LIST = OPEN + "tiebreaks/"
WHITE_WON = {"criteria": ["MMS", "RATING"]}


def client_of(name, office=None):
    client = APIClient()
    client.force_authenticate(an_account(name, office))
    return client


@pytest.fixture
def director():
    return client_of("director", "director")


@pytest.fixture(scope="module")
def row(lasting_db):
    """Eight players of rank 4d to 1d in pairs; the round is played, Black wins all games."""
    row = a_tournament(players=8, bar=-20, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1, Winner.BLACK)
    return row


def put(client, etag="*", **body):
    return client.put(LIST, body, format="json", headers={"If-Match": etag})


def preview(client):
    body = {**WHITE_WON, "reason": "voted"}
    return client.put(f"{LIST}?dry_run=true", body, format="json", headers={"If-Match": "*"})


def test_everybody_may_read_the_table_of_criteria(api):
    body = api.get(TABLE).json()
    assert [one["name"] for one in body["criteria"]] == list(CRITERIA)
    by_name = {one["name"]: one for one in body["criteria"]}
    assert (by_name["SODOSW"]["unit"], "BUCHHOLZ" in by_name["SOSW"]["also"]) == (4, True)
    assert (body["generic"]["SOS"], "EGFDC" in body["not_done"]) == (["SOSW", "SOSM"], True)


def test_everybody_may_read_the_criteria_of_a_tournament(row, api):
    response = api.get(LIST)
    body = response.json()
    assert [one["name"] for one in body["criteria"]] == ["MMS", "SOSM"]
    assert body["draw_seed"] == 0
    assert api.get(LIST, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_preview_lists_changes_with_reasons_and_writes_nothing(row, director):
    before = director.get(OPEN + "standings/").json()
    body = preview(director).json()["difference"]
    assert (body["round"], body["before"], body["criteria"]) == (1, ["MMS", "SOSM"], ["MMS", "RATING"])
    assert body["changes"]
    assert all(one["place_before"] != one["place"] for one in body["changes"])
    assert "RATING" in " ".join(one["reason"] for one in body["changes"])
    assert director.get(OPEN + "standings/").json() == before


def test_applied_change_equals_its_preview(row, director):
    told, tag = preview(director).json()["difference"], director.get(LIST)["ETag"]
    before = {line["entry"]: line["place"] for line in director.get(OPEN + "standings/").json()["results"]}
    done = put(director, tag, **WHITE_WON, reason="voted", seen=told["seen"])
    assert done.status_code == 200, done.content
    assert [one["name"] for one in done.json()["criteria"]] == ["MMS", "RATING"]
    after = {line["entry"]: line["place"] for line in director.get(OPEN + "standings/").json()["results"]}
    moved = {one["entry"]: (one["place_before"], one["place"]) for one in told["changes"]}
    assert moved == {id_: (before[id_], after[id_]) for id_ in before if before[id_] != after[id_]}


def test_rejects_change_without_preview(row, director):
    for said, status, code in (
        ({}, 422, "reason_required"),
        ({"reason": "voted"}, 409, "moves_not_seen"),
        ({"reason": "voted", "criteria": ["LUCK"]}, 422, "invalid_settings"),
        ({"reason": "voted", "criteria": []}, 422, "invalid"),
    ):
        response = put(director, **{**WHITE_WON, **said})
        assert (response.status_code, response.json()["code"]) == (status, code)
    assert [one["name"] for one in director.get(LIST).json()["criteria"]] == ["MMS", "SOSM"]


def test_settings_cannot_bypass_the_preview(row, director):
    body = {"settings": {"criteria": ["MMS", "RATING"]}, "reason": "voted"}
    response = director.patch(OPEN + "settings/", body, format="json", headers={"If-Match": "*"})
    assert (response.status_code, response.json()["code"]) == (409, "moves_not_seen")


def test_rejects_change_of_another_version(row, director):
    told, tag = preview(director).json()["difference"], director.get(LIST)["ETag"]
    finish(row, 1, Winner.WHITE)
    late = put(director, tag, **WHITE_WON, reason="voted", seen=told["seen"])
    assert (late.status_code, late.json()["code"]) == (412, "version_clash")
    unsaid = director.put(LIST, WHITE_WON, format="json")
    assert (unsaid.status_code, unsaid.json()["code"]) == (428, "precondition_required")


def undo(client, version):
    body = {"version": version, "reason": "outvoted"}
    return client.post(OPEN + "undo/", body, headers={"If-Match": "*"}, format="json")


def test_change_can_be_undone_until_a_result_is_recorded(row, director):
    told = preview(director).json()["difference"]
    done = put(director, **WHITE_WON, reason="voted", seen=told["seen"])
    version = matched_tag(done["ETag"])
    assert undo(director, version).status_code == 200
    assert [one["name"] for one in director.get(LIST).json()["criteria"]] == ["MMS", "SOSM"]


def test_change_after_new_results_needs_a_new_preview(row, director):
    told = preview(director).json()["difference"]
    done = put(director, **WHITE_WON, reason="voted", seen=told["seen"])
    pair(row, 2)
    finish(row, 2)
    late = undo(director, matched_tag(done["ETag"]))
    assert (late.status_code, late.json()["code"]) == (409, "moves_not_seen")
