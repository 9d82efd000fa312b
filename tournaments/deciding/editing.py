"""The time in which a round is edited by hand, and its tables as a whole.

It begins when the round is paired, or unpublished: only officers see it. It ends when the round is published,
and what the edits cost is then published with it (``tournaments.pairing_proof``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.refusals import refuse
from tournaments.competition.history import Winner
from tournaments.competition.pairing.tables import seats
from tournaments.deciding.base import (
    decide,
    need_open,
    need_reason,
    need_reason_once_published,
    need_round,
    pair_of,
)
from tournaments.events.constraints import PairPinned, RoundUnpublished, TablesRenumbered
from tournaments.state.tournament import Pair, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpublishRound:
    """Go back to editing. A round of which a result is known has been played as it is."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPair:
    """Keep the game at its table when tables are renumbered; or, not ``pinned``, let it go."""

    game_id: str
    pinned: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RenumberTables:
    """The strongest game at table 1 and so on, but for those who are pinned and numbers that are not used."""

    round: int
    reason: str = ""


@decide.register
def decide_unpublish_round(command: UnpublishRound, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if not round_.published:
        refuse("round_not_published", round=command.round)
    need_open(round_)
    if games := sum(
        bool(p.reports) or p.result.winner is not Winner.NOBODY_YET for p in round_.pairs.values()
    ):
        refuse("round_has_results", round=command.round, games=games)
    need_reason(command.reason, about="a published round")
    return [RoundUnpublished(round=command.round, reason=command.reason)]


@decide.register
def decide_pin_pair(command: PinPair, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    if pair.pinned == command.pinned:
        return []
    need_open(round_)
    return [PairPinned(round=round_.number, game_id=pair.game_id, pinned=command.pinned)]


@decide.register
def decide_renumber_tables(command: RenumberTables, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if not round_.pairs:
        refuse("round_not_paired", round=command.round)
    need_open(round_)
    moved = {
        id_: table for id_, table in renumbered(state, round_).items() if round_.pairs[id_].table != table
    }
    if not moved:
        return []
    need_reason_once_published(command.reason, round_)
    return [TablesRenumbered(round=command.round, tables=moved, reason=command.reason)]


def renumbered(state: Tournament, round_: Round) -> dict[str, int]:
    """Game id -> table. The order is that of the last matching, by the weaker of the two, as OpenGotha's."""
    place = {entry_id: i for i, entry_id in enumerate(round_.order)}
    last = len(place) + len(state.entries)

    def weaker(pair: Pair) -> tuple[int, int]:
        return max(place.get(who, last) for who in pair.players), pair.table

    pinned = {pair.game_id: pair.table for pair in round_.pairs.values() if pair.pinned}
    pairs = sorted((pair for pair in round_.pairs.values() if not pair.pinned), key=weaker)
    wanted = [_preferred_table(state, pair, place) for pair in pairs]
    tables = seats(wanted, taken=pinned.values(), unused=state.settings.pairing.tables_unused)
    return pinned | {pair.game_id: table for pair, table in zip(pairs, tables, strict=True)}


def _preferred_table(state: Tournament, pair: Pair, place: dict[str, int]) -> int:
    players = sorted(pair.players, key=lambda who: place.get(who, len(place)))
    stronger, weaker = (state.entries[who].table for who in players)
    return stronger or weaker
