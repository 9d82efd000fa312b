"""Player lists over REST: import, search, and adoption of a listed player by an organisation."""

from uuid import UUID

import pytest

from tests.builders import a_listed_player, an_account, an_organisation
from tests.tournaments.persons.lists.files import egd, egd_row, gzipped, zipped
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.outbox.running import run_job
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
HOUSE = "/api/v1/organisations/home/"
LIST = egd(egd_row(11, "Müller Jörg", "DE"), egd_row(12, "Vos Anna"))


@pytest.fixture
def director(api):
    api.force_authenticate(an_account("director", "director"))
    return api


def put(api, data, kind="text/html", query="", **headers):
    return api.generic("PUT", f"{HOUSE}player-lists/egd/{query}", data, kind, headers=headers)


def found(api, query):
    return [row["family_name"] for row in api.get(f"{HOUSE}listed-players/?{query}").json()["results"]]


@pytest.mark.parametrize(
    ("kind", "pack"),
    [("text/html", bytes), ("text/plain", bytes), ("application/gzip", gzipped), ("application/zip", zipped)],
)
def test_director_imports_a_list(director, kind, pack):
    answer = put(director, pack(LIST), kind)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["list"], told["version"], told["published"], told["count"]) == ("egd", 1, "2026-11-21", 2)
    assert (told["new"], told["gone"], told["left_out"]) == (2, 0, [])
    (listing,) = director.get(f"{HOUSE}player-lists/").json()["results"]
    assert listing == {name: told[name] for name in listing}


def test_faulty_row_rejects_the_list_unless_skipped(director):
    bad = egd(egd_row(11, "Müller Jörg", "DE"), egd_row(12, "Vos Anna", grade="x"))
    refused = put(director, bad)
    assert (refused.status_code, refused.json()["code"]) == (422, "exchange_fault")
    assert [(one["line"], one["place"]) for one in refused.json()["errors"]] == [(7, "grade")]
    assert not PlayerList.objects.exists()
    told = put(director, bad, query="?skip_faulty=true").json()
    assert [(each["line"], each["place"]) for each in told["left_out"]] == [(7, "grade")]
    assert put(director, bad, query="?skip_faulty=perhaps").status_code == 422


LOOKED_UP = [
    ("q=mueller", ["Müller"]),
    ("q=00000012", ["Vos"]),
    ("q=a&list=egd", ["Vos"]),
    ("q=a&list=ffg", []),
    ("q=j&country=DE", ["Müller"]),
    ("q=j&country=NL", []),
    ("", []),
]


def test_searches_listed_players(director):
    put(director, LIST)
    for query, names in LOOKED_UP:
        assert found(director, query) == names


def test_deletes_a_list(director):
    put(director, LIST)
    assert director.delete(f"{HOUSE}player-lists/egd/").status_code == 204
    assert not ListedPlayer.objects.exists()


def adopt(api, listed, **body):
    return api.post(f"{HOUSE}listed-players/{listed.id}/player/", body)


def test_listed_player_has_pin_club_rank_and_rating(director):
    answer = adopt(director, a_listed_player())
    assert answer.status_code == 201
    told = answer.json()
    assert (told["family_name"], told["given_name"], told["egf_pin"]) == ("Vos", "Anna", "10213786")
    assert (told["country"], told["club"], told["rank"], told["rating"]) == ("NL", "Leid", "3d", 2312)


@pytest.mark.parametrize(
    ("known", "alike"),
    [
        ({"family_name": "VOS", "given_name": "Ina"}, False),
        ({"family_name": "Vós", "given_name": "Anna"}, True),
        ({"family_name": "Anna", "given_name": "Vos"}, True),
        ({"family_name": "Vos", "given_name": "Ana", "egf_pin": "99999999"}, False),
        ({"family_name": "Bos", "given_name": "Ina", "egf_pin": "10213786"}, True),
    ],
)
def test_similar_player_needs_a_decision(director, known, alike):
    Player.objects.create(organisation=an_organisation(), rank=0, rating=2100, **known)
    answer = adopt(director, a_listed_player())
    assert answer.status_code == (409 if alike else 201)
    assert Player.objects.count() == (1 if alike else 2)
    if alike:
        (other,) = answer.json()["players"]
        assert (answer.json()["code"], other["id"]) == ("alike_players", str(Player.objects.get().id))


def test_request_names_the_known_player_or_a_new_one(director):
    known = Player.objects.create(
        organisation=an_organisation(), family_name="Vos", given_name="Anna", rank=0, rating=2100, club="Old"
    )
    listed = a_listed_player()
    answer = adopt(director, listed, player=str(known.id))
    assert answer.json()["id"] == str(known.id)
    known.refresh_from_db()
    assert (known.egf_pin, known.rank, known.rating, known.club) == ("10213786", 2, 2312, "Leid")
    assert adopt(director, listed, new=True).status_code == 201
    assert Player.objects.count() == 2


def test_listed_player_without_rank_needs_one(director):
    listed = a_listed_player(rank=None)
    refused = adopt(director, listed)
    assert (refused.status_code, refused.json()["code"]) == (422, "rank_unknown")
    assert adopt(director, listed, rank="4k").json()["rating"] == 1700


def test_player_of_another_organisation_is_not_found(director):
    other = Player.objects.create(
        organisation=an_organisation("elsewhere"), family_name="Vos", rank=0, rating=2100
    )
    refused = adopt(director, a_listed_player(), player=str(other.id))
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_player")
    assert director.post(f"{HOUSE}listed-players/{other.id}/player/", {}).status_code == 404


@pytest.mark.parametrize(("method", "below"), [("POST", "fetch/"), ("DELETE", "")])
def test_what_takes_no_list_does_not_claim_to_read_one(director, method, below):
    answer = director.generic(method, f"{HOUSE}player-lists/egd/{below}", LIST, "text/html")
    assert (answer.status_code, answer.json()["reads"]) == (415, ["application/json"])


@pytest.mark.django_db(transaction=True)
def test_director_fetches_a_list(director, settings):
    with receiving() as federation:
        settings.WEBHOOK_PRIVATE = True
        settings.LIST_ADDRESSES = {"egd": federation.url}
        federation.answers = [says(200, {"ETag": '"one"'}, LIST)]
        address = f"{HOUSE}player-lists/egd/fetch/"
        assert director.get(address).status_code == 404
        asked = director.post(address)
        assert (asked.status_code, asked["Location"], asked.json()["type"]) == (202, address, "fetch_list")
        assert director.post(address).json()["id"] == asked.json()["id"]
        run_job(UUID(asked.json()["id"]))
    told = director.get(address).json()
    assert (told["state"], told["stage"], told["done"], told["of"]) == (
        "done",
        "stored",
        len(LIST),
        len(LIST),
    )
    assert found(director, "q=mueller") == ["M\u00fcller"]
    assert director.post(f"{HOUSE}player-lists/xyz/fetch/").status_code == 404
