"""What a program is helped with: forgotten slashes, schemes of tokens, where things are, what it has."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.builders import a_tournament, an_account, pair
from tests.tournaments.api.test_a_day_over_rest import good
from tournaments.access.table import Scope
from tournaments.accounts.tokens import CreateToken, create_token
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    client.force_login(an_account("owner", Office.OWNER))
    return client


def sent(client, method, address, body):
    return client.generic(method, f"/api/v1/{address}", json.dumps(body), content_type="application/json")


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "PUT", "DELETE"])
def test_a_forgotten_slash_keeps_method_and_body(owner, method, settings):
    settings.DEBUG = True  # where Django itself raises
    answer = owner.generic(method, "/api/v1/tournaments?system=swiss")
    assert (answer.status_code, answer["Location"]) == (308, "/api/v1/tournaments/?system=swiss")


def test_a_creation_arrives_without_the_slash(owner):
    club = {"code": "amst", "name": "Amsterdam", "country": "NL"}
    address = "/api/v1/organisations/home/clubs"
    answer = owner.post(address, club, content_type="application/json", follow=True)
    assert good(answer, 201) == club


@pytest.mark.parametrize("scheme", ["Bearer", "Token", "bearer", "TOKEN"])
def test_a_token_counts_under_either_scheme(scheme):
    user = an_account("anna", Office.OWNER)
    _, token = create_token(
        CreateToken(user_id=user.pk, name="script", scope=Scope.EVERYTHING, lasts=timedelta(days=1))
    )
    account = Client().get("/api/v1/account/", headers={"Authorization": f"{scheme} {token}"})
    assert good(account)["username"] == "anna"


@pytest.mark.parametrize("said", ["Bearer", "Bearer a b", "Token", "Bearer nigiri_unknown"])
def test_half_a_token_is_refused(said):
    answer = Client().get("/api/v1/account/", headers={"Authorization": said})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_what_is_made_can_be_read_where_it_is_said_to_be(owner):
    """Every 201 has a Location (``games.rest.views.respond_with_etag``); here is what can be read there."""
    row = a_tournament(players=4)
    made = [
        sent(owner, "POST", "organisations/home/clubs/", {"code": "amst", "name": "Amsterdam"}),
        sent(
            owner, "POST", "organisations/home/players/", {"family_name": "Vos", "rank": "3k", "rating": 1800}
        ),
        sent(owner, "POST", "tournaments/", {"organisation": "home", "slug": "autumn", "name": "Autumn"}),
        sent(owner, "POST", f"tournaments/{row.slug}/meetings/", _meeting(row)),
    ]
    for answer in made:
        assert answer.status_code == 201, answer.content
        assert owner.get(answer["Location"]).status_code == 200


def _meeting(row):
    first, second, *_ = row.entries.order_by("number")
    return {"rule": "must_not_meet", "members": [str(first.pk), str(second.pk)]}


LISTS = [
    "tournaments/",
    "organisations/",
    "tournaments/open/entries/",
    "tournaments/open/rounds/",
    "rulesets/",
    "tiebreaks/",
    "claims/",
]


def test_lists_have_etags(owner):
    pair(a_tournament(players=4), 1)
    for address in LISTS:
        first = owner.get(f"/api/v1/{address}")
        assert first.status_code == 200
        again = owner.get(f"/api/v1/{address}", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        other = owner.get(f"/api/v1/{address}", headers={"If-None-Match": '"other"'})
        assert (other.status_code, other.content) == (200, first.content)


def test_a_list_that_changed_has_another_etag(owner):
    before = owner.get("/api/v1/organisations/home/clubs/")
    sent(owner, "POST", "organisations/home/clubs/", {"code": "amst", "name": "Amsterdam"})
    after = owner.get("/api/v1/organisations/home/clubs/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]


def test_the_root_leads_to_every_address(client):
    told = good(client.get("/api/v1/"))["resources"]
    [*included] = [one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/"]
    names = {pattern.name for one in included for pattern in one.url_patterns}
    assert told.keys() == names
    assert told["game"] == "http://testserver/api/v1/games/{game_id}/"
    assert client.get(told["rulesets"]).status_code == 200


def test_a_wrong_choice_says_which_there_are(owner):
    row = a_tournament(players=4)
    pair(row, 1)
    game = row.pairings.first()
    answer = sent(owner, "PUT", f"games/{game.game_id}/result/", {"result": "draw"})
    [fault] = good(answer, 422)["errors"]
    assert fault["place"] == "result"
    assert fault["message"] == "Choose a result. One of: not_played, black, white, jigo, both_win, both_lose."


def test_the_page_of_a_club_may_read(client):
    a_tournament(players=4)
    there = {"Origin": "https://club.example"}
    answer = client.get("/api/v1/tournaments/open/", headers=there)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    assert not answer.has_header("Access-Control-Allow-Credentials")
    assert not client.get("/tournaments/open/", headers=there).has_header("Access-Control-Allow-Origin")


def test_a_browser_is_told_that_nothing_can_be_written_from_elsewhere(client):
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "POST"}
    answer = client.options("/api/v1/tournaments/", headers=asked)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
