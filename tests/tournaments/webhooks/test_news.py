from datetime import UTC, datetime
from uuid import UUID

import pytest

from games.log import wire
from games.log.store import Recorded
from tournaments.webhooks.news import CREATED, KINDS, Kind, news

GAME = "6f0d3f1e-0000-0000-0000-000000000001"
TOLD = {
    "tournament.result-reported.v1": [Kind.RESULT, Kind.STANDINGS],
    "tournament.result-recorded.v1": [Kind.RESULT, Kind.STANDINGS],
    "tournament.result-cleared.v1": [Kind.RESULT, Kind.STANDINGS],
    "tournament.result-ruled.v1": [Kind.RULING, Kind.RESULT, Kind.STANDINGS],
    "tournament.ruling-lifted.v1": [Kind.RULING, Kind.RESULT, Kind.STANDINGS],
    "tournament.ruling-appealed.v1": [Kind.RULING],
    "tournament.bye-given.v1": [Kind.STANDINGS],
    "tournament.bye-taken-back.v1": [Kind.STANDINGS],
    "tournament.settings-changed.v1": [Kind.STANDINGS],
    "tournament.entry-changed.v1": [Kind.STANDINGS],
    "tournament.player-checked-in.v1": [],
    "tournament.round-published.v1": [],
    "game.stone-played.v1": [],
    "somebody.elses.v7": [],
}


def recorded(kind, **data):
    return Recorded(
        position=7,
        stream="tournament-t",
        version=3,
        kind=kind,
        data=data,
        actor="tester",
        command_id=UUID(int=1),
        ordinal=0,
        recorded_at=datetime(2026, 11, 21, tzinfo=UTC),
        digest="d",
    )


def kinds(told):
    return [item.kind for item in told]


@pytest.mark.parametrize("kind", TOLD)
def test_what_an_event_is_news_of(kind):
    assert kinds(news(recorded(kind, round=2, game_id=GAME))) == TOLD[kind]


def test_the_round_and_the_game_are_named_where_the_event_names_them():
    [result, _] = news(recorded("tournament.result-recorded.v1", round=2, game_id=GAME))
    assert (result.round, result.game_id, result.recorded.position) == (2, GAME, 7)
    [standings] = news(recorded("tournament.settings-changed.v1"))
    assert (standings.round, standings.game_id) == (None, None)


def test_a_report_that_contradicts_is_a_dispute_as_well():
    reported = recorded("tournament.result-reported.v1", round=1, game_id=GAME)
    assert kinds(news(reported, disputed=True)) == [Kind.RESULT, Kind.STANDINGS, Kind.DISPUTE]


def test_what_the_desk_says_disputes_nothing():
    said = recorded("tournament.result-recorded.v1", round=1, game_id=GAME)
    assert Kind.DISPUTE not in kinds(news(said, disputed=True))


@pytest.mark.parametrize("kind", [*KINDS, CREATED])
def test_the_log_knows_every_name_that_is_looked_for(kind):
    assert wire.knows(kind)
