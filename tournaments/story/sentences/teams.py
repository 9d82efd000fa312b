"""Teams, and who sits at their boards."""

from games.story.base import because
from tournaments.competition.team import Team
from tournaments.events.teams import LineUpSet, TeamChanged, TeamDisbanded, TeamFormed
from tournaments.state.line_ups import line_up
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_team_formed(event: TeamFormed, seen: Seen) -> str:
    return f"The team {event.name} was formed: {_listed(event.members, seen)}."


@describe.register
def describe_team_changed(event: TeamChanged, seen: Seen) -> str:
    old = seen.before.teams.get(event.team_id)
    changes = "; ".join(_changes(old, event, seen)) if old else ""
    return f"The team {old.name if old else event.name} was changed, {changes}{because(event.reason)}"


def _changes(old: Team, new: TeamChanged, seen: Seen) -> list[str]:
    said = [
        ("name", old.name, new.name),
        ("country", old.country, new.country),
        ("club", old.club, new.club),
        ("group", old.group, new.group),
        ("members", _listed(old.members, seen), _listed(new.members, seen)),
    ]
    return [f"{name} {was or 'nothing'} → {now or 'nothing'}" for name, was, now in said if was != now]


@describe.register
def describe_team_disbanded(event: TeamDisbanded, seen: Seen) -> str:
    team = seen.before.teams.get(event.team_id)
    return f"The team {team.name if team else ''} was disbanded{because(event.reason)}"


@describe.register
def describe_line_up_set(event: LineUpSet, seen: Seen) -> str:
    team = seen.after.teams.get(event.team_id)
    whose = team.name if team else "a team"
    before = line_up(seen.before, team, event.round) if team else ()
    as_before = " as before" if before == event.players else ""
    return (
        f"{whose} sits at its boards in round {event.round}{as_before}: "
        f"{_listed(event.players, seen)}{because(event.reason)}"
    )


def _listed(entries: tuple[str, ...], seen: Seen) -> str:
    return ", ".join(map(seen.who, entries))
