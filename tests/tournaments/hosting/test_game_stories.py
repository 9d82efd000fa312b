"""A game's story is told from the events about it: the same as from the whole log of its tournament."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.game.rows import GameRow
from games.log import store
from tests.builders import a_tournament
from tests.generated import Wish, generate
from tests.sizes import size
from tournaments.loading import stream_of
from tournaments.story.of_game import events_about, game_lines, lines_of_tournament
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def games_of(tournament_id):
    games = PairingRow.objects.filter(tournament=tournament_id).values_list("game_id", flat=True)
    return [str(game_id) for game_id in games]


@pytest.mark.parametrize("seed", range(size(2, long=6)))
def test_the_whole_log_says_no_more_of_a_game(seed):
    tournament_id = generate(seed, Wish(players=8, rounds=3)).tournament_id
    whole = store.read(stream_of(tournament_id))
    for game_id in games_of(tournament_id):
        told = events_about(tournament_id, game_id)
        assert game_lines(told, game_id) == game_lines(whole, game_id) != []
        assert len(told) < len(whole) / 2


def test_the_log_is_not_folded_for_it(monkeypatch):
    row = a_tournament(players=8, finished=2)
    monkeypatch.setattr("tournaments.story.of_game.load", pytest.fail)
    monkeypatch.setattr("tournaments.loading.fold", pytest.fail)
    game = GameRow.objects.get(pk=games_of(row.id)[0])
    with CaptureQueriesContext(connection) as asked:
        assert len(lines_of_tournament(game, everything=True)) == 3
    assert len(asked) == 4
