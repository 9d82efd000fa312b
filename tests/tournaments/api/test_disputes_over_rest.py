"""Reports, rounds that close, rulings, what they change, and the referee's queue, by programs."""

from uuid import uuid4

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.game.commands import receive_record
from games.game.rows import GameRow
from games.log import store
from tests.builders import a_context, a_tournament, an_account, an_organisation, finish, pair
from tournaments.accounts.private_links import token_of
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.rulings import LiftRuling, RuleResult
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
CLAIM = str(uuid4())
WHITE = Result(winner=Winner.WHITE)
ANY = {"If-Match": "*"}


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
def row():
    """Four players, the first round shown."""
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def director():
    return client_of("director", "director")


def games(number=1):
    return list(PairingRow.objects.filter(round=number).order_by("table"))


def player(pairing, side):
    entry = getattr(pairing, side)
    user = an_account(side)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    client = APIClient()
    client.force_authenticate(user)
    return client


def address(pairing, door=""):
    return f"/api/v1/games/{pairing.game_id}/{door}"


def ruling(row, pairing, result=WHITE, **values):
    command = RuleResult(game_id=str(pairing.game_id), result=result, **{"claim_id": CLAIM, **values})
    return carry_out(str(row.id), command, a_context())


def test_same_report_of_the_other_player_confirms_the_result(row):
    first = games()[0]
    black, white = player(first, "black"), player(first, "white")
    reported = good(black.post(address(first, "reports/"), {"result": "jigo"}), 201)
    assert (reported["state"], reported["receipt"] is None) == ("reported", False)
    told = good(white.post(address(first, "reports/"), {"result": "jigo"}), 201)
    assert (told["result"], told["state"], told["ruling"]) == ("jigo", "confirmed", None)
    events = [one.event for one in store.read(f"tournament-{row.id}")][-2:]
    assert [(one.entry_id, one.result.winner) for one in events] == [
        (first.black_id, Winner.JIGO),
        (first.white_id, Winner.JIGO),
    ]
    again = good(white.post(address(first, "reports/"), {"result": "jigo"}), 201)
    assert (again["state"], again["receipt"]) == ("confirmed", None)
    assert refused(white.post(address(first, "reports/"), {"result": "white"})) == (409, "result_confirmed")


@pytest.mark.parametrize("result", ["both_win", "both_lose", "not_played"])
def test_rejects_reports_that_only_officials_may_record(row, result):
    game = games()[0]
    answer = player(game, "black").post(address(game, "reports/"), {"result": result})
    assert (*refused(answer), answer.json()["errors"][0]["place"]) == (422, "invalid", "result")
    assert PairingRow.objects.get(pk=game.pk).reports == {}


def test_document_lists_what_players_may_report():
    schemas = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    report = schemas["ReportResultRequest"]["properties"]
    allowed = schemas[report["result"]["allOf"][0]["$ref"].rpartition("/")[2]]["enum"]
    assert (sorted(report), allowed) == (["against_record", "result"], ["black", "white", "jigo"])


def test_a_report_that_names_another_result_is_a_dispute(row):
    """The other player may have changed the report meanwhile; what was not seen is not confirmed."""
    first = games()[0]
    black, white = player(first, "black"), player(first, "white")
    good(black.post(address(first, "reports/"), {"result": "white"}), 201)
    good(black.post(address(first, "reports/"), {"result": "black"}), 201)
    told = good(white.post(address(first, "reports/"), {"result": "white"}), 201)
    assert told["state"] == "disputed"


def test_a_result_of_another_game_is_forbidden_and_needs_an_account(row):
    first, second = games()
    link = APIClient(headers={"Authorization": f"Link {token_of(second.white)}"})
    elsewhere = APIClient()
    elsewhere.force_authenticate(an_account("olaf", "director", an_organisation("elsewhere")))
    for client in (link, elsewhere, player(second, "black"), client_of("somebody")):
        told = client.post(address(first, "reports/"), {"result": "white"})
        assert refused(told) == (403, "permission_denied")
        assert refused(client.put(address(first, "result/"), {"result": "white"})) == (
            403,
            "permission_denied",
        )
        claim = client.post(address(first, "claims/"), {"type": "wrong_result", "result": "W+R"})
        assert refused(claim) == (403, "permission_denied")
        assert client.get(address(first)).status_code == 200
    for path in ("reports/", "result/"):
        method = "post" if path == "reports/" else "put"
        answer = getattr(APIClient(), method)(address(first, path), {"result": "white"})
        assert refused(answer) == (401, "not_authenticated")


def test_confirmation_against_the_record_says_so(row):
    first = games()[0]
    black, white = player(first, "black"), player(first, "white")
    record = b"(;GM[1]SZ[19]RE[W+R];B[dd];W[pp])"
    receive_record(str(first.game_id), record, a_context())
    good(black.post(address(first, "reports/"), {"result": "black"}), 201)
    plain = white.post(address(first, "reports/"), {"result": "black"})
    assert (refused(plain), plain.json()["record"]) == ((409, "against_record"), "W+R")
    told = good(white.post(address(first, "reports/"), {"result": "black", "against_record": True}), 201)
    assert (told["result"], told["state"]) == ("black", "confirmed")


def test_a_round_closes_when_all_is_told_and_opens_for_a_reason(row, director):
    round_, closing = f"{OPEN}rounds/1/", {"closed": True}
    first, second = games()
    finish_one(row, first)
    told = director.patch(round_, closing)
    assert refused(told) == (409, "round_unfinished")
    assert (told.json()["games"], told.json()["tables"]) == ([str(second.game_id)], [2])
    finish_one(row, second)
    assert client_of("referee", "referee").patch(round_, closing).status_code == 403
    closed = good(director.patch(round_, closing))
    assert closed["closed"]
    assert closed["claims_until"].endswith("+00:00")
    assert good(director.patch(round_, closing)) == closed
    white = player(first, "white")
    assert refused(white.post(address(first, "reports/"), {"result": "white"})) == (409, "round_closed")
    recorded = director.put(address(first, "result/"), {"result": "white"})
    assert refused(recorded) == (422, "reason_required")
    good(director.put(address(first, "result/"), {"result": "white", "reason": "typed wrong"}))
    assert refused(director.patch(round_, {"closed": False})) == (422, "reason_required")
    opened = good(director.patch(round_, {"closed": False, "reason": "late"}))
    assert (opened["closed"], opened["claims_until"]) == (False, None)


def finish_one(row, pairing, winner=Winner.BLACK):
    command = RecordResult(game_id=str(pairing.game_id), result=Result(winner=winner))
    carry_out(str(row.id), command, a_context())


def test_how_long_claims_are_taken_is_a_setting(row, director):
    settings = {"settings": {"claims": {"minutes": 5, "two_person": True}}, "reason": "voted"}
    told = good(director.patch(f"{OPEN}settings/", settings, headers=ANY))
    assert told["settings"]["claims"] == {
        "minutes": 5,
        "per_player": 3,
        "appeal_minutes": 30,
        "two_person": True,
        "apply_limits": False,
    }
    far = {"settings": {"claims": {"minutes": 10**6}}, "reason": "voted"}
    response = director.patch(f"{OPEN}settings/", far, headers=ANY)
    assert (refused(response), response.json()["errors"][0]["place"]) == (
        (422, "invalid"),
        "settings.claims.minutes",
    )


def test_a_ruling_is_told_with_its_claim_and_changes_the_version_of_the_standings(row, director):
    finish(row, 1)
    first = games()[0]
    seen = director.get(f"{OPEN}standings/")
    ruling(row, first, score="W+3.5", appeal_until="2026-11-21T13:00:00+00:00")
    told = good(director.get(address(first)))
    assert (told["result"], told["state"]) == ("white", "decided")
    assert told["ruling"] == {
        "claim": CLAIM,
        "score": "W+3.5",
        "appeal_until": "2026-11-21T13:00:00.000000Z",
    }
    again = director.get(f"{OPEN}standings/", headers={"If-None-Match": seen["ETag"]})
    assert again.status_code == 200
    assert again["ETag"] != seen["ETag"]
    assert again.json()["results"] != seen.json()["results"]
    refusal = director.put(address(first, "result/"), {"result": "black", "reason": "seen"})
    assert refused(refusal) == (409, "result_ruled")
    found = good(director.get(f"{OPEN}rounds/1/pairings/?state=decided"))["results"]
    assert [one["id"] for one in found] == [str(first.game_id)]


def changes(client, **query):
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return good(client.get(f"{OPEN}standings/changes/?{asked}"))


def by_entry(client, query):
    return {one["entry"]: one for one in good(client.get(f"{OPEN}standings/?{query}"))["results"]}


def test_what_a_ruling_changed_in_the_standings(row, director):
    finish(row, 1)
    pair(row, 2)
    first, since = games()[0], store.head()
    ruling(row, first)
    body = changes(director, since=since)
    row.refresh_from_db()
    assert (body["round"], body["version"], body["corrected"]) == (1, row.version, [2])
    assert (body["since"], body["until"]) == (since_of(row, since), store.head())
    moved = {one["entry"]: one for one in body["changes"]}
    assert {first.black_id, first.white_id} <= moved.keys()
    now, old = by_entry(director, "round=1"), by_entry(director, f"round=1&at={since}")
    for entry, new in now.items():
        was, told = old[entry], moved.get(entry, {"scores": {}})
        assert told.get("place_before", was["place"]) == was["place"]
        assert told.get("place", was["place"]) == new["place"]
        assert told.get("name", new["name"]) == new["name"]
        assert was["scores"] | {name: one["after"] for name, one in told["scores"].items()} == new["scores"]
        assert {name: one["before"] for name, one in told["scores"].items()}.items() <= was["scores"].items()
    assert [one["place"] for one in body["changes"]] == sorted(one["place"] for one in body["changes"])


def test_changes_between_two_past_positions_stay_what_they_were(row, director):
    finish(row, 1)
    first, since = games()[0], store.head()
    ruling(row, first)
    then, told = store.head(), changes(director, since=since)
    replay = LiftRuling(game_id=str(first.game_id), claim_id=CLAIM, reason="again")
    carry_out(str(row.id), replay, a_context())
    assert changes(director, since=since, until=then)["changes"] == told["changes"]
    assert changes(director, since=since)["changes"] != told["changes"]
    assert changes(director, since=then, until=then)["changes"] == []
    assert changes(director, since=since, round=0)["changes"] == []


def since_of(row, position):
    """The position of the tournament's last event up to there; its games' events lie between."""
    return max(e.position for e in store.read(f"tournament-{row.id}") if e.position <= position)


def test_changes_need_a_position_at_which_the_tournament_existed(row, director):
    door = f"{OPEN}standings/changes/"
    assert director.get(f"{door}?since=0").status_code == 404
    assert refused(director.get(door)) == (422, "invalid")
    assert refused(director.get(f"{door}?since=9&until=8")) == (422, "invalid")
    assert director.get(f"{door}?since={store.head()}&round=40").status_code == 404


def test_rounds_that_are_not_shown_are_no_news_to_the_public(row, director):
    finish(row, 1)
    since = store.head()
    from tournaments.commands import PairRound, pair_round

    pair_round(str(row.id), PairRound(round=2, seed=1), a_context())
    ruling(row, games()[0])
    door = f"{OPEN}standings/changes/?since={since}"
    assert good(director.get(door))["corrected"] == [2]
    assert good(APIClient().get(door))["corrected"] == []


def test_the_queue_names_what_comes_before_the_next_round(row, director):
    first, second = games()
    referee = client_of("referee", "referee")
    good(player(first, "black").post(address(first, "reports/"), {"result": "black"}), 201)
    good(player(first, "white").post(address(first, "reports/"), {"result": "white"}), 201)
    response = referee.get(f"{OPEN}queue/")
    told = good(response)
    row.refresh_from_db()
    assert told["tournament"] == "open"
    assert response["ETag"].startswith(f'"{row.version}-')
    top, last = told["results"]
    assert (top["game"], top["reason"], top["before_next_round"]) == (str(first.game_id), "disputed", True)
    assert top["reports"] == {first.black_id: "black", first.white_id: "white"}
    assert (top["black"]["entry"], top["result"], top["claims"]) == (first.black_id, "not_played", [])
    assert (last["game"], last["reason"], last["table"]) == (str(second.game_id), "missing", 2)
    assert APIClient().get(f"{OPEN}queue/").status_code == 401
    assert player(second, "black").get(f"{OPEN}queue/").status_code == 403


def test_a_result_that_the_record_contradicts_waits_in_the_queue(row, director):
    finish(row, 1)
    assert good(director.get(f"{OPEN}queue/"))["results"] == []
    first = games()[0]
    played = {"do": "resign", "colour": "black"}
    good(director.post(f"/api/v1/games/{first.game_id}/moves/", played, headers=ANY), 201)
    assert GameRow.objects.filter(pk=first.game_id).exists()
    (waiting,) = good(director.get(f"{OPEN}queue/"))["results"]
    assert (waiting["game"], waiting["reason"], waiting["result"]) == (
        str(first.game_id),
        "contradicted",
        "black",
    )
    ruling(row, first)
    assert good(director.get(f"{OPEN}queue/"))["results"] == []


def test_the_queue_takes_few_queries_however_long_it_is(row, director, django_assert_max_num_queries):
    director.get(f"{OPEN}queue/")
    with django_assert_max_num_queries(7):
        assert len(good(director.get(f"{OPEN}queue/"))["results"]) == 2


def test_a_report_takes_few_queries_however_many_play(django_assert_max_num_queries):
    row = a_tournament(players=40)
    pair(row, 1)
    first, second = games()[:2]
    good(player(first, "black").post(address(first, "reports/"), {"result": "black"}), 201)
    black = player(second, "black")
    with django_assert_max_num_queries(26):
        good(black.post(address(second, "reports/"), {"result": "black"}), 201)
