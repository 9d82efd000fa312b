"""Bad input over REST: a clear problem document, nothing stored, nothing lost."""

import json

import pytest

from games.game import commands
from games.game.deciding import Act
from games.game.policy import policy, register_policy
from games.game.records import GameRecord
from games.log import store
from rules import Color, Play
from tests.games.game_builders import ID, context, opened

pytestmark = pytest.mark.django_db
GAME = f"/api/v1/games/{ID}/"
DEEP = "[" * 40 + "]" * 40


class Open:
    def may(self, user, action, game):
        return user.is_authenticated

    def may_read_names(self, game):
        return True

    def participants(self, game):
        return {}

    def context_version(self, game):
        return 0

    def context_url(self, game):
        return ""

    def terms(self, game):
        return None


@pytest.fixture
def player(api, django_user_model):
    before = policy()
    register_policy(Open())
    api.force_authenticate(django_user_model.objects.create_user("player"))
    api.raise_request_exception = False
    commands.open_games([opened()], context())
    commands.change_record(ID, Act(action=Play(Color.BLACK, "A1")), context())
    yield api
    register_policy(before)


@pytest.fixture(autouse=True)
def _nothing_stored(player):
    yield
    assert store.version(f"game-{ID}") == 2
    assert player.get(GAME).json()["turns"] == 1
    assert not GameRecord.objects.exists()


def refused(response):
    """Status and code of a problem document, and nothing else."""
    assert response["Content-Type"] == "application/problem+json"
    document = response.json()
    assert document["status"] == response.status_code
    return response.status_code, document["code"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "play", "colour": "white", "at": "A1"}, "occupied"),
        ({"do": "play", "colour": "black", "at": "B2"}, "not_your_turn"),
        ({"do": "play", "colour": "white", "at": "Z99"}, "off_board"),
        ({"do": "play", "colour": "white", "at": "I1"}, "off_board"),
        ({"do": "play", "colour": "white", "at": "\u0410\u0661"}, "off_board"),
        ({"do": "agree_dead", "points": ["A1"]}, "wrong_phase"),
    ],
)
def test_an_illegal_action_names_the_turn_and_the_rule(player, action, reason):
    response = player.post(f"{GAME}moves/", action, headers={"If-Match": '"0.2"'})
    assert refused(response) == (422, "illegal_move")
    facts = response.json()
    assert (facts["turn"], facts["reason"]) == (2, reason)
    assert facts["clause"]
    assert len(response.content) < 2_000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, "parse_error"),
        ("", 422, "invalid"),
        (DEEP, 400, "parse_error"),
        ('{"do": NaN}', 400, "parse_error"),
        ('{"do": 1e999}', 400, "parse_error"),
        ('{"do": "play", "colour": "white", "at": "\\u0000"}', 400, "parse_error"),
        ('{"do": "play", "colour": "white", "at": "\\ud800"}', 400, "parse_error"),
        ('{"do": "pass", "do": "pass"}', 400, "parse_error"),
        ("\xff", 400, "parse_error"),
        ("[]", 422, "invalid"),
        ("null", 422, "invalid"),
        ("{}", 422, "invalid"),
        ('{"do": "castle", "colour": "white"}', 422, "invalid"),
        ('{"do": "pass", "colour": "red"}', 422, "invalid"),
        ('{"do": "play", "colour": "white", "at": 4}', 422, "invalid"),
        ('{"do": ["pass"], "colour": {}}', 422, "invalid"),
        ('{"do": "agree_dead", "points": [1]}', 422, "invalid"),
        ('{"do": "pass", "colour": "white", "at": "A1"}', 422, "invalid"),
        (json.dumps({"do": "agree_dead", "points": ["A1"] * 3_000}), 422, "invalid"),
        ('{"do": "play", "colour": "white", "at": ""}', 422, "invalid"),
        (json.dumps({"do": "play", "colour": "white", "at": "A" * 100_000}), 422, "invalid"),
    ],
)
def test_a_body_that_is_no_action(player, body, status, code):
    response = player.post(
        f"{GAME}moves/",
        body.encode("latin-1"),
        content_type="application/json",
        headers={"If-Match": '"0.2"'},
    )
    assert refused(response) == (status, code)


@pytest.mark.parametrize(
    ("sgf", "status", "code"),
    [
        (b"", 422, "invalid"),
        (b" ", 422, "bad_record"),
        (b"(;", 422, "bad_record"),
        (b"\0\0\0", 422, "bad_record"),
        (b"PK\x03\x04\xff\xfe", 422, "bad_record"),
        (b"(;SZ[99])", 422, "bad_record"),
        (b"(;GM[3])", 422, "bad_record"),
        (b"(;SZ[3];B[zz])", 422, "bad_record"),
        (b"(;SZ[3]AB[aa:cc])", 422, "bad_record"),
        (b"(" * 100_000, 422, "bad_record"),
        (b"(;SZ[3]" + b"(;B[]" * 2_000 + b")" * 2_001, 413, "too_large"),
        (b"(;SZ[3]" + b";" * 60_000 + b")", 413, "too_large"),
        (b"(;SZ[3]" + b";B[];W[]" * 3_000 + b")", 413, "too_large"),
        (b" " * 2_000_000, 413, "too_large"),
        (b" " * 5_000_000, 413, "too_large"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_record(player, sgf, status, code):
    response = player.post(
        f"{GAME}record/", sgf, content_type="application/x-go-sgf", headers={"If-Match": '"0.2"'}
    )
    assert refused(response) == (status, code)


PART = b'--x\r\nContent-Disposition: form-data; name="sgf"\r\n\r\n(;B[dd])'


def test_a_repeated_member_of_a_form_is_named(player):
    response = player.post(
        f"{GAME}record/",
        PART + b"\r\n" + PART + b"\r\n--x--",
        content_type="multipart/form-data; boundary=x",
        headers={"If-Match": '"0.2"'},
    )
    faults = [(one["place"], one["code"]) for one in response.json()["errors"]]
    assert faults == [("sgf", "repeated_member")]


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b'{"sgf": 7}', "application/json", 422, "invalid"),
        (b'["(;)"]', "application/json", 422, "invalid"),
        (DEEP.encode(), "application/json", 400, "parse_error"),
        (b"", "multipart/form-data; boundary=x", 422, "invalid"),
        (b"--y\r\nrubbish", "multipart/form-data; boundary=x", 400, "parse_error"),
        (PART + b"\r\n--x", "multipart/form-data; boundary=x", 400, "parse_error"),
        (PART + b"\xff\r\n--x--\r\n", "multipart/form-data; boundary=x", 400, "parse_error"),
        (PART.replace(b"sgf", b"\xff") + b"\r\n--x--", "multipart/form-data; boundary=x", 400, "parse_error"),
        (PART + b"\r\n" + PART + b"\r\n--x--", "multipart/form-data; boundary=x", 422, "invalid"),
        (b'{"sgf": "(;B[dd])"}', "application/json; charset=nope", 415, "unsupported_media_type"),
        (b'{"sgf": "(;B[dd])"}', "application/json; charset=utf-16", 415, "unsupported_media_type"),
        (b"--x--", "multipart/form-data", 400, "parse_error"),
        (b"<sgf/>", "application/xml", 415, "unsupported_media_type"),
    ],
)
def test_a_body_without_a_record(player, body, kind, status, code):
    response = player.post(f"{GAME}record/", body, content_type=kind, headers={"If-Match": '"0.2"'})
    assert refused(response) == (status, code)


@pytest.mark.parametrize(
    ("match", "status", "code"),
    [
        ('"0.1"', 412, "version_clash"),
        ('"0.3"', 412, "version_clash"),
        ("2", 400, "bad_if_match"),
        ('"two"', 400, "bad_if_match"),
        (None, 428, "precondition_required"),
    ],
)
@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("moves/", {"do": "pass", "colour": "white"}),
        ("take-back/", {"to_turn": 0, "reason": "typo"}),
        ("record/withdraw/", {"reason": "typo"}),
        ("record/", {"sgf": "(;SZ[3])"}),
    ],
)
def test_who_saw_another_version_or_does_not_say(player, part, body, match, status, code):
    headers = {"If-Match": match} if match else {}
    assert refused(player.post(GAME + part, body, headers=headers)) == (status, code)


@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("take-back/", {}),
        ("take-back/", []),
        ("take-back/", {"to_turn": -1, "reason": "x"}),
        ("take-back/", {"to_turn": 10**15, "reason": "x"}),
        ("take-back/", {"to_turn": 0, "reason": ""}),
        ("record/withdraw/", {"reason": "x" * 501}),
        ("record/withdraw/", "x"),
    ],
)
def test_corrections_that_say_too_little_or_too_much(player, part, body):
    response = player.post(GAME + part, body, format="json", headers={"If-Match": '"0.2"'})
    assert refused(response) == (422, "invalid")


def test_a_turn_that_is_not_there_is_not_taken_back(player):
    body = {"to_turn": 1, "reason": "typo"}
    assert refused(player.post(f"{GAME}take-back/", body, headers={"If-Match": '"0.2"'})) == (
        404,
        "no_such_turn",
    )


@pytest.mark.parametrize("address", ["/api/v1/games/seven/", GAME + "board.png"])
def test_addresses_that_are_none(player, address):
    assert refused(player.get(address)) == (404, "not_found")
