"""What an address does not know in its query is refused, with what it knows; nothing is swallowed."""

import pytest

from games.log.tables import Event
from tests.builders import a_tournament, an_account, an_organisation, pair
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    row = a_tournament(players=4)
    pair(row, 1)
    client.force_login(an_account("owner", Office.OWNER))
    return client


def places(answer):
    return [fault["place"] for fault in answer.json()["errors"]]


UNKNOWN = [
    ("tournaments/?nonsense=1", "query:nonsense"),
    ("tournaments/?begins_after=notadate", "query:begins_after"),
    ("tournaments/?begins_before=2026-02-30", "query:begins_before"),
    ("tournaments/?system=nonsense", "query:system"),
    ("tournaments/?page_size=9999", "query:page_size"),
    ("tournaments/?page_size=0", "query:page_size"),
    ("tournaments/?page_size=x", "query:page_size"),
    ("tournaments/?organisation=nowhere", "query:organisation"),
    ("tournaments/open/?round=1", "query:round"),
    ("tournaments/open/standings/?rounds=1", "query:rounds"),
    ("tournaments/?organisation=", "query:organisation"),
    ("tournaments/?organisation_id=1", "query:organisation_id"),
    ("tournaments/open/entries/?checked_in=perhaps", "query:checked_in"),
    ("tournaments/open/rounds/1/pairings/?state=lost", "query:state"),
    ("tournaments/open/rounds/1/pairings/?contradicted=2", "query:contradicted"),
    ("tournaments/open/rounds/1/pairings/?table=0.5", "query:table"),
    ("claims/?gme=1", "query:gme"),
    ("claims/?state=", "query:state"),
    ("tournaments/?system=", "query:system"),
    ("tournaments/?begins_after=", "query:begins_after"),
    ("tournaments/open/entries/?club=", "query:club"),
    ("rulesets/?name=japanese", "query:name"),
]


def test_it_is_refused_by_its_name(owner):
    for address, place in UNKNOWN:
        answer = owner.get(f"/api/v1/{address}")
        assert answer.status_code == 422, answer.content
        assert places(answer) == [place]


def test_it_says_that_there_are_none(owner):
    [said] = owner.get("/api/v1/tournaments/open/limits/?rounds=1").json()["errors"]
    assert said["message"] == "This address takes no parameters."


def test_it_says_what_there_is(owner):
    [said] = owner.get("/api/v1/tournaments/open/standings/?rounds=1").json()["errors"]
    assert (
        said["message"]
        == "There is no such parameter; there are: at, category, club, country, group, q, round."
    )


REPEATED = [
    ("tournaments/?page_size=10&page_size=20", "query:page_size"),
    ("tournaments/open/entries/?country=NL&country=DE", "query:country"),
    ("tournaments/open/standings/?round=1&round=1", "query:round"),
    ("tournaments/open/standings/?format=json&format=csv", "query:format"),
]


def test_refuses_a_repeated_parameter(owner):
    for address, place in REPEATED:
        answer = owner.get(f"/api/v1/{address}")
        faults = [(fault["place"], fault["code"]) for fault in answer.json()["errors"]]
        assert (answer.status_code, faults) == (422, [(place, "repeated_parameter")]), address


def test_refuses_a_repeated_dry_run(owner):
    before = Event.objects.count()
    for query in ("dry_run=true&dry_run=false", "dry_run=false&dry_run=true"):
        answer = owner.put(
            f"/api/v1/tournaments/open/limits/?{query}",
            {"limits": {}},
            "application/json",
            headers={"If-Match": "*"},
        )
        assert (answer.status_code, places(answer)) == (422, ["query:dry_run"])
    assert Event.objects.count() == before


KNOWN = [
    "tournaments/?begins_after=2026-01-01&begins_before=2027-01-01&system=mcmahon&page_size=200",
    "tournaments/open/entries/?checked_in=false&country=NL",
    "tournaments/open/rounds/1/pairings/?state=missing&contradicted=true",
    "tournaments/open/standings/?round=1&at=10000",
]


def test_what_is_known_is_taken(owner):
    for address in KNOWN:
        assert owner.get(f"/api/v1/{address}").status_code == 200


def test_writes_are_asked_as_strictly(owner):
    address = "/api/v1/tournaments/open/rounds/2/pairings/?sed=1"
    answer = owner.post(address, {}, content_type="application/json")
    assert (answer.status_code, places(answer)) == (422, ["query:sed"])


def test_options_are_answered_whatever_the_query_says(owner):
    for address in ("tournaments/", "jobs/", "tournaments/open/rounds/1/"):
        answer = owner.options(f"/api/v1/{address}?sed=1")
        assert (answer.status_code, "GET" in answer["Allow"]) == (204, True)


def test_tournaments_are_listed_by_organisation(owner):
    a_tournament(slug="other", organisation=an_organisation("elsewhere"))
    listed = owner.get("/api/v1/tournaments/?organisation=elsewhere").json()["results"]
    assert [(one["slug"], one["organisation"]) for one in listed] == [("other", "elsewhere")]
