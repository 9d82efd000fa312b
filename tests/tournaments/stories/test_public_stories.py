"""Public stories of a tournament, without reasons, claims or drafts."""

import pytest
from rest_framework.test import APIClient

from games.adjudication.kinds import ClaimKind
from games.game import commands as games
from games.game.deciding import WithdrawRecord
from tests.builders import a_claim, a_context, a_family, a_tournament, an_account, do, pair
from tournaments.commands import PairRound, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
SGF = b"(;SZ[19];B[dd];W[pp])"
STORY = "/api/v1/tournaments/open/story/"
WORDS = ("unspeakable", "drunk", "brothers")


@pytest.fixture(scope="module")
def game(lasting_db):
    """A game whose result and record were taken back for reasons, with a claim on it; round 2 is a draft."""
    row = a_tournament(players=6)
    pair(row, 1)
    game = str(PairingRow.objects.first().game_id)
    for command in (
        RecordResult(game_id=game, result=Result(winner=Winner.WHITE)),
        ClearResult(game_id=game, reason="unspeakable"),
    ):
        do(row, command)
    games.receive_record(game, SGF, a_context())
    a_claim(game, kind=ClaimKind.REPETITION)
    games.change_record(game, WithdrawRecord(reason="drunk"), a_context())
    a_family(row)
    pair_round(str(row.id), PairRound(round=2, seed=0, reason="rain"), a_context())
    return game


def texts(address, name=""):
    asking = APIClient()
    if name:
        asking.force_authenticate(an_account(name, name))
    answer = asking.get(address)
    assert answer.status_code == 200
    return [line["text"] for line in answer.json()["results"]]


def test_story_of_a_game_omits_claims_and_reasons(game):
    address = f"/api/v1/games/{game}/story/"
    told, all_of_it = texts(address), texts(address, "referee")
    assert len(told) < len(all_of_it)
    assert any("unspeakable" in text for text in all_of_it)
    assert any("drunk" in text for text in all_of_it)
    assert not any(word in text for word in (*WORDS, "laim") for text in told)
    assert len([text for text in told if "cleared" in text]) == 1


def test_story_of_a_tournament_omits_drafts_and_reasons(game):
    told, all_of_it = texts(STORY), texts(STORY, "director")
    assert len(all_of_it) - len(told) == 2
    assert any("brothers" in text for text in all_of_it)
    assert not any(word in text for word in WORDS for text in told)
    assert [text for text in told if "ound 2" in text and "sealed" not in text] == []
    assert any("ound 1" in text for text in told)


def test_story_omits_hidden_names(game):
    Player.objects.update(hidden=Hiding.NUMBER)
    assert not any("Player0" in text for text in texts(STORY))
    assert any("Player0" in text for text in texts(STORY, "director"))


def test_public_story_offers_no_undo(game):
    lines = APIClient().get(STORY).json()["results"]
    assert not any(line["can_be_taken_back"] for line in lines)


def test_game_page_links_to_the_story(game, client):
    page = client.get(f"/tournaments/open/games/{game}/").content.decode()
    address = f"/tournaments/open/games/{game}/story/"
    assert address in page
    story = client.get(address).content.decode()
    assert not any(word in story for word in WORDS)
    assert "drunk" in page_of_referee(client, address)


def page_of_referee(client, address):
    client.force_login(an_account("referee", "referee"))
    return client.get(address).content.decode()


def test_unpublished_tournament_has_no_public_story():
    row = a_tournament(players=6, slug="draft", published=False)
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first().game_id
    for address in (STORY.replace("open", "draft"), f"/api/v1/games/{game}/story/"):
        assert APIClient().get(address).status_code in (401, 404)
