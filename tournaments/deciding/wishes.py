"""What a player would like: the bye of a round, a table of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.deciding.base import begun, decide, entry_of, need_reason, need_round
from tournaments.events.constraints import ByeAskedFor, ByeNotAskedFor, PlayerPinned
from tournaments.state.tournament import Tournament

MOST_TABLES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AskForBye:
    """The player would like the bye of a round; or, not ``wanted``, no longer would."""

    entry_id: str
    round: int
    wanted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPlayer:
    """The player's games are at this table from now on; 0: at any."""

    entry_id: str
    table: int
    reason: str = ""


@decide.register
def decide_ask_for_bye(command: AskForBye, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    round_ = need_round(state, command.round)
    if (command.round in entry.byes_asked) == command.wanted:
        return []
    if round_.pairs:
        refuse("round_already_paired", round=command.round)
    kind = ByeAskedFor if command.wanted else ByeNotAskedFor
    return [kind(entry_id=entry.id, round=command.round)]


@decide.register
def decide_pin_player(command: PinPlayer, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    if not 0 <= command.table <= MOST_TABLES:
        refuse(
            "invalid_pairing",
            field="table",
            fault=marked("1 to %(most_tables)s, 0 for any", most_tables=MOST_TABLES),
        )
    if entry.table == command.table:
        return []
    if begun(state):
        need_reason(command.reason, about="entry")
    return [PlayerPinned(entry_id=entry.id, table=command.table, reason=command.reason)]
