"""Groups that are held back in a published round: no event about their games is told to everybody."""

import pytest

from games.log.store import read
from tests.builders import a_context, an_account
from tests.tournaments.competition.schedules.hall import an_event, do, entry, pairs, state
from tournaments.commands import PairRound, pair_round
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.tables import MoveTable, RenumberTables
from tournaments.loading import stream_of

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/tournaments/open/events/"


@pytest.fixture
def held():
    """A game of group B, whose tables were renumbered while the group was held back."""
    row = an_event("swiss", 7, rounds=3)
    for place in range(7):
        do(row, ChangeEntry(entry_id=entry(row, place), group="AB"[place > 3]))
    pair_round(str(row.id), PairRound(round=1, seed=1, group="A"), a_context())
    do(row, PublishRound(round=1))
    pair_round(str(row.id), PairRound(round=1, seed=1, group="B"), a_context())
    game = next(game for game in pairs(row, 1) if state(row).entries[game.white].group == "B")
    do(row, MoveTable(game_id=game.game_id, table=9, reason="light"))
    do(row, RenumberTables(round=1, reason="light"))
    return row, game


def test_new_tables_of_a_held_game_are_not_told(client, held):
    row, game = held
    event = read(stream_of(str(row.id)))[-1]
    assert game.game_id in event.data["tables"]
    assert game.game_id not in events_told(client)
    client.force_login(an_account("dora", "director"))
    assert game.game_id in events_told(client)


def test_the_bye_of_a_held_group_is_not_told(client, held):
    row, _ = held
    (who,) = state(row).round(1).byes
    client.force_login(an_account("dora", "director"))
    before = events_told(client).count(who)
    do(row, TakeBackBye(round=1, entry_id=who, reason="late"))
    do(row, GiveBye(round=1, entry_id=who, reason="late"))
    assert events_told(client).count(who) > before
    client.logout()
    told = client.get(EVENTS).json()["results"]
    assert [one["kind"] for one in told if one["data"] and "bye" in one["kind"]] == []


def events_told(client):
    return client.get(EVENTS).content.decode()
