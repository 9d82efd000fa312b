"""Teams: who is in them, who sits at their boards, their matches and places."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.forms import TableView
from games.rest.operations import Operation
from games.rest.views import respond_with_etag
from tournaments.api.base import RoundView, TournamentView, query_int
from tournaments.api.standings import position_asked
from tournaments.domain.line_ups import OrderLineUp, SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.teams import ChangeTeam, DisbandTeam, FormTeam, SetTeamPresence, TeamFormed
from tournaments.reading.sheets import csv_of, team_sheet, teams_sheet
from tournaments.reading.team_bodies import (
    TeamBody,
    TeamMatchesBody,
    TeamsBody,
    TeamStandingsBody,
    matches_body,
    team_body,
    team_standings_body,
    teams_body,
)
from tournaments.tables.rows import TournamentRow


class TeamView(TournamentView):
    answers: ClassVar[Any] = TeamBody

    def team_answer(self, row: TournamentRow, team_id: str, status: int = 200) -> Response:
        body = team_body(row, team_id, officer=self.officer(row))
        place = reverse("api:team", args=(row.slug, team_id))
        return respond_with_etag(body, version=_version(row), status=status, location=place)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        if status == 204:
            return respond_with_etag(None, status=status)
        formed = [one.event.team_id for one in stored if isinstance(one.event, TeamFormed)]
        return self.team_answer(row, str(address.get("team_id") or formed[0]), status)


class TeamList(TableView, TeamView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {"POST": Operation(FormTeam, "form_team")}
    statuses: ClassVar = {"POST": 201}

    @extend_schema(operation_id="list_teams", responses=TeamsBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get the teams of a tournament and their members."""
        row = self.tournament(slug)
        return respond_with_etag(teams_body(row, officer=self.officer(row)), version=row.version)

    def csv(self, body: Any) -> bytes:
        return csv_of(teams_sheet(body))


class TeamDetail(TeamView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {
        "PATCH": Operation(ChangeTeam, "change_team"),
        "DELETE": Operation(DisbandTeam, "disband_team"),
    }
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="get_team", responses=TeamBody)
    def get(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Get a team."""
        return self.team_answer(self.tournament(slug), str(team_id))


class TeamPresence(TeamView):
    """Whether the whole team takes part."""

    operations: ClassVar = {"PATCH": Operation(SetTeamPresence, "change_team_presence")}


class TeamLineUp(TeamView):
    operations: ClassVar = {"PUT": Operation(SetLineUp, "set_line_up")}


class TeamLineUpByRating(TeamView):
    """The line-up of a round, seated by rating."""

    operations: ClassVar = {"POST": Operation(OrderLineUp, "order_line_up")}


class MatchesView(RoundView):
    """The matches of a round."""

    answers: ClassVar[Any] = TeamMatchesBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        body = matches_body(row, address["number"], officer=self.officer(row))
        place = reverse("api:matches", args=(row.slug, address["number"]))
        return respond_with_etag(body, version=_version(row), status=status, location=place)


class RoundMatches(MatchesView):
    access: ClassVar[dict[str, str]] = {"GET": "round.read"}
    operations: ClassVar = {"POST": Operation(MakeMatch, "make_match", match=True)}
    statuses: ClassVar = {"POST": 201}

    @extend_schema(operation_id="get_matches", responses=TeamMatchesBody)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the matches of a round of teams, board by board."""
        row, _ = self.round(slug, number)
        return respond_with_etag(matches_body(row, number, officer=self.officer(row)), version=row.version)


class RoundMatch(MatchesView):
    operations: ClassVar = {"DELETE": Operation(UnmakeMatch, "unmake_match", match=True)}


class RoundTeamBye(MatchesView):
    """Give the bye of the round to a team (PUT), or take it back (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(SetTeamBye, "give_team_bye", title="Give a team the bye.", fixed={"given": True}),
        "DELETE": Operation(
            SetTeamBye, "take_team_bye", title="Take the bye of a team back.", fixed={"given": False}
        ),
    }


class TeamStandings(TableView, TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="get_team_standings",
        parameters=[
            OpenApiParameter(
                "round", int, description="0 or a round that is published; the last played if absent"
            ),
            OpenApiParameter(
                "at", str, description="A position of the log, or a time (ISO 8601); now if absent"
            ),
            OpenApiParameter("group", str, description="Of an event with groups, one of them; all if absent"),
        ],
        responses={200: TeamStandingsBody, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get the places of the teams after a round, and how players did at each board."""
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_asked(request, row)
        group = request.query_params.get("group")
        return self.for_reader(
            row, lambda officer: team_standings_body(row, number, at, officer=officer, group=group)
        )

    def csv(self, body: Any) -> bytes:
        return csv_of(team_sheet(body))


def _version(row: TournamentRow) -> int:
    return TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
