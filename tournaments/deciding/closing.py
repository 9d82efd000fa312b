"""Closing a round, once all of its results are in, and opening it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.refusals import refuse
from tournaments.deciding.base import decide, need_reason, need_round
from tournaments.events.rulings import RoundClosed, RoundReopened
from tournaments.state.tournament import Pair, ResultState, Round, Tournament

UNFINISHED = (ResultState.MISSING, ResultState.DISPUTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound:
    """``at``: the instant (aware) from which the time for claims runs."""

    round: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenRound:
    round: int
    reason: str


@decide.register
def decide_close_round(command: CloseRound, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if not round_.pairs:
        refuse("round_not_paired", round=command.round)
    if not round_.published:
        refuse("round_not_published", round=command.round)
    if round_.closed:
        return []
    if unfinished := _unfinished(round_):
        games = [pair.game_id for pair in unfinished]
        tables = [pair.table for pair in unfinished]
        dated = [pair.table for pair in unfinished if pair.date]
        put_off = {"put_off": dated} if dated else {}
        refuse("round_unfinished", round=command.round, games=games, tables=tables, **put_off)
    return [RoundClosed(round=command.round, claims_until=_claims_until(command.at, state))]


@decide.register
def decide_reopen_round(command: ReopenRound, state: Tournament) -> Sequence[object]:
    if not need_round(state, command.round).closed:
        return []
    need_reason(command.reason, about="a closed round")
    return [RoundReopened(round=command.round, reason=command.reason)]


def _unfinished(round_: Round) -> list[Pair]:
    """Games that nothing was said of, or two different things; the desk's "not played" is its word."""
    return [pair for pair in round_.by_table() if pair.result_state in UNFINISHED]


def _claims_until(at: datetime, state: Tournament) -> str:
    until = at.astimezone(UTC) + timedelta(minutes=state.settings.claims.minutes)
    return until.isoformat(timespec="seconds")
