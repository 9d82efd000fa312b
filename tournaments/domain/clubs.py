"""Groups of neighbouring clubs, whose players avoid each other less strictly than players of one club."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import ONCE_PAIRED, Input, Reason, new_id
from games.marking import marked
from games.one_line import is_one_line
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.facts import LONGEST_CLUB
from tournaments.competition.history import ClubGroup
from tournaments.competition.pairing.clubs import club_key
from tournaments.domain.base import Command, Event, StoryContext, Subject, UndoContext, UndoPlan
from tournaments.domain.declarations import OF_PAIRING, STATE_ONLY, NotApplicable, event
from tournaments.domain.guards import need_reason, started_rounds
from tournaments.state.tournament import Tournament

MOST_CLUBS = 300
MOST_CLUB_GROUPS = 500
LONGEST_CLUB_GROUP = 60
Club = Annotated[str, Input(longest=LONGEST_CLUB, one_line=True)]
CLUBS = Input(
    low=2,
    high=MOST_CLUBS,
    fault=f"2 to {MOST_CLUBS} clubs",
    missing=f"2 to {MOST_CLUBS} clubs",
    help="As players have them, in upper or lower case.",
)


@event(
    "tournament.club-group-set.v1",
    rows=STATE_ONLY,
    news=NotApplicable("it counts when a round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupSet(Event):
    """A group of neighbouring ``clubs``, whose players avoid each other half as much as those of one club."""

    group_id: str
    name: str
    clubs: tuple[str, ...]
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        group = ClubGroup(id=self.group_id, name=self.name, clubs=self.clubs)
        return replace(state, club_groups={**state.club_groups, group.id: group})

    def sentence(self, context: StoryContext) -> str:
        old = context.before.club_groups.get(self.group_id)
        facts = {"named": _group_in_words(self.name, self.clubs), "because": because(self.reason)}
        if old:
            return marked(
                "Clubs of one group: %(named)s, before %(old)s%(because)s",
                old=_group_in_words(old.name, old.clubs),
                **facts,
            )
        return marked("Clubs of one group: %(named)s%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        old = context.before.club_groups.get(self.group_id)
        inverse = (
            _restore_group(old, context)
            if old
            else RemoveClubGroup(group_id=self.group_id, reason=context.reason)
        )
        return UndoPlan(subject=_group_subject(self.group_id), commands=[inverse])


@event(
    "tournament.club-group-dropped.v1",
    rows=STATE_ONLY,
    news=NotApplicable("it counts when a round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupRemoved(Event):
    """The deletion of a group of clubs."""

    group_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        remaining = {id_: group for id_, group in state.club_groups.items() if id_ != self.group_id}
        return replace(state, club_groups=remaining)

    def sentence(self, context: StoryContext) -> str:
        group = context.before.club_groups.get(self.group_id)
        why = because(self.reason)
        if group is None:
            return marked("A club group was dissolved%(because)s", because=why)
        group_words = _group_in_words(group.name, group.clubs)
        return marked("The club group %(named)s was dissolved%(because)s", named=group_words, because=why)

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(
            subject=_group_subject(self.group_id),
            commands=[_restore_group(context.before.club_groups[self.group_id], context)],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClubGroup(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Create a group of clubs, or replace the one with this id."""

    group_id: Annotated[str, new_id("club-group")]
    name: Annotated[str, Input(longest=LONGEST_CLUB_GROUP, one_line=True)]
    clubs: Annotated[frozenset[Club], CLUBS]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        group = ClubGroup(
            id=self.group_id,
            name=self.name,
            clubs=tuple(sorted(self.clubs, key=lambda club: (club_key(club), club))),
        )
        if state.club_groups.get(group.id) == group:
            return []
        _check_name(group, state)
        _check_clubs(group)
        if group.id not in state.club_groups and len(state.club_groups) >= MOST_CLUB_GROUPS:
            refuse(
                "invalid_club_group",
                field="clubs",
                fault=marked("at most %(most_club_groups)s groups", most_club_groups=MOST_CLUB_GROUPS),
            )
        _need_reason(state, self.reason)
        return [ClubGroupSet(group_id=group.id, name=group.name, clubs=group.clubs, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveClubGroup(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Delete a group of clubs."""

    group_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.group_id not in state.club_groups:
            refuse("unknown_club_group", group=self.group_id)
        _need_reason(state, self.reason)
        return [ClubGroupRemoved(group_id=self.group_id, reason=self.reason)]


def _check_name(group: ClubGroup, state: Tournament) -> None:
    if not _is_valid_name(group.name, LONGEST_CLUB_GROUP):
        refuse(
            "invalid_club_group",
            field="name",
            fault=marked(
                "1 to %(longest_club_group)s characters on one line", longest_club_group=LONGEST_CLUB_GROUP
            ),
        )
    for other in state.club_groups.values():
        if other.id != group.id and club_key(other.name) == club_key(group.name):
            refuse(
                "invalid_club_group",
                field="name",
                fault=marked("another group is called %(name)s", name=other.name),
            )


def _check_clubs(group: ClubGroup) -> None:
    """Refuse fewer than two clubs; names that differ only in case are one club."""
    if not 2 <= len(set(map(club_key, group.clubs))) <= len(group.clubs) <= MOST_CLUBS:
        refuse(
            "invalid_club_group",
            field="clubs",
            fault=marked("2 to %(most_clubs)s clubs", most_clubs=MOST_CLUBS),
        )
    if not all(_is_valid_name(club, LONGEST_CLUB) for club in group.clubs):
        refuse(
            "invalid_club_group",
            field="clubs",
            fault=marked("1 to %(longest_club)s characters each, on one line", longest_club=LONGEST_CLUB),
        )


def _is_valid_name(text: str, longest: int) -> bool:
    return text == text.strip() and 1 <= len(text) <= longest and is_one_line(text)


def _need_reason(state: Tournament, reason: str) -> None:
    if started_rounds(state):
        need_reason(reason, about="groups of clubs")


def _restore_group(group: ClubGroup, context: UndoContext) -> SetClubGroup:
    return SetClubGroup(
        group_id=group.id, name=group.name, clubs=frozenset(group.clubs), reason=context.reason
    )


def _group_subject(group_id: str) -> Subject:
    return lambda state: state.club_groups.get(group_id)


def _group_in_words(name: str, clubs: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(clubs)})"
