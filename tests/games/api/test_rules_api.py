"""The rules over REST: what they say of a record, and the named rulesets."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.api import rules
from games.log.tables import Event
from rules import RULESETS

pytestmark = pytest.mark.django_db
REPLAY = "/api/v1/rules/replay/"
SGF = "(;SZ[3]KM[0.5];B[bb];W[aa];B[];W[])"
PLAY = {"do": "play", "colour": "black", "at": "B2"}
RULESET_KEYS = {"name", "text", "year", "axes"}


def ask(api, **body):
    return api.post(REPLAY, body, format="json")


def refused(response):
    """Status, code, and the place that is named."""
    assert response["Content-Type"] == "application/problem+json"
    said = response.json()
    places = said["errors"][0]["place"] if said["errors"] else None
    return response.status_code, said["code"], places


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ({}, []),
        (
            {"ruleset": "arg", "set": {"komi": 1.5}, "dead": ["A3"]},
            ["--ruleset=arg", "--set=komi=1.5", "--dead=A3"],
        ),
        (
            {"ruleset": "chinese", "set": ["komi=1.5", "ties=black"]},
            ["--ruleset=chinese", "--set=komi=1.5 ties=black"],
        ),
        ({"all": True, "dead": ["A3"]}, ["--all", "--dead=A3"]),
        ({"all": True, "set": {"komi": 0}}, ["--all", "--set=komi=0"]),
    ],
)
def test_the_answer_is_that_of_the_command_line(api, tmp_path, body, options):
    path = tmp_path / "game.sgf"
    path.write_text(SGF)
    out = StringIO()
    call_command("replay", str(path), "--json", *options, stdout=out)
    response = ask(api, sgf=SGF, **body)
    assert (response.status_code, response.json()) == (200, json.loads(out.getvalue()))


def test_an_sgf_body_takes_the_rest_from_the_address(api):
    sent = f"{SGF}{SGF.replace('aa', 'ca')}"
    query = "?ruleset=chinese&set=komi=1.5&set=ties=black&dead=C3,%20c3&game=2"
    response = api.post(REPLAY + query, sent, content_type="application/x-go-sgf")
    asked = {"ruleset": "chinese", "set": {"komi": 1.5, "ties": "black"}, "dead": ["C3"], "game": 2}
    assert (response.status_code, response.json()) == (200, ask(api, sgf=sent, **asked).json())
    assert response.json()["outcome"] == "B+7.5"
    every = api.post(f"{REPLAY}?all=true", SGF, content_type="application/x-go-sgf").json()
    assert [row["name"] for row in every["results"]] == list(RULESETS)


def test_actions_are_replayed_on_an_empty_board(api):
    actions = [PLAY, {"do": "pass", "colour": "white"}, {"do": "penalise", "colour": "black"}]
    answer = ask(api, actions=actions, width=3, height=2, ruleset="arg").json()
    assert (answer["phase"], answer["score"]["owner"]) == ("stopped", ["X.X", "XXX"])
    assert (answer["score"]["black"]["fines"], answer["score"]["black"]["tokens"]) == (3.0, 0.5)
    assert answer["legal"]


def test_a_handicap_of_actions_is_that_of_the_ruleset(api):
    answer = ask(api, actions=[], width=9, handicap=2, ruleset="japanese").json()
    assert (answer["to_play"], answer["score"]["black"]["stones"], answer["komi"]) == ("white", 2, 0.5)


def test_the_first_illegal_turn_is_named_with_its_clause(api):
    answer = ask(api, actions=[PLAY, PLAY | {"colour": "white"}], width=3).json()
    assert (answer["legal"], answer["turns"], answer["result"]) == (False, 1, None)
    assert answer["illegal"] == {
        "turn": 2,
        "reason": "occupied",
        "clause": "Tromp-Taylor rule 7: a stone is played on an empty point",
        "repeats_turn": None,
    }


def test_nothing_is_stored_even_with_a_key(api, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = api.post(REPLAY, {"sgf": SGF}, headers={"Idempotency-Key": "once"})
    assert (response.status_code, Event.objects.count()) == (200, 0)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ([], None),
        ({}, "sgf"),
        ({"sgf": SGF, "actions": []}, "sgf"),
        ({"sgf": SGF, "speed": 1}, "speed"),
        ({"sgf": SGF, "width": 3}, "width"),
        ({"actions": [], "game": 1}, "game"),
        ({"sgf": SGF, "game": 2}, "game"),
        ({"sgf": SGF, "all": True, "ruleset": "arg"}, "ruleset"),
        ({"sgf": SGF, "ruleset": "go-moku"}, "ruleset"),
        ({"sgf": SGF, "ruleset": "arg luck=1"}, "ruleset"),
        ({"sgf": SGF, "set": {"self": 1}}, "set"),
        ({"sgf": SGF, "set": {"komi": [[]]}}, "set"),
        ({"sgf": SGF, "set": {"komi": "x" * 10_000}}, "set"),
        ({"sgf": SGF, "all": True, "set": {"komi": 1e300}}, "set"),
        ({"sgf": SGF, "set": {"stopping": "two_stop"}}, "set"),
        ({"sgf": SGF, "ruleset": "tromp-taylor stopping=two_stop"}, "ruleset"),
        ({"sgf": SGF, "dead": ["D1"]}, "dead"),
        ({"sgf": SGF, "dead": ["\u0410"]}, "dead"),
        ({"actions": [], "width": 3, "handicap": 10}, "handicap"),
        ({"actions": [PLAY, 7]}, "actions.1"),
        ({"actions": [PLAY, {"do": "castle"}]}, "actions.1.do"),
        ({"actions": [{"do": "pass", "colour": "black", "at": "A1"}]}, "actions.0"),
        ({"actions": [{"do": ["pass"], "colour": {}}]}, "actions.0.do"),
    ],
)
def test_what_does_not_fit_is_named(api, body, place):
    response = api.post(REPLAY, body, format="json")
    assert refused(response) == (422, "invalid", place)
    assert len(response.content) < 2_000


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"sgf": {}}, "sgf"),
        ({"sgf": SGF, "set": "komi=1"}, "set"),
        ({"sgf": SGF, "set": [1]}, "set"),
        ({"sgf": SGF, "set": ["komi=1", "komi=2"]}, "set"),
        ({"sgf": SGF, "set": ["self=1"]}, "set"),
        ({"sgf": SGF, "dead": "A1"}, "dead"),
        ({"sgf": SGF, "dead": [[]]}, "dead.0"),
        ({"sgf": SGF, "all": "perhaps"}, "all"),
        ({"sgf": SGF, "game": 0}, "game"),
        ({"actions": {}}, "actions"),
        ({"actions": [None]}, "actions.0"),
        ({"actions": [], "width": 53}, "width"),
        ({"actions": [], "height": 0}, "height"),
        ({"actions": [], "handicap": -1}, "handicap"),
    ],
)
def test_what_has_another_shape_is_named(api, body, place):
    assert refused(api.post(REPLAY, body, format="json")) == (422, "invalid", place)


@pytest.mark.parametrize(
    ("sgf", "status", "code"),
    [
        (b"", 422, "invalid"),
        (b"(;", 422, "bad_record"),
        (b"\0\xff", 422, "bad_record"),
        (b"(;SZ[3]" + b";B[];W[]" * 3_000 + b")", 413, "too_large"),
        (b" " * 1_100_000, 413, "too_large"),
        (b" " * 5_000_000, 413, "too_large"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_record(api, sgf, status, code):
    response = api.post(REPLAY, sgf, content_type="application/x-go-sgf")
    assert refused(response)[:2] == (status, code)


def test_a_record_that_cannot_be_read_names_its_byte(api):
    said = ask(api, sgf="(;SZ[3];B[zz])").json()
    message = "Not a point on 3x3"
    fault = {"place": "sgf", "code": "bad_point", "message": message, "offset": 9, "game": 1}
    assert (said["code"], said["errors"]) == ("bad_record", [fault])
    assert not {"fault", "message", "offset", "game"} & said.keys()


@pytest.mark.parametrize("address", ["?game=x", "?game=-1"])
def test_a_number_of_the_address_that_is_none(api, address):
    response = api.post(REPLAY + address, SGF, content_type="application/x-go-sgf")
    assert refused(response) == (422, "invalid", "query:game")


@pytest.mark.parametrize("said", ["tromp-taylor luck=1", "tromp-taylor self=1", "House", "arg arg"])
def test_a_record_that_names_no_ruleset_of_ours_is_asked_under_tromp_taylor(api, said):
    answer = ask(api, sgf=f"(;SZ[3]RU[{said}])").json()
    assert answer["ruleset"] == "tromp-taylor"
    assert answer["note"] == f"RU '{said}' is not known: tromp-taylor assumed"


def test_an_empty_point_is_not_dead(api):
    said = ask(api, actions=[PLAY], width=3, dead=["C3"]).json()
    assert said["errors"] == [{"place": "dead", "code": "invalid", "message": "no stone at C3"}]


def test_choices_that_one_ruleset_takes_and_another_does_not_are_refused_for_that_one(api):
    one = ask(api, sgf=SGF, ruleset="aga", set={"stopping": "two_stop"})
    assert (one.status_code, one.json()["ruleset"]) == (
        200,
        "aga@2 stopping=two_stop komi=0.5 handicap_komi=none",
    )
    every = ask(api, sgf=SGF, all=True, set={"stopping": "two_stop"}).json()["results"]
    unfit = {row["name"]: row["unfit"] for row in every if row["unfit"]}
    assert list(unfit) == ["tromp-taylor", "ultimate"]
    assert unfit["tromp-taylor"] == (
        "choices that do not go together, under tromp-taylor: stopping=two_stop with "
        "settling=as_it_stands: a stopped game could never be counted"
    )


def test_a_komi_is_a_number_and_not_a_text(api):
    said = ask(api, actions=[], width=3, set={"komi": "7.5"}).json()
    assert said["errors"][0]["message"] == "komi is a number, not text: '7.5'"


def test_more_actions_than_a_record_may_have(api):
    response = ask(api, actions=[{"do": "pass", "colour": "black"}] * 5_001)
    assert refused(response) == (413, "too_large", "actions")
    marks = {"do": "mark_dead", "colour": "black", "points": ["A1"] * 2_705}
    assert refused(ask(api, actions=[marks])) == (422, "invalid", "actions.0.points")


def test_every_ruleset_at_once_takes_shorter_records(api):
    actions = [{"do": "pass", "colour": "black"}] * 1_001
    response = ask(api, actions=actions, all=True)
    assert (refused(response)[:2], response.json()["limit"]) == ((413, "too_large"), 1_000)
    assert ask(api, actions=actions).json()["turns"] == 1


def test_replays_are_rationed_and_logging_in_is_not_touched(api, monkeypatch):
    monkeypatch.setattr(rules.ReplayThrottle, "rate", "2/min")
    answers = [ask(api, sgf=SGF) for _ in range(3)]
    assert [response.status_code for response in answers] == [200, 200, 429]
    assert (answers[2].json()["code"], int(answers[2]["Retry-After"]) > 0) == ("throttled", True)
    assert api.post("/api/v1/login/", {"username": "nobody", "password": "x"}).status_code == 401
    assert api.get("/api/v1/rulesets/").status_code == 200


def test_every_ruleset_is_described(api):
    response = api.get("/api/v1/rulesets/")
    found = response.json()["results"]
    assert [ruleset["name"] for ruleset in found] == list(RULESETS)
    assert {frozenset(ruleset) for ruleset in found} == {frozenset(RULESET_KEYS)}
    assert {len(ruleset["axes"]) for ruleset in found} == {len(RULESETS["arg"].to_json()) - 1}


def test_one_ruleset_says_every_choice_with_its_clause(api):
    found = api.get("/api/v1/rulesets/arg/").json()
    assert (found["name"], found["text"]) == ("arg", "ARG")
    axes = {axis["axis"]: axis for axis in found["axes"]}
    assert {name: axis["value"] for name, axis in axes.items()} | {"name": "arg@2"} == RULESETS[
        "arg"
    ].to_json()
    assert axes["fine"] == {
        "axis": "fine",
        "value": 3.0,
        "says": "points that an illegal move costs",
        "clause": "ARG rule 8",
        "mark": "T",
        "details": [],
    }
    refusal = {"says": "where software checks the moves, an illegal move is refused", "mark": "C"}
    assert (axes["illegal_move"]["mark"], axes["illegal_move"]["details"]) == ("T", [refusal])


@pytest.mark.parametrize("address", ["/api/v1/rulesets/", "/api/v1/rulesets/ultimate/"])
def test_rulesets_are_kept_by_whoever_read_them(api, address):
    first = api.get(address)
    tag = first["ETag"]
    again = api.get(address, headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert again["Cache-Control"] == first["Cache-Control"] == "public, max-age=300"
    assert api.get(address, headers={"If-None-Match": '"other"'}).status_code == 200


def test_rulesets_differ_in_their_tags(api):
    tags = {api.get(f"/api/v1/rulesets/{name}/")["ETag"] for name in RULESETS}
    assert len(tags) == len(RULESETS)


def test_a_ruleset_that_is_none(api):
    assert refused(api.get("/api/v1/rulesets/go-moku/")) == (404, "not_found", None)
    assert api.post("/api/v1/rulesets/", {}).status_code == 405
