"""Tables of a round: moving, pinning of games and players, renumbering."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.inputs import ONCE_PAIRED, ONCE_PUBLISHED, Input
from games.marking import marked
from games.refusals import refuse
from games.story.base import because, count
from tournaments.competition.pairing.tables import assign_tables
from tournaments.domain.base import (
    Command,
    Event,
    GameSeats,
    StoryContext,
    Subject,
    UndoContext,
    UndoPlan,
    entry_fact,
    find_pair,
)
from tournaments.domain.declarations import (
    NOT_PUBLIC,
    OF_PAIRING,
    PAIRS,
    SEATING,
    STATE_ONLY,
    NotApplicable,
    event,
)
from tournaments.domain.guards import (
    entry_of,
    need_open,
    need_reason,
    need_reason_after_publication,
    need_round,
    pair_of,
    started_rounds,
)
from tournaments.domain.inputs import MOST_TABLES
from tournaments.state.changes import with_entry, with_pair
from tournaments.state.tournament import Pair, Round, Tournament

Table = Annotated[int, Input(low=1, high=MOST_TABLES, fault=f"a table from 1 to {MOST_TABLES}")]


@event("tournament.player-pinned.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPinned(Event):
    """The pinning of a player's games to ``table``; 0 unpins them."""

    entry_id: str
    table: int
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return with_entry(state, self.entry_id, table=self.table)

    def sentence(self, context: StoryContext) -> str:
        facts = {"who": context.player_name(self.entry_id), "because": because(self.reason)}
        if self.table:
            return marked("%(who)s is pinned to table %(table)s%(because)s", table=self.table, **facts)
        return marked("%(who)s is no longer pinned to a table%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        old = context.before.entries[self.entry_id].table
        inverse = PinPlayer(entry_id=self.entry_id, table=old, reason=context.reason)
        return UndoPlan(subject=entry_fact(self.entry_id, lambda entry: entry.table), commands=[inverse])


@event("tournament.pair-pinned.v1", rows=STATE_ONLY, news=NotApplicable("the game stays where it is"))
@dataclass(frozen=True, slots=True, kw_only=True)
class PairPinned(Event):
    """The pinning of a game to its table, which renumbering keeps; or, if not ``pinned``, its unpinning."""

    round: int
    game_id: str
    pinned: bool = True

    def evolve(self, state: Tournament) -> Tournament:
        return with_pair(state, self.round, self.game_id, pinned=self.pinned)

    def sentence(self, context: StoryContext) -> str:
        if self.pinned:
            return marked("%(game)s is pinned to its table.", game=context.game_in_words(self.game_id))
        return marked("%(game)s is no longer pinned to its table.", game=context.game_in_words(self.game_id))

    def game_sentence(self, seats: GameSeats) -> str:
        if self.pinned:
            return marked("The game was pinned to its table.")
        return marked("The game was released from its table.")

    def undo(self, context: UndoContext) -> UndoPlan:
        def is_pinned(state: Tournament) -> object:
            pair = find_pair(state, self.game_id)
            return pair and pair.pinned

        return UndoPlan(subject=is_pinned, commands=[PinPair(game_id=self.game_id, pinned=not self.pinned)])


@event("tournament.tables-renumbered.v1", rows=PAIRS, news=SEATING)
@dataclass(frozen=True, slots=True, kw_only=True)
class TablesRenumbered(Event):
    """A renumbering of tables. ``tables``: the new table by game id, for moved games."""

    round: int
    tables: dict[str, int]
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        for game_id, table in self.tables.items():
            state = with_pair(state, self.round, game_id, table=table)
        return state

    def sentence(self, context: StoryContext) -> str:
        games = count(len(self.tables), "game")
        return marked(
            "The tables of round %(round)s were renumbered; %(games)s moved%(because)s",
            round=self.round,
            games=games,
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The game was moved to table %(table)s%(because)s",
            table=self.tables[seats.game_id],
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        """Move the games back one by one; a game at the target table takes the vacated one."""
        pairs = context.before.round(self.round).pairs
        inverse = [
            MoveTable(game_id=game_id, table=pairs[game_id].table, reason=context.reason)
            for game_id in self.tables
        ]
        return UndoPlan(subject=_tables_subject(self.round), commands=inverse)


@event("tournament.table-moved.v1", rows=PAIRS, news=SEATING)
@dataclass(frozen=True, slots=True, kw_only=True)
class TableMoved(Event):
    """The move of a game to ``table``; a game there took the vacated table."""

    round: int
    game_id: str
    table: int
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        pairs = state.round(self.round).pairs
        left = pairs[self.game_id].table
        for pair in pairs.values():
            if pair.table == self.table and pair.game_id != self.game_id:
                state = with_pair(state, self.round, pair.game_id, table=left)
        return with_pair(state, self.round, self.game_id, table=self.table)

    def sentence(self, context: StoryContext) -> str:
        pair = context.find_pair(self.game_id)
        facts = {"table": self.table, "round": self.round, "because": because(self.reason)}
        if pair is None:
            return marked("A game was moved to table %(table)s of round %(round)s%(because)s", **facts)
        return marked(
            "%(white)s against %(black)s was moved to table %(table)s of round %(round)s%(because)s",
            white=context.player_name(pair.white),
            black=context.player_name(pair.black),
            **facts,
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The game was moved to table %(table)s.", table=self.table)

    def undo(self, context: UndoContext) -> UndoPlan | None:
        def table(state: Tournament) -> object:
            pair = find_pair(state, self.game_id)
            return pair and pair.table

        old = find_pair(context.before, self.game_id)
        if old is None:
            return None
        return UndoPlan(
            subject=table, commands=[MoveTable(game_id=old.game_id, table=old.table, reason=context.reason)]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPair(Command, right="round.pair"):
    """Pin the game to its table, which renumbering keeps; or, if not ``pinned``, unpin it."""

    game_id: str
    pinned: Annotated[bool, Input()] = True

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        if pair.pinned == self.pinned:
            return []
        need_open(round_)
        return [PairPinned(round=round_.number, game_id=pair.game_id, pinned=self.pinned)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenumberTables(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Renumber the tables: the strongest game first, skipping pinned games and unused numbers."""

    round: int
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if not round_.pairs:
            refuse("round_not_paired", round=self.round)
        need_open(round_)
        moved = {
            id_: table
            for id_, table in renumbered_tables(state, round_).items()
            if round_.pairs[id_].table != table
        }
        if not moved:
            return []
        need_reason_after_publication(self.reason, round_)
        return [TablesRenumbered(round=self.round, tables=moved, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTable(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Move a game to a table; a game that is there takes the table it leaves."""

    game_id: str
    table: Table
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        if not 1 <= self.table <= MOST_TABLES:
            refuse(
                "invalid_pairing",
                field="table",
                fault=marked("1 to %(most_tables)s", most_tables=MOST_TABLES),
            )
        if pair.table == self.table:
            return []
        need_open(round_)
        if any(other.pinned for other in round_.pairs.values() if other.table == self.table):
            refuse(
                "invalid_pairing",
                field="table",
                fault=marked("the game at table %(table)s is pinned to it", table=self.table),
            )
        need_reason_after_publication(self.reason, round_)
        moved = TableMoved(round=round_.number, game_id=pair.game_id, table=self.table, reason=self.reason)
        return [moved]


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPlayer(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Pin a player to a table."""

    entry_id: str
    table: Table
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        if not 0 <= self.table <= MOST_TABLES:
            refuse(
                "invalid_pairing",
                field="table",
                fault=marked("1 to %(most_tables)s, 0 for any", most_tables=MOST_TABLES),
            )
        if entry.table == self.table:
            return []
        if started_rounds(state):
            need_reason(self.reason, about="entry")
        return [PlayerPinned(entry_id=entry.id, table=self.table, reason=self.reason)]


def renumbered_tables(state: Tournament, round_: Round) -> dict[str, int]:
    """Return tables by game id, in the order of the last matching by the weaker player, as in OpenGotha."""
    place = {entry_id: i for i, entry_id in enumerate(round_.order)}
    last = len(place) + len(state.entries)

    def weaker(pair: Pair) -> tuple[int, int]:
        return max(place.get(who, last) for who in pair.players), pair.table

    pinned = {pair.game_id: pair.table for pair in round_.pairs.values() if pair.pinned}
    pairs = sorted((pair for pair in round_.pairs.values() if not pair.pinned), key=weaker)
    preferred = [_preferred_table(state, pair, place) for pair in pairs]
    tables = assign_tables(preferred, taken=pinned.values(), unused=state.settings.pairing.tables_unused)
    return pinned | {pair.game_id: table for pair, table in zip(pairs, tables, strict=True)}


def _preferred_table(state: Tournament, pair: Pair, place: dict[str, int]) -> int:
    players = sorted(pair.players, key=lambda who: place.get(who, len(place)))
    stronger, weaker = (state.entries[who].table for who in players)
    return stronger or weaker


def free_table(round_: Round, wanted: int, state: Tournament) -> int:
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
    return next(table for table in itertools.count(1) if table not in taken and table not in unused)


def _tables_subject(number: int) -> Subject:
    return lambda state: {game_id: pair.table for game_id, pair in state.round(number).pairs.items()}
