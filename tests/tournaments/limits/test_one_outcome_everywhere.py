"""Every page and response shows the outcome in a game's row, even if the row is ahead of the stream."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLResolver

from games.game.loading import state_of
from games.game.projection import row_of
from games.game.rows import GameRow
from tests.builders import an_account
from tests.tournaments.limits.test_recounting import counted, row
from tests.tournaments.limits.test_rescoring import change, columns, folded, rescore, written

__all__ = ["counted", "row"]
pytestmark = pytest.mark.django_db
BEFORE, AFTER = "B+2.5", "B+1.5"
OF_THE_PAST = re.compile(r"/(events|story)/$")
SHOWING_IT = {
    "/api/v1/games/ID/",
    "/api/v1/games/ID/board.svg",
    "/api/v1/games/ID/outcomes/",
    "/api/v1/games/ID/position/",
    "/api/v1/games/ID/record.sgf",
    "/api/v1/games/ID/story/",
    "/api/v1/tournaments/open/rounds/1/pairings/",
    "/tournaments/open/games/ID/",
    "/tournaments/open/games/ID/story/",
    "/tournaments/open/rounds/1/",
}


def addresses(resolver=None, prefix="/"):
    """Every address of a game or of a round."""
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, path)
        elif re.search(r"<uuid:game_id>|rounds/<int:number>", path):
            yield path


@pytest.fixture
def texts_by_address(row, counted):
    """Return the text at each address as the director reads it, with ID for the game's id."""
    client, values = Client(), {"slug": "open", "number": "1", "game_id": counted}
    client.force_login(an_account("director", "director"))

    def texts():
        paths = {re.sub(r"<\w+:(\w+)>", lambda at: values.get(at[1], "-"), path) for path in addresses()}
        answers = {path: client.get(path) for path in paths}
        return {
            path.replace(counted, "ID"): answer.content.decode()
            for path, answer in answers.items()
            if answer.status_code == 200
        }

    return texts


def test_every_address_shows_the_outcome_of_the_row(row, counted, texts_by_address):
    change(row, komi=7.5)
    assert (written(counted)["outcome"], folded(counted)["outcome"]) == (AFTER, BEFORE)
    texts = texts_by_address()
    assert [path for path, text in texts.items() if BEFORE in text and not OF_THE_PAST.search(path)] == []
    assert {path for path, text in texts.items() if AFTER in text} == SHOWING_IT
    assert "KM[7.5]" in texts["/api/v1/games/ID/record.sgf"]


@pytest.mark.parametrize("komi", [5.5, 7.5, 9.5])
@pytest.mark.parametrize("judged", [False, True])
def test_state_matches_the_row(row, counted, komi, judged):
    change(row, komi=komi)
    if judged:
        rescore(row)
    game = GameRow.objects.get(game_id=counted)
    assert columns(row_of(state_of(counted), game.version)) == columns(game)
