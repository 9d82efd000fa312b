"""Pairing constraints over REST, and that pairings listen."""

from io import StringIO

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import PairRound, pair_round
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"


@pytest.fixture
def director():
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def ids(row):
    return [entry.id for entry in EntryRow.objects.filter(tournament=row).order_by("number")]


def said(response, status=200):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def met(row, number=1):
    return {frozenset((game.white_id, game.black_id)) for game in PairingRow.objects.filter(round=number)}


def paired(row, number=1):
    pair_round(str(row.id), PairRound(round=number, seed=0), a_context())


NO_GROUPS = [{"rule": "may_meet"}, {"members": []}, {"members": ["x", "y"]}, {"rounds": [41]}]


class TestMeetings:
    def test_a_family_is_kept_apart_and_the_components_say_so(self, director):
        row = a_tournament(players=4)
        paired(row)
        family = sorted(next(iter(met(row))))
        body = {"rule": "must_not_meet", "of": "family", "members": family}
        director.delete(EVENT + "rounds/1/pairings/", headers={"If-Match": "*"})
        made = said(director.post(EVENT + "meetings/", body, format="json"), 201)
        assert [member["entry"] for member in made["members"]] == [who for who in ids(row) if who in family]
        paired(row)
        assert frozenset(family) not in met(row)
        assert all(game.components["meetings"] == 0 for game in PairingRow.objects.all())
        assert said(director.get(EVENT + "meetings/"))["results"] == [made]

    def test_two_must_meet_in_a_round(self, director):
        row = a_tournament(players=8)
        first, *_, last = ids(row)
        body = {"rule": "must_meet", "members": [first, last], "rounds": [1]}
        made = said(director.post(EVENT + "meetings/", body, format="json"), 201)
        assert (made["of"], made["rounds"]) == ("by_hand", [1])
        paired(row)
        assert frozenset((first, last)) in met(row)
        game = PairingRow.objects.get(components__meetings=10**15)
        director.patch(EVENT + "rounds/1/", {"published": True})
        why = said(APIClient().get(f"/api/v1/games/{game.game_id}/reasons/"))
        assert {player["decided"] for player in why["players"]} == {"meetings"}
        assert "pairing constraints" in why["players"][0]["says"]

    def test_a_group_is_changed_and_dropped_with_a_reason(self, director):
        row = a_tournament(players=4)
        body = {"rule": "must_not_meet", "members": ids(row)[:2]}
        path = EVENT + f"meetings/{said(director.post(EVENT + 'meetings/', body, format='json'), 201)['id']}/"
        pair(row, 1)
        wider = body | {"members": ids(row)[:3]}
        assert said(director.put(path, wider, format="json"), 422)["code"] == "reason_required"
        changed = said(director.put(path, wider | {"reason": "a cousin"}, format="json"))
        assert len(changed["members"]) == 3
        assert said(director.get(path)) == changed
        assert said(director.delete(path), 422)["code"] == "reason_required"
        said(director.delete(path + "?reason=grown+up"), 204)
        said(director.get(path), 404)
        said(director.put(path, wider, format="json"), 404)

    def test_what_is_no_group_is_named(self, director):
        row = a_tournament(players=4)
        for change in NO_GROUPS:
            body = {"rule": "must_meet", "members": ids(row)[:2]} | change
            assert said(director.post(EVENT + "meetings/", body, format="json"), 422)["errors"]


class TestByes:
    def test_a_player_asks_for_himself_and_gets_it(self, director):
        row = a_tournament(players=5)
        first = EntryRow.objects.filter(tournament=row).order_by("number").first()
        Player.objects.filter(pk=first.player_id).update(user=an_account("ada"))
        ada, eve = APIClient(), APIClient()
        ada.force_authenticate(an_account("ada"))
        eve.force_authenticate(an_account("eve"))
        path = EVENT + f"entries/{first.id}/byes/1/"
        said(eve.put(path), 403)
        assert said(ada.put(path))["byes_asked"] == [1]
        assert [wish["entry"] for wish in said(director.get(EVENT + "wishes/"))["byes"]] == [first.id]
        paired(row)
        assert RoundRow.objects.get().byes == [first.id]
        why = said(director.get(EVENT + f"rounds/1/byes/{first.id}/reasons/"))
        assert (why["decided"], "asked for the bye" in why["says"]) == ("asked", True)
        assert said(ada.delete(path), 409)["code"] == "round_already_paired"

    def test_of_a_tournament_that_is_not_published_nobody_asks_for_a_bye(self):
        row = a_tournament(players=5, published=False)
        first = EntryRow.objects.filter(tournament=row).order_by("number").first()
        Player.objects.filter(pk=first.player_id).update(user=an_account("ada"))
        ada = APIClient()
        ada.force_authenticate(an_account("ada"))
        said(ada.put(EVENT + f"entries/{first.id}/byes/1/"), 404)

    def test_it_may_be_taken_back_and_another_players_is_his_own(self, director):
        row = a_tournament(players=5)
        path = EVENT + f"entries/{ids(row)[0]}/byes/2/"
        assert said(director.put(path))["byes_asked"] == [2]
        assert said(director.delete(path))["byes_asked"] == []
        said(APIClient().put(path), 401)
        said(director.put(EVENT + "entries/00000000-0000-4000-8000-000000000000/byes/2/"), 404)
        said(director.put(EVENT + f"entries/{ids(row)[0]}/byes/9/"), 404)


class TestTables:
    def test_a_pinned_player_sits_there_and_unused_numbers_stay_empty(self, director):
        row = a_tournament(players=8)
        last = ids(row)[-1]
        pin = EVENT + f"entries/{last}/table/"
        assert said(director.put(pin, {"table": 9}, format="json"))["table"] == 9
        change = {"settings": {"pairing": {"tables_unused": [1, 3]}}}
        said(director.patch(EVENT + "settings/", change, headers={"If-Match": "*"}, format="json"))
        paired(row)
        tables = {game.table: {game.white_id, game.black_id} for game in PairingRow.objects.all()}
        assert sorted(tables) == [2, 4, 5, 9]
        assert last in tables[9]
        assert said(director.delete(pin), 422)["code"] == "reason_required"
        assert said(director.delete(pin + "?reason=better"))["table"] == 0

    def test_tables_are_renumbered_but_for_a_pinned_game(self, director):
        row = a_tournament(players=6)
        pair(row, 1)
        one, two, three = [str(game.game_id) for game in PairingRow.objects.order_by("table")]
        match = {"headers": {"If-Match": "*"}, "format": "json"}
        for game, table in ((one, 20), (two, 30), (three, 40)):
            said(
                director.put(
                    f"/api/v1/games/{game}/table/", {"table": table, "reason": "other hall"}, **match
                )
            )
        said(director.put(f"/api/v1/games/{two}/pinned/"))
        assert said(director.get(EVENT + "wishes/"))["games"] == [{"game": two, "round": 1, "table": 30}]
        assert said(director.put(EVENT + "rounds/1/tables/", {}, **match), 422)["code"] == "reason_required"
        said(director.put(EVENT + "rounds/1/tables/", {"reason": "other hall"}, **match))
        tables = {str(game.game_id): game.table for game in PairingRow.objects.all()}
        assert tables == {one: 1, two: 30, three: 2}
        said(director.delete(f"/api/v1/games/{two}/pinned/"))
        assert said(director.get(EVENT + "wishes/"))["games"] == []


def test_a_round_is_edited_between_unpublishing_and_publishing(director):
    row = a_tournament(players=4)
    pair(row, 1)
    round_, hidden = EVENT + "rounds/1/", {"published": False}
    assert said(director.patch(round_, hidden), 422)["code"] == "reason_required"
    said(director.patch(round_, {**hidden, "reason": "two brothers"}))
    said(APIClient().get(EVENT + "rounds/1/"), 404)
    said(APIClient().get(EVENT + "rounds/1/proof/"), 404)
    said(director.patch(round_, {"published": True}))
    assert said(APIClient().get(EVENT + "rounds/1/proof/"))["published"]


def test_a_new_tournament_begins_with_its_systems_own_settings(director):
    body = {
        "organisation": "home",
        "slug": "cats",
        "name": "Cats",
        "settings": {"system": "swiss_categories"},
    }
    made = said(director.post("/api/v1/tournaments/", body, format="json"), 201)
    assert made["system"] == "swiss_categories"
    assert made["settings"]["categories"] == [0, -5]
    assert made["settings"]["pairing"]["avoid_mixing_categories"] == 2 * 10**13


def test_rows_made_anew_are_the_rows_that_were_there(director):
    row = a_tournament(players=6)
    pair(row, 1)
    match = {"headers": {"If-Match": "*"}, "format": "json"}
    for game in PairingRow.objects.order_by("table"):
        moved = {"table": game.table + 10, "reason": "other hall"}
        said(director.put(f"/api/v1/games/{game.game_id}/table/", moved, **match))
    said(director.put(EVENT + f"entries/{ids(row)[0]}/byes/2/"))
    said(director.put(EVENT + "rounds/1/tables/", {"reason": "other hall"}, **match))
    said(director.patch(EVENT + "rounds/1/", {"published": False, "reason": "late entry"}))
    call_command("rebuild", "--check", stdout=StringIO(), stderr=StringIO())
