"""Pairing constraints: who must or must not meet, byes asked for, pinned tables."""

from dataclasses import replace

from tournaments.competition.history import MeetingGroup
from tournaments.events.constraints import (
    ByeAskedFor,
    ByeNotAskedFor,
    MeetingGroupDropped,
    MeetingGroupSet,
    PairPinned,
    PlayerPinned,
    RoundUnpublished,
    TablesRenumbered,
)
from tournaments.state.evolving.base import evolve, with_entry, with_pair, with_round
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_meeting_group_set(event: MeetingGroupSet, state: Tournament) -> Tournament:
    group = MeetingGroup(
        id=event.group_id, kind=event.kind, of=event.of, members=event.members, rounds=event.rounds
    )
    return replace(state, meetings={**state.meetings, group.id: group})


@evolve.register
def evolve_meeting_group_dropped(event: MeetingGroupDropped, state: Tournament) -> Tournament:
    return replace(
        state, meetings={id_: group for id_, group in state.meetings.items() if id_ != event.group_id}
    )


@evolve.register
def evolve_bye_asked_for(event: ByeAskedFor, state: Tournament) -> Tournament:
    asked = state.entries[event.entry_id].byes_asked | {event.round}
    return with_entry(state, event.entry_id, byes_asked=asked)


@evolve.register
def evolve_bye_not_asked_for(event: ByeNotAskedFor, state: Tournament) -> Tournament:
    asked = state.entries[event.entry_id].byes_asked - {event.round}
    return with_entry(state, event.entry_id, byes_asked=asked)


@evolve.register
def evolve_player_pinned(event: PlayerPinned, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, table=event.table)


@evolve.register
def evolve_pair_pinned(event: PairPinned, state: Tournament) -> Tournament:
    return with_pair(state, event.round, event.game_id, pinned=event.pinned)


@evolve.register
def evolve_tables_renumbered(event: TablesRenumbered, state: Tournament) -> Tournament:
    for game_id, table in event.tables.items():
        state = with_pair(state, event.round, game_id, table=table)
    return state


@evolve.register
def evolve_round_unpublished(event: RoundUnpublished, state: Tournament) -> Tournament:
    return with_round(state, event.round, published=False, held=frozenset())
