"""Teams: who is in them, who sits at their boards, their matches and places."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.decorators import action
from rest_framework.request import Request

from games.log.store import StoredEvent
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.parameters import query_int
from games.rest.views import respond_with_etag
from tournaments.api.base import RoundView, TournamentView, version_after
from tournaments.api.resources import TableView, ViewSet
from tournaments.api.standings import PARAMETERS, position_in_query
from tournaments.domain.line_ups import OrderLineUp, SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.teams import ChangeTeam, DisbandTeam, FormTeam, SetTeamPresence, TeamFormed
from tournaments.reading.sheets import team_sheet, teams_sheet
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

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> HttpResponse:
        formed = [one.event.team_id for one in stored if isinstance(one.event, TeamFormed)]
        team_id = str(address.get("team_id") or formed[0])
        body = team_body(row, team_id, officer=self.officer(row))
        place = ("api:team", row.slug, team_id)
        return respond_with_etag(body, version=version_after(row), status=self.status, location=place)


class TeamList(TableView, TeamView):
    sheet: ClassVar[Any] = staticmethod(teams_sheet)
    operations: ClassVar = {"POST": Operation(FormTeam, "form_team", status=201)}

    @reads("list_teams", "tournament.read", TeamsBody)
    def get(self, request: Request, slug: str) -> TeamsBody:
        """Get the teams of a tournament and their members."""
        row = self.tournament(slug)
        return teams_body(row, officer=self.officer(row))


class TeamViewSet(ViewSet, TeamView):
    lookup_url_kwarg = "team_id"
    public_actions = ("retrieve",)
    operations: ClassVar = {
        "partial_update": Operation(ChangeTeam, "change_team"),
        "destroy": Operation(DisbandTeam, "disband_team", status=204),
        "PATCH presence": Operation(SetTeamPresence, "change_team_presence"),
        "PUT line-ups/<int:number>": Operation(SetLineUp, "set_line_up"),
        "POST line-ups/<int:number>/by-rating": Operation(OrderLineUp, "order_line_up"),
    }

    @reads("get_team", "tournament.read", TeamBody)
    def retrieve(self, request: Request, slug: str, team_id: UUID) -> HttpResponse:
        """Get a team."""
        return self.respond(self.tournament(slug), [], team_id=team_id)


class MatchViewSet(ViewSet, RoundView):
    """The matches of a round, and its bye."""

    lookup_url_kwarg = "number"
    lookup_value_converter = "int"
    public_actions = ("matches",)
    answers: ClassVar[Any] = TeamMatchesBody
    operations: ClassVar = {
        "POST matches": Operation(MakeMatch, "make_match", status=201, match=True),
        "DELETE matches/<uuid:team_id>": Operation(UnmakeMatch, "unmake_match", match=True),
        "PUT team-byes/<uuid:team_id>": Operation(
            SetTeamBye, "give_team_bye", title="Give a team the bye.", fixed={"given": True}
        ),
        "DELETE team-byes/<uuid:team_id>": Operation(
            SetTeamBye, "take_team_bye", title="Take the bye of a team back.", fixed={"given": False}
        ),
    }

    @reads("get_matches", "round.read", TeamMatchesBody)
    @action(detail=True)
    def matches(self, request: Request, slug: str, number: int) -> Any:
        """Get the matches of a round of teams, board by board."""
        row, _ = self.round(slug, number)
        return matches_body(row, number, officer=self.officer(row))

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> Any:
        return matches_body(row, address["number"], officer=self.officer(row))

    def place(self, row: TournamentRow, **address: Any) -> tuple[Any, ...]:
        return "api:round-matches", row.slug, address["number"]


class TeamStandings(TableView, TournamentView):
    sheet: ClassVar[Any] = staticmethod(team_sheet)

    @reads(
        "list_team_standings",
        "tournament.read",
        TeamStandingsBody,
        parameters=PARAMETERS,
    )
    def get(self, request: Request, slug: str) -> TeamStandingsBody:
        """Get the places of the teams after a round, and how players did at each board."""
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_in_query(request, row)
        group = request.query_params.get("group")
        return team_standings_body(row, number, at, officer=self.officer(row), group=group)
