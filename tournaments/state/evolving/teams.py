"""Teams and who sits at their boards."""

from dataclasses import replace

from tournaments.competition.facts import TeamFacts
from tournaments.competition.team import LineUp, Team
from tournaments.events.teams import LineUpSet, TeamChanged, TeamDisbanded, TeamFormed
from tournaments.state.evolving.base import evolve, with_round
from tournaments.state.line_ups import line_up, seats
from tournaments.state.tournament import Tournament


def at_boards(state: Tournament, number: int, *entries: str) -> Tournament:
    """The line-ups of the teams of these entries stay what they are now, whatever becomes of the teams."""
    if not state.settings.teams.boards:
        return state
    paired: dict[str, LineUp] = dict(state.round(number).line_ups)
    known = {entry for players in paired.values() for entry in players}
    for entry in set(entries) - known:
        if seat := seats(state, number).get(entry):
            paired[seat[0]] = line_up(state, state.teams[seat[0]], number)
    return with_round(state, number, line_ups=paired)


@evolve.register
def evolve_team_formed(event: TeamFormed, state: Tournament) -> Tournament:
    team = Team(id=event.team_id, number=event.number, **TeamFacts.facts_of(event))
    return replace(state, teams={**state.teams, team.id: team})


@evolve.register
def evolve_team_changed(event: TeamChanged, state: Tournament) -> Tournament:
    team = replace(state.teams[event.team_id], **TeamFacts.facts_of(event))
    return replace(state, teams={**state.teams, team.id: team})


@evolve.register
def evolve_team_disbanded(event: TeamDisbanded, state: Tournament) -> Tournament:
    return replace(state, teams={id_: team for id_, team in state.teams.items() if id_ != event.team_id})


@evolve.register
def evolve_line_up_set(event: LineUpSet, state: Tournament) -> Tournament:
    """Also of a round that is paired already."""
    told = {**state.line_ups.get(event.round, {}), event.team_id: event.players}
    state = replace(state, line_ups={**state.line_ups, event.round: told})
    paired: dict[str, LineUp] = dict(state.round(event.round).line_ups)
    if event.team_id not in paired:
        return state
    return with_round(state, event.round, line_ups={**paired, event.team_id: event.players})
