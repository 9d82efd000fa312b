"""Schedules and groups over REST, on pages, by ``manage.py``, in exports and what-ifs."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command

from tests.builders import a_context, logged_in, pair
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pairs,
    play,
    state,
    won_by,
)
from tests.tournaments.web.visitor import Page
from tournaments.commands import PairRound, pair_round
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.round_stages import PublishRound
from tournaments.formats.exports import FORMATS
from tournaments.interchange.bundles import BUNDLES
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"
MORE_SYSTEMS = ("double_elimination", "league")


@pytest.fixture
def director():
    return logged_in()


def call(client, method, path, body=None, **headers):
    response = client.generic(
        method, path, json.dumps(body or {}), "application/json", headers={"If-Match": "*", **headers}
    )
    return response.status_code, response.json()


def grouped(system, sizes, **settings):
    """Players of class A, B ... by their numbers; the first of A is the strongest."""
    row = an_event(system, sum(sizes), **settings)
    place = 0
    for name, size in zip("ABCD", sizes, strict=False):
        for _ in range(size):
            do(row, ChangeEntry(entry_id=entry(row, place), group=name))
            place += 1
    return row


def test_standings_say_whether_they_are_of_everybody_or_of_those_without_a_group(client):
    row = an_event("mcmahon", 4)
    groups = [
        client.get(API + address).json()["groups"] for address in ("standings/", "prizes/", "schedule/")
    ]
    assert groups == [[], [], []]
    do(row, ChangeEntry(entry_id=entry(row, 0), group="A"))
    for address in ("standings/", "prizes/"):
        of = [client.get(API + address + query).json() for query in ("", "?group=", "?group=A")]
        assert [(one["everybody"], one["group"]) for one in of] == [(True, None), (False, None), (False, "A")]
        assert [one["groups"] for one in of] == [[None, "A"]] * 3
    assert len(client.get(API + "standings/?group=").json()["results"]) == 3


def test_groups_of_a_round_robin_have_own_tables_and_standings(client):
    row = grouped("round_robin", (4, 5))
    play(row, 1, 2, 3, 4, 5)
    now = state(row)
    assert fresh(row).rounds == 5
    for number, tables in ((1, [1, 2, 3, 4]), (4, [1, 2])):
        assert [game.table for game in now.round(number).by_table()] == tables
    for game in (game for round_ in now.rounds.values() for game in round_.pairs.values()):
        assert len({now.entries[id_].group for id_ in game.players}) == 1
    body = client.get(API + "standings/?group=B").json()
    assert (body["everybody"], body["group"], body["groups"]) == (False, "B", ["A", "B"])
    assert [(line["place"], line["scores"]["NBW"]) for line in body["results"]] == [
        (1, 5.0), (2, 4.0), (3, 3.0), (4, 2.0), (5, 1.0),
    ]  # fmt: skip
    assert len(client.get(API + "standings/").json()["results"]) == 9
    assert client.get(API + "standings/?group=C").status_code == 404
    page = Page(client.get("/tournaments/open/"))
    assert page.text.index(" A Place") < page.text.index(" B Place")


def test_round_is_paired_group_by_group(director):
    row = grouped("knock_out", (4, 3))
    status, body = call(director, "POST", API + "rounds/1/pairings/", {"group": "B"})
    assert (status, body["games"], body["method"], body["rules"]) == (201, 1, "knock_out", "bracket")
    status, body = call(director, "POST", API + "rounds/1/pairings/", {"group": "A"})
    assert (status, body["games"]) == (201, 3)
    assert [game.table for game in pairs(row, 1)] == [1, 2, 3]
    assert call(director, "POST", API + "rounds/1/pairings/", {"group": "C"})[1]["code"] == "unknown_group"
    assert call(director, "POST", API + "rounds/1/pairings/")[1]["code"] == "round_already_paired"
    assert call(director, "POST", API + "rounds/2/pairings/")[1]["code"] == "no_winner"


def test_groups_of_a_swiss_are_paired_separately_by_weights(director):
    row = grouped("swiss", (5, 4), rounds=3, criteria=("NBW", "SOSW"))
    play(row, 1, 2)
    now = state(row)
    for number in (1, 2):
        assert [game.table for game in now.round(number).by_table()] == [1, 2, 3, 4]
        assert len(now.round(number).byes) == 1
        for game in now.round(number).by_table():
            assert len({now.entries[id_].group for id_ in game.players}) == 1
            assert game.total > 0
    met = [frozenset(game.players) for number in (1, 2) for game in pairs(row, number)]
    assert len(met) == len(set(met))


def test_bracket_over_rest_has_published_rounds_only(client, director):
    row = an_event("knock_out", 5)
    assert client.get(API + "schedule/").json()["matches"] == []
    pair_round(str(row.id), PairRound(round=1, seed=1), a_context())
    assert client.get(API + "schedule/").json()["seeds"] == []
    assert len(director.get(API + "schedule/").json()["seeds"]) == 5
    do(row, PublishRound(round=1))
    body = client.get(API + "schedule/").json()
    assert [one["state"] for one in body["matches"]] == [
        "free",
        "paired",
        "free",
        "free",
        "open",
        "due",
        "open",
    ]
    play_on = body["matches"][1]
    assert (play_on["place"], play_on["table"], play_on["winner"]) == ("W1/2", 1, None)
    won_by(row, 1, 4)
    assert client.get(API + "schedule/").json()["matches"][1]["winner"] == entry(row, 4)
    assert client.get(API + "schedule/?group=B").status_code == 404


def test_rounds_of_a_round_robin_are_listed_before_pairing(client):
    row = an_event("round_robin", 5, dates=("2026-11-21", "2026-11-28"))
    pair(row, 1)
    rounds = client.get(API + "schedule/").json()["rounds"]
    assert [len(one["games"]) for one in rounds] == [2] * 5
    assert [one["date"] for one in rounds] == ["2026-11-21", "2026-11-28", None, None, None]
    assert len({one["free"][0]["key"] for one in rounds}) == 5
    assert client.get(API + "rounds/1/").json()["date"] == "2026-11-21"
    assert "Round 1 2026-11-21" in Page(client.get("/tournaments/open/rounds/1/")).text


def test_page_draws_every_match_of_the_bracket_once(client):
    row = an_event("double_elimination", 6)
    play(row, 1, 2)
    page = Page(client.get("/tournaments/open/schedule/"))
    matches = re.findall(r'id="m([A-Z0-9-]+)"', page.html)
    assert len(matches) == len(set(matches)) == 15
    assert page.html.count('<p class="won">') == sum(len(pairs(row, number)) for number in (1, 2))
    assert "style=" not in page.html  # the content security policy forbids it


def test_names_are_escaped_in_the_picture(client):
    row = an_event("knock_out", 2)
    Player.objects.filter(pk=state(row).entries[entry(row, 0)].player_id).update(family_name="<b>&Co")
    pair(row, 1)
    assert "&lt;b&gt;&amp;Co" in client.get("/tournaments/open/schedule/").content.decode()


def test_validates_schedule_settings(director):
    an_event("knock_out", 4)
    for settings, field in (
        ({"schedule": {"seeded_by": "size"}}, "settings"),
        ({"schedule": {"dates": ["tomorrow"]}}, "schedule.dates"),
        ({"schedule": {"dates": ["2026-11-22", "2026-11-21"]}}, "schedule.dates"),
        ({"schedule": {"third_place": 1}}, "settings.schedule.third_place"),
    ):
        status, body = call(director, "PATCH", API + "settings/", {"settings": settings})
        assert status in (400, 422)
        assert field in json.dumps(body)
    status, body = call(
        director, "PATCH", API + "settings/", {"settings": {"schedule": {"third_place": True}}}
    )
    assert (status, body["settings"]["schedule"]["third_place"]) == (200, True)


@pytest.mark.parametrize(
    "system",
    ["round_robin", "knock_out", *(pytest.param(name, marks=pytest.mark.long) for name in MORE_SYSTEMS)],
)
def test_exports_ratings_and_what_ifs_work_for_every_system(director, system):
    row = an_event(system, 5, rounds=4, criteria=settings_for(system).criteria)
    play(row, 1, 2)
    for kind in (*FORMATS, *BUNDLES):
        assert director.get(API + f"exports/{kind}/").status_code == 200
        assert director.get(API + f"exports/{kind}/warnings/").status_code in (200, 404)
    assert director.get(API + "ratings/").status_code == 200
    status, body = call(director, "POST", API + "whatif/", {"criteria": ["NBW"]})
    assert (status, body["tournament"]) == (200, "open")
    for page in ("", "players/", "rounds/1/", "desk/", "changes/", "schedule/"):
        assert director.get(f"/tournaments/open/{page}").status_code == 200


def called(*args):
    out = StringIO()
    call_command(*args, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_manage_py_pairs_previews_and_lists(client):
    row = grouped("knock_out", (4, 3))
    tried = called("pair", "open", "--round", "1", "--dry-run", "--seed", "4")
    assert (len(tried["pairs"]), state(row).round(1).pairs) == (3, {})
    done = called("pair", "open", "--round", "1", "--group", "A", "--seed", "4")
    assert (len(done["pairs"]), len(pairs(row, 1))) == (2, 2)
    done = called("pair", "open", "--round", "1", "--seed", "4")
    assert (len(done["pairs"]), len(done["byes"])) == (1, 1)
    assert len(called("standings", "open", "--group", "B")["results"]) == 3


def test_round_of_groups_is_proved_group_by_group(director):
    row = grouped("swiss", (5, 4), rounds=3, criteria=("NBW", "SOSW"))
    play(row, 1, 2)
    parts = director.get(API + "rounds/2/proof/").json()["parts"]
    assert [part["provable"] for part in parts] == [True, True]
    assert all(part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"] for part in parts)
    assert all(part["total"]["recorded"] == part["optimum"]["found"] for part in parts)


def test_round_of_a_schedule_needs_no_proof(director):
    row = an_event("knock_out", 4)
    play(row, 1, 2)
    body = director.get(API + "rounds/2/proof/").json()
    assert [part["provable"] for part in body["parts"]] == [False]
    assert "follow from a schedule" in body["says"]
    game = pairs(row, 2)[0].game_id
    assert director.get(f"/api/v1/games/{game}/reasons/").status_code == 200
    for edit in ("swap", "unpair"):
        edits = {"edits": [{"do": edit, "game": game}]}
        assert call(director, "POST", API + "rounds/2/pairings/cost/", edits)[0] == 200
    assert director.get(f"/tournaments/open/games/{game}/story/").status_code == 200
    assert "paired by knock out" in Page(director.get("/tournaments/open/story/")).text


def test_only_player_of_a_group_is_named_and_may_have_the_bye(director):
    row = grouped("swiss", (4, 1), rounds=3, criteria=("NBW",))
    status, body = call(director, "POST", API + "rounds/1/pairings/")
    assert (status, body["code"], body["group"]) == (409, "too_few_players", "B")
    assert call(director, "PUT", API + f"rounds/1/byes/{entry(row, 4)}/")[0] == 200
    assert call(director, "POST", API + "rounds/1/pairings/")[1]["games"] == 2
