"""Games over REST: what is answered, and that the log is what decides."""

import xml.etree.ElementTree as ET

import pytest

from games.game import commands, records
from games.game.policy import register_policy
from games.rest.views import matched_tag
from games.sgf import read
from tests.games.game_builders import ID, context, opened
from tests.games.log.house import a_house

pytestmark = pytest.mark.django_db
GAME = f"/api/v1/games/{ID}/"
SGF = b"(;GM[1]SZ[3]KM[0.5]PB[Anna Example]RE[W+0.5];B[aa]C[good];W[cc];B[];W[])"


@pytest.fixture(autouse=True)
def house():
    with a_house() as house:
        yield house


@pytest.fixture(autouse=True)
def _game():
    commands.open_games([opened()], context())


@pytest.fixture
def login(api, django_user_model):
    def login(name):
        api.force_authenticate(django_user_model.objects.create_user(name))
        return api

    return login


@pytest.fixture
def player(login):
    return login("player")


def play(api, version, **action):
    return api.post(f"{GAME}moves/", action, headers={"If-Match": f'"0.{version}"'})


def test_a_game_says_what_it_is_and_what_its_record_proves(api):
    commands.receive_record(ID, SGF, context())
    response = api.get(GAME)
    assert response.json() == {
        "id": ID,
        "context": "hall",
        "context_url": "/hall/",
        "ruleset": "tromp-taylor komi=0.5",
        "width": 3,
        "height": 3,
        "handicap": 0,
        "black": "anna",
        "white": "bert",
        "turns": 4,
        "phase": "over",
        "to_play": "black",
        "outcome": "W+0.5",
        "winner": "white",
        "claimed": "W+0.5",
        "illegal_turn": None,
        "has_record": True,
        "differences": [],
        "withdrawn": False,
        "version": 7,
    }
    assert response["ETag"].startswith('"0.7-')


@pytest.mark.parametrize("part", ["", "steps/", "position/", "board.svg"])
def test_who_has_the_version_is_not_sent_it_again(api, part):
    tag = api.get(GAME + part)["ETag"]
    response = api.get(GAME + part, headers={"If-None-Match": tag})
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", tag)
    assert api.get(GAME + part, headers={"If-None-Match": '"0.2"'}).status_code == 200


@pytest.mark.parametrize("part", ["", "events/", "steps/", "position/", "board.svg", "record.sgf"])
def test_hidden_and_unknown_games_look_the_same(api, house, part):
    house.hidden = True
    hidden, unknown = api.get(GAME + part), api.get(GAME.replace(ID, ID[:-1] + "2") + part)
    assert (hidden.status_code, hidden.json()) == (404, unknown.json())


def test_the_log_comes_in_pages(api, monkeypatch):
    from games.api import reading

    monkeypatch.setattr(reading, "MOST", 4)
    commands.receive_record(ID, SGF, context())
    first = api.get(f"{GAME}events/").json()
    second = api.get(first["next"]).json()
    assert [event["version"] for event in first["results"] + second["results"]] == [1, 2, 3, 4, 5, 6, 7]
    assert second["next"] is None
    assert first["results"][2] == first["results"][2] | {
        "kind": "game.stone-played.v1",
        "data": {"color": "b", "at": "A3"},
        "actor": "user:1",
    }


def test_the_position_after_any_turn(api):
    commands.receive_record(ID, SGF, context())
    first = api.get(f"{GAME}position/?turn=1").json()
    assert first == {
        "game": ID,
        "turn": 1,
        "turns": 4,
        "width": 3,
        "height": 3,
        "rows": ["X..", "...", "..."],
        "to_play": "white",
        "phase": "play",
        "prisoners": {"black": 0, "white": 0},
        "last_move": "A3",
        "action": {"do": "play", "colour": "black", "at": "A3"},
        "outcome": None,
        "score": None,
        "marked_dead": None,
    }
    last = api.get(f"{GAME}position/").json()
    assert (last["turn"], last["phase"], last["outcome"], last["last_move"]) == (4, "over", "W+0.5", None)
    assert (last["score"]["margin"], last["score"]["winner"]) == (-0.5, "white")
    assert last["score"]["owner"] == ["X..", "...", "..O"]
    assert api.get(f"{GAME}position/?turn=0").json()["rows"] == ["..."] * 3


def test_every_turn_says_what_it_changed(api):
    commands.receive_record(ID, SGF, context())
    told = api.get(f"{GAME}steps/").json()
    assert (told["width"], told["height"], told["owners"]) == (3, 3, {})
    assert [(step["turn"], step["says"], step["stones"], step["last_move"]) for step in told["steps"]] == [
        (0, "The start.", {}, None),
        (1, "Move 1: Black A3.", {"A3": "black"}, "A3"),
        (2, "Move 2: White C1.", {"C1": "white"}, "C1"),
        (3, "Turn 3: Black passes.", {}, "C1"),
        (4, "Turn 4: White passes.", {}, "C1"),
    ]


@pytest.mark.parametrize(
    ("turn", "status"), [("5", 404), ("-1", 422), ("x", 422), ("1e3", 422), ("9" * 30, 422)]
)
@pytest.mark.parametrize("part", ["position/", "board.svg"])
def test_turns_that_are_none(api, part, turn, status):
    assert api.get(f"{GAME}{part}?turn={turn}").status_code == status


def test_the_board_is_a_picture_with_words(api):
    commands.receive_record(ID, SGF, context())
    response = api.get(f"{GAME}board.svg?turn=2", headers={"Accept": "image/avif,image/svg+xml,*/*;q=0.8"})
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    svg = ET.fromstring(response.content)
    said = [svg.findtext(f"{{http://www.w3.org/2000/svg}}{name}") for name in ("title", "desc")]
    assert said[0] == "Position after turn 2"
    assert "Last move: White C1. Black to play." in said[1]
    assert "The game ended W+0.5." in api.get(f"{GAME}board.svg").content.decode()


def test_the_record_leaves_with_the_names_of_the_house_and_its_comments(api):
    commands.receive_record(ID, SGF, context())
    response = api.get(f"{GAME}record.sgf")
    assert response["Content-Type"] == "application/x-go-sgf"
    record = read(response.content).games[0]
    assert record.actions == read(SGF).games[0].actions
    assert (record.komi, str(record.result), record.info.black) == (0.5, "W+0.5", "Player anna")
    assert [(comment.node, comment.text) for comment in record.info.comments] == [(1, "good")]
    records.erase([ID])
    assert b"good" not in api.get(f"{GAME}record.sgf").content


@pytest.mark.parametrize(
    "sgf",
    [b"(;SZ[3]HA[2]AB[aa][cc];W[bb])", b"(;SZ[3]AW[aa]PL[W];W[bb])", b"(;SZ[3];B[aa];W[bb])"],
)
def test_a_record_that_left_arrives_the_same(api, sgf):
    commands.receive_record(ID, sgf, context())
    sent, back = read(sgf).games[0], read(api.get(f"{GAME}record.sgf").content).games[0]
    assert (back.board, back.to_play, back.actions, back.handicap) == (
        sent.board,
        sent.to_play,
        sent.actions,
        sent.handicap,
    )


@pytest.mark.parametrize(("part", "queries"), [("", 3), ("events/", 2), ("steps/", 2), ("board.svg", 2)])
def test_a_read_costs_few_queries(api, django_assert_num_queries, part, queries):
    commands.receive_record(ID, SGF, context())
    with django_assert_num_queries(queries):
        api.get(GAME + part)


def test_moves_are_entered_one_by_one(player):
    first = play(player, 1, do="play", colour="black", at="b2")
    assert (first.status_code, matched_tag(first["ETag"]), first.json()["turns"]) == (201, (0, 2), 1)
    last = play(player, 2, do="resign", colour="white")
    assert (last.json()["outcome"], last.json()["version"], matched_tag(last["ETag"])) == ("B+R", 4, (0, 4))


def test_two_who_write_at_once_are_one_too_many(player):
    assert play(player, 1, do="pass", colour="black").status_code == 201
    late = play(player, 1, do="pass", colour="black")
    assert (late.status_code, late.json()["code"], late.json()["actual"]) == (412, "version_clash", 2)
    bare = player.post(f"{GAME}moves/", {"do": "pass", "colour": "white"})
    assert (bare.status_code, bare.json()["code"]) == (428, "precondition_required")
    assert player.get(GAME).json()["turns"] == 1


def test_the_same_request_twice_is_one_move(player):
    headers = {"If-Match": '"0.1"', "Idempotency-Key": "move-1"}
    body = {"do": "pass", "colour": "black"}
    first, again = (player.post(f"{GAME}moves/", body, headers=headers) for _ in range(2))
    assert (again.status_code, again.content, again["ETag"]) == (201, first.content, first["ETag"])
    other = player.post(f"{GAME}moves/", {"do": "resign", "colour": "black"}, headers=headers)
    assert other.json()["code"] == "idempotency_mismatch"
    assert player.get(GAME).json()["turns"] == 1


@pytest.mark.parametrize(
    ("sent", "options"),
    [
        (SGF, {"content_type": "application/x-go-sgf"}),
        ({"sgf": SGF.decode()}, {"format": "json"}),
    ],
)
def test_a_record_arrives_as_bytes_or_as_json(player, sent, options):
    response = player.post(f"{GAME}record/", sent, **options)
    assert (response.status_code, matched_tag(response["ETag"])) == (201, (0, 7))
    assert (response.json()["outcome"], response.json()["notes"]) == ("W+0.5", [])


def test_a_record_arrives_as_a_file_of_a_form(player):
    from django.core.files.uploadedfile import SimpleUploadedFile

    both = SGF + b"(;SZ[3]KM[1.5];B[bb])"
    response = player.post(
        f"{GAME}record/?game=2", {"sgf": SimpleUploadedFile("two.sgf", both)}, format="multipart"
    )
    assert (response.status_code, response.json()["turns"]) == (201, 1)
    assert [note["code"] for note in response.json()["notes"]] == ["one_of_several", "komi_differs"]


def test_text_in_json_is_unicode_whatever_the_record_declares(player):
    sgf = "(;CA[GB2312]SZ[3]PB[\u674e]C[\u597d\u68cb];B[bb])"
    assert player.post(f"{GAME}record/", {"sgf": sgf}).status_code == 201
    assert records.GameRecord.objects.get().info["black"] == "\u674e"


def test_a_record_replaces_another_only_after_it_was_withdrawn(login):
    referee = login("referee")
    assert referee.post(f"{GAME}record/", {"sgf": SGF.decode()}).status_code == 201
    assert referee.post(f"{GAME}record/", {"sgf": SGF.decode()}).json()["code"] == "precondition_required"
    match = {"If-Match": '"0.7"'}
    again = referee.post(f"{GAME}record/", {"sgf": SGF.decode()}, headers=match)
    assert (again.status_code, again.json()["code"]) == (409, "record_exists")
    gone = referee.post(f"{GAME}record/withdraw/", {"reason": "table 5"}, headers=match)
    assert (gone.status_code, matched_tag(gone["ETag"]), gone.json()["turns"]) == (200, (0, 8), 0)
    assert referee.post(f"{GAME}record/", {"sgf": SGF.decode()}).json()["turns"] == 4


def test_turns_are_taken_back(login):
    referee = login("referee")
    commands.receive_record(ID, SGF, context())
    body = {"to_turn": 3, "reason": "typo"}
    assert referee.post(f"{GAME}take-back/", body).status_code == 428
    response = referee.post(f"{GAME}take-back/", body, headers={"If-Match": '"0.7"'})
    assert (response.status_code, response.json()["turns"], response.json()["outcome"]) == (200, 3, None)


@pytest.mark.parametrize("part", ["moves/", "record/", "record/withdraw/", "take-back/"])
def test_nobody_writes_without_an_account(api, part):
    response = api.post(GAME + part, {}, headers={"If-Match": '"0.1"'})
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


@pytest.mark.parametrize("part", ["record/withdraw/", "take-back/"])
def test_a_player_does_not_correct(player, part):
    response = player.post(GAME + part, {"reason": "x", "to_turn": 0}, headers={"If-Match": '"0.1"'})
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


def test_games_that_belong_to_nothing_are_read_and_not_written(player):
    from games.game.policy import StandaloneGames

    register_policy(StandaloneGames())
    assert player.get(GAME).status_code == 200
    assert b"PB[" not in player.get(f"{GAME}record.sgf").content
    assert play(player, 1, do="pass", colour="black").status_code == 403
