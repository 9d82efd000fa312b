"""Pair go: entries of two players, over REST and by forms."""

import pytest
from rest_framework.test import APIClient

from games.log.verification import verify
from tests.builders import an_account, differing_rows
from tests.tournaments.api.test_a_day_over_rest import founding, good
from tests.tournaments.build import entered, given, refused
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.settings import Settings
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.settings import ChangeSettings
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
HOUSE, EVENT = "/api/v1/organisations/riverside/", "/api/v1/tournaments/pairs/"
COUPLES = (
    {"Ito": "3d", "Sato": "1k"},
    {"Roux": "1d", "Blanc": "4k"},
    {"Berg": "2k", "Dahl": "3k"},
    {"Ek": "5k", "Alm": "8k"},
)


def event_of(sides):
    """Owner of an organisation with a published tournament of these sides: ranks by family name."""
    client = founding("director")
    good(client.post("/api/v1/organisations/", {"slug": "riverside", "name": "Riverside"}), 201)
    settings = {"system": "swiss", "rounds": 3, "criteria": ["NBW", "SOS"], "players_per_side": len(sides[0])}
    made = {"organisation": "riverside", "slug": "pairs", "name": "Pairs", "settings": settings}
    good(client.post("/api/v1/tournaments/", made), 201)
    for side in sides:
        ids = [person(client, name, rank) for name, rank in side.items()]
        body = dict(zip(("player", "partner", "third"), ids, strict=False))
        good(client.post(f"{EVENT}entries/", body), 201)
    good(client.patch(f"{EVENT}", {"published": True}, headers={"If-Match": "*"}))
    return client


@pytest.fixture(scope="module")
def director(lasting_db):
    return event_of(COUPLES)


def person(client, name, rank="1d", given_name="Kim"):
    body = {"family_name": name, "given_name": given_name, "rank": rank, "rating": 2001}
    return good(client.post(f"{HOUSE}players/", body), 201)["id"]


def games(client, number):
    return good(client.get(f"{EVENT}rounds/{number}/pairings/"))["results"]


def account(name, family_name):
    """The account of a player, logged in."""
    client = APIClient()
    user = an_account(name)
    Player.objects.filter(family_name=family_name).update(user=user)
    client.force_authenticate(user)
    return client


def pair(client, number):
    good(client.post(f"{EVENT}rounds/{number}/pairings/", {"seed": number}, headers={"If-Match": "*"}), 201)
    good(client.patch(f"{EVENT}rounds/{number}/", {"published": True}))


def test_pair_go_is_played_for_a_day(director):
    told = {row["name"]: row for row in good(director.get(f"{EVENT}entries/"))["results"]}
    assert {name: row["rank"] for name, row in told.items()} == {  # the mean of both
        "Ito Kim & Sato Kim": "1d",
        "Roux Kim & Blanc Kim": "2k",
        "Berg Kim & Dahl Kim": "3k",
        "Ek Kim & Alm Kim": "7k",
    }
    assert told["Ito Kim & Sato Kim"]["key"] == "ITOKIM&SATOKIM"
    for number in (1, 2, 3):
        pair(director, number)
        for game in games(director, number):
            good(director.put(f"/api/v1/games/{game['id']}/result/", {"result": "white"}))
    rows = good(APIClient().get(f"{EVENT}standings/"))["results"]
    assert [row["name"].count("&") for row in rows] == [1, 1, 1, 1]
    assert sum(row["scores"]["NBW"] for row in rows) == 6
    tou = director.get(f"{EVENT}exports/tou/").content.decode("iso-8859-15")
    assert ("Ito/Sato" in tou, "Kim/Kim" in tou) == (True, True)
    for kind in ("aga", "csv"):
        assert director.get(f"{EVENT}exports/{kind}/").status_code in (200, 404), kind
    assert "Ito/Sato" in director.get(f"{EVENT}exports/opengotha/").content.decode()
    assert differing_rows() == []
    assert list(verify()) == []


def test_both_players_of_a_pair_may_report(director):
    pair(director, 1)
    game = next(game for game in games(director, 1) if "Ito" in game["white"]["name"] + game["black"]["name"])
    own, other = ("white", "black") if "Ito" in game["white"]["name"] else ("black", "white")
    address = f"/api/v1/games/{game['id']}/reports/"
    opponent = game[other]["name"].split()[0]
    ito, sato, foe = account("ito", "Ito"), account("sato", "Sato"), account("foe", opponent)
    told = good(sato.post(address, {"result": own}), 201)
    assert told["state"] == "reported"
    assert good(ito.post(address, {"result": own}), 201)["state"] == "reported"
    assert good(foe.post(address, {"result": own}), 201)["state"] == "confirmed"
    stranger = account("stranger", "Nobody")
    assert stranger.post(address, {"result": own}).status_code == 403
    assert good(sato.get("/api/v1/account/"))["entries"] != []
    assert "Your game:" in Visitor(an_account("sato")).open("/tournaments/pairs/rounds/1/").text
    moves = f"/api/v1/games/{game['id']}/moves/"
    resigns = {"do": "resign", "colour": own}
    good(sato.post(moves, resigns, headers={"If-Match": "*"}), 201)
    assert stranger.post(moves, resigns, headers={"If-Match": "*"}).status_code == 403


def test_form_enters_a_pair(director):
    ids = [person(director, name) for name in ("New", "Other")]
    visitor = Visitor(an_account("director"))
    visitor.open("/tournaments/pairs/players/")
    visitor.follow("Enter a pair")
    assert "Sato" not in visitor.page.text
    visitor.press("Enter this pair", player=ids[0], partner=ids[0])
    assert "two different players" in visitor.page.text
    visitor.open("/tournaments/pairs/pairs/")
    visitor.press("Enter this pair", player=ids[0], partner=ids[1])
    assert "New Kim & Other Kim were entered." in visitor.page.text
    visitor.press("Enter this pair", player="x", partner=ids[1])
    assert len(good(director.get(f"{EVENT}entries/"))["results"]) == 5


def test_forms_enter_a_pair_of_new_players(director):
    visitor = Visitor(an_account("director"))
    visitor.open("/tournaments/pairs/desk/")
    visitor.follow("Enter players")
    visitor.follow("enter a pair")
    page = visitor.press("Add this player", family_name="Lindqvist", given_name="Ada")
    assert "Neither a rank nor a rating" in page.text
    page = visitor.press("Add this player", rank="3k")
    assert "Lindqvist Ada can now be chosen for a pair." in page.text
    page = visitor.press("Add this player", family_name="Lindqvist", given_name="Bo", rank="5k")
    assert len(good(director.get(f"{EVENT}entries/"))["results"]) == 4
    one, other = (str(Player.objects.get(given_name=name).pk) for name in ("Ada", "Bo"))
    page = visitor.press("Enter this pair", player=one, partner=other)
    assert "Lindqvist Ada & Lindqvist Bo were entered." in page.text


def test_new_and_known_players_can_be_chosen_for_a_pair_without_entering(director):
    visitor = Visitor(an_account("director"))
    visitor.open("/tournaments/pairs/players/table/")
    visitor.press("Preview", file=b"Name;Rank\nSorel Eva;1k\nTamm Ivo;2k\n")
    page = visitor.press("Enter 2 players")
    assert "2 of them new here, can now be chosen for a pair." in page.text
    assert "Sorel Eva, 1k" in page.text
    visitor.open("/tournaments/pairs/players/enter/?q=tamm")
    page = visitor.press("Choose for a pair Tamm Ivo")
    assert "Tamm Ivo can now be chosen for a pair." in page.text
    assert Player.objects.filter(family_name="Tamm").count() == 1
    assert len(good(director.get(f"{EVENT}entries/"))["results"]) == 4


def test_rejects_invalid_input(director):
    free, taken = person(director, "New"), Player.objects.get(family_name="Sato").pk
    for body, code in (
        ({"player": free}, "invalid_entry"),
        ({"player": free, "partner": free}, "invalid_entry"),
        ({"player": free, "partner": str(taken)}, "already_entered"),
        ({"player": str(taken), "partner": free}, "already_entered"),
        ({"player": free, "partner": "00000000-0000-4000-8000-000000000000"}, "unknown_player"),
    ):
        assert director.post(f"{EVENT}entries/", body).json()["code"] == code, body
    assert director.post(f"{EVENT}entries/", {"player": free, "partner": 7}).status_code == 422
    erased = Player.objects.get(family_name="Ito")
    good(director.delete(f"{HOUSE}players/{erased.pk}/"), 204)
    names = {row["name"] for row in good(director.get(f"{EVENT}entries/"))["results"]}
    assert "(erased) & Sato Kim" in names


def test_individual_tournament_has_no_partners():
    command = EnterPlayer(entry_id="x", player_id="p", partner_id="q", rank=0, rating=2100)
    code, facts = refused(command, given())
    assert (code, facts["field"]) == ("invalid_entry", "partner")


def test_players_per_side_are_fixed_after_the_first_entry():
    change = ChangeSettings(settings=Settings(rounds=3, players_per_side=2), ruleset="tromp-taylor")
    assert refused(change, given(*entered("ab")))[1]["field"] == "players_per_side"
    four = ChangeSettings(settings=Settings(rounds=3, players_per_side=4), ruleset="tromp-taylor")
    assert refused(four, given())[1]["field"] == "players_per_side"
