"""Teams, and who sits at their boards."""

from tournaments.competition.facts import TeamFacts
from tournaments.deciding.teams import ChangeTeam, DisbandTeam, FormTeam, SetLineUp
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of
from tournaments.events.teams import LineUpSet, TeamChanged, TeamDisbanded, TeamFormed
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_team_formed(event: TeamFormed, past: Past) -> Edit:
    return Edit(subject=_team(event.team_id), back=[DisbandTeam(team_id=event.team_id, reason=past.reason)])


@edit_of.register
def edit_of_team_changed(event: TeamChanged, past: Past) -> Edit:
    old = past.before.teams[event.team_id]
    back = ChangeTeam(team_id=old.id, reason=past.reason, **TeamFacts.facts_of(old))
    return Edit(subject=_team(old.id), back=[back])


@edit_of.register
def edit_of_team_disbanded(event: TeamDisbanded, past: Past) -> Edit:
    """The same team, with the next number: numbers are not used twice."""
    old = past.before.teams[event.team_id]
    back = FormTeam(team_id=old.id, **TeamFacts.facts_of(old))
    return Edit(subject=_team(old.id), back=[back])


@edit_of.register
def edit_of_line_up_set(event: LineUpSet, past: Past) -> Edit:
    """Games that followed from it are events of their own, and set back before."""
    old = past.before.teams[event.team_id]
    players = line_up(past.before, old, event.round)
    ids = tuple(past.new_id(f"{old.id}/{board}") for board, _ in enumerate(players))
    back = SetLineUp(round=event.round, team_id=old.id, players=players, game_ids=ids, reason=past.reason)

    def line_up_now(state: Tournament) -> object:
        team = state.teams.get(event.team_id)
        return team and line_up(state, team, event.round)

    return Edit(subject=line_up_now, back=[back])


def _team(team_id: str) -> Subject:
    def team(state: Tournament) -> object:
        return state.teams.get(team_id)

    return team
