"""A result that arrives as its round closes counts before or is refused after, never both."""

from functools import partial

import pytest

from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, pair
from tests.faults.test_two_directors import at_once
from tests.sizes import size
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, RecordResult, ReportResult
from tournaments.domain.round_stages import CloseRound, ReopenRound
from tournaments.loading import load
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = size(15, long=500)
BLACK, WHITE = Result(winner=Winner.BLACK), Result(winner=Winner.WHITE)


@pytest.fixture
def only():
    """A tournament and the id of the one game of its first round, which is shown."""
    row = a_tournament(players=2)
    pair(row, 1)
    return str(row.id), next(iter(load(str(row.id))[0].round(1).pairs))


def do(tournament_id, command):
    return carry_out(tournament_id, command, a_context())


def test_a_second_report_that_differs_comes_before_the_closing_or_not_at_all(only):
    tournament_id, game_id = only
    first = load(tournament_id)[0].round(1).pairs[game_id]
    report = partial(ReportResult, game_id=game_id)
    for _ in range(TIMES):
        do(tournament_id, report(entry_id=first.black, result=BLACK))
        said, closed = at_once(
            partial(do, tournament_id, report(entry_id=first.white, result=WHITE)),
            partial(do, tournament_id, CloseRound(round=1, at=NOW)),
        )
        round_ = load(tournament_id)[0].round(1)
        told = (round_.closed, round_.pairs[game_id].result_state)
        if isinstance(closed, Refusal):
            assert (closed.code, closed.facts["games"]) == ("round_unfinished", [game_id])
            assert isinstance(said, list)
            assert told == (False, ResultState.DISPUTED)
        else:
            assert said.code == "round_closed"
            assert told == (True, ResultState.REPORTED)
        row = PairingRow.objects.get(game_id=game_id)
        assert (RoundRow.objects.get().closed, row.result_state) == told
        do(tournament_id, ReopenRound(round=1, reason="again"))
        do(tournament_id, ClearResult(game_id=game_id))


def test_the_desks_first_word_comes_before_the_closing_or_the_round_stays_open(only):
    tournament_id, game_id = only
    for _ in range(TIMES):
        recorded, closed = at_once(
            partial(do, tournament_id, RecordResult(game_id=game_id, result=BLACK)),
            partial(do, tournament_id, CloseRound(round=1, at=NOW)),
        )
        round_ = load(tournament_id)[0].round(1)
        assert isinstance(recorded, list)
        assert round_.pairs[game_id].result == BLACK
        assert round_.closed == isinstance(closed, list)
        assert isinstance(closed, list) or closed.code == "round_unfinished"
        do(tournament_id, ReopenRound(round=1, reason="again"))
        do(tournament_id, ClearResult(game_id=game_id))
