"""Club groups over REST: made, changed, dropped, and what a pairing and its reasons make of them."""

from io import StringIO

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from tests.builders import a_club_group, a_context, a_tournament, an_account, finish, pair
from tournaments.commands import carry_out
from tournaments.domain.rounds import UnpairRound
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"
GROUPS = EVENT + "club-groups/"
WEST = {"name": "West", "clubs": ["Rive", "Hill"]}


@pytest.fixture
def director():
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def said(response, status=200):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def made(client, **changes):
    return said(client.post(GROUPS, WEST | changes, format="json"), 201)


def test_a_group_is_made_listed_changed_and_dropped(director):
    row = a_tournament(players=4)
    group = made(director)
    assert (group["name"], group["clubs"]) == ("West", ["Hill", "Rive"])
    made(director, name="east", clubs=["Lake", "port"])
    assert [each["name"] for each in said(director.get(GROUPS))["results"]] == ["east", "West"]
    path = f"{GROUPS}{group['id']}/"
    pair(row, 1)
    wider = {"name": "Riverside", "clubs": ["Rive", "Hill", "Lake"]}
    assert said(director.put(path, wider, format="json"), 422)["code"] == "reason_required"
    changed = said(director.put(path, wider | {"reason": "a third joined"}, format="json"))
    assert (changed["name"], changed["clubs"]) == ("Riverside", ["Hill", "Lake", "Rive"])
    assert said(director.get(path)) == changed
    assert said(director.delete(path), 422)["code"] == "reason_required"
    said(director.delete(path + "?reason=dissolved"), 204)
    said(director.get(path), 404)
    said(director.put(path, wider, format="json"), 404)
    assert said(director.delete(path + "?reason=again"), 404)["code"] == "unknown_club_group"


def test_the_story_tells_it_with_its_author_and_it_is_taken_back(director):
    row = a_tournament(players=4)
    pair(row, 1)
    made(director, reason="one town")
    line = said(director.get(EVENT + "story/"))["results"][-1]
    assert line["text"] == "Clubs of one group: West (Hill, Rive): one town."
    assert line["actor"] == f"user:{an_account('director').pk}"
    assert line["can_be_taken_back"]
    undo = {"version": line["version"], "reason": "two towns"}
    said(director.post(EVENT + "undo/", undo, format="json", headers={"If-Match": "*"}))
    assert said(director.get(GROUPS))["results"] == []


NO_GROUPS = [
    {"name": ""},
    {"name": "a\u202eb"},
    {"clubs": ["Rive"]},
    {"clubs": ["x" * 13, "y"]},
    {"clubs": "Rive"},
]


def test_what_is_no_group_is_named(director):
    a_tournament(players=4)
    for change in NO_GROUPS:
        assert said(director.post(GROUPS, WEST | change, format="json"), 422)["errors"]
        assert said(director.get(GROUPS))["results"] == []


WEAK = {"bar": 8}  # nobody starts at it, so that nobody gives geography up


@pytest.mark.parametrize("rules", ["opengotha-3.52", "house-2"])
def test_a_pair_of_near_clubs_is_worth_less_and_the_proof_and_the_reasons_know(director, rules):
    row = a_tournament(players=8, **WEAK)
    change = {
        "settings": {"pairing": {"rules": rules, "strong_by_wins": False, "strong_from": 8, "random": 0}}
    }
    said(director.patch(EVENT + "settings/", change, headers={"If-Match": "*"}, format="json"))
    pair(row, 1)
    plain = {frozenset((g.white_id, g.black_id)): g.components["geography"] for g in _games()}
    carry_out(str(row.id), UnpairRound(round=1, reason="again"), a_context())
    for clubs in (("Rive", "Hill"), ("Lake", "Port")):
        a_club_group(row, *clubs, name=clubs[0])
    pair(row, 1)
    near = 0
    for game in _games():
        why = said(director.get(f"/api/v1/games/{game.game_id}/reasons/"))
        assert why["components"] == game.components
        both = frozenset((game.white_id, game.black_id))
        if why["club_group"]:
            near += 1
            assert why["club_group"] in ("Rive", "Lake")
            assert f"Their clubs are in one group, {why['club_group']}." in why["says"]
            assert game.components["geography"] < plain.get(both, 10**11)
        elif both in plain:
            assert game.components["geography"] == plain[both]
        others = [other for player in why["players"] for other in player["instead"]]
        named = [other for other in others if other["club_group"]]
        assert 0 < len(named) < len(others)
        greatest = max(other["components"]["geography"] for other in others)
        assert all(other["components"]["geography"] < greatest for other in named)
    (part,) = said(director.get(EVENT + "rounds/1/proof/"))["parts"]
    assert part["optimal"] is True
    assert part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"]
    assert part["total"]["recorded"] == part["total"]["found"]


def _games():
    return list(PairingRow.objects.order_by("table"))


def test_rounds_paired_before_are_proved_as_they_were_paired(director):
    """A group that is set later is no input of an earlier round; dropped again, it is none of a later one."""
    row = a_tournament(players=8, finished=1)
    before = said(director.get(EVENT + "rounds/1/proof/"))
    group = a_club_group(row, "Rive", "Hill")
    assert said(director.get(EVENT + "rounds/1/proof/"))["parts"] == before["parts"]
    pair(row, 2)
    second = said(director.get(EVENT + "rounds/2/proof/"))["parts"]
    assert second[0]["optimal"] is True
    said(director.delete(f"{GROUPS}{group}/?reason=moved"), 204)
    assert said(director.get(EVENT + "rounds/2/proof/"))["parts"] == second
    finish(row, 2)
    pair(row, 3)
    for number in (1, 2, 3):
        (part,) = said(director.get(f"{EVENT}rounds/{number}/proof/"))["parts"]
        assert part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"]
        assert part["optimal"] is True
    call_command("rebuild", "--check", stdout=StringIO(), stderr=StringIO())


def test_an_edit_by_hand_costs_what_near_clubs_cost(director):
    row = a_tournament(players=8, **WEAK)
    a_club_group(row, "Rive", "Hill")
    pair(row, 1)
    game = _games()[0]
    body = {"edits": [{"do": "unpair", "game": str(game.game_id)}]}
    weighed = said(director.post(EVENT + "rounds/1/pairings/cost/", body, format="json"))
    assert weighed["change_total"] == str(-game.total)
