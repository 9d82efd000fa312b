"""Pages by cursor: everybody is listed once, however many are alike and whatever comes in between."""

from base64 import urlsafe_b64encode
from json import dumps

import pytest

from tests.builders import a_tournament, an_account, an_organisation, pair
from tournaments.tables.people import Player

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PEOPLE = "/api/v1/organisations/home/players/"
ALIKE = 1_250  # the framework's own pages lose their place among more than 1,000


def people(house, count, **values):
    facts = {"rank": -4, "rating": 1700, "country": "BE", **values}
    names = [f"Vos{n:05}" for n in range(count)]
    Player.objects.bulk_create(Player(organisation=house, family_name=name, **facts) for name in names)


@pytest.fixture
def owner(api):
    api.force_authenticate(an_account("owner", "owner"))
    return api


def turned(api, address, way="next"):
    """Every page from an address on."""
    while address:
        body = api.get(address).json()
        yield body
        address = body[way]


def ids(pages, key="id"):
    return [[one[key] for one in page["results"]] for page in pages]


@pytest.mark.parametrize("order", ["rating", "-rating", "rank", "name", "-name"])
def test_everybody_is_listed_once_where_more_than_a_thousand_are_alike(owner, order):
    people(an_organisation(), ALIKE)
    listed = [one for page in ids(turned(owner, f"{PEOPLE}?ordering={order}&page_size=200")) for one in page]
    assert len(listed) == len(set(listed)) == ALIKE


def test_the_way_back_is_the_way_there(owner):
    people(an_organisation(), 23)
    there = list(turned(owner, f"{PEOPLE}?ordering=-rating&page_size=5"))
    back = list(turned(owner, there[-2]["next"], "previous"))
    assert ids(back)[::-1] == ids(there)
    assert back[-1]["previous"] is None


def test_what_is_added_or_goes_meanwhile_moves_nobody(owner):
    house = an_organisation()
    people(house, 20)
    pages = turned(owner, f"{PEOPLE}?ordering=name&page_size=6")
    seen = ids([next(pages)])[0]
    Player.objects.filter(pk=seen[-1]).delete()  # the very row that the cursor names
    Player.objects.create(organisation=house, family_name="Aal", rank=0, rating=2100)
    seen += [one for page in ids(pages) for one in page]
    assert len(seen) == len(set(seen)) == 20


def test_the_orders_of_each_list(owner):
    row = a_tournament(players=8)
    pair(row, 1)
    event = "/api/v1/tournaments/open/"
    entries = [one["rating"] for one in owner.get(f"{event}entries/?ordering=-rating").json()["results"]]
    assert entries == sorted(entries, reverse=True)
    tables = [
        one["table"] for one in owner.get(f"{event}rounds/1/pairings/?ordering=-table").json()["results"]
    ]
    assert tables == [4, 3, 2, 1]
    a_tournament(players=2, slug="another")
    slugs = [one["slug"] for one in owner.get("/api/v1/tournaments/?ordering=slug").json()["results"]]
    assert slugs == ["another", "open"]
    assert owner.get("/api/v1/claims/?ordering=-made_at").status_code == 200


def test_an_order_that_there_is_not_is_told_those_there_are(owner):
    an_organisation()
    refused = owner.get(f"{PEOPLE}?ordering=account").json()
    assert refused["errors"] == [
        {
            "place": "query:ordering",
            "code": "invalid",
            "message": "One of name, rank, rating, -name, -rank, -rating.",
        }
    ]


def test_a_cursor_of_one_order_is_refused_with_another(owner):
    people(an_organisation(), 5)
    following = owner.get(f"{PEOPLE}?ordering=rating&page_size=2").json()["next"]
    refused = owner.get(following.replace("ordering=rating", "ordering=-rating"))
    assert (refused.status_code, refused.json()["errors"][0]["place"]) == (422, "query:cursor")
    assert owner.get(following).status_code == 200


def raw(value):
    return urlsafe_b64encode(dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "é",
        "bz0xMDAw",  # as it was written before: "o=1000"
        raw(None),
        raw({}),
        raw([["rating", "id"], ["1700"], False]),
        raw([["rating", "id"], [1700, None], False]),
        raw([["rating", "id"], ["many", "x"], False]),
        raw([["rating", "id"], ["9" * 400, "x"], False]),
        raw([["rating", "id"], ["\0", "\0"], False]),
    ],
)
def test_a_cursor_that_never_was_is_refused_by_its_name(owner, cursor):
    people(an_organisation(), 3)
    answer = owner.get(PEOPLE, {"ordering": "rating", "cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert [one["place"] for one in answer.json()["errors"]] == ["query:cursor"]
