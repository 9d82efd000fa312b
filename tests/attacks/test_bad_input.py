"""What nobody should send: a clear problem document, nothing stored, never a 5xx."""

import json
from uuid import uuid4

import pytest
from knox.models import get_token_model

from games.log.store import head
from games.refusals import CODES
from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
DEEP = "[" * 100_000
BODIES = {
    "not JSON": (b"{", 400),
    "not UTF-8": (b'{"name": "\xff"}', 400),
    "deep": (DEEP.encode(), 400),
    "deeper than 32": (("[" * 33 + "]" * 33).encode(), 400),
    "NaN": (b'{"komi": NaN}', 400),
    "1e999": (b'{"komi": 1e999}', 400),
    "a number of many digits": (b'{"rounds": ' + b"9" * 5000 + b"}", 400),
    "NUL": (b'{"name": "a\\u0000b"}', 400),
    "a lone surrogate": (b'{"name": "\\ud800"}', 400),
    "a key twice": (b'{"name": "a", "name": "b"}', 400),
    "a list": (b"[]", 422),
    "a text": (b'"x"', 422),
    "null": (b"null", 422),
    "five megabytes": (b'{"name": "' + b"x" * 5_000_000 + b'"}', 413),
}


@pytest.fixture
def row():
    return a_tournament(players=6)


@pytest.fixture
def owner(api, row):
    _, token = get_token_model().objects.create(user=an_account("owner", Office.OWNER))
    api.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return api


def problem(response, status, code=None):
    """The body, which must be a problem document of the closed list."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = json.loads(response.content)
    assert body["status"] == status
    assert body["code"] in CODES
    assert code in (None, body["code"])
    return body


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("POST", "/api/v1/tournaments/"),
        ("POST", "/api/v1/organisations/home/players/"),
        ("PATCH", "/api/v1/tournaments/open/settings/"),
        ("POST", "/api/v1/tournaments/open/rounds/1/pairs/"),
        ("POST", "/api/v1/login/"),
    ],
)
def test_bodies_that_cannot_be_taken(owner, method, address):
    before = head(), Player.objects.count()
    for body, status in BODIES.values():
        response = owner.generic(method, address, body, "application/json", headers={"If-Match": "*"})
        problem(response, status)
        assert (head(), Player.objects.count()) == before


def test_a_media_type_that_nobody_reads(owner):
    problem(owner.generic("POST", "/api/v1/tournaments/", b"<x/>", "text/xml"), 415, "unsupported_media_type")


def test_an_empty_body_without_a_media_type(owner):
    assert owner.generic("POST", "/api/v1/account/notices/read/", b"", "").json() == {"read": 0}
    nothing = owner.generic("POST", "/api/v1/tournaments/open/undo/", b"", "", headers={"If-Match": "*"})
    assert problem(nothing, 422)["errors"][0]["place"] == "version"


XML = {
    "empty": b"",
    "not XML": b"hello",
    "cut off": b"<?xml version='1.0'?><Tournament><Players>",
    "a DTD": b"<?xml version='1.0'?><!DOCTYPE Tournament SYSTEM 'file:///etc/passwd'><Tournament/>",
    "entities": b"<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><Tournament>&c;</Tournament>",
    "another tongue": b"<?xml version='1.0' encoding='x-unknown'?><Tournament/>",
    "another document": b"<html/>",
}


def test_files_that_are_no_tournament(owner):
    before = head(), TournamentRow.objects.count()
    for data in XML.values():
        response = owner.generic("POST", "/api/v1/organisations/home/import/", data, "application/xml")
        said = problem(response, 422, "exchange_fault")
        assert said["errors"][0]["message"]
        assert (head(), TournamentRow.objects.count()) == before


@pytest.mark.parametrize("komi", [True, "much", [6.5]])
def test_a_truth_value_is_no_komi(owner, row, komi):
    pair(row, 1)
    before = head()
    game = PairingRow.objects.first()
    seats = {"white": str(game.white_id), "black": str(game.black_id)}
    places = {
        f"/api/v1/games/{game.game_id}/terms/": ("PUT", {"handicap": 0, "komi": komi}),
        "/api/v1/tournaments/open/rounds/1/pairs/": ("POST", {**seats, "komi": komi}),
    }
    for address, (method, body) in places.items():
        response = owner.generic(
            method, address, json.dumps(body), "application/json", headers={"If-Match": "*"}
        )
        problem(response, 422, "invalid")
    assert head() == before


SETTINGS = {
    "komi in thirds": ({"komi": 6.33}, "settings.komi"),
    "no rounds": ({"rounds": 0}, "settings.rounds"),
    "a million rounds": ({"rounds": 10**6}, "settings.rounds"),
    "a floor above the bar": ({"floor": 5, "bar": 0}, "settings.floor"),
    "an unknown criterion": ({"criteria": ["MMS", "LUCK"]}, "settings.criteria"),
    "a criterion twice": ({"criteria": ["MMS", "MMS"]}, "settings.criteria"),
    "an unknown system": ({"system": "lottery"}, "settings.system"),
    "weights over 64 bits": ({"pairing": {"avoid_repeated": 2**62}}, "settings.pairing.avoid_repeated"),
}


def test_settings_that_no_tournament_can_have(owner):
    for changes, place in SETTINGS.values():
        response = owner.patch(
            "/api/v1/tournaments/open/settings/", {"settings": changes}, headers={"If-Match": "*"}
        )
        assert problem(response, 422)["errors"][0]["place"] == place


WRONG_SHAPES = [
    ({"speed": 1}, "settings.speed"),
    ({"rounds": "five"}, "settings.rounds"),
    ({"rounds": True}, "settings.rounds"),
    ({"pairing": {"nonsense": 1}}, "settings.pairing.nonsense"),
    ({"handicap": 3}, "settings.handicap"),
    ({"pairing": {"seeding_first": "by height"}}, "settings.pairing.seeding_first"),
    ({"pairing": {"seeding_first": 1}}, "settings.pairing.seeding_first"),
    ({"criteria": [1]}, "settings.criteria.0"),
    ({"criteria": ["MMS", 1]}, "settings.criteria.1"),
    ({"criteria": [["MMS"]]}, "settings.criteria.0"),
    ({"criteria": "MMS"}, "settings.criteria"),
    ({"criteria": ["MMS"] * 51}, "settings.criteria"),
    ({"categories": ["x", 1]}, "settings.categories.0"),
    ({"categories": [True]}, "settings.categories.0"),
    ({"categories": [1.5]}, "settings.categories.0"),
    ({"komi": "6.5"}, "settings.komi"),
    ({"handicap_komi": True}, "settings.handicap_komi"),
    ({"claims": {"two_person": 1}}, "settings.claims.two_person"),
    ({"system": None}, "settings.system"),
]


def test_settings_of_the_wrong_shape_name_the_place(owner):
    for changes, place in WRONG_SHAPES:
        response = owner.patch(
            "/api/v1/tournaments/open/settings/", {"settings": changes}, headers={"If-Match": "*"}
        )
        assert place in [fault["place"] for fault in problem(response, 422)["errors"]]


def test_a_wrong_type_of_a_nested_member_is_named_once(owner):
    """REST framework refuses it as well, with a message of its own."""
    body = {"entries": [{"player": str(uuid4()), "rating": [], "absent": ["x"]}]}
    response = owner.post("/api/v1/tournaments/open/entries/batch/", body)
    faults = [(fault["place"], fault["code"]) for fault in problem(response, 422)["errors"]]
    assert sorted(faults) == [("entries.0.absent.0", "wrong_type"), ("entries.0.rating", "wrong_type")]


def test_a_version_that_was_not_seen(owner, row):
    pairings = "/api/v1/tournaments/open/rounds/1/pairings/"
    problem(owner.post(pairings, {}), 428, "precondition_required")
    problem(owner.post(pairings, {}, headers={"If-Match": "yesterday"}), 400, "bad_if_match")
    problem(owner.post(pairings, {}, headers={"If-Match": '"1"'}), 412, "version_clash")
    assert not PairingRow.objects.exists()
    assert owner.post(pairings, {}, headers={"If-Match": f'"{row.version}"'}).status_code == 201
    problem(owner.post(pairings, {}, headers={"If-Match": "*"}), 409, "round_already_paired")


def test_a_result_for_a_game_that_is_not_his(api, row):
    pair(row, 1)
    stranger = an_account("stranger")
    Player.objects.create(
        organisation=Organisation.objects.get(), family_name="X", rank=0, rating=2000, user=stranger
    )
    api.force_authenticate(stranger)
    game = PairingRow.objects.first().game_id
    response = api.post(f"/api/v1/games/{game}/reports/", {"result": "black"})
    problem(response, 403)
    assert PairingRow.objects.first().winner == "not_played"


NO_MOMENTS = [
    "round=-1",
    "round=99",
    "round=%D9%A3",
    "round=1e3",
    "round=",
    "at=-1",
    "at=99999999999999999999",
    "at=%00",
]


def test_standings_of_no_such_moment(owner):
    for query in NO_MOMENTS:
        response = owner.get(f"/api/v1/tournaments/open/standings/?{query}")
        assert response.status_code in (400, 404, 422)
        problem(response, response.status_code)


@pytest.mark.parametrize("query", ["cursor=nonsense", "cursor=" + "A" * 5000])
def test_a_page_that_is_none(owner, query):
    problem(owner.get(f"/api/v1/tournaments/open/entries/?{query}"), 422)


def test_a_page_of_any_size_is_refused(owner):
    problem(owner.get("/api/v1/tournaments/open/entries/?page_size=99999999999999999999"), 422)


def test_nobody_writes_what_is_not_his_to_write(owner, row):
    player = Player.objects.first()
    address = f"/api/v1/organisations/home/players/{player.id}/"
    problem(owner.patch(address, {"erased": True, "organisation": "x", "rating": 1}), 422)
    assert Player.objects.get(pk=player.pk).rating == player.rating
    owner.patch(address, {"id": "00000000-0000-0000-0000-000000000000", "rating": 1})
    after = Player.objects.get(pk=player.pk)
    assert (after.erased, after.organisation_id, after.rating) == (False, player.organisation_id, 1)


def test_a_name_is_text_on_every_page(client, row):
    Player.objects.update(family_name="<script>alert(1)</script>")
    for page in ("", "players/"):
        html = client.get(f"/tournaments/open/{page}").content.decode()
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_a_form_from_elsewhere_is_refused(row):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(an_account("owner", Office.OWNER))
    assert browser.post("/tournaments/open/rounds/1/pair/").status_code == 403
    address = "/api/v1/tournaments/open/rounds/1/pairings/"
    response = browser.post(address, {}, "application/json", headers={"If-Match": "*"})
    problem(response, 403)
    assert not PairingRow.objects.exists()


def test_a_form_leads_to_no_other_site(client, row):
    client.force_login(an_account("owner", Office.OWNER))
    for elsewhere in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        response = client.post("/tournaments/open/publish/", {"next": elsewhere})
        assert response["Location"] == "/"


NO_PATHS = ["desk", "web:desk", "-1", "%s", "{{7*7}}", "a b", "?x", "x" * 3000]


def test_a_form_that_names_no_path_leads_to_the_first_page(client, row):
    client.force_login(an_account("owner", Office.OWNER))
    for nowhere in NO_PATHS:
        response = client.post("/tournaments/open/publish/", {"next": nowhere})
        assert (response.status_code, response["Location"]) == (302, "/")


def test_a_forwarded_address_defeats_no_throttle(api, monkeypatch, row):
    from rest_framework.settings import api_settings

    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "login", "3/min")
    answers = [
        api.post(
            "/api/v1/login/",
            {"username": "nobody", "password": "x"},
            headers={"X-Forwarded-For": f"10.0.0.{number}"},
        ).status_code
        for number in range(6)
    ]
    assert answers == [401, 401, 401, 429, 429, 429]
