"""Pairing constraints: groups of entries that must, or must not, meet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.history import MeetingGroup, MeetingKind, MeetingOf
from tournaments.domain.base import Command, Edit, Event, Past, Seen, Subject
from tournaments.domain.declarations import NOT_PUBLIC, OF_PAIRING, STATE_ONLY, event
from tournaments.domain.guards import begun, entry_of, need_reason, need_round
from tournaments.state.tournament import Tournament

MOST_MEMBERS = 100
MOST_GROUPS = 1_000
OF = {
    MeetingOf.FAMILY: marked("a family"),
    MeetingOf.GUESTS: marked("guests"),
    MeetingOf.BY_HAND: marked("a group made by hand"),
}


@event("tournament.meeting-group-set.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupSet(Event):
    """Entries of which any two must, or must not, meet in ``rounds`` (none named: in every round).

    A group of that id is replaced. Who they are to each other is one word of ``MeetingOf``, never a name.
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

    def sentence(self, seen: Seen) -> str:
        members = ", ".join(map(seen.who, self.members))
        facts = {"members": members, "of": OF[self.of], "because": because(self.reason)}
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

    def undo(self, past: Past) -> Edit:
        old = past.before.meetings.get(self.group_id)
        back = _set(old, past) if old else DropMeetingGroup(group_id=self.group_id, reason=past.reason)
        return Edit(subject=_group(self.group_id), back=[back])


@event(
    "tournament.meeting-group-dropped.v1",
    rows=STATE_ONLY,
    news=NOT_PUBLIC,
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupDropped(Event):
    group_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(
            state, meetings={id_: group for id_, group in state.meetings.items() if id_ != self.group_id}
        )

    def sentence(self, seen: Seen) -> str:
        group = seen.before.meetings.get(self.group_id)
        members = ", ".join(map(seen.who, group.members)) if group else marked("a group")
        return marked(
            "Nothing is asked any more of who meets whom among %(members)s%(because)s",
            members=members,
            because=because(self.reason),
        )

    def undo(self, past: Past) -> Edit:
        return Edit(subject=_group(self.group_id), back=[_set(past.before.meetings[self.group_id], past)])


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMeetingGroup(Command):
    """Make a group, or put it in the place of the one of that id. No ``rounds``: every round."""

    group_id: str
    kind: MeetingKind
    of: MeetingOf
    members: frozenset[str]
    rounds: frozenset[int] = frozenset()
    reason: str = ""

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
class DropMeetingGroup(Command):
    group_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.group_id not in state.meetings:
            refuse("unknown_meeting_group", group=self.group_id)
        _need_reason(state, self.reason)
        return [MeetingGroupDropped(group_id=self.group_id, reason=self.reason)]


def _refuse_contradiction(group: MeetingGroup, state: Tournament) -> None:
    """Two who must meet and must not meet in the same round."""
    for other in state.meetings.values():
        if other.id == group.id or other.kind == group.kind:
            continue
        both = set(group.members) & set(other.members)
        apart = group.rounds and other.rounds and not set(group.rounds) & set(other.rounds)
        if len(both) > 1 and not apart:
            refuse("meetings_contradict", group=other.id, entries=sorted(both))


def _need_reason(state: Tournament, reason: str) -> None:
    """Before round 1 nobody has met anybody because of it, or not met."""
    if begun(state):
        need_reason(reason, about="meetings")


def _set(group: MeetingGroup, past: Past) -> SetMeetingGroup:
    return SetMeetingGroup(
        group_id=group.id,
        kind=group.kind,
        of=group.of,
        members=frozenset(group.members),
        rounds=frozenset(group.rounds),
        reason=past.reason,
    )


def _group(group_id: str) -> Subject:
    return lambda state: state.meetings.get(group_id)
