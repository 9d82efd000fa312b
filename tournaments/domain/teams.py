"""Teams: forming, changes, disbanding, presence and withdrawal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.inputs import ONCE_PAIRED, Input, PartOf, Reason, new_id
from games.marking import join_marked, marked
from games.one_line import is_one_line
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.facts import LONGEST_CLUB, LONGEST_TEAM, MOST_MEMBERS, Team, TeamFacts
from tournaments.domain.base import Command, Event, StoryContext, Subject, UndoContext, UndoPlan
from tournaments.domain.batches import decide_in_order
from tournaments.domain.declarations import OF_TEAM, STANDINGS, STATE_ONLY, event
from tournaments.domain.entries import GROUP_FAULT, is_group_name
from tournaments.domain.guards import entry_of, need_boards, need_reason, set_fields, started_rounds, team_of
from tournaments.domain.line_ups import player_names
from tournaments.domain.presence import VOIDED, Participation, participation_commands
from tournaments.domain.schedule import refuse_drawn_field
from tournaments.state.tournament import Tournament
from tournaments.teams.matches import match_of, team_byes


@event("tournament.team-formed.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFormed(TeamFacts, Event):
    """The forming of a team of entered players."""

    team_id: str
    number: int

    def evolve(self, state: Tournament) -> Tournament:
        team = Team(id=self.team_id, number=self.number, **TeamFacts.facts_of(self))
        return replace(state, teams={**state.teams, team.id: team})

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The team %(name)s was formed: %(members)s.",
            name=self.name,
            members=player_names(self.members, context),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(
            subject=_team_subject(self.team_id),
            commands=[DisbandTeam(team_id=self.team_id, reason=context.reason)],
        )


@event("tournament.team-changed.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged(TeamFacts, Event):
    """A change of a team, with all its new facts. Paired rounds keep their line-ups."""

    team_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        team = replace(state.teams[self.team_id], **TeamFacts.facts_of(self))
        return replace(state, teams={**state.teams, team.id: team})

    def sentence(self, context: StoryContext) -> str:
        old = context.before.teams.get(self.team_id)
        changes = join_marked(_changes_in_words(old, self, context), "; ") if old else ""
        return marked(
            "The team %(name)s was changed, %(changes)s%(because)s",
            name=old.name if old else self.name,
            changes=changes,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        old = context.before.teams[self.team_id]
        inverse = ChangeTeam(team_id=old.id, reason=context.reason, **TeamFacts.facts_of(old))
        return UndoPlan(subject=_team_subject(old.id), commands=[inverse])


@event("tournament.team-disbanded.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDisbanded(Event):
    """The disbanding of a team; its members remain entries."""

    team_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, teams={id_: team for id_, team in state.teams.items() if id_ != self.team_id})

    def sentence(self, context: StoryContext) -> str:
        team = context.before.teams.get(self.team_id)
        return marked(
            "The team %(name)s was disbanded%(because)s",
            name=team.name if team else "",
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        """Form the same team again, with the next number; numbers are not reused."""
        old = context.before.teams[self.team_id]
        inverse = FormTeam(team_id=old.id, **TeamFacts.facts_of(old))
        return UndoPlan(subject=_team_subject(old.id), commands=[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTeam(TeamFacts, Command, right="entry.change"):
    """Form a team of entered players."""

    team_id: Annotated[str, new_id("team")]

    def decide(self, state: Tournament) -> Sequence[Event]:
        need_boards(state)
        team = Team(
            id=self.team_id,
            number=1 + max((team.number for team in state.teams.values()), default=0),
            **TeamFacts.facts_of(self),
        )
        if team.id in state.teams:
            refuse("team_exists", team=team.id)
        refuse_drawn_field(state, team.group)
        check_team(team, state)
        return [TeamFormed(team_id=team.id, number=team.number, **TeamFacts.facts_of(team))]


@dataclass(frozen=True, slots=True, init=False)
class ChangeTeam(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Change a team; paired rounds keep their line-ups.

    ``ChangeTeam(team_id=..., name="B")``; None for no change.
    """

    team_id: str
    changes: Annotated[dict[str, Any], PartOf(TeamFacts)]
    reason: str

    def __init__(self, *, team_id: str, reason: str = "", **changes: object) -> None:
        set_fields(self, team_id=team_id, changes=TeamFacts.changes(changes), reason=reason)

    def decide(self, state: Tournament) -> Sequence[Event]:
        old = team_of(state, self.team_id)
        team = replace(old, **self.changes)
        if team == old:
            return []
        check_team(team, state)
        if team.group != old.group:
            refuse_drawn_field(state, old.group)
            refuse_drawn_field(state, team.group)
        if started_rounds(state):
            need_reason(self.reason, about="a team")
        return [TeamChanged(team_id=team.id, reason=self.reason, **TeamFacts.facts_of(team))]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisbandTeam(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Disband a team that has not played."""

    team_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        team = team_of(state, self.team_id)
        if any(
            match_of(state, number, team.id) or team.id in team_byes(state, number) for number in state.rounds
        ):
            refuse("team_has_games", team=team.id)
        refuse_drawn_field(state, team.group)
        return [TeamDisbanded(team_id=team.id, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTeamPresence(Command, right="entry.change", reason_needed=VOIDED):
    """Withdraw all members of a team, or reinstate its withdrawn members.

    Void, in a round robin: the team's matches do not count for places while all members are withdrawn.
    """

    team_id: str
    state: Annotated[Participation, Input()]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        members = [entry_of(state, entry) for entry in team_of(state, self.team_id).members]
        commands = (
            command
            for member in members
            for command in participation_commands(member, self.state, self.reason, in_team=True)
        )
        return decide_in_order(commands, state)


def check_team(team: Team, state: Tournament) -> None:
    _check_labels(team, state)
    _check_members(team, state)


def _check_labels(team: Team, state: Tournament) -> None:
    other_names = {other.name.casefold() for other in state.teams.values() if other.id != team.id}
    checks = [
        ("name", team.name.strip() != "", "a team needs a name"),
        (
            "name",
            len(team.name) <= LONGEST_TEAM and is_one_line(team.name),
            f"one line, {LONGEST_TEAM} characters",
        ),
        ("name", team.name.casefold() not in other_names, "another team has this name"),
        ("country", len(team.country) in (0, 2), "two letters"),
        ("club", len(team.club) <= LONGEST_CLUB, f"at most {LONGEST_CLUB} characters"),
        ("group", is_group_name(team.group), GROUP_FAULT),
    ]
    for field, fine, fault in checks:
        if not fine:
            refuse("invalid_team", field=field, fault=fault)


def _check_members(team: Team, state: Tournament) -> None:
    boards = need_boards(state)
    if not boards <= len(team.members) <= MOST_MEMBERS:
        refuse(
            "invalid_team",
            field="members",
            fault=marked("%(boards)s to %(most_members)s members", boards=boards, most_members=MOST_MEMBERS),
        )
    if len(set(team.members)) < len(team.members):
        refuse("invalid_team", field="members", fault=marked("each member once"))
    taken = {entry: other for other in state.teams.values() if other.id != team.id for entry in other.members}
    for entry in team.members:
        if other := taken.get(entry_of(state, entry).id):
            refuse("in_another_team", entry=entry, team=other.id)


def _team_subject(team_id: str) -> Subject:
    def team(state: Tournament) -> object:
        return state.teams.get(team_id)

    return team


def _changes_in_words(old: Team, new: TeamChanged, context: StoryContext) -> list[str]:
    fields_in_words = [
        (marked("name"), old.name, new.name),
        (marked("country"), old.country, new.country),
        (marked("club"), old.club, new.club),
        (marked("group"), old.group, new.group),
        (marked("members"), player_names(old.members, context), player_names(new.members, context)),
    ]
    return [
        join_marked([name, was or marked("nothing"), "→", now or marked("nothing")])
        for name, was, now in fields_in_words
        if was != now
    ]
