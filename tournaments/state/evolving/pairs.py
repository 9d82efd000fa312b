"""Edits of one pair."""

from tournaments.events.pairs import ColoursSwapped, HandicapSet, TableMoved
from tournaments.state.evolving.base import evolve, with_pair
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_colours_swapped(event: ColoursSwapped, state: Tournament) -> Tournament:
    pair = state.round(event.round).pairs[event.game_id]
    return with_pair(state, event.round, event.game_id, white=pair.black, black=pair.white)


@evolve.register
def evolve_handicap_set(event: HandicapSet, state: Tournament) -> Tournament:
    return with_pair(state, event.round, event.game_id, handicap=event.handicap, komi=event.komi)


@evolve.register
def evolve_table_moved(event: TableMoved, state: Tournament) -> Tournament:
    pairs = state.round(event.round).pairs
    left = pairs[event.game_id].table
    for pair in pairs.values():
        if pair.table == event.table and pair.game_id != event.game_id:
            state = with_pair(state, event.round, pair.game_id, table=left)
    return with_pair(state, event.round, event.game_id, table=event.table)
