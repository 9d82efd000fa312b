"""Which events create which webhook messages."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from games.log import wire
from games.log.store import StoredEvent
from tournaments.domain.declarations import News
from tournaments.webhooks.news import CREATED, REPORTED, SENTENCES, news

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
def test_other_events_create_no_message(kind):
    assert news(recorded(kind, round=2, game_id=GAME)) == []


def test_message_names_round_and_game_of_the_event():
    [result, _] = news(recorded("tournament.result-recorded.v1", round=2, game_id=GAME))
    assert (result.round, result.game_id, result.recorded.position) == (2, GAME, 7)
    [standings] = news(recorded("tournament.settings-changed.v2"))
    assert (standings.round, standings.game_id) == (None, None)


def test_contradicting_report_is_also_a_dispute():
    reported = recorded("tournament.result-reported.v1", round=1, game_id=GAME)
    said = [News.REPORT, News.RESULT, News.STANDINGS, News.DISPUTE]
    assert kinds(news(reported, disputed=True)) == said


def test_desk_entry_is_no_dispute():
    said = recorded("tournament.result-recorded.v1", round=1, game_id=GAME)
    assert News.DISPUTE not in kinds(news(said, disputed=True))


@pytest.mark.parametrize("kind", [CREATED, REPORTED])
def test_log_has_every_kind_of_event_that_is_mapped(kind):
    assert wire.is_known_kind(kind)


def test_the_help_has_a_sentence_for_every_kind():
    assert set(SENTENCES) == set(News)
