"""Pairing constraints: groups of entries that must, or must not, meet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import ONCE_PAIRED, Id, Input, Reason, new_id
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.history import MeetingGroup, MeetingKind, MeetingOf
from tournaments.domain.base import Command, Event, StoryContext, Subject, UndoContext, UndoPlan
from tournaments.domain.declarations import NOT_PUBLIC, OF_PAIRING, STATE_ONLY, event
from tournaments.domain.guards import entry_of, need_reason, need_round, started_rounds
from tournaments.domain.inputs import ROUNDS, RoundNumber
from tournaments.state.tournament import Tournament

MOST_MEMBERS = 100
MEMBERS = Input(
    low=2,
    high=MOST_MEMBERS,
    fault=f"2 to {MOST_MEMBERS} players",
    missing=f"2 to {MOST_MEMBERS} players",
    help="Entries.",
)
MOST_GROUPS = 1_000
RELATIONS = {
    MeetingOf.FAMILY: marked("a family"),
    MeetingOf.GUESTS: marked("guests"),
    MeetingOf.BY_HAND: marked("a group made by hand"),
}


@event("tournament.meeting-group-set.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupSet(Event):
    """A group whose members must (or must not) be paired with each other in ``rounds`` (all if empty).

    It replaces the group with this id. The relation is a value of ``MeetingOf``, never a name.
    """

    group_id: str
    kind: MeetingKind
    of: MeetingOf
    members: tuple[str, ...]
    rounds: tuple[int, ...] = ()
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        group = MeetingGroup(
            id=self.group_id, kind=self.kind, of=self.of, members=self.members, rounds=self.rounds
        )
        return replace(state, meetings={**state.meetings, group.id: group})

    def sentence(self, context: StoryContext) -> str:
        members = ", ".join(map(context.player_name, self.members))
        facts = {"members": members, "of": RELATIONS[self.of], "because": because(self.reason)}
        if self.rounds:
            facts |= {"rounds": ", ".join(map(str, self.rounds))}
            if self.kind is MeetingKind.MUST:
                return marked(
                    "%(members)s (%(of)s) must meet each other in round %(rounds)s%(because)s", **facts
                )
            return marked(
                "%(members)s (%(of)s) must not meet each other in round %(rounds)s%(because)s", **facts
            )
        if self.kind is MeetingKind.MUST:
            return marked("%(members)s (%(of)s) must meet each other%(because)s", **facts)
        return marked("%(members)s (%(of)s) must not meet each other%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        old = context.before.meetings.get(self.group_id)
        inverse = (
            _restore_group(old, context)
            if old
            else RemoveMeetingGroup(group_id=self.group_id, reason=context.reason)
        )
        return UndoPlan(subject=_group_subject(self.group_id), commands=[inverse])


@event(
    "tournament.meeting-group-dropped.v1",
    rows=STATE_ONLY,
    news=NOT_PUBLIC,
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupRemoved(Event):
    """The deletion of a group of players who must, or must not, meet."""

    group_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(
            state, meetings={id_: group for id_, group in state.meetings.items() if id_ != self.group_id}
        )

    def sentence(self, context: StoryContext) -> str:
        group = context.before.meetings.get(self.group_id)
        members = ", ".join(map(context.player_name, group.members)) if group else marked("a group")
        return marked(
            "The pairing constraint on %(members)s was removed%(because)s",
            members=members,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(
            subject=_group_subject(self.group_id),
            commands=[_restore_group(context.before.meetings[self.group_id], context)],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMeetingGroup(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Create a group of players who must, or must not, meet, or replace the one with this id.

    ``rounds`` empty: every round.
    """

    group_id: Annotated[str, new_id("meeting")]
    kind: Annotated[MeetingKind, Input(name="rule", fault="Must they meet, or must they not?")]
    of: Annotated[MeetingOf, Input(help="Why: for example, one family.")] = MeetingOf.BY_HAND
    members: Annotated[frozenset[Id], MEMBERS]
    rounds: Annotated[frozenset[RoundNumber], ROUNDS] = frozenset()
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if not 2 <= len(self.members) <= MOST_MEMBERS:
            refuse(
                "invalid_meeting_group",
                field="members",
                fault=marked("2 to %(most_members)s players", most_members=MOST_MEMBERS),
            )
        if self.group_id not in state.meetings and len(state.meetings) >= MOST_GROUPS:
            refuse(
                "invalid_meeting_group",
                field="members",
                fault=marked("at most %(most_groups)s groups", most_groups=MOST_GROUPS),
            )
        for entry_id in self.members:
            entry_of(state, entry_id)
        for number in self.rounds:
            need_round(state, number)
        members = sorted(self.members, key=lambda entry_id: state.entries[entry_id].number)
        group = MeetingGroup(
            id=self.group_id,
            kind=self.kind,
            of=self.of,
            members=tuple(members),
            rounds=tuple(sorted(self.rounds)),
        )
        if state.meetings.get(group.id) == group:
            return []
        _refuse_contradiction(group, state)
        _need_reason(state, self.reason)
        return [
            MeetingGroupSet(
                group_id=group.id,
                kind=group.kind,
                of=group.of,
                members=group.members,
                rounds=group.rounds,
                reason=self.reason,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMeetingGroup(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Delete a group of players who must, or must not, meet."""

    group_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.group_id not in state.meetings:
            refuse("unknown_meeting_group", group=self.group_id)
        _need_reason(state, self.reason)
        return [MeetingGroupRemoved(group_id=self.group_id, reason=self.reason)]


def _refuse_contradiction(group: MeetingGroup, state: Tournament) -> None:
    """Refuse two entries that must meet and must not meet in the same round."""
    for other in state.meetings.values():
        if other.id == group.id or other.kind == group.kind:
            continue
        both = set(group.members) & set(other.members)
        apart = group.rounds and other.rounds and not set(group.rounds) & set(other.rounds)
        if len(both) > 1 and not apart:
            refuse("meetings_contradict", group=other.id, entries=sorted(both))


def _need_reason(state: Tournament, reason: str) -> None:
    """Require a reason once a round has been paired with the group."""
    if started_rounds(state):
        need_reason(reason, about="meetings")


def _restore_group(group: MeetingGroup, context: UndoContext) -> SetMeetingGroup:
    return SetMeetingGroup(
        group_id=group.id,
        kind=group.kind,
        of=group.of,
        members=frozenset(group.members),
        rounds=frozenset(group.rounds),
        reason=context.reason,
    )


def _group_subject(group_id: str) -> Subject:
    return lambda state: state.meetings.get(group_id)
