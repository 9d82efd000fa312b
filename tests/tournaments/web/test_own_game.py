"""A player finds his own game: on the first page, on that of the round, over REST; the greeting names him."""

import pytest

from tests.builders import a_context, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.tournament import Unpublish
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

ROUND = "/tournaments/open/rounds/1/"


@pytest.fixture
def row(db):
    return a_tournament(players=4)


@pytest.fixture
def player(row):
    """Anyone who has the first place of the list."""
    user = an_account("player")
    entry = EntryRow.objects.get(tournament=row, number=1)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    return Visitor(user)


def said(row, number):
    """What the pages say of the game, and its address."""
    own = EntryRow.objects.get(tournament=row, number=1).id
    game = next(g for g in PairingRow.objects.filter(round=number) if own in (g.white_id, g.black_id))
    side, other = ("Black", game.white) if game.black_id == own else ("White", game.black)
    name = Player.objects.get(pk=other.player_id).family_name
    return f"round {number}, table {game.table}, {side} against {name}", str(game.game_id)


@pytest.mark.parametrize("address", ["/", ROUND])
def test_his_game_is_told_with_a_link_to_it(row, player, address):
    pair(row, 1)
    words, game = said(row, 1)
    assert f"Your game: {words}" in player.open(address).text
    assert player.follow(words).text.count("Report the result") == 1
    assert game in player.page.forms[-1].action


@pytest.mark.parametrize("address", ["/", ROUND])
def test_nobody_else_is_told_of_it(row, player, address):
    pair(row, 1)
    for visitor in (Visitor(), Visitor(an_account("somebody"))):
        assert "Your game" not in visitor.open(address).text


def test_a_game_that_is_not_published_is_not_told(row, player):
    pair(row, 1)
    words, _ = said(row, 1)
    pair_round(str(row.id), PairRound(round=2, seed=0, reason="rain"), a_context())
    assert f"Your game: {words}" in player.open("/").text


def test_the_account_names_its_players_and_entries(row, player, api):
    api.force_authenticate(an_account("player"))
    entry = EntryRow.objects.get(tournament=row, number=1)
    body = api.get("/api/v1/account/").json()
    assert body["players"] == [str(entry.player_id)]
    assert body["entries"] == [{"tournament": "open", "entry": entry.id, "player": str(entry.player_id)}]
    carry_out(str(row.id), Unpublish(), a_context())
    assert api.get("/api/v1/account/").json()["entries"] == []
