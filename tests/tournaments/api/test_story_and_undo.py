"""The story of a tournament over REST and on its page, and edits that are taken back."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.byes import GiveBye
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.pairs import MakePair, SwapColours, UnmakePair
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import RecordResult
from tournaments.domain.rounds import UnpairRound
from tournaments.reading.queries import entry_names
from tournaments.state.limits import Limits
from tournaments.story.reading import last_of
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def director():
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def story(client, after=0):
    return client.get(f"/api/v1/tournaments/open/story/?after={after}").json()["results"]


def undo(client, version, reason="mistyped", match="*", **headers):
    body = {"version": version, "reason": reason}
    return client.post(
        "/api/v1/tournaments/open/undo/", body, headers={"If-Match": match, **headers}, format="json"
    )


def a_game(row):
    return PairingRow.objects.filter(tournament=row).order_by("table").first()


def do(row, command):
    """The version of the last event that follows."""
    return carry_out(str(row.id), command, a_context())[-1].version


def test_the_story_names_players_what_changed_and_why(row, director):
    game = a_game(row)
    do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.BLACK)))
    do(row, ChangeLimits(limits=Limits(komi=7.5), reason="as announced"))
    texts = [line["text"] for line in story(director)]
    assert texts[0].startswith("The Open was created: mcmahon, 5 rounds")
    assert "Player0000, 5d, was entered." in texts
    black = f"{EntryRow.objects.get(pk=game.black_id).number - 1:04}"
    entered = f"(round 1, table 1): Player{black} wins, entered by the desk."
    assert any(text.endswith(entered) for text in texts)
    assert texts[-1] == "Limits were changed, komi 6.5 → 7.5: as announced."


def test_a_long_story_goes_on(row, director, monkeypatch):
    """In parts that cut commands in two it says the same as at once, forwards and backwards."""
    entry_id = EntryRow.objects.filter(tournament=row).first().id
    do(row, GiveBye(round=2, entry_id=entry_id))
    do(row, WithdrawEntry(entry_id=entry_id))  # the bye is taken back: two events
    complete = story(director)
    assert [line["can_be_taken_back"] for line in complete[-3:]] == [False, True, True]
    assert [line["version"] for line in complete] == list(range(1, TournamentRow.objects.get().version + 1))
    monkeypatch.setattr("tournaments.story.reading.MOST", 1)
    monkeypatch.setattr("tournaments.api.log.LINES_OF_STORY", 1)
    lines, address = [], "/api/v1/tournaments/open/story/"
    while address:
        page = director.get(address).json()
        lines += page["results"]
        address = page["next"]
    assert lines == complete
    assert list(reversed(pages_backwards(row))) == complete


def pages_backwards(row):
    names = {entry: str(name) for entry, name in entry_names(row).items()}
    lines = last_of(str(row.id), names)
    while page := last_of(str(row.id), names, before=lines[-1]["version"]):
        lines += page
    return lines


def test_what_a_command_did_is_taken_back_and_that_is_told(row, director):
    game = a_game(row)
    version = do(row, SwapColours(game_id=str(game.game_id), reason="as agreed"))
    assert [line["can_be_taken_back"] for line in story(director)][-1]
    done = undo(director, version)
    assert done.status_code == 200
    assert done.json()["version"] == version + 1
    again = PairingRow.objects.get(pk=game.pk)
    assert (again.white_id, again.black_id) == (game.white_id, game.black_id)
    last = story(director, after=version - 1)
    assert [line["can_be_taken_back"] for line in last] == [False, True]  # only the latter still stands
    assert undo(director, version + 1).status_code == 200


BAD = [
    (999, "x", "*", 404, "unknown_version"),
    (1, "x", "*", 409, "not_undoable"),
    (-1, "", "*", 422, "invalid"),
    (2, None, "*", 422, "reason_required"),
    (2, "x", '"1"', 412, "version_clash"),
]


def test_bad_requests(row, director):
    before = TournamentRow.objects.get().version
    for version, reason, match, status, code in BAD:
        no = undo(director, version, reason, match)
        assert (no.status_code, no.json()["code"]) == (status, code)
        assert TournamentRow.objects.get().version == before


class TestThePage:
    @pytest.fixture
    def page(self):
        client = Client()
        client.force_login(an_account("director", "director"))
        return client

    def test_a_result_is_taken_back_by_its_form(self, row, page):
        game = a_game(row)
        version = do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.BLACK)))
        text = page.get("/tournaments/open/story/").content.decode()
        forms = re.findall(r'action="(/tournaments/open/story/\d+/undo/)"', text)
        assert forms[0] == f"/tournaments/open/story/{version}/undo/"  # the newest first
        page.post(forms[0], {"reason": "wrong table", "next": "/tournaments/open/story/"})
        assert PairingRow.objects.get(pk=game.pk).winner == Winner.NOBODY_YET
        assert "was cleared: wrong table." in page.get("/tournaments/open/story/").content.decode()


def test_a_round_changed_by_hand_and_paired_again_is_not_called_the_best(row, director):
    was = director.get("/api/v1/tournaments/open/rounds/1/").json()
    one, other = PairingRow.objects.filter(tournament=row)
    for game in (one, other):
        do(row, UnmakePair(game_id=str(game.game_id), reason="again"))
    for white, black in ((one.white_id, other.white_id), (one.black_id, other.black_id)):
        game_id = str(uuid4())
        ids = {"game_id": game_id, "white": str(white), "black": str(black)}
        do(row, MakePair(round=1, handicap=0, komi=6.5, reason="again", **ids))
    undone = do(row, UnpairRound(round=1, reason="again"))
    assert undo(director, undone).status_code == 200
    now = director.get("/api/v1/tournaments/open/rounds/1/").json()
    assert (was["proved"], was["method"], was["games"]) == (True, "matching", 2)
    assert (now["proved"], now["method"], now["games"]) == (False, "hand", 2)
    proof = director.get("/api/v1/tournaments/open/rounds/1/proof/").json()
    assert [part["optimal"] for part in proof["parts"]] == [None]
    assert proof["says"].startswith(
        "These pairs were made by hand, so there is no best pairing to compare them with."
    )
    assert story(director, undone)[-1]["text"] == "Round 1 was paired by hand: 2 games."
