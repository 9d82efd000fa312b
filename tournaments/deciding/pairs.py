"""What a director does to a pairing by hand. No edit touches a game that has a result."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.facts import GameFacts
from tournaments.competition.history import Winner
from tournaments.deciding.base import (
    decide,
    entry_of,
    in_halves,
    need_open,
    need_reason_once_published,
    need_round,
    need_round_before,
    pair_of,
    refuse_ruled,
)
from tournaments.deciding.scheduling import place_of
from tournaments.events.pairs import (
    ColoursSwapped,
    HandicapSet,
    PairMade,
    PairMadeByHand,
    PairUnmade,
    TableMoved,
)
from tournaments.events.rounds import ByeGiven, ByeTakenBack
from tournaments.state.tournament import Pair, Round, Tournament

MOST_TABLES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MakePair(GameFacts):
    """``table`` 0 means the lowest free one; ``komi`` None: as the tournament's settings have it."""

    round: int
    game_id: str
    table: int = 0
    komi: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmakePair:
    game_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapColours:
    game_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHandicap:
    game_id: str
    handicap: int
    komi: float
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTable:
    game_id: str
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBye:
    round: int
    entry_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBye:
    round: int
    entry_id: str
    reason: str = ""


@decide.register
def decide_make_pair(command: MakePair, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if command.white == command.black:
        refuse("same_player_twice", entry=command.white)
    for entry_id in (command.white, command.black):
        _need_free(state, round_, entry_id)
    need_round_before(state, command.round)
    need_reason_once_published(command.reason, round_)
    komi = state.settings.komi_for(command.handicap) if command.komi is None else command.komi
    check_terms(command.handicap, komi)
    table = _free_table(round_, command.table or _pinned_to(command, state, round_), state)
    made = PairMade(
        game_id=command.game_id,
        komi=komi,
        place=place_of(state, command.round, {command.white, command.black}),
        **GameFacts.facts_of(command) | {"table": table},
    )
    return [PairMadeByHand(round=command.round, pair=made, reason=command.reason)]


@decide.register
def decide_unmake_pair(command: UnmakePair, state: Tournament) -> Sequence[object]:
    round_, pair = _untouched(state, command.game_id)
    need_reason_once_published(command.reason, round_)
    return [PairUnmade(round=round_.number, game_id=pair.game_id, reason=command.reason)]


@decide.register
def decide_swap_colours(command: SwapColours, state: Tournament) -> Sequence[object]:
    round_, pair = _untouched(state, command.game_id)
    if not pair.colours_known:
        refuse("colours_unknown", game=pair.game_id)
    need_reason_once_published(command.reason, round_)
    return [ColoursSwapped(round=round_.number, game_id=pair.game_id, reason=command.reason)]


@decide.register
def decide_set_handicap(command: SetHandicap, state: Tournament) -> Sequence[object]:
    round_, pair = _untouched(state, command.game_id)
    check_terms(command.handicap, command.komi)
    if (pair.handicap, pair.komi) == (command.handicap, command.komi):
        return []
    need_reason_once_published(command.reason, round_)
    return [
        HandicapSet(
            round=round_.number,
            game_id=pair.game_id,
            handicap=command.handicap,
            komi=command.komi,
            reason=command.reason,
        )
    ]


@decide.register
def decide_move_table(command: MoveTable, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    if not 1 <= command.table <= MOST_TABLES:
        refuse(
            "invalid_pairing", field="table", fault=marked("1 to %(most_tables)s", most_tables=MOST_TABLES)
        )
    if pair.table == command.table:
        return []
    need_open(round_)
    if any(other.pinned for other in round_.pairs.values() if other.table == command.table):
        refuse(
            "invalid_pairing",
            field="table",
            fault=marked("the game at table %(table)s is pinned to it", table=command.table),
        )
    need_reason_once_published(command.reason, round_)
    moved = TableMoved(round=round_.number, game_id=pair.game_id, table=command.table, reason=command.reason)
    return [moved]


@decide.register
def decide_give_bye(command: GiveBye, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    _need_free(state, round_, command.entry_id)
    need_reason_once_published(command.reason, round_)
    return [ByeGiven(round=command.round, entry_id=command.entry_id, reason=command.reason)]


@decide.register
def decide_take_bye(command: TakeBye, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    round_ = need_round(state, command.round)
    if entry.id not in round_.byes:
        refuse("no_bye", entry=entry.id, round=command.round)
    need_open(round_)
    need_reason_once_published(command.reason, round_)
    return [ByeTakenBack(round=command.round, entry_id=entry.id, reason=command.reason)]


def check_terms(handicap: int, komi: float) -> None:
    if not 0 <= handicap <= 9:
        refuse("invalid_pairing", field="handicap", fault=marked("0 to 9 stones"))
    if not in_halves(komi):
        refuse("invalid_pairing", field="komi", fault=marked("half points from -400 to 400"))


def _need_free(state: Tournament, round_: Round, entry_id: str) -> None:
    need_open(round_)
    if not entry_of(state, entry_id).present_in(round_.number):
        refuse("not_present", entry=entry_id, round=round_.number)
    if entry_id in round_.busy:
        refuse("already_paired", entry=entry_id, round=round_.number)


def _untouched(state: Tournament, game_id: str) -> tuple[Round, Pair]:
    round_, pair = pair_of(state, game_id)
    need_open(round_)
    refuse_ruled(pair)
    if pair.reports or pair.result.winner is not Winner.NOBODY_YET:
        refuse("game_has_result", game=game_id, round=round_.number)
    return round_, pair


def _pinned_to(command: MakePair, state: Tournament, round_: Round) -> int:
    """The table of the one of the two who has one, if nobody sits there; else 0."""
    white, black = state.entries[command.white], state.entries[command.black]
    wanted = white.table or black.table
    return 0 if wanted in {pair.table for pair in round_.pairs.values()} else wanted


def _free_table(round_: Round, wanted: int, state: Tournament) -> int:
    unused = state.settings.pairing.tables_unused
    taken = {pair.table for pair in round_.pairs.values()}
    if wanted:
        if not 1 <= wanted <= MOST_TABLES or wanted in taken:
            refuse(
                "invalid_pairing",
                field="table",
                fault=marked("table %(wanted)s is taken or out of range", wanted=wanted),
            )
        return wanted
    return next(table for table in count(1) if table not in taken and table not in unused)
