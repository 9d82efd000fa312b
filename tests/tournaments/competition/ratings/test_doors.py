"""Ratings over REST and on the command line."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.builders import a_tournament, do, finish, pair
from tournaments.competition.history import Result, Winner
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem
from tournaments.domain.results import RecordResult
from tournaments.domain.tournament import ChangeDetails
from tournaments.reading.queries import entry_names
from tournaments.state.tournament import Details
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tournaments/open/ratings/"


@pytest.fixture(scope="module")
def row(lasting_db):
    """Two players of 5 dan, 2500, with one round played, which Black won."""
    return a_tournament(players=2, finished=1)


@pytest.fixture(scope="module")
def seven(lasting_db):
    """The address of the ratings of seven players."""
    a_tournament(players=7, slug="seven", finished=1)
    return "/api/v1/tournaments/seven/ratings/"


def ran(*words):
    output = StringIO()
    call_command("ratings", *words, stdout=output, stderr=StringIO())
    return output.getvalue()


def test_everybody_may_read_ratings_of_a_published_tournament(row, api):
    response = api.get(ADDRESS, {"class": "A"})
    body = response.json()
    assert response.status_code == 200
    assert response["ETag"].startswith(f'"{TournamentRow.objects.get().version}-')
    assert {
        name: body[name] for name in ("tournament", "system", "class", "class_by", "weight", "left_out")
    } == {
        "tournament": "open",
        "system": "egf-2021",
        "class": "A",
        "class_by": "named",
        "weight": 1.0,
        "left_out": [],
    }
    names, game = entry_names(row), PairingRow.objects.get()
    black, white = str(game.black_id), str(game.white_id)
    assert body["results"][0] == {
        "entry": black,
        "name": str(names[black]),
        "key": names[black].key,
        "rank": "5d",
        "before": 2500.0,
        "after": 2504.611,
        "rank_after": "5d",
        "change": 4.595,
        "bonus": 0.016,
        "games": [
            {
                "round": 1,
                "table": 1,
                "opponent": white,
                "opponent_name": str(names[white]),
                "opponent_rating": 2500.0,
                "colour": "black",
                "handicap": 0,
                "con": 9.19,
                "se": 0.5,
                "sa": 1.0,
                "change": 4.595,
                "bonus": 0.016,
            }
        ],
    }
    assert body["results"][1]["entry"] == white


def test_reader_may_choose_the_class(row, api):
    full, half = (api.get(ADDRESS, {"class": letter}).json() for letter in "AC")
    assert (half["class"], half["weight"]) == ("C", 0.5)
    assert half["results"][0]["change"] == pytest.approx(full["results"][0]["change"] / 2, abs=0.001)


@pytest.mark.parametrize(
    ("details", "letter", "by"),
    [
        ({"time": TimeSystem(basic=60, overtime=Overtime.NONE)}, "B", "time"),
        ({"time": TimeSystem(basic=60, overtime=Overtime.NONE), "time_class": "C"}, "C", "named"),
        ({"time": TimeSystem(basic=45, overtime=Overtime.NONE), "online": True}, None, "time"),
        ({"time": UNKNOWN_TIME}, "A", "assumed"),
        ({"time_class": "-"}, None, "named"),
    ],
)
def test_default_class_is_that_of_the_tournament(row, api, details, letter, by):
    do(row, ChangeDetails(details=Details(name="Open", **details)))
    body = api.get(ADDRESS).json()
    assert (body["class"], body["class_by"]) == (letter, by)
    rated = sum(len(line["games"]) for line in body["results"])
    assert (rated, body["weight"] > 0) == ((2, True) if letter else (0, False))
    assert [item["reason"] for item in body["left_out"]] == ([] if letter else ["no_time_class"])


def test_rejects_unknown_class_and_page(row, api):
    for asked, status in (
        ({"class": "E"}, 422),
        ({"class": ""}, 422),
        ({"page_size": 0}, 422),
        ({"page_size": 201}, 422),
        ({"page_size": "x"}, 422),
        ({"after": "nobody"}, 404),
        ({"after": "00000000-0000-0000-0000-000000000000", "page_size": 2}, 404),
    ):
        assert api.get(ADDRESS, asked).status_code == status, asked


def test_unrated_games_have_a_reason(row, api):
    pair(row, 2)
    game = PairingRow.objects.get(round=2)
    do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE, by_default=True)))
    names = entry_names(row)
    left_out = {
        "round": 2,
        "table": 1,
        "white": str(names[str(game.white_id)]),
        "black": str(names[str(game.black_id)]),
        "reason": "by_default",
    }
    assert api.get(ADDRESS).json()["left_out"] == [left_out]


@pytest.mark.parametrize("players", [4, 40])
def test_ratings_take_a_constant_number_of_queries(players, api, django_assert_num_queries):
    a_tournament(players=players, slug="many", finished=1)
    with django_assert_num_queries(5):
        api.get("/api/v1/tournaments/many/ratings/")


def test_command_prints_the_same_as_rest(row, api):
    assert json.loads(ran("open", "--class", "B", "--json")) == api.get(ADDRESS, {"class": "B"}).json()


def test_later_round_uses_the_same_initial_ratings(row, api):
    pair(row, 2)
    finish(row, 2)
    games = [line for each in api.get(ADDRESS).json()["results"] for line in each["games"]]
    assert len(games) == 4
    assert {line["opponent_rating"] for line in games} == {2500.0}


def test_converts_ranks_and_ratings_of_three_federations(api):
    ranks = api.get("/api/v1/ranks/").json()["results"]
    assert (ranks[0]["rank"], ranks[-1]["rank"], len(ranks)) == ("30k", "9d", 39)
    by_name = {rank["rank"]: rank for rank in ranks}
    assert by_name["1d"] == {"rank": "1d", "value": 0, "egf": 2100.0, "ffg": 50.0, "aga": 1.5}
    for name, rank in by_name.items():
        for scale in ("egf", "ffg", "aga"):
            back = api.get("/api/v1/ranks/", {"rating": rank[scale], "scale": scale}).json()["results"]
            assert [one["rank"] for one in back] == [name]


def test_rejects_invalid_rating(api):
    for query in ("rating=x", "rating=nan", "rating=inf", "rating=", "rating=1e9", "rating=0&scale=aga"):
        assert api.get(f"/api/v1/ranks/?{query}").json()["code"] == "invalid", query


def test_rejects_unknown_scale(api):
    for query in ("scale=x", "scale=", "scale=x&rating=2100"):
        errors = api.get(f"/api/v1/ranks/?{query}").json()["errors"]
        assert [fault["place"] for fault in errors] == ["query:scale"]


def test_large_table_is_divided_into_pages(seven, api):
    whole = api.get(seven, {"class": "A"}).json()
    rows, address, pages = [], f"{seven}?class=A&page_size=3", []
    while address:
        page = api.get(address).json()
        rows, address = rows + page["results"], page["next"]
        pages.append(len(page["results"]))
    assert (pages, rows, whole["next"]) == ([3, 3, 1], whole["results"], None)
    last = whole["results"][-1]["entry"]
    for spelled in (last, last.upper()):
        assert api.get(seven, {"after": spelled, "page_size": 3}).json()["results"] == []


@pytest.mark.parametrize("end", [".csv", "/"])
def test_header_links_the_next_page_in_every_format(seven, api, end):
    address = f"{seven.removesuffix('/')}{end}"
    first = api.get(address, {"page_size": 4})
    following, _, rel = first["Link"].removeprefix("<").partition(">; ")
    assert rel == 'rel="next"'
    assert f"{address}?" in following
    last = api.get(following)
    assert "Link" not in last
    assert last.content not in {first.content, api.get(address).content}


def test_unrated_games_are_listed_once(row, api):
    do(row, ChangeDetails(details=Details(name="Open", time_class="-")))
    told = api.get(ADDRESS, {"page_size": 1}).json()
    assert len(told["left_out"]) == 1
    assert api.get(told["next"]).json()["left_out"] == []
