"""A date of its own for a game that is put off.

Others go on without it: later rounds are paired, and nobody waits for the game before its day is over. It
counts once it has a result; until then its round is not closed, since in a closed round no player reports.
A game that will not be played is recorded as such.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time

from games.marking import marked
from games.refusals import refuse
from tournaments.deciding.base import decide, need_open, pair_of
from tournaments.events.dates import GameDateSet
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGameDate:
    """``date``: ISO 8601, or empty: played with its round. ``time``: "19:30", or empty."""

    game_id: str
    date: str
    time: str = ""
    reason: str = ""


@decide.register
def decide_set_game_date(command: SetGameDate, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    _check(command)
    if (pair.date, pair.time) == (command.date, command.time):
        return []
    need_open(round_)
    return [
        GameDateSet(
            round=round_.number,
            game_id=pair.game_id,
            date=command.date,
            time=command.time,
            reason=command.reason,
        )
    ]


def _check(command: SetGameDate) -> None:
    if command.date and not _is(command.date, date):
        refuse("invalid_pairing", field="date", fault=marked("a day like 2026-11-28"))
    if command.time and not command.date:
        refuse("invalid_pairing", field="date", fault=marked("a time needs a day"))
    if command.time and not _is(command.time, time):
        refuse("invalid_pairing", field="time", fault=marked("a time like 19:30"))


def _is(text: str, kind: type[date] | type[time]) -> bool:
    """Whether it is a day as it is written, or a time of hours and minutes."""
    try:
        written = kind.fromisoformat(text).isoformat()
    except ValueError:
        return False
    return written == (text if kind is date else f"{text}:00")
