"""A player finds his own game: on the first page, on that of the round, over REST; the greeting names him."""

import pytest

from deploy.greeting import demonstration
from tests.builders import NOW, a_context, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.deciding.entries import SetPresence
from tournaments.deciding.setting_up import Unpublish
from tournaments.demo.making import demo
from tournaments.demo.stages import Stage
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

ROUND = "/tournaments/open/rounds/1/"


@pytest.fixture
def row(db):
    return a_tournament(players=4)


@pytest.fixture
def player(row):
    """Whoever has the first place of the list."""
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


def test_the_last_published_round_counts(row, player):
    pair(row, 1)
    pair(row, 2)
    assert f"Your game: {said(row, 2)[0]}" in player.open("/").text


def test_a_bye_is_told(row, player):
    own, absent = EntryRow.objects.get(number=1), EntryRow.objects.get(number=4)
    carry_out(str(row.id), SetPresence(entry_id=absent.id, round=1, present=False), a_context())
    pair(row, 1)
    bye = EntryRow.objects.exclude(number=4).exclude(
        pk__in=[id_ for game in PairingRow.objects.all() for id_ in (game.white_id, game.black_id)]
    )
    Player.objects.filter(pk=own.player_id).update(user=None)
    Player.objects.filter(pk=bye.get().player_id).update(user=an_account("player"))
    assert "You have a bye in round 1." in player.open(ROUND).text


def test_the_account_names_its_players_and_entries(row, player, api):
    api.force_authenticate(an_account("player"))
    entry = EntryRow.objects.get(tournament=row, number=1)
    body = api.get("/api/v1/account/").json()
    assert body["players"] == [str(entry.player_id)]
    assert body["entries"] == [{"tournament": "open", "entry": entry.id, "player": str(entry.player_id)}]
    carry_out(str(row.id), Unpublish(), a_context())
    assert api.get("/api/v1/account/").json()["entries"] == []


def test_an_account_without_a_player_has_none(row, api):
    api.force_authenticate(an_account("somebody"))
    body = api.get("/api/v1/account/").json()
    assert (body["players"], body["entries"]) == ([], [])


@pytest.mark.django_db
def test_the_greeting_says_who_the_player_is():
    made = demo("riverside", Stage.ENTRIES, 1, NOW)
    player = Player.objects.get(user__username="player")
    said = {"tournament": made.tournament, "logins": made.logins}
    greeting = "\n".join(demonstration("127.0.0.1", "8000", said))
    assert f"player ({player.family_name} {player.given_name})  player  " in greeting
    assert "    director  " in greeting
