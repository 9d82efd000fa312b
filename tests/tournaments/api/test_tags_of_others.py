"""If-Match takes the ETags of the object itself: those of other tournaments, games and claims are refused."""

import re

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from tests.builders import a_claim, a_tournament, an_account, pair
from tests.test_permission_matrix import a_house, client_of, named_patterns, rest_routes
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
OF_OTHERS = '"1.1-000000.000000"'
MEDIA_TYPES = {"api:import": "text/plain", "api:merge": "text/plain", "api:import-entries": "text/csv"}
WITH_VERSION = re.compile(r'"[0-9.]+-[0-9a-f.]+-[0-9a-f]{32}"')
STREAMED = ("api:bundle", "claim-picture")  # the latter is private and kept by nobody
PASS = {"do": "pass", "colour": "black"}
DENIED = {"decision": "denied", "reasons": "The record says otherwise."}


def games_of(row):
    games = PairingRow.objects.filter(tournament=row, round=1).order_by("table")
    return [f"/api/v1/games/{one.game_id}/" for one in games]


@pytest.fixture
def open_row():
    row = a_tournament(players=4)
    pair(row, 1)
    row.refresh_from_db()
    return row


@pytest.fixture
def other_row(open_row):
    """Another tournament at the same version."""
    row = a_tournament(4, slug="other")
    pair(row, 1)
    row.refresh_from_db()
    assert row.version == open_row.version
    return row


@pytest.fixture
def desk(open_row):
    client = APIClient()
    client.force_authenticate(an_account("director", Office.DIRECTOR))
    return client


def refused(answer):
    [fault] = answer.json()["errors"]
    return answer.status_code, answer.json()["code"], fault["place"]


OTHER = (412, "etag_of_another", "header:If-Match")


@pytest.mark.parametrize("part", ["", "entries/", "rounds/1/", "standings.csv"])
def test_write_to_tournament_refuses_tag_of_another_tournament(desk, other_row, part):
    tag = desk.get(f"/api/v1/tournaments/other/{part}")["ETag"]
    answer = desk.patch("/api/v1/tournaments/open/", {"name": "Again"}, headers={"If-Match": tag})
    assert refused(answer) == OTHER
    assert (
        desk.patch("/api/v1/tournaments/other/", {"name": "A"}, headers={"If-Match": tag}).status_code == 200
    )


def test_write_to_record_refuses_tag_of_another_game_of_the_round(desk, open_row):
    one, other = games_of(open_row)
    tag = desk.get(other)["ETag"]
    assert refused(desk.post(f"{one}moves/", PASS, headers={"If-Match": tag})) == OTHER
    assert desk.post(f"{other}moves/", PASS, headers={"If-Match": tag}).status_code == 201


def test_write_to_pairing_takes_tag_of_any_game_of_the_tournament_alone(desk, open_row, other_row):
    one, other = games_of(open_row)
    [elsewhere, _] = games_of(other_row)
    tag = desk.get(elsewhere)["ETag"]
    assert refused(desk.post(f"{one}colours/?reason=Wrong", {}, headers={"If-Match": tag})) == OTHER
    assert (
        desk.post(
            f"{one}colours/?reason=Wrong", {}, headers={"If-Match": desk.get(other)["ETag"]}
        ).status_code
        == 200
    )


def test_ruling_refuses_tag_of_another_claim(desk, open_row):
    one, other = (f"/api/v1/claims/{a_claim(game.split('/')[-2])}/" for game in games_of(open_row))
    tag = desk.get(other)["ETag"]
    assert refused(desk.post(f"{one}ruling/", DENIED, headers={"If-Match": tag})) == OTHER
    assert desk.post(f"{other}ruling/", DENIED, headers={"If-Match": tag}).status_code == 201


def test_claim_made_over_rest_has_its_own_tag_also_when_the_answer_is_repeated(desk, open_row):
    game = games_of(open_row)[0]
    said, key = {"type": "other", "text": "He left."}, {"Idempotency-Key": "made"}
    made, again = (desk.post(f"{game}claims/", said, headers=key) for _ in range(2))
    assert (made.status_code, again["Idempotent-Replay"], again["ETag"]) == (201, "true", made["ETag"])
    ruled = desk.post(f"{made['Location']}ruling/", DENIED, headers={"If-Match": made["ETag"]})
    assert ruled.status_code == 201, ruled.content


def test_registration_terms_and_tournament_refuse_each_others_tags(desk, open_row):
    """Both count from 1, so a number alone would fit sooner or later."""
    terms, tournament = "/api/v1/tournaments/open/registration/", "/api/v1/tournaments/open/"
    body = {"is_open": True, "consent": "Yes."}
    of_terms, of_tournament = desk.get(terms)["ETag"], desk.get(tournament)["ETag"]
    assert refused(desk.patch(tournament, {"name": "A"}, headers={"If-Match": of_terms})) == OTHER
    assert refused(desk.put(terms, body, headers={"If-Match": of_tournament})) == OTHER
    assert desk.put(terms, body, headers={"If-Match": of_terms}).status_code == 200


def test_version_typed_by_hand_and_weak_tag_are_accepted(desk, open_row):
    tag = desk.get("/api/v1/tournaments/open/")["ETag"]
    written = desk.patch("/api/v1/tournaments/open/", {"name": "A"}, headers={"If-Match": f"W/{tag}"})
    assert written.status_code == 200
    by_hand = f'"{open_row.version + 1}"'
    written = desk.patch("/api/v1/tournaments/open/", {"name": "B"}, headers={"If-Match": by_hand})
    assert written.status_code == 200


def test_version_with_a_digest_alone_is_refused(desk, open_row):
    """As services sent it before tags named their object."""
    tag = f'"{open_row.version}-{"0" * 32}"'
    answer = desk.patch("/api/v1/tournaments/open/", {"name": "A"}, headers={"If-Match": tag})
    assert refused(answer) == OTHER


def test_bundle_has_the_tag_of_its_tournament(desk, open_row, other_row):
    bundle = desk.get("/api/v1/tournaments/other/bundle/")
    b"".join(bundle.streaming_content)
    tag = {"If-Match": bundle["ETag"]}
    assert refused(desk.patch("/api/v1/tournaments/open/", {"name": "A"}, headers=tag)) == OTHER
    assert desk.patch("/api/v1/tournaments/other/", {"name": "A"}, headers=tag).status_code == 200


@pytest.mark.parametrize("officer", [True, False])
@pytest.mark.parametrize(
    ("header", "value"), [("If-Match", OF_OTHERS), ("If-Unmodified-Since", "Sat, 01 Nov 2025 09:00:00 GMT")]
)
def test_read_whose_precondition_fails_is_refused_with_a_problem(desk, officer, header, value):
    reader = desk if officer else APIClient()
    answer = reader.get("/api/v1/tournaments/open/", headers={header: value})
    assert refused(answer) == (412, "version_clash", f"header:{header}")


def answers_to_a_tag_of_others(house, name, method, pattern):
    """What each role is answered that has the right."""
    kind = MEDIA_TYPES.get(name, "application/json")
    address = house.address(name, pattern)
    for role in ("owner", "player", "link", "public"):
        client = client_of(house, role)
        with transaction.atomic():
            answer = client.generic(method, address, "{}", kind, headers={"If-Match": OF_OTHERS})
            transaction.set_rollback(True)
        if answer.status_code not in (401, 403, 404):
            yield answer.status_code, answer.json()["code"]


def test_ruling_refuses_tag_of_the_tournament_in_other_words_than_a_change(desk, open_row):
    claim = f"/api/v1/claims/{a_claim(games_of(open_row)[0].split('/')[-2])}/"
    for read in ("/api/v1/tournaments/open/", games_of(open_row)[0]):
        answer = desk.post(f"{claim}ruling/", DENIED, headers={"If-Match": desk.get(read)["ETag"]})
        assert refused(answer) == OTHER
    seen = desk.get(claim)["ETag"]
    desk.post(f"{claim}withdraw/", {})
    answer = desk.post(f"{claim}ruling/", DENIED, headers={"If-Match": seen})
    assert refused(answer) == (412, "version_clash", "header:If-Match")


def test_every_read_of_a_view_that_compares_has_a_tag_that_its_writes_accept():
    house, wrong, compared = a_house(published=True), [], 0
    patterns = dict(named_patterns())
    writes = {}
    for name, method, _, handler in rest_routes():
        if getattr(handler, "is_write", False) and patterns[name].callback.cls.compares:
            writes.setdefault(house.address(name, patterns[name]), []).append((name, method))
    for name, method, _, _ in rest_routes():
        address, view = house.address(name, patterns[name]), patterns[name].callback.cls
        if method != "GET" or not view.compares or name in STREAMED:
            continue
        client = client_of(house, "owner")
        read = client.get(address)
        if read.status_code != 200:
            continue
        if not WITH_VERSION.fullmatch(read.get("ETag", "")):
            wrong.append((name, read.get("ETag")))
        for written, how in writes.get(address, ()):
            kind = MEDIA_TYPES.get(written, "application/json")
            with transaction.atomic():
                answer = client.generic(how, address, "{}", kind, headers={"If-Match": read["ETag"]})
                transaction.set_rollback(True)
            compared += 1
            if answer.status_code in (400, 412):
                wrong.append((written, how, answer.content))
    assert wrong == []
    assert compared > 10


def test_every_write_compares_if_match_or_refuses_it():
    house, patterns = a_house(published=True), dict(named_patterns())
    wrong, compared = [], 0
    for name, method, _, handler in rest_routes():
        if not getattr(handler, "is_write", False):
            continue
        compares = patterns[name].callback.cls.compares
        compared += compares
        if name == "api:organisations":  # nobody of the house may found another: 403 comes first
            continue
        expected = {(412, "etag_of_another") if compares else (400, "bad_if_match")}
        answers = set(answers_to_a_tag_of_others(house, name, method, patterns[name]))
        if answers != expected:
            wrong.append((name, method, compares, answers))
    assert wrong == []
    assert compared > 60
