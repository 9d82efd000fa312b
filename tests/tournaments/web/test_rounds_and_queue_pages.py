from datetime import UTC, datetime
from uuid import uuid4

import pytest

from tests.builders import a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.rulings import RuleResult
from tournaments.tables.rows import PairingRow
from tournaments.web.rounds.results import result_words

pytestmark = pytest.mark.django_db
ROUND = "/tournaments/open/rounds/1/"
WHITE = Result(winner=Winner.WHITE)


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def director():
    return visitors("director")[0]


def games(number=1):
    return list(PairingRow.objects.filter(round=number).order_by("table"))


def test_two_directors_who_close_at_once_are_told(row, director):
    finish(row, 1)
    director.open(ROUND)
    finish(row, 1, Winner.WHITE)
    page = director.press("Close round 1")
    assert (page.status, "Changed since you looked. Somebody at 09:30 UTC: " in page.text) == (409, True)


class TestTheQueue:
    def test_the_public_does_not_hear_of_it(self, row):
        assert "waiting" not in visitors("public")[0].open(ROUND).text


def test_a_ruling_is_final_in_words_once_nobody_appealed_in_time(row):
    game = games()[0]
    rule = RuleResult(
        game_id=str(game.game_id),
        result=WHITE,
        claim_id=str(uuid4()),
        appeal_until="2026-11-21T10:30:00+00:00",
    )
    carry_out(str(row.id), rule, a_context())
    game.refresh_from_db()
    words = [
        result_words(game, datetime(2026, 11, day, hour, 30, tzinfo=UTC))
        for day, hour in ((20, 9), (21, 9), (21, 11))
    ]
    assert words == [
        "decided by a ruling, may be appealed until 21 November, 10:30 UTC",
        "decided by a ruling, may be appealed until 10:30 UTC",
        "decided by a ruling, final: nobody appealed in time",
    ]
