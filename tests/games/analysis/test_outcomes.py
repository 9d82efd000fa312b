"""A stored game under every ruleset side by side."""

import pytest

from games.api import rules
from games.game import commands
from games.game.deciding import Act
from rules import RULESETS, AgreeDead, Color, Pass, Play, Resign
from tests.games.game_builders import ID, context, opened, other_terms
from tests.games.log.house import a_house

pytestmark = pytest.mark.django_db
OUTCOMES = f"/api/v1/games/{ID}/outcomes/"
B, W = Color.BLACK, Color.WHITE
STOPPED = [Play(B, "B1"), Play(W, "D1"), Play(B, "A1"), Play(W, "E1"), Pass(B), Pass(W)]


@pytest.fixture(autouse=True)
def _house():
    with a_house():
        yield


@pytest.fixture
def stored():
    """Open a game with these terms and enter these actions."""

    def stored(*actions, **terms):
        commands.open_games([opened(**{"width": 5, "height": 1} | terms)], context())
        for action in actions:
            commands.change_record(ID, Act(action=action), context())

    return stored


def rows(answer):
    return {row["name"]: row for row in answer["results"]}


def test_a_game_under_its_own_terms_and_under_every_ruleset(api, stored):
    stored(*STOPPED)
    response = api.get(OUTCOMES)
    answer = response.json()
    assert (answer["game"], answer["actions"], response["ETag"][:5]) == (ID, 6, '"0.8-')
    own = answer["own"]
    assert (own["ruleset"], own["outcome"], own["by"]) == ("tromp-taylor komi=0.5", "W+0.5", "score")
    found = rows(answer)
    assert list(found) == list(RULESETS)
    assert (found["tromp-taylor"]["result"], found["tromp-taylor"]["by"]) == ("0", "score")
    assert (found["chinese"]["result"], found["chinese"]["by"]) == ("W+7.5", "as it stands")
    assert found["ultimate"]["illegal"]["turn"] == 5


def test_a_komi_for_every_ruleset_leaves_the_games_own_alone(api, stored):
    stored(*STOPPED)
    answer = api.get(f"{OUTCOMES}?komi=-2.5").json()
    assert {row["komi"] for row in answer["results"]} == {-2.5}
    assert answer["own"]["komi"] == 0.5


def test_dead_strings_that_both_agree_on(api, stored):
    stored(*STOPPED, ruleset="chinese@2")
    answer = api.get(f"{OUTCOMES}?dead=D1,%20e1").json()
    assert (answer["own"]["outcome"], answer["own"]["by"]) == ("W+2.5", "score")
    assert rows(answer)["chinese"] == answer["own"]
    assert rows(answer)["tromp-taylor"]["result"] == "0"
    assert api.get(f"/api/v1/games/{ID}/").json()["outcome"] is None


def test_what_only_the_games_own_ruleset_knows_is_illegal_elsewhere(api, stored):
    stored(*STOPPED, AgreeDead(("D1",)), ruleset="tromp-taylor-agreement")
    found = rows(api.get(OUTCOMES).json())
    assert found["tromp-taylor"]["illegal"]["reason"] == "game_over"
    assert {name for name, row in found.items() if not row["legal"]} == {"tromp-taylor", "ultimate"}


def test_handicap_moves_of_a_game_are_stones_where_they_are_placed(api, stored):
    stored(Play(B, "C3"), Play(B, "G7"), Play(W, "E5"), width=9, height=9, handicap=2)
    found = rows(api.get(OUTCOMES).json())
    assert {name for name, row in found.items() if not row["legal"]} == set()
    assert (found["japanese"]["turns"], found["japanese"]["komi"]) == (3, 0.5)


def test_a_game_whose_terms_were_corrected_says_what_they_forbid(api, stored):
    white_takes_his_own_two = [
        Play(B, "B1"),
        Play(W, "A1"),
        Play(B, "B2"),
        Play(W, "C3"),
        Play(B, "A3"),
        Play(W, "A2"),
    ]
    stored(*white_takes_his_own_two, Resign(B), width=3, height=3)
    commands.change_terms(ID, other_terms("arg"), context())
    own = api.get(OUTCOMES).json()["own"]
    assert (own["legal"], own["illegal"]["turn"], own["illegal"]["reason"]) == (False, 6, "suicide")
    assert own["turns"] == 5


@pytest.mark.parametrize(
    "query", ["komi=x", "komi=1/3", "komi=nan", "komi=1%20fine=3", "komi=", "komi=1e9", "komi=1_0", "komi=٣"]
)
def test_a_komi_that_is_none(api, stored, query):
    stored()
    response = api.get(f"{OUTCOMES}?{query}")
    assert (response.status_code, response.json()["errors"][0]["place"]) == (422, "query:komi")


@pytest.mark.parametrize("dead", ["A2", "nowhere", "\u0410"])
def test_dead_that_are_nowhere(api, stored, dead):
    stored(*STOPPED)
    response = api.get(OUTCOMES, {"dead": dead})
    assert (response.status_code, response.json()["errors"][0]["place"]) == (422, "query:dead")


def test_who_has_the_version_is_not_sent_it_again(api, stored):
    stored(*STOPPED)
    tag = api.get(OUTCOMES)["ETag"]
    response = api.get(OUTCOMES, headers={"If-None-Match": tag})
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", tag)


def test_games_too_long_for_every_ruleset_are_refused(api, stored, monkeypatch):
    monkeypatch.setattr(rules, "MOST_FOR_ALL", 5)
    stored(*STOPPED)
    response = api.get(OUTCOMES)
    assert (response.status_code, response.json()["limit"]) == (413, 5)


def test_it_costs_two_queries(api, stored, django_assert_num_queries):
    stored(*STOPPED)
    with django_assert_num_queries(2):
        api.get(OUTCOMES)
