"""Both players and a referee send differing results at the same instant: nothing is lost or overwritten."""

import pytest
from rest_framework.test import APIClient

from games.log import store
from tests.builders import a_context, a_tournament, an_account, pair
from tests.faults.test_two_directors import at_once
from tests.sizes import size
from tournaments.commands import carry_out
from tournaments.domain.results import ClearResult, ResultRecorded, ResultReported
from tournaments.loading import load, stream_of
from tournaments.state.tournament import ResultState
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = size(20, long=1000)


@pytest.fixture
def game():
    """A game whose two players and a referee have accounts."""
    row = a_tournament(players=2)
    pair(row, 1)
    game = PairingRow.objects.get(tournament=row)
    for name, entry in (("black", game.black), ("white", game.white)):
        Player.objects.filter(pk=entry.player_id).update(user=an_account(name))
    an_account("referee", office="referee")
    return game


def sender(game, name, result):
    """A call that sends the result as this person and returns the answer's status."""
    client = APIClient()
    client.force_authenticate(an_account(name))
    address = f"/api/v1/games/{game.game_id}/"

    def send():
        if name == "referee":
            return client.put(f"{address}result/", {"result": result}).status_code
        return client.post(f"{address}reports/", {"result": result}).status_code

    return send


def said_since(game, version):
    """Who said what in the log: (actor's name, winner), in order."""
    names = {f"user:{an_account(name).pk}": name for name in ("black", "white", "referee")}
    events = store.read(stream_of(str(game.tournament_id)), after=version)
    assert all(isinstance(one.event, ResultReported | ResultRecorded) for one in events)
    return [(names[one.actor], one.event.result.winner.value) for one in events]


def cleared(game):
    """The game without any result; the version of its tournament."""
    carry_out(str(game.tournament_id), ClearResult(game_id=str(game.game_id)), a_context())
    return load(str(game.tournament_id))[1]


def test_two_players_and_a_referee_at_once_each_say_it_once_and_the_referee_stands(game):
    claims = {"black": "black", "white": "white", "referee": "jigo"}
    senders = [sender(game, name, result) for name, result in claims.items()]
    for _ in range(TIMES):
        version = cleared(game)
        answers = dict(zip(claims, at_once(*senders), strict=True))
        said = said_since(game, version)
        accepted = [name for name, status in answers.items() if status < 300]
        assert sorted(said) == sorted((name, claims[name]) for name in accepted)
        assert said[-1] == ("referee", "jigo")  # whoever came later was told: 409
        assert {status for name, status in answers.items() if name not in accepted} <= {409}
        pair_ = load(str(game.tournament_id))[0].pair_of(str(game.game_id))[1]
        assert sorted(result.winner.value for result in pair_.reports.values()) == sorted(
            claims[name] for name in accepted if name != "referee"
        )
        now = PairingRow.objects.get(pk=game.pk)
        assert (now.winner, now.result_state) == ("jigo", ResultState.CONFIRMED)


def test_two_players_who_differ_at_once_are_seen_as_a_dispute(game):
    senders = [sender(game, name, name) for name in ("black", "white")]
    for _ in range(TIMES // 4):
        version = cleared(game)
        assert at_once(*senders) == [201, 201]
        assert sorted(said_since(game, version)) == [("black", "black"), ("white", "white")]
        now = PairingRow.objects.get(pk=game.pk)
        assert (now.winner, now.result_state, len(now.reports)) == ("not_played", ResultState.DISPUTED, 2)
