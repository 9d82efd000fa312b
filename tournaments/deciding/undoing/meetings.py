"""Pairing constraints, and how tables were numbered."""

from tournaments.competition.history import MeetingGroup
from tournaments.deciding.editing import PinPair
from tournaments.deciding.meetings import DropMeetingGroup, SetMeetingGroup
from tournaments.deciding.pairs import MoveTable
from tournaments.deciding.rounds import PublishRound
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of, of_entry, pair_in
from tournaments.deciding.wishes import AskForBye, PinPlayer
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
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_meeting_group_set(event: MeetingGroupSet, past: Past) -> Edit:
    old = past.before.meetings.get(event.group_id)
    back = _set(old, past) if old else DropMeetingGroup(group_id=event.group_id, reason=past.reason)
    return Edit(subject=_group(event.group_id), back=[back])


@edit_of.register
def edit_of_meeting_group_dropped(event: MeetingGroupDropped, past: Past) -> Edit:
    return Edit(subject=_group(event.group_id), back=[_set(past.before.meetings[event.group_id], past)])


def _set(group: MeetingGroup, past: Past) -> SetMeetingGroup:
    return SetMeetingGroup(
        group_id=group.id,
        kind=group.kind,
        of=group.of,
        members=frozenset(group.members),
        rounds=frozenset(group.rounds),
        reason=past.reason,
    )


@edit_of.register
def edit_of_bye_asked_for(event: ByeAskedFor, past: Past) -> Edit:
    return _bye_request(event.entry_id, event.round, wanted=False)


@edit_of.register
def edit_of_bye_not_asked_for(event: ByeNotAskedFor, past: Past) -> Edit:
    return _bye_request(event.entry_id, event.round, wanted=True)


def _bye_request(entry_id: str, round_: int, *, wanted: bool) -> Edit:
    back = AskForBye(entry_id=entry_id, round=round_, wanted=wanted)
    return Edit(subject=of_entry(entry_id, lambda entry: round_ in entry.byes_asked), back=[back])


@edit_of.register
def edit_of_player_pinned(event: PlayerPinned, past: Past) -> Edit:
    old = past.before.entries[event.entry_id].table
    back = PinPlayer(entry_id=event.entry_id, table=old, reason=past.reason)
    return Edit(subject=of_entry(event.entry_id, lambda entry: entry.table), back=[back])


@edit_of.register
def edit_of_pair_pinned(event: PairPinned, past: Past) -> Edit:
    def pinned(state: Tournament) -> object:
        pair = pair_in(state, event.game_id)
        return pair and pair.pinned

    return Edit(subject=pinned, back=[PinPair(game_id=event.game_id, pinned=not event.pinned)])


@edit_of.register
def edit_of_tables_renumbered(event: TablesRenumbered, past: Past) -> Edit:
    """One game after the other goes back to its table; whoever sits there takes the one it leaves."""
    pairs = past.before.round(event.round).pairs
    back = [
        MoveTable(game_id=game_id, table=pairs[game_id].table, reason=past.reason) for game_id in event.tables
    ]
    return Edit(subject=_tables(event.round), back=back)


@edit_of.register
def edit_of_round_unpublished(event: RoundUnpublished, past: Past) -> Edit:
    return Edit(
        subject=lambda state: state.round(event.round).published, back=[PublishRound(round=event.round)]
    )


def _group(group_id: str) -> Subject:
    return lambda state: state.meetings.get(group_id)


def _tables(number: int) -> Subject:
    return lambda state: {game_id: pair.table for game_id, pair in state.round(number).pairs.items()}
