"""Teams: who is in them, who sits at their boards, their places."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop

from games.log.store import StoredEvent
from tournaments.access.actors import tournament_subject
from tournaments.domain.line_ups import OrderLineUp, SetLineUp
from tournaments.domain.presence import Participation
from tournaments.domain.teams import ChangeTeam, DisbandTeam, FormTeam, SetTeamPresence
from tournaments.loading import load
from tournaments.persons.lists.folding import sort_key
from tournaments.reading.entries import games_left
from tournaments.reading.queries import Name, entry_names
from tournaments.reading.team_bodies import team_sections, team_standings_body, teams_body
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.teams.boards import line_up_with_substitutes
from tournaments.web.base import allowed, officer, read_page, tournament_for
from tournaments.web.commands import CommandPage
from tournaments.web.overview.parameters import asked_for, number_in
from tournaments.web.overview.progress import next_round
from tournaments.web.overview.reading import frame
from tournaments.web.refused import data_of

SUBSTITUTES = 2  # fields beside those of the boards


@read_page
def teams_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams; for a director the forms to form one and to say who sits at its boards."""
    return _teams(request, tournament_for(request, slug, "tournament.read"))


def _teams(request: HttpRequest, row: TournamentRow) -> HttpResponse:
    """With what was typed of a team that was refused."""
    body = teams_body(row, officer=officer(request, row))
    names = entry_names(row)
    for_reader = [
        {
            **team,
            "named_line_ups": [
                {"round": one["round"], "names": [str(names[entry]) for entry in one["players"]]}
                for one in team["line_ups"]
            ],
            "all_left": all(member["withdrawn"] for member in team["members"]),
        }
        for team in body["results"]
    ]
    context = {**frame(request, row), "teams": for_reader, "boards": body["boards"]}
    if allowed(request, "entry.change", tournament_subject(row)):
        action = reverse("web:form-team", args=(row.slug,))
        sent = data_of(request, action) if body["boards"] else QueryDict()
        context |= {"typed": sent, **_to_change(row, for_reader, body["boards"], sent.getlist("members"))}
    return render(request, "nigiri/teams.html", context)


def _to_change(
    row: TournamentRow, teams: list[dict[str, Any]], boards: int, chosen: list[str]
) -> dict[str, Any]:
    """What the forms want to know. ``now``: who sits at the boards of the round that comes next."""
    places = range(1, boards + SUBSTITUTES + 1)
    state, names, number = load(str(row.id))[0], entry_names(row), next_round(row)
    return {
        "may_change": True,
        "number": number,
        "free": _free(state, names),
        "places": list(zip_longest(places, chosen[: len(places)], fillvalue="")),
        "teams": [
            {
                **team,
                "now": line_up_with_substitutes(state, state.teams[team["id"]], number),
                "missing": _missing(state, team["id"], number, names),
            }
            for team in teams
        ],
    }


def _missing(state: Tournament, team_id: str, number: int, names: dict[str, Name]) -> list[dict[str, Any]]:
    """Boards of the round at which nobody will be, and who is offered for them."""
    team = state.teams[team_id]
    now, instead = (find(state, team, number) for find in (line_up, line_up_with_substitutes))
    return [
        {
            "board": board,
            "name": str(names[who]),
            "offered": str(names[other]) if other != who else "",
        }
        for board, (who, other) in enumerate(zip(now, instead, strict=True), start=1)
        if not state.entries[who].present_in(number)
    ]


def _free(state: Tournament, names: dict[str, Name]) -> list[tuple[str, str]]:
    """Entries in no team, by name."""
    taken = {entry for team in state.teams.values() for entry in team.members}
    free = [(entry, str(names[entry])) for entry in state.entries if entry not in taken]
    return sorted(free, key=lambda one: sort_key(one[1], state.details.language))


class FormTeamPage(CommandPage):
    """Form a team of entries."""

    command = FormTeam
    to = "web:teams"

    def message_for(self, command: Any, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        return gettext("The team %(name)s is formed.") % {"name": command.name}


form_team = FormTeamPage.as_view()


set_line_up = CommandPage.as_view(
    command=SetLineUp, to="web:teams", message=gettext_noop("The boards of round %(number)s were set.")
)


line_up_by_rating = CommandPage.as_view(
    command=OrderLineUp,
    to="web:teams",
    message=gettext_noop("The boards of round %(number)s are set by rating."),
)


disband = CommandPage.as_view(command=DisbandTeam, to="web:teams")


class GroupPage(CommandPage):
    """Set the group of a team; empty for none."""

    command = ChangeTeam
    to = "web:teams"

    def facts(self, row: TournamentRow, address: Mapping[str, Any]) -> Mapping[str, Any]:
        team = load(str(row.id))[0].teams.get(str(address["team_id"]))
        return {"team": team.name if team else ""}

    def message_for(self, command: Any, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        if group := command.changes.get("group"):
            return gettext("%(team)s now plays in %(group)s.") % {**facts, "group": group}
        return gettext("%(team)s is no longer in a group.") % facts


set_group = GroupPage.as_view()


class TakePartPage(CommandPage):
    """Withdraw the members of a team, or reinstate them. Paired games stay."""

    command = SetTeamPresence
    to = "web:teams"

    def message_for(self, command: Any, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        plays = command.state == Participation.PLAYING
        return gettext("The team plays again.") if plays else gettext("The team was withdrawn.")

    def warn(self, row: TournamentRow, command: Any) -> None:
        team = load(str(row.id))[0].teams[command.team_id]
        entries = EntryRow.objects.filter(pk__in=team.members, withdrawn=True)
        rounds = {game["round"] for game in games_left(entries, officer=True)}
        for number in sorted(rounds):
            said = '{} still has games in <a href="{}">round {}</a>: undo them, or record that they are lost.'
            address = reverse("web:round", args=(row.slug, number))
            messages.warning(self.request, format_html(said, team.name, address, number))


take_part = TakePartPage.as_view()


@read_page
def team_standings(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    number, at = number_in(request, "round", row.rounds), number_in(request, "at", 2**63 - 1)
    sees = officer(request, row)
    table = team_standings_body(row, number, at, officer=sees)
    sections = team_sections(table, row, officer=sees)
    columns = range(1, table["round"] + 1)
    context = {**frame(request, row), "table": table, "sections": sections, "columns": columns}
    context["asked_for"] = asked_for(request)
    return render(request, "nigiri/team_standings.html", context)
