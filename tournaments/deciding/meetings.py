"""Players who must or must not meet: families, guests, groups made by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.history import MeetingGroup, MeetingKind, MeetingOf
from tournaments.deciding.base import begun, decide, entry_of, need_reason, need_round
from tournaments.events.constraints import MeetingGroupDropped, MeetingGroupSet
from tournaments.state.tournament import Tournament

MOST_MEMBERS = 100
MOST_GROUPS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMeetingGroup:
    """Make a group, or put it in the place of the one of that id. No ``rounds``: every round."""

    group_id: str
    kind: MeetingKind
    of: MeetingOf
    members: frozenset[str]
    rounds: frozenset[int] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropMeetingGroup:
    group_id: str
    reason: str = ""


@decide.register
def decide_set_meeting_group(command: SetMeetingGroup, state: Tournament) -> Sequence[object]:
    if not 2 <= len(command.members) <= MOST_MEMBERS:
        refuse(
            "invalid_meeting_group",
            field="members",
            fault=marked("2 to %(most_members)s players", most_members=MOST_MEMBERS),
        )
    if command.group_id not in state.meetings and len(state.meetings) >= MOST_GROUPS:
        refuse(
            "invalid_meeting_group",
            field="members",
            fault=marked("at most %(most_groups)s groups", most_groups=MOST_GROUPS),
        )
    for entry_id in command.members:
        entry_of(state, entry_id)
    for number in command.rounds:
        need_round(state, number)
    members = sorted(command.members, key=lambda entry_id: state.entries[entry_id].number)
    group = MeetingGroup(
        id=command.group_id,
        kind=command.kind,
        of=command.of,
        members=tuple(members),
        rounds=tuple(sorted(command.rounds)),
    )
    if state.meetings.get(group.id) == group:
        return []
    _refuse_contradiction(group, state)
    _need_reason(state, command.reason)
    return [
        MeetingGroupSet(
            group_id=group.id,
            kind=group.kind,
            of=group.of,
            members=group.members,
            rounds=group.rounds,
            reason=command.reason,
        )
    ]


def _refuse_contradiction(group: MeetingGroup, state: Tournament) -> None:
    """Two who must meet and must not meet in the same round."""
    for other in state.meetings.values():
        if other.id == group.id or other.kind == group.kind:
            continue
        both = set(group.members) & set(other.members)
        apart = group.rounds and other.rounds and not set(group.rounds) & set(other.rounds)
        if len(both) > 1 and not apart:
            refuse("meetings_contradict", group=other.id, entries=sorted(both))


@decide.register
def decide_drop_meeting_group(command: DropMeetingGroup, state: Tournament) -> Sequence[object]:
    if command.group_id not in state.meetings:
        refuse("unknown_meeting_group", group=command.group_id)
    _need_reason(state, command.reason)
    return [MeetingGroupDropped(group_id=command.group_id, reason=command.reason)]


def _need_reason(state: Tournament, reason: str) -> None:
    """Before round 1 nobody has met anybody because of it, or not met."""
    if begun(state):
        need_reason(reason, about="meetings")
