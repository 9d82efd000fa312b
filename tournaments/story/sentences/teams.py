"""Teams, and who sits at their boards."""

from games.marking import joined, marked
from games.story.base import because
from tournaments.competition.team import Team
from tournaments.events.teams import LineUpSet, TeamChanged, TeamDisbanded, TeamFormed
from tournaments.state.line_ups import line_up
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_team_formed(event: TeamFormed, seen: Seen) -> str:
    return marked(
        "The team %(name)s was formed: %(members)s.", name=event.name, members=_listed(event.members, seen)
    )


@describe.register
def describe_team_changed(event: TeamChanged, seen: Seen) -> str:
    old = seen.before.teams.get(event.team_id)
    changes = joined(_changes(old, event, seen), "; ") if old else ""
    return marked(
        "The team %(name)s was changed, %(changes)s%(because)s",
        name=old.name if old else event.name,
        changes=changes,
        because=because(event.reason),
    )


def _changes(old: Team, new: TeamChanged, seen: Seen) -> list[str]:
    said = [
        (marked("name"), old.name, new.name),
        (marked("country"), old.country, new.country),
        (marked("club"), old.club, new.club),
        (marked("group"), old.group, new.group),
        (marked("members"), _listed(old.members, seen), _listed(new.members, seen)),
    ]
    return [
        joined([name, was or marked("nothing"), "→", now or marked("nothing")])
        for name, was, now in said
        if was != now
    ]


@describe.register
def describe_team_disbanded(event: TeamDisbanded, seen: Seen) -> str:
    team = seen.before.teams.get(event.team_id)
    return marked(
        "The team %(name)s was disbanded%(because)s",
        name=team.name if team else "",
        because=because(event.reason),
    )


@describe.register
def describe_line_up_set(event: LineUpSet, seen: Seen) -> str:
    team = seen.after.teams.get(event.team_id)
    whose = team.name if team else marked("a team")
    before = line_up(seen.before, team, event.round) if team else ()
    facts = {
        "whose": whose,
        "round": event.round,
        "players": _listed(event.players, seen),
        "because": because(event.reason),
    }
    if before == event.players:
        return marked(
            "%(whose)s sits at its boards in round %(round)s as before: %(players)s%(because)s", **facts
        )
    return marked("%(whose)s sits at its boards in round %(round)s: %(players)s%(because)s", **facts)


def _listed(entries: tuple[str, ...], seen: Seen) -> str:
    return ", ".join(map(seen.who, entries))
