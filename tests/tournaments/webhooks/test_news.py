from datetime import UTC, datetime
from uuid import UUID

import pytest

from games.log import wire
from games.log.store import StoredEvent
from tournaments.domain.declarations import News
from tournaments.webhooks.news import CREATED, REPORTED, news

GAME = "6f0d3f1e-0000-0000-0000-000000000001"


def recorded(kind, **data):
    return StoredEvent(
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


def kinds(items):
    return [item.kind for item in items]


@pytest.mark.parametrize(
    "kind", ["tournament.player-checked-in.v1", "game.stone-played.v1", "somebody.elses.v7"]
)
def test_everything_else_is_no_news(kind):
    assert news(recorded(kind, round=2, game_id=GAME)) == []


def test_the_round_and_the_game_are_named_where_the_event_names_them():
    [result, _] = news(recorded("tournament.result-recorded.v1", round=2, game_id=GAME))
    assert (result.round, result.game_id, result.recorded.position) == (2, GAME, 7)
    [standings] = news(recorded("tournament.settings-changed.v2"))
    assert (standings.round, standings.game_id) == (None, None)


def test_a_report_that_contradicts_is_a_dispute_as_well():
    reported = recorded("tournament.result-reported.v1", round=1, game_id=GAME)
    said = [News.REPORT, News.RESULT, News.STANDINGS, News.DISPUTE]
    assert kinds(news(reported, disputed=True)) == said


def test_what_the_desk_says_disputes_nothing():
    said = recorded("tournament.result-recorded.v1", round=1, game_id=GAME)
    assert News.DISPUTE not in kinds(news(said, disputed=True))


@pytest.mark.parametrize("kind", [CREATED, REPORTED])
def test_the_log_knows_every_name_that_is_looked_for(kind):
    assert wire.is_known_kind(kind)
