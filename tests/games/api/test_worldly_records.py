"""Records of many programs over REST: upload and replay agree, and nothing is kept of what is refused."""

from urllib.parse import urlencode

import pytest

from games.analysis.terms import resolve_ruleset
from games.game import commands
from games.game.loading import game_row
from games.game.records import GameRecord
from games.sgf.uploads import read_record
from tests.games.game_builders import ID, context, opened
from tests.games.log.house import a_house
from tests.games.sgf.worldly import READ, REFUSED, data, name
from tests.sizes import size

pytestmark = pytest.mark.django_db
GAME = f"/api/v1/games/{ID}/"
REPLAY = "/api/v1/rules/replay/"
SGF = "application/x-go-sgf"
EACH_KIND = [
    *(row for row in READ if "illegal_turn" in row or row.get("notes")),
    *[row for row in READ if "illegal_turn" not in row and not row.get("notes")][: size(5, long=100)],
]
"""Records of which something is said, and some of the others: tests/games/sgf reads all."""


@pytest.fixture(autouse=True)
def house():
    with a_house() as house:
        yield house


@pytest.fixture
def player(api, django_user_model):
    api.force_authenticate(django_user_model.objects.create_user("player"))
    return api


def a_game_for(sgf):
    """A game on the terms that the record names."""
    _, record = read_record(sgf)
    ruleset = str(resolve_ruleset(None, {}, said=record.ruleset, komi=record.komi))
    size = {"width": record.width, "height": record.height}
    commands.open_games([opened(ruleset=ruleset, handicap=record.handicap, **size)], context())
    return record, ruleset


def replayed(client, sgf, ruleset):
    answer = client.post(f"{REPLAY}?{urlencode({'ruleset': ruleset})}", sgf, content_type=SGF)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.parametrize("row", EACH_KIND, ids=name)
def test_upload_and_replay_agree(player, row):
    sgf = data(row)
    record, ruleset = a_game_for(sgf)
    said = replayed(player, sgf, ruleset)
    answer = player.post(f"{GAME}record/", sgf, content_type=SGF)
    if "illegal_turn" in row:
        assert (answer.status_code, answer.json()["code"]) == (422, "illegal_move")
        assert answer.json()["turn"] == said["illegal"]["turn"] == row["illegal_turn"]
        assert not GameRecord.objects.exists()
        return
    assert answer.status_code == 201, answer.content
    codes = [note["code"] for note in answer.json()["notes"]]
    assert [code for code in codes if code != "komi_differs"] == row.get("notes", [])
    game = answer.json()
    assert (game["turns"], game["illegal_turn"]) == (len(record.moves), None)
    assert (said["legal"], said["turns"]) == (True, len(record.moves))
    shown = player.get(f"{GAME}position/").json()
    assert (shown["phase"], shown["to_play"]) == (said["phase"], said["to_play"])
    assert shown["prisoners"] == said["prisoners"]
    assert read_record(player.get(f"{GAME}record.sgf").content)[1].actions == record.actions


@pytest.mark.parametrize("row", [row for row in REFUSED if data(row)][: size(4, long=100)], ids=name)
def test_what_is_refused_is_refused_alike_and_nothing_is_kept(player, row):
    commands.open_games([opened(width=19, height=19)], context())
    before = game_row(ID).version
    for address in (f"{GAME}record/", REPLAY):
        answer = player.post(address, data(row), content_type=SGF)
        said = answer.json()
        assert (answer.status_code, said["code"]) == (422, "bad_record")
        [fault] = said["errors"]
        assert (fault["place"], fault["code"]) == ("sgf", row["code"])
        assert (fault["offset"], fault["game"]) == (row["offset"], 1)
    assert game_row(ID).version == before
    assert not GameRecord.objects.exists()


def test_nothing_at_all_is_no_record(player):
    commands.open_games([opened()], context())
    for address in (f"{GAME}record/", REPLAY):
        said = player.post(address, {"sgf": ""}).json()
        assert [(fault["place"], fault["code"]) for fault in said["errors"]] == [("sgf", "blank")]


@pytest.mark.parametrize(
    ("sgf", "code"),
    [
        (b"(;)" * 10_000, "too_many_games"),
        (b"(;" * 5_000, "too_deep"),
        (b"(" + b";" * 60_000 + b")", "too_many_nodes"),
        (b"(;" + b"A[]" * 160_000 + b")", "too_many_values"),
        (b"(;" + b";B[aa]" * 6_000 + b")", "too_many_moves"),
        (b"(;C[" + b"x" * (1 << 20) + b"])", "too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_too_much_is_refused_with_its_place_and_nothing_is_kept(player, sgf, code):
    commands.open_games([opened(width=19, height=19)], context())
    said = player.post(f"{GAME}record/", sgf, content_type=SGF).json()
    assert (said["code"], said["errors"][0]["code"]) == ("too_large", code)
    assert said["errors"][0]["offset"] <= len(sgf)
    assert game_row(ID).version == 1
    assert not GameRecord.objects.exists()


TWO = b"(;SZ[9]PB[one];B[ee])(;SZ[9]PB[two];B[cc];W[gg])"


@pytest.mark.parametrize(
    ("query", "taken", "turns"), [("", "game 1 was taken", 1), ("?game=2", "game 2 was taken", 2)]
)
def test_of_several_games_one_is_taken_and_a_note_says_which(player, query, taken, turns):
    commands.open_games([opened(width=9, height=9)], context())
    body = player.post(f"{GAME}record/{query}", TWO, content_type=SGF).json()
    [note] = body["notes"]
    assert (note["code"], body["turns"]) == ("one_of_several", turns)
    assert taken in note["text"]


def test_a_game_that_the_file_has_not_is_refused(player):
    commands.open_games([opened(width=9, height=9)], context())
    answer = player.post(f"{GAME}record/?game=3", TWO, content_type=SGF)
    assert (answer.status_code, answer.json()["errors"][0]["place"]) == (422, "query:game")
    assert not GameRecord.objects.exists()


@pytest.mark.parametrize(
    ("said", "judged", "codes"),
    [
        ("Chinese", "chinese komi=6.5", []),
        ("中国规则", "chinese repetition=positional", []),
        ("Korean", "korean komi=0.5", []),
        ("日本", "japanese", []),
        ("Chinese", "japanese", ["ruleset_differs"]),
        ("NZ", "tromp-taylor", ["ruleset_differs"]),
        ("Simple", "tromp-taylor", ["ruleset_unknown"]),
        ("x" * 500, "tromp-taylor", ["ruleset_unknown"]),
    ],
)
def test_a_record_that_names_other_rules_is_noted(player, said, judged, codes):
    commands.open_games([opened(width=9, height=9, ruleset=judged)], context())
    sgf = f"(;CA[UTF-8]SZ[9]RU[{said}];B[ee])".encode()
    notes = player.post(f"{GAME}record/", sgf, content_type=SGF).json()["notes"]
    assert [note["code"] for note in notes] == codes
    assert all(len(note["text"]) < 200 for note in notes)


def test_a_replay_says_which_of_several_games_it_took(client):
    for query, taken in (("", 1), ("?game=2", 2), ("?all=true", 1)):
        told = client.post(f"/api/v1/rules/replay/{query}", TWO, content_type=SGF).json()
        said = {note["code"]: note["text"] for note in told["notes"]}
        assert said["one_of_several"] == f"The file holds 2 games; game {taken} was taken."
