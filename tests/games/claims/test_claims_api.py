"""Claims over REST on games of a tournament: permissions and responses."""

from copy import copy
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.claims.claim import fold
from games.claims.commands import stream_of
from games.claims.events import ClaimRuled, Remedy
from games.claims.rows import ClaimRow
from games.game import commands as games
from games.log import unit_of_work
from games.rest.views import matched_tag
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.commands import carry_out
from tournaments.competition.settings import ClaimSettings
from tournaments.domain.round_stages import CloseRound
from tournaments.domain.settings import ChangeSettings
from tournaments.reading.queries import settings_of
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, RoundRow

pytestmark = pytest.mark.django_db
CLAIMS = "/api/v1/claims/"
SGF = b"(;GM[1]SZ[19];B[dd];W[pp];B[dp];W[pd];B[];W[])"
OTHER = b"(;GM[1]SZ[19];B[dd];W[pp];B[cc];W[pd];B[];W[])"
UPHELD = {"decision": "upheld", "reasons": "Rule 7.", "remedy": {"result": "white", "score": "W+R"}}


class Hall:
    """A round of two games with records, and a client for each of those who are there."""

    def __init__(self):
        self.row = a_tournament(players=4)
        pair(self.row, 1)
        self.game, self.elsewhere = PairingRow.objects.filter(tournament=self.row).order_by("table")
        self.accounts = {}
        for name, entry in (
            ("black", self.game.black),
            ("white", self.game.white),
            ("neighbour", self.elsewhere.black),
        ):
            self.accounts[name] = an_account(name)
            Player.objects.filter(pk=entry.player_id).update(user=self.accounts[name])
        for name in ("referee", "committee", "director", "owner"):
            self.accounts[name] = an_account(name, office=name)
        self.accounts["colleague"] = an_account("colleague", office="referee")
        self.accounts["user"] = an_account("user")
        games.receive_record(str(self.game.game_id), SGF, a_context(), 0)

    def of(self, name):
        client = APIClient()
        if name != "public":
            client.force_authenticate(copy(self.accounts[name]))  # rights are kept with an account
        return client

    def settle(self, claims):
        """The tournament's settings of claims from now on."""
        settings = replace(settings_of(self.row), claims=claims)
        change = ChangeSettings(settings=settings, ruleset=self.row.ruleset, reason="voted")
        carry_out(str(self.row.pk), change, a_context())

    @property
    def claims(self):
        return claims_of(self.game.game_id)

    def claim(self, name="black", *, game=None, **said):
        body = said if "type" in said else {"type": "wrong_result", "result": "W+R", **said}
        return self.of(name).post(claims_of(game) if game else self.claims, body)

    def claimed(self, name="black", **said):
        response = self.claim(name, **said)
        assert response.status_code == 201, response.content
        return f"{CLAIMS}{response.json()['id']}/"

    def rule(self, address, name="referee", tag="*", **said):
        return self.of(name).post(f"{address}ruling/", UPHELD | said, headers={"If-Match": tag})

    def result(self):
        return PairingRow.objects.get(pk=self.game.pk)


@pytest.fixture(scope="module")
def hall(lasting_db):
    return Hall()


def claims_of(game):
    return f"/api/v1/games/{game}/claims/"


def refused(response):
    return response.status_code, response.json().get("code")


def results(effect):
    return effect["before"]["result"], effect["after"]["result"]


def test_claim_response_has_finding_and_receipt(hall):
    response = hall.claim(text="He counted wrongly.", photo="IMG_7.jpg")
    told = response.json()
    assert (response.status_code, matched_tag(response["ETag"])) == (201, 1)
    assert response["Location"] == f"{CLAIMS}{told['id']}/"
    assert (told["by"], told["state"], told["type"], told["result"]) == (
        "black",
        "open",
        "wrong_result",
        "W+R",
    )
    assert told["words"] == {"claim": {"text": "He counted wrongly.", "photo": "IMG_7.jpg"}}
    assert told["finding"]["state"] == "undecidable"
    assert told["finding"]["missing"][0]["code"] == "agreement"
    assert hall.of("referee").get(f"{response['Location']}finding/").json() == told["finding"]
    receipt = hall.of("white").get(f"/api/v1/receipts/{told['receipt']}/").json()
    assert (receipt["valid"], receipt["event"]["kind"]) == (True, "claim.made.v1")
    assert hall.of("public").get(f"/api/v1/receipts/{told['receipt']}/").json()["event"] is None


def test_officials_receipt_names_their_role(hall):
    told = hall.rule(hall.claimed()).json()
    receipt = hall.of("black").get(f"/api/v1/receipts/{told['receipt']}/").json()
    assert (receipt["event"]["kind"], receipt["event"]["role"]) == ("claim.ruled.v1", "an official")


@pytest.mark.parametrize(
    ("name", "by"),
    [("black", "black"), ("white", "white"), ("referee", "desk"), ("director", "desk"), ("owner", "desk")],
)
def test_claimant_follows_from_the_authenticated_user(hall, name, by):
    assert hall.claim(name).json()["by"] == by


@pytest.mark.parametrize(
    ("name", "status"), [("public", 401), ("user", 403), ("neighbour", 403), ("committee", 403)]
)
def test_rejects_claims_of_uninvolved_users(hall, name, status):
    assert hall.claim(name).status_code == status
    assert not ClaimRow.objects.exists()


def test_rejects_claim_on_hidden_game(hall):
    RoundRow.objects.filter(tournament=hall.row).update(published=False)
    assert refused(hall.claim()) == (404, "not_found")
    assert hall.claim("referee").status_code == 201


READING = ["", "finding/", "sequences/", "sequences/1/", "sequences/1/board.svg", "sequences/1/steps/"]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("public", 404),
        ("user", 404),
        ("neighbour", 404),
        ("black", 200),
        ("white", 200),
        ("referee", 200),
        ("committee", 200),
        ("director", 200),
        ("owner", 200),
    ],
)
def test_only_players_and_officials_read_a_claim(hall, name, status):
    address = hall.claimed(text="secret words")
    assert hall.of("black").post(f"{address}sequences/", {}).status_code == 201
    answers = {part: hall.of(name).get(address + part) for part in READING}
    assert {part: answer.status_code for part, answer in answers.items()} == dict.fromkeys(READING, status)
    assert status == 200 or not any(b"secret" in answer.content for answer in answers.values())


def test_typed_texts_of_a_claim_are_not_public(hall):
    address = hall.claimed(text="whispered words", photo="whispered.jpg")
    hall.rule(address)
    public = hall.of("public")
    game = f"/api/v1/games/{hall.game.game_id}/"
    for read in (game, f"{game}events/", f"{game}record.sgf", f"/api/v1/tournaments/{hall.row.slug}/events/"):
        response = public.get(read)
        assert response.status_code == 200
        assert b"whispered" not in response.content
    assert public.get(f"{game}claims/").status_code == 401
    assert hall.of("neighbour").get(f"{game}claims/").status_code == 403


def ids(response):
    assert response.status_code == 200, response.content
    return [claim["id"] for claim in response.json()["results"]]


def test_list_has_only_readable_claims(hall):
    mine = hall.claim().json()["id"]
    theirs = hall.claim("neighbour", game=str(hall.elsewhere.game_id)).json()["id"]
    for name in ("referee", "committee", "director", "owner"):
        assert ids(hall.of(name).get(CLAIMS)) == [mine, theirs]
    assert ids(hall.of("black").get(CLAIMS)) == ids(hall.of("white").get(CLAIMS)) == [mine]
    assert ids(hall.of("neighbour").get(CLAIMS)) == [theirs]
    assert ids(hall.of("user").get(CLAIMS)) == []
    assert hall.of("public").get(CLAIMS).status_code == 401
    assert ids(hall.of("white").get(hall.claims)) == [mine]
    RoundRow.objects.filter(tournament=hall.row).update(published=False)
    assert ids(hall.of("black").get(CLAIMS)) == []


def test_list_is_the_same_if_tournaments_exceed_the_query_limit(hall, monkeypatch):
    made = [hall.claim().json()["id"], hall.claim("neighbour", game=str(hall.elsewhere.game_id)).json()["id"]]
    ClaimRow.objects.create(
        claim_id=uuid4(), game_id=uuid4(), context="of no tournament", kind="repetition", by="b",
        actor="user:1", made_at=timezone.now(), stage="open", version=1,
    )  # fmt: skip
    for name in ("referee", "owner", "neighbour"):
        named = ids(hall.of(name).get(CLAIMS))
        monkeypatch.setattr("tournaments.hosting.policy.MOST_NAMED", 0)
        assert ids(hall.of(name).get(CLAIMS)) == named
        assert named == (made[1:] if name == "neighbour" else made)
        monkeypatch.undo()


def test_official_of_another_organisation_sees_no_claims(hall):
    from tests.builders import an_organisation

    hall.claimed()
    hall.accounts["stranger"] = an_account(
        "stranger", office="owner", organisation=an_organisation("elsewhere")
    )
    assert ids(hall.of("stranger").get(CLAIMS)) == []


def test_list_takes_a_constant_number_of_queries(hall, django_assert_num_queries):
    hall.claimed()  # rights, players, entries, pairs, rounds that are published, claims
    with django_assert_num_queries(6):
        assert len(ids(hall.of("black").get(CLAIMS))) == 1
    hall.claimed(text="Again.")
    hall.claimed("white")
    with django_assert_num_queries(6):
        assert len(ids(hall.of("black").get(CLAIMS))) == 3


def test_list_is_filtered_by_game_kind_and_stage(hall):
    open_ = hall.claim(type="repetition").json()["id"]
    address = hall.claimed("white")
    hall.rule(address)
    ruled = address.split("/")[-2]
    referee = hall.of("referee")
    assert ids(referee.get(CLAIMS, {"type": "repetition"})) == [open_]
    assert ids(referee.get(claims_of(hall.elsewhere.game_id))) == []
    assert ids(referee.get(CLAIMS, {"state": "open"})) == [open_]
    assert ids(referee.get(CLAIMS, {"state": "ruled"})) == [ruled]
    assert ids(referee.get(CLAIMS, {"state": "final"})) == []
    ClaimRow.objects.filter(pk=ruled).update(appeal_until=timezone.now() - timedelta(seconds=1))
    assert ids(referee.get(CLAIMS, {"state": "ruled"})) == []
    lapsed = referee.get(CLAIMS, {"state": "final"}).json()["results"]
    assert [(claim["id"], claim["state"]) for claim in lapsed] == [(ruled, "final")]


@pytest.mark.parametrize("query", [{"type": "rude"}, {"state": "late"}])
def test_rejects_invalid_filter(hall, query):
    assert hall.of("referee").get(CLAIMS, query).status_code == 422


def test_list_is_paginated(hall):
    first, second = hall.claim().json()["id"], hall.claim("white").json()["id"]
    page = hall.of("referee").get(CLAIMS, {"page_size": 1})
    assert ids(page) == [first]
    assert ids(hall.of("referee").get(page.json()["next"])) == [second]


@pytest.mark.parametrize(
    ("said", "code", "places"),
    [
        ({"type": "illegal_move"}, "incomplete_claim", ["turn"]),
        ({"type": "tokens"}, "incomplete_claim", ["colour", "count"]),
        ({"type": "illegal_move", "turn": 70}, "claim_has_no_turn", ["turn"]),
        ({"type": "strings", "points": ["Z99"]}, "invalid", ["points"]),
        ({"type": "records_differ", "sgf": "no record"}, "bad_record", ["sgf"]),
        ({"type": "komi_differs", "count": "nan"}, "invalid", ["count"]),
        ({"type": "komi_differs", "count": True}, "invalid", ["count"]),
        ({"type": "komi_differs", "count": 0.3}, "invalid", ["count"]),
        ({"type": "handicap_differs", "count": -9.5}, "invalid", ["count"]),
        ({"type": "insult"}, "invalid", ["type"]),
        ({"type": "records_differ", "sgf": ""}, "invalid", ["sgf"]),
        ({"sgf": ""}, "invalid", ["sgf"]),
        ({"sgf": " \n"}, "bad_record", ["sgf"]),
        ({"text": "x" * 4001}, "invalid", ["text"]),
    ],
)
def test_rejects_invalid_claim_with_the_place(hall, said, code, places):
    response = hall.claim(**said)
    assert refused(response) == (422, code)
    assert [fault["place"] for fault in response.json()["errors"]] == places
    assert not ClaimRow.objects.exists()


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ({"type": "time", "colour": "black", "count": 3, "result": "B+R"}, ["count", "result"]),
        ({"type": "other", "text": "So.", "turn": 1}, ["turn"]),
        ({"type": "komi_differs", "count": 0.5, "points": ["D4"]}, ["points"]),
        ({"type": "illegal_move", "turn": 1, "capturable": True}, ["capturable"]),
        ({"type": "tokens", "count": 1, "colour": "black", "points": []}, ["points"]),
    ],
)
def test_rejects_members_that_the_type_of_claim_does_not_take(hall, said, places):
    response = hall.claim(**said)
    assert refused(response) == (422, "invalid")
    faults = response.json()["errors"]
    assert [(one["place"], one["code"]) for one in faults] == [(place, "unknown_member") for place in places]
    assert not ClaimRow.objects.exists()


def test_rejects_claim_on_unknown_game(hall):
    assert refused(hall.claim(game=str(uuid4()))) == (404, "not_found")


@pytest.mark.parametrize(
    ("said", "code", "place"),
    [
        ({"decision": "denied"}, "invalid", "reasons"),
        ({"decision": "upheld", "reasons": "So."}, "ruling_without_effect", "remedy.result"),
    ],
)
def test_rejects_invalid_ruling_with_the_place(hall, said, code, place):
    response = hall.of("referee").post(f"{hall.claimed()}ruling/", said, headers={"If-Match": "*"})
    assert refused(response) == (422, code)
    assert [fault["place"] for fault in response.json()["errors"]] == [place]


def test_accepts_another_record_as_text_or_file(hall):
    text = hall.claim(type="records_differ", sgf=OTHER.decode()).json()
    assert (text["finding"]["state"], text["finding"]["turn"]) == ("proved", 3)
    form = {"type": "records_differ"}
    file = SimpleUploadedFile("other.sgf", OTHER, content_type="application/x-go-sgf")
    sent = hall.of("white").post(hall.claims, form | {"sgf": file}, format="multipart")
    assert (sent.status_code, sent.json()["record"]) == (201, text["record"])
    assert sent.json()["capturable"] is True


def test_accepts_points_of_a_form_as_list(hall):
    form = {"type": "strings", "points": ["D4", "Q16"], "capturable": "false"}
    told = hall.of("black").post(hall.claims, form, format="multipart").json()
    assert (told["points"], told["capturable"]) == (["D4", "Q16"], False)


def test_rejects_record_over_a_megabyte(hall):
    large = b"(;GM[1]SZ[19]C[" + b"x" * (1 << 20) + b"])"
    form = {"type": "records_differ"}
    file = SimpleUploadedFile("large.sgf", large)
    response = hall.of("black").post(hall.claims, form | {"sgf": file}, format="multipart")
    assert refused(response) == (413, "too_large")


def closed(hall, minutes_ago):
    finish(hall.row, 1)
    at = timezone.now() - timedelta(minutes=minutes_ago)
    carry_out(str(hall.row.id), CloseRound(round=1, at=at), a_context())


def test_players_may_claim_until_the_deadline_of_their_round(hall):
    closed(hall, 29)
    assert hall.claim().status_code == 201


def test_only_the_desk_opens_claims_after_the_deadline(hall):
    closed(hall, 31)
    response = hall.claim()
    assert (refused(response), response.json()["until"][-1]) == ((409, "claims_over"), "Z")
    assert hall.claim("referee").status_code == 201


def test_claim_limit_counts_per_player(hall):
    hall.settle(ClaimSettings(per_player=2))
    assert hall.claim().status_code == 201
    assert refused(hall.claim()) == (409, "claim_made_already")
    assert hall.claim(text="More.").status_code == 201
    assert refused(hall.claim()) == (409, "too_many_claims")
    assert hall.claim("white").status_code == 201
    assert hall.claim("referee").status_code == 201


def test_repeated_claim_is_stored_once(hall):
    body = {"type": "repetition"}
    black, key = hall.of("black"), {"Idempotency-Key": "k"}
    first, second = (black.post(hall.claims, body, headers=key) for _ in range(2))
    assert first.json() == second.json()
    assert (second["ETag"], second["Location"]) == (first["ETag"], first["Location"])
    assert second["Idempotent-Replay"] == "true"
    assert ClaimRow.objects.count() == 1
    other = black.post(hall.claims, body | {"text": "more"}, headers=key)
    assert refused(other) == (422, "idempotency_mismatch")


def test_claimant_withdraws_a_claim(hall):
    address = hall.claimed()
    assert refused(hall.of("white").post(f"{address}withdraw/", {"reason": "no"})) == (403, "not_your_claim")
    told = hall.of("black").post(f"{address}withdraw/", {"reason": "We agree."}).json()
    assert (told["state"], told["version"]) == ("withdrawn", 2)
    assert refused(hall.rule(address)) == (409, "claim_closed")


def test_claim_can_be_withdrawn_without_a_reason(hall):
    response = hall.of("black").post(f"{hall.claimed()}withdraw/", {})
    assert (response.status_code, response.json()["state"]) == (200, "withdrawn")


def test_player_cannot_withdraw_a_claim_of_the_desk(hall):
    address = hall.claimed("referee")
    response = hall.of("black").post(f"{address}withdraw/", {"reason": "no"})
    assert refused(response) == (403, "not_your_claim")


def begun(hall, **body):
    """The address of a claim on strings, with a sequence."""
    address = hall.claimed(type="strings", points=["D16"])
    response = hall.of("white").post(f"{address}sequences/", body)
    assert response.status_code == 201, response.content
    return address, response


def test_sequence_is_played_out_and_returned(hall):
    address, response = begun(hall, turn=4)
    told = response.json()
    assert (told["number"], told["from_turn"], told["turns"], matched_tag(response["ETag"])) == (1, 4, 0, 2)
    assert (told["by"], told["one_sided"]) == ("white", False)
    act, action = f"{address}sequences/1/actions/", {"do": "play", "colour": "black", "at": "C3"}
    played = hall.of("black").post(act, action)
    assert (played.status_code, played.json()["position"]["last_move"]) == (201, "C3")
    assert played.json()["actions"] == [action]
    passed = hall.of("referee").post(act, {"do": "pass", "colour": "white"}).json()
    assert (passed["turns"], passed["position"]["to_play"]) == (2, "black")
    before = hall.of("committee").get(f"{address}sequences/1/", {"turn": 0}).json()
    assert (before["turn"], before["position"]["last_move"]) == (0, "Q16")
    told = hall.of("white").get(f"{address}sequences/1/steps/").json()["steps"]
    assert told[1]["says"] == "Move 1: Black C3."
    picture = hall.of("white").get(f"{address}sequences/1/board.svg", {"turn": 1})
    assert b"Sequence 1, after turn 1" in picture.content
    assert passed["entered"] == ["black", "desk"]
    first = {"number": 1, "turn": 4, "sequence": 0, "actions": 2, "by": "white", "one_sided": False}
    assert hall.of("white").get(f"{address}sequences/").json()["results"] == [first]
    branch = hall.of("black").post(f"{address}sequences/", {"sequence": 1, "turn": 1}).json()
    assert (branch["by"], branch["one_sided"]) == ("black", True)
    assert (branch["number"], branch["from_sequence"], branch["position"]["to_play"]) == (2, 1, "white")
    receipt = hall.of("black").get(f"/api/v1/receipts/{branch['receipt']}/").json()
    assert receipt["event"]["kind"] == "claim.sequence-begun.v1"


def test_illegal_action_in_a_sequence_is_rejected_with_its_clause(hall):
    address, _ = begun(hall, turn=4)
    act = f"{address}sequences/1/actions/"
    taken = hall.of("black").post(act, {"do": "play", "colour": "black", "at": "D16"})
    assert refused(taken) == (422, "illegal_move")
    assert taken.json()["clause"]
    assert refused(hall.of("black").post(act, {"do": "dance"})) == (422, "invalid")
    assert hall.of("black").post(act, {"do": "penalise", "colour": "white"}).status_code == 403
    assert refused(hall.of("black").post(act, {"do": "pass", "colour": "white"})) == (403, "not_your_word")
    again = hall.of("white").post(f"{address}sequences/", {"turn": 3})
    assert refused(again) == (409, "sequence_empty")


def moves(hall, name, **action):
    """A turn that somebody adds to the record of the game itself."""
    address = f"/api/v1/games/{hall.game.game_id}/moves/"
    return hall.of(name).post(address, action, headers={"If-Match": "*"})


def test_player_cannot_record_statements_of_the_opponent_or_agreements(hall):
    for name, color in (("black", "white"), ("white", "black")):
        assert refused(moves(hall, name, do="resign", colour=color)) == (403, "not_your_word")
        assert refused(moves(hall, name, do="agree_dead", points=[])) == (403, "not_your_word")
        assert refused(moves(hall, name, do="accept", colour=color)) == (403, "not_your_word")
        assert refused(moves(hall, name, do="resume", colour=color)) == (403, "not_your_word")
        assert refused(moves(hall, name, do="resume")) == (403, "not_your_word")
    assert moves(hall, "black", do="play", colour="black", at="C3").status_code == 201
    assert moves(hall, "black", do="pass", colour="white").status_code == 201
    assert moves(hall, "white", do="resign", colour="white").json()["outcome"] == "B+R"


def test_player_cannot_add_moves_while_a_sequence_is_open(hall):
    address, _ = begun(hall)
    claim = address.split("/")[-2]
    late = moves(hall, "black", do="play", colour="black", at="C3")
    assert (refused(late), late.json()["claim"]) == ((409, "claim_open"), claim)
    assert moves(hall, "referee", do="play", colour="black", at="C3").status_code == 201
    hall.rule(address)
    assert moves(hall, "white", do="pass", colour="white").status_code == 201


@pytest.mark.parametrize(
    ("part", "status"),
    [
        ("sequences/2/", 404),
        ("sequences/2/board.svg", 404),
        ("sequences/1/?turn=1", 404),
        ("sequences/1/board.svg?turn=1", 404),
        ("sequences/1/?turn=x", 422),
    ],
)
def test_unknown_sequence_or_turn_is_not_found(hall, part, status):
    address, _ = begun(hall, turn=4)
    assert hall.of("black").get(address + part).status_code == status


@pytest.mark.parametrize("name", ["neighbour", "user", "public"])
def test_uninvolved_users_cannot_play_sequences(hall, name):
    address, _ = begun(hall, turn=4)
    assert hall.of(name).post(f"{address}sequences/", {}).status_code == 404
    assert hall.of("committee").post(f"{address}sequences/", {}).status_code == 403


def test_ruling_changes_the_result(hall):
    address = hall.claimed()
    response = hall.rule(address)
    told = response.json()
    assert (response.status_code, told["state"], matched_tag(response["ETag"])) == (201, "ruled", 2)
    assert told["remedy"]["score"] == "W+R"
    assert told["ruling"]["referee"] == f"user:{hall.accounts['referee'].pk}"
    now = hall.result()
    assert (now.winner, now.result_state, now.ruled_claim) == ("white", "decided", told["id"])


def test_ruling_requires_the_current_version(hall):
    address = hall.claimed()
    referee = hall.of("referee")
    assert refused(referee.post(f"{address}ruling/", UPHELD)) == (428, "precondition_required")
    hall.of("white").post(f"{address}sequences/", {"turn": 4})
    assert refused(hall.rule(address, tag='"1"')) == (412, "version_clash")
    assert hall.result().winner == "not_played"
    assert hall.rule(address, tag='"2"').status_code == 201


def test_ruling_needs_reasons(hall):
    address = hall.claimed()
    assert refused(hall.rule(address, reasons=None)) == (422, "invalid")
    body = {"decision": "denied"}
    bare = hall.of("referee").post(f"{address}ruling/", body, headers={"If-Match": "*"})
    assert refused(bare) == (422, "invalid")


@pytest.mark.parametrize(
    ("name", "status"),
    [("black", 403), ("white", 403), ("committee", 403), ("neighbour", 404), ("public", 404)],
)
def test_rejects_ruling_by_non_official(hall, name, status):
    assert hall.rule(hall.claimed(), name).status_code == status


def test_rejects_ruling_on_own_game(hall):
    an_account("black", office="director")
    assert refused(hall.rule(hall.claimed(), "black")) == (403, "own_game")


def test_claim_is_ruled_on_once_and_repeated_request_returns_the_ruling(hall):
    address, key = hall.claimed(), {"If-Match": '"1"', "Idempotency-Key": "r"}
    first, again = (hall.of("referee").post(f"{address}ruling/", UPHELD, headers=key) for _ in range(2))
    assert (first.status_code, again.json()) == (201, first.json())
    assert refused(hall.rule(address, "director")) == (409, "ruled_already")
    assert ClaimRow.objects.get().version == 2


@pytest.mark.parametrize(
    "remedy",
    [
        {"result": "both_lose", "replay": True},
        {"penalties": {"black": 0.3}},
        {"result": "nobody"},
        {"penalties": {"black": "inf"}},
        {"penalties": {"black": True}},
        {"score": "B+" + "3" * 20},
    ],
)
def test_rejects_invalid_remedy(hall, remedy):
    address = hall.claimed()
    assert hall.rule(address, remedy=remedy).status_code == 422
    assert ClaimRow.objects.get().stage == "open"


def test_game_gives_the_deadline_of_the_claim(hall):
    told = hall.rule(hall.claimed()).json()
    game = hall.of("public").get(f"/api/v1/games/{hall.game.game_id}/").json()
    assert told["appeal_until"].endswith("Z")
    assert game["ruling"]["appeal_until"] == told["appeal_until"]


def test_ruling_may_order_a_replay(hall):
    finish(hall.row, 1)
    hall.rule(hall.claimed(), remedy={"replay": True})
    assert hall.result().result_state == "missing"
    game = hall.of("public").get(f"/api/v1/games/{hall.game.game_id}/").json()
    assert (game["turns"], game["withdrawn"]) == (0, False)


CORRECTED = {"decision": "denied", "reasons": "I misread it.", "remedy": {"result": "black"}}


def corrected(hall, address, name="referee", tag="*", dry_run="", **said):
    client, query = hall.of(name), f"?dry_run={dry_run}" if dry_run else ""
    return client.put(f"{address}ruling/{query}", CORRECTED | said, headers={"If-Match": tag})


def test_dry_run_of_a_ruling_returns_its_effect_and_stores_nothing(hall):
    address = f"{hall.claimed()}ruling/?dry_run=true"
    response = hall.of("referee").post(address, UPHELD, headers={"If-Match": "*"})
    told = response.json()["effect"]
    assert response.json()["receipt"] is None
    assert (response.status_code, results(told)) == (200, ("not_played", "white"))
    assert (told["round"], told["later_rounds"]) == (1, [])
    assert all(one["place"] != one["place_before"] for one in told["places"])
    assert (hall.result().winner, ClaimRow.objects.get().stage) == ("not_played", "open")
    silent = hall.of("referee").post(address, {"decision": "denied"}, headers={"If-Match": "*"})
    assert refused(silent) == (422, "invalid")


def test_dry_run_of_a_decision_on_an_appeal_returns_its_effect_and_stores_nothing(hall):
    address = hall.claimed()
    hall.rule(address)
    hall.of("black").post(f"{address}appeal/", {"text": "No."})
    said = {"decision": "changed", "reasons": "It is dead.", "remedy": {"result": "black"}}
    response = hall.of("committee").post(
        f"{address}appeal/decision/?dry_run=true", said, headers={"If-Match": "*"}
    )
    told = response.json()["effect"]
    assert response.json()["receipt"] is None
    assert (response.status_code, results(told)) == (200, ("white", "black"))
    assert (hall.result().winner, ClaimRow.objects.get().stage) == ("white", "appealed")
    without = hall.of("committee").post(
        f"{address}appeal/decision/", {**said, "remedy": {}}, headers={"If-Match": "*"}
    )
    assert refused(without) == (422, "ruling_without_effect")


def test_ruling_is_corrected_and_the_earlier_one_shown(hall):
    address = hall.claimed()
    assert hall.rule(address).json()["effect"] is None
    foreseen = corrected(hall, address, dry_run="true")
    assert (foreseen.status_code, foreseen.json()["receipt"]) == (200, None)
    assert (foreseen.json()["effect"]["after"]["result"], hall.result().winner) == ("black", "white")
    told = corrected(hall, address, tag='"2"')
    assert (told.status_code, hall.result().winner) == (200, "black")
    body = told.json()
    assert (body["ruling"]["corrects"], body["ruling"]["decision"]) == (True, "denied")
    assert [one["decision"] for one in body["earlier_rulings"]] == ["upheld"]
    assert refused(corrected(hall, address, "director", tag='"2"')) == (412, "version_clash")


def test_document_has_the_members_of_a_ruling_and_of_a_decision_on_an_appeal(hall):
    address = hall.claimed()
    hall.rule(address)
    hall.of("black").post(f"{address}appeal/", {"text": "No."})
    said = {"decision": "upheld", "reasons": "It is dead."}
    body = hall.of("committee").post(f"{address}appeal/decision/", said, headers={"If-Match": "*"}).json()
    schemas = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    assert body["ruling"].keys() == schemas["ClaimRuling"]["properties"].keys()
    assert body["appeal_decision"].keys() == schemas["AppealDecision"]["properties"].keys()
    described = schemas["PairedGame"]["properties"]
    names = ("outcome", "winner", "claimed", "contradicted")
    assert [name for name in names if "description" not in described[name]] == []


@pytest.mark.parametrize(("name", "status"), [("black", 403), ("committee", 403), ("public", 404)])
def test_rejects_correction_by_non_official(hall, name, status):
    address = hall.claimed()
    hall.rule(address)
    assert corrected(hall, address, name).status_code == status


def test_appealed_ruling_is_not_corrected(hall):
    address = hall.claimed()
    hall.rule(address)
    assert hall.of("black").post(f"{address}appeal/", {"text": "No."}).status_code == 201
    assert refused(corrected(hall, address)) == (409, "too_late_to_correct")


def seconded(hall, address, name, **said):
    return hall.of(name).post(f"{address}ruling/second/", said, headers={"If-Match": "*"})


def test_ruling_waits_for_a_second_official_if_required(hall):
    hall.settle(ClaimSettings(two_person=True))
    address = hall.claimed()
    told = hall.rule(address).json()
    assert (told["state"], told["appeal_until"], told["ruling"]["appeal_until"]) == ("proposed", None, None)
    row = hall.of("black").get(CLAIMS).json()["results"][0]
    assert (row["state"], row["appeal_until"]) == ("proposed", None)
    assert hall.result().winner == "not_played"
    assert refused(seconded(hall, address, "referee", agrees=True)) == (403, "same_official")
    assert seconded(hall, address, "black", agrees=True).status_code == 403
    bare = hall.of("colleague").post(f"{address}ruling/second/", {"agrees": True})
    assert bare.status_code == 428
    assert refused(seconded(hall, address, "colleague", agrees=False)) == (422, "reasons_missing")
    apart = seconded(hall, address, "colleague", agrees=False, reasons="Look again.").json()
    assert (apart["state"], apart["ruling"]) == ("open", None)
    hall.rule(address)
    told = seconded(hall, address, "colleague", agrees=True).json()
    assert (told["state"], told["ruling"]["appeal_until"]) == ("ruled", told["appeal_until"])
    assert told["appeal_until"] == told["seconded"]["appeal_until"]
    assert hall.result().winner == "white"


def test_deadline_of_an_unconfirmed_ruling_is_hidden(hall):
    address = hall.claimed()
    claim_id = address.split("/")[-2]
    remedy = Remedy(result="black")
    proposed = ClaimRuled(
        decision="upheld",
        reasons="So.",
        remedy=remedy,
        referee="user:0",
        game_version=1,
        appeal_until=timezone.now().isoformat(),
        needs_second=True,
    )
    unit_of_work.execute(stream_of(claim_id), None, fold, lambda _: [proposed], a_context())
    told = hall.of("black").get(address).json()
    assert (told["state"], told["appeal_until"], told["ruling"]["appeal_until"]) == ("proposed", None, None)


def test_penalties_are_returned_but_do_not_change_the_result(hall):
    finish(hall.row, 1)
    address = hall.claimed("referee", type="conduct", colour="black")
    told = hall.rule(address, remedy={"penalties": {"black": 5, "white": 0}}, keeps_result=True).json()
    assert told["remedy"] == {
        "result": None, "by_default": False, "score": None, "penalties": {"black": 5.0}, "replay": False,
    }  # fmt: skip
    now = hall.result()
    assert (now.winner, now.ruled_claim, now.ruled_score) == ("black", "", "")


def decide(hall, address, name, tag="*", **said):
    body = {"decision": "upheld", "reasons": "It stands.", **said}
    return hall.of(name).post(f"{address}appeal/decision/", body, headers={"If-Match": tag})


def test_player_appeals_and_committee_decides(hall):
    address = hall.claimed()
    appeal = f"{address}appeal/"
    assert refused(hall.of("black").post(appeal, {"text": "No."})) == (409, "no_such_ruling")
    hall.rule(address)
    for name in ("referee", "director", "owner", "committee"):
        assert hall.of(name).post(appeal, {"text": "No."}).status_code == 403
    told = hall.of("black").post(appeal, {"text": "He was wrong."}).json()
    assert (told["state"], told["appeal"]["by"]) == ("appealed", "black")
    assert told["words"]["appeal"]["text"] == "He was wrong."
    assert refused(hall.of("white").post(appeal, {"text": "Me too."})) == (409, "appealed_already")
    assert hall.result().result_state == "appealed"
    for name in ("referee", "director", "black"):
        assert decide(hall, address, name).status_code == 403
    assert refused(decide(hall, address, "committee", tag='"2"')) == (412, "version_clash")
    assert refused(decide(hall, address, "committee", reasons=None)) == (422, "invalid")
    changed = decide(hall, address, "committee", decision="changed", remedy={"result": "black"}).json()
    assert (changed["state"], changed["remedy"]["result"]) == ("final", "black")
    assert (hall.result().winner, hall.result().result_state) == ("black", "final")
    [listed] = hall.of("black").get(CLAIMS).json()["results"]
    assert (listed["state"], listed["decision"]) == ("final", "changed")
    game = f"/api/v1/games/{hall.result().game_id}/result/"
    again = hall.of("director").put(game, {"result": "white"}, headers={"If-Match": "*"})
    assert refused(again) == (409, "ruling_final")


def test_committee_cannot_decide_on_its_own_ruling(hall):
    address = hall.claimed()
    hall.rule(address, "owner")
    hall.of("black").post(f"{address}appeal/", {"text": "No."})
    assert refused(decide(hall, address, "owner")) == (403, "same_official")


def test_unknown_claim_is_not_found(hall):
    assert hall.of("referee").get(f"{CLAIMS}{uuid4()}/").status_code == 404


def test_unpublished_round_hides_its_claims_from_players(hall):
    address = hall.claimed()
    RoundRow.objects.filter(tournament=hall.row).update(published=False)
    assert hall.of("black").get(address).status_code == 404


def test_superseded_ruling_cannot_be_appealed(hall):
    first, second = (
        hall.claimed("referee", type="conduct", colour="black"),
        hall.claimed("referee", type="conduct", colour="white"),
    )
    assert hall.rule(first).status_code == 201
    other = {"result": "white"}
    assert hall.rule(second, remedy=other).status_code == 201
    address = f"{first}appeal/"
    assert refused(hall.of("white").post(address, {"text": "no"})) == (409, "ruling_replaced")


class TestAppealAfterAnotherRuling:
    """A denial changes no result, so that other claims are ruled on while the committee has it."""

    @pytest.fixture
    def denied(self, hall):
        address = hall.claimed("referee", type="conduct", colour="white")
        assert hall.rule(address, decision="denied", remedy={}).status_code == 201
        assert hall.of("black").post(f"{address}appeal/", {"text": "Look again."}).status_code == 201
        return address

    @pytest.fixture
    def other(self, hall, denied):
        address = hall.claimed("referee", type="conduct", colour="black")
        assert hall.rule(address, remedy={"result": "white"}).status_code == 201
        return address

    def test_changed_ruling_replaces_the_result_of_the_other_ruling(self, hall, denied, other):
        assert hall.result().winner == "white"
        told = decide(hall, denied, "committee", decision="changed", remedy={"result": "black"})
        assert told.status_code == 201
        assert (hall.result().winner, hall.result().result_state) == ("black", "final")

    def test_upholding_keeps_the_result_of_the_other_ruling(self, hall, denied, other):
        assert decide(hall, denied, "committee").json()["state"] == "final"
        assert (hall.result().winner, hall.result().result_state) == ("white", "decided")

    def test_rejects_change_if_the_other_ruling_is_final(self, hall, denied, other):
        assert hall.of("black").post(f"{other}appeal/", {"text": "No."}).status_code == 201
        assert decide(hall, other, "committee").json()["state"] == "final"
        changed = decide(hall, denied, "committee", decision="changed", remedy={"result": "black"})
        assert refused(changed) == (409, "ruling_final")
        assert decide(hall, denied, "committee").json()["state"] == "final"
        assert (hall.result().winner, hall.result().result_state) == ("white", "final")
