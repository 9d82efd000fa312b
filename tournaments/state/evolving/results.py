"""What is said of a game's result: by its players, the desk, a referee."""

from dataclasses import replace
from typing import Any

from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.state.evolving.base import corrected_after, evolve, with_pair
from tournaments.state.tournament import ResultState, Ruled, Tournament


def _with_result(state: Tournament, number: int, game_id: str, **changes: Any) -> Tournament:
    before = state.round(number).pairs[game_id].result
    state = with_pair(state, number, game_id, **changes)
    if state.round(number).pairs[game_id].result == before:
        return state
    return corrected_after(number, state)


@evolve.register
def evolve_result_reported(event: ResultReported, state: Tournament) -> Tournament:
    reports = state.round(event.round).pairs[event.game_id].reports
    reports = {**reports, event.entry_id: event.result}
    return _with_result(state, event.round, event.game_id, reports=reports)


@evolve.register
def evolve_result_recorded(event: ResultRecorded, state: Tournament) -> Tournament:
    return _with_result(state, event.round, event.game_id, recorded=event.result, automatic=event.automatic)


@evolve.register
def evolve_result_cleared(event: ResultCleared, state: Tournament) -> Tournament:
    reports = state.round(event.round).pairs[event.game_id].reports if event.reports_stay else {}
    return _with_result(state, event.round, event.game_id, recorded=None, automatic=False, reports=reports)


@evolve.register
def evolve_result_ruled(event: ResultRuled, state: Tournament) -> Tournament:
    ruled = Ruled(
        result=event.result,
        claim_id=event.claim_id,
        state=ResultState.FINAL if event.final else ResultState.DECIDED,
        score=event.score,
        appeal_until=event.appeal_until,
    )
    return _with_result(state, event.round, event.game_id, ruled=ruled)


@evolve.register
def evolve_ruling_appealed(event: RulingAppealed, state: Tournament) -> Tournament:
    ruled = state.round(event.round).pairs[event.game_id].ruled
    appealed = ruled and replace(ruled, state=ResultState.APPEALED)
    return with_pair(state, event.round, event.game_id, ruled=appealed)


@evolve.register
def evolve_ruling_lifted(event: RulingLifted, state: Tournament) -> Tournament:
    return _with_result(
        state, event.round, event.game_id, ruled=None, recorded=None, automatic=False, reports={}
    )
