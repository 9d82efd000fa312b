"""Limits read, previewed and changed by programs; what if other things had been chosen."""

import pytest
from rest_framework.test import APIClient

from games.game import commands as games
from games.game.deciding import Act
from games.game.rows import GameRow
from games.log import store
from games.log.idempotency import KeptAnswer
from rules import AgreeDead, Color, Pass, Play
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Winner
from tournaments.domain.settings import ChangeSettings
from tournaments.limits import rescore_some
from tournaments.loading import load
from tournaments.outbox.rows import Job
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
LIMITS, WHAT_IF = OPEN + "limits/", OPEN + "whatif/"
DRY_RUN = LIMITS + "?dry_run=true"
ANY = {"If-Match": "*"}
B, W = Color.BLACK, Color.WHITE
KOMI = {"limits": {"komi": 9.5}, "reason": "voted"}
BY_TWO_AND_A_HALF = [Play(B, "B2"), Pass(W), Pass(B), AgreeDead(())]


def client_of(name, office=None):
    client = APIClient()
    client.force_authenticate(an_account(name, office))
    return client


def good(response, status=200):
    assert response.status_code == status, response.content
    return response.json()


def refused(response):
    return response.status_code, response.json()["code"]


@pytest.fixture
def director():
    return client_of("director", "director")


@pytest.fixture
def row():
    """Eight players; in the first round every game is Black's by 2.5 points, and reported so."""
    row = a_tournament(players=8, board_size=3, bar=-20)
    pair(row, 1)
    for pairing in PairingRow.objects.all():
        for action in BY_TWO_AND_A_HALF:
            games.change_record(str(pairing.game_id), Act(action=action), a_context())
    finish(row, 1, Winner.BLACK)
    return row


def test_every_limit_is_told_to_everybody(row, api):
    response = api.get(LIMITS)
    assert good(response) == {
        "komi": 6.5,
        "handicap_komi": 0.5,
        "stone_supply": "unlimited",
        "continuations": "unlimited",
        "claims_per_player": "unlimited",
        "sequences_per_claim": "unlimited",
        "fine": 0.0,
        "length": "unlimited",
        "claim_minutes": 30,
        "number": 0,
        "reason": None,
    }
    assert api.get(LIMITS, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_a_change_is_a_job_that_is_told_where_to_find(row, director):
    body = {"limits": {"komi": 9.5, "stone_supply": 180}, "reason": "the federation's rules"}
    assert refused(director.put(LIMITS, body, format="json")) == (428, "precondition_required")
    response = director.put(LIMITS, body, format="json", headers=ANY)
    job = good(response, 202)
    assert (job["type"], response["Location"]) == ("rescore", f"/api/v1/jobs/{job['id']}/")
    told = good(director.get(LIMITS))
    assert (told["komi"], told["stone_supply"], told["number"]) == (9.5, 180, 1)
    assert told["reason"] == "the federation's rules"
    assert director.get(LIMITS)["ETag"].startswith(response["ETag"].removesuffix('"'))
    assert good(director.put(LIMITS, body, format="json", headers=ANY)) == {**told, "difference": None}


def test_a_komi_of_nothing_is_nothing_however_it_is_written(row, director):
    body = {"limits": {"komi": -0.0}, "reason": "voted"}
    good(director.put(LIMITS, body, format="json", headers=ANY), 202)
    assert str(good(director.get(LIMITS))["komi"]) == "0.0"
    assert {str(game.komi) for game in GameRow.objects.all()} == {"0.0"}


IMPOSSIBLE = [
    ({"stone_supply": -1}, "stone_supply"),
    ({"komi": 6.25}, "komi"),
    ({"komi": 401}, "komi"),
    ({"handicap_komi": -400.5}, "handicap_komi"),
    ({"continuations": -1}, "continuations"),
    ({"continuations": "half_board"}, "continuations"),
    ({"fine": -0.5}, "fine"),
    ({"fine": 0.3}, "fine"),
    ({"length": 0}, "length"),
    ({"length": "half_board"}, "length"),
    ({"claim_minutes": -1}, "claim_minutes"),
    ({"claim_minutes": 10081}, "claim_minutes"),
    ({"sequences_per_claim": 10001}, "sequences_per_claim"),
]


def test_what_no_tournament_can_have_is_refused_by_name(row, director):
    head = store.head()
    for limits, named in IMPOSSIBLE:
        body = {"limits": limits, "reason": "why not"}
        for response in (
            director.put(LIMITS, body, format="json", headers=ANY),
            director.put(DRY_RUN, body, format="json", headers=ANY),
            director.post(WHAT_IF, {"limits": limits}, format="json"),
        ):
            assert (refused(response), response.json()["limit"]) == ((422, "invalid_limit"), named)
        assert store.head() == head


NO_CHANGES = [
    {},
    {"limits": {"komi": 7.5}},
    {"limits": {"komi": 7.5}, "reason": None},
    {"limits": {"komi": "much"}, "reason": "x"},
    *({"limits": {name: True}, "reason": "x"} for name in ("komi", "handicap_komi", "fine", "claim_minutes")),
    {"limits": {"komi": "nan"}, "reason": "x"},
    {"limits": {"stone_supply": True}, "reason": "x"},
    {"limits": {"stone_supply": [1]}, "reason": "x"},
    {"limits": {"stone_supply": {"a": 1}}, "reason": "x"},
    {"limits": {"claim_minutes": 1e30}, "reason": "x"},
    {"limits": [], "reason": "x"},
]


def test_what_is_no_change_of_limits(row, director):
    for body in NO_CHANGES:
        assert director.put(LIMITS, body, format="json", headers=ANY).status_code == 422


def test_dry_run_answers_as_the_change_would_and_leaves_nothing(row, director):
    head, jobs, tag = store.head(), Job.objects.count(), director.get(LIMITS)["ETag"]
    response = director.put(DRY_RUN, KOMI, format="json", headers={**ANY, "Idempotency-Key": "dry"})
    assert (good(response)["komi"], response.headers.get("Location")) == (9.5, None)
    assert (store.head(), Job.objects.count(), KeptAnswer.objects.count()) == (head, jobs, 0)
    assert director.get(LIMITS)["ETag"] == tag
    assert refused(director.put(DRY_RUN, {"limits": {"komi": 9.5}}, format="json", headers=ANY))[0] == 422
    for query in ("?dry_run=perhaps", "?dry_run=", "?dryrun=true"):
        assert refused(director.put(LIMITS + query, KOMI, format="json", headers=ANY))[0] == 422
    assert refused(director.patch(f"{OPEN}?dry_run=true", {}, format="json", headers=ANY))[0] == 422


def test_dry_run_shows_games_results_and_places(row, director):
    head = store.head()
    told = good(director.put(DRY_RUN, KOMI, format="json", headers=ANY))["difference"]
    assert store.head() == head
    assert told["limits"] == {"komi": {"before": 6.5, "after": 9.5}}
    assert (told["applies"], told["judged"], told["round"], told["results"]) == (False, 4, 1, 4)
    first = told["games"][0]
    assert (first["before"], first["after"], first["illegal_turn"]) == ("B+2.5", "W+0.5", None)
    assert (first["result"], first["result_after"]) == ("black", "white")
    assert first["finding"] == "komi 6.5 -> 9.5: the record proves W+0.5, where it proved B+2.5."
    assert len(told["changes"]) == 8


def test_what_a_preview_foresees_is_what_happens(row, director):
    state, _ = load(str(row.id))
    settings = {"settings": {"claims": {"apply_limits": True}}, "reason": "voted"}
    good(director.patch(f"{OPEN}settings/", settings, format="json", headers=ANY))
    told = good(director.put(DRY_RUN, KOMI, format="json", headers=ANY))["difference"]
    before = director.get(f"{OPEN}standings/")
    good(director.put(LIMITS, {"limits": {"komi": 9.5}, "reason": "x"}, format="json", headers=ANY), 202)
    rescore_some(str(row.id), a_context())
    after = director.get(f"{OPEN}standings/", headers={"If-None-Match": before["ETag"]})
    places = {one["entry"]: (one["place"], one["scores"]) for one in good(after)["results"]}
    assert after["ETag"] != before["ETag"]
    for one in told["changes"]:
        place, scores = places[one["entry"]]
        assert place == one["place"]
        assert {name: scores[name] for name in one["scores"]} == {
            name: change["after"] for name, change in one["scores"].items()
        }
    assert {game.outcome for game in GameRow.objects.all()} == {"W+0.5"}
    assert state.settings.komi == 6.5


def test_a_tournament_before_its_first_round_can_be_asked_too(director):
    a_tournament(players=4)
    told = good(director.put(DRY_RUN, KOMI, format="json", headers=ANY))["difference"]
    assert (told["judged"], told["games"], told["changes"], told["round"]) == (0, [], [], 0)
    assert good(director.post(WHAT_IF, {}, format="json"))["changes"] == []


def test_what_if(row, director):
    head = store.head()
    fewer = good(director.post(WHAT_IF, {"criteria": ["NBW"]}, format="json"))
    assert set(fewer["changes"][0]["scores"]) == {"NBW", "MMS", "SOSM", "SOSOSM"}
    other = good(director.post(WHAT_IF, {"limits": {"komi": 9.5}}, format="json"))
    assert other["results"] == 4
    chinese = good(director.post(WHAT_IF, {"ruleset": "chinese", "limits": {"komi": 9.0}}, format="json"))
    assert chinese["results"] == 4
    assert store.head() == head


def test_what_if_byes_and_absences_were_worth_something_else(director):
    row = a_tournament(players=5, bar=-20)
    pair(row, 1)
    finish(row, 1)
    told = good(director.post(WHAT_IF, {"mms_bye2": 0}, format="json"))
    (bye,) = load(str(row.id))[0].round(1).byes
    changed = {one["entry"]: one["scores"] for one in told["changes"]}
    assert changed[bye]["MMS"]["before"] - changed[bye]["MMS"]["after"] == 1.0


NO_QUESTIONS = [
    ({"criteria": ["BEST"]}, 422, "invalid_settings"),
    ({"criteria": ["MMS", "MMS"]}, 422, "invalid_settings"),
    ({"ruleset": "checkers"}, 422, "unknown_ruleset"),
    ({"criteria": []}, 422, "invalid"),
    ({"nbw_bye2": 5}, 422, "invalid"),
]


def test_what_cannot_be_asked(row, director):
    for body, status, code in NO_QUESTIONS:
        assert refused(director.post(WHAT_IF, body, format="json")) == (status, code)


def test_handicap_komi_is_a_setting_or_null(row, director):
    for komi in (1.5, None):
        body = {"settings": {"handicap_komi": komi}, "reason": "voted"}
        told = good(director.patch(f"{OPEN}settings/", body, format="json", headers=ANY))
        assert told["settings"]["handicap_komi"] == komi
    body["settings"]["handicap_komi"] = "much"
    assert director.patch(f"{OPEN}settings/", body, format="json", headers=ANY).status_code == 422


def test_a_ruleset_that_is_chosen_anew_stands_as_it_is(row, director):
    limits = {"limits": {"stone_supply": 60}, "reason": "x"}
    good(director.put(LIMITS, limits, format="json", headers=ANY), 202)
    settings = load(str(row.id))[0].settings
    chosen = ChangeSettings(settings=settings, ruleset="makrai", reason="voted")
    carry_out(str(row.id), chosen, a_context())
    assert good(director.get(LIMITS))["stone_supply"] == "half_board"
    pair(row, 2)
    assert {game.ruleset for game in GameRow.objects.filter(turns=0)} == {"makrai@2 komi=6.5"}
