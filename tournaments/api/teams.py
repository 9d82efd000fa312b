"""Teams: who is in them, who sits at their boards, their matches and places."""

from typing import Any, ClassVar
from uuid import UUID, uuid5

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operations import REASON
from games.rest.views import answer, context_of, writes
from tournaments.api.base import TournamentView, query_int
from tournaments.api.standings import position_asked
from tournaments.api.team_shapes import (
    LineUpIn,
    TeamChange,
    TeamIn,
    TeamMatchesOut,
    TeamMatchIn,
    TeamOut,
    TeamsOut,
    TeamStandingsOut,
)
from tournaments.deciding.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.deciding.setting_up import MOST_BOARDS
from tournaments.deciding.teams import ChangeTeam, DisbandTeam, FormTeam, SetLineUp
from tournaments.reading.team_bodies import matches_body, team_body, team_standings_body, teams_body
from tournaments.tables.rows import TournamentRow


class TeamView(TournamentView):
    def told(self, row: TournamentRow, team_id: UUID | str, status: int = 200) -> Response:
        body = team_body(row, str(team_id), officer=self.officer(row))
        return answer(body, version=_version(row), status=status)


class TeamList(TeamView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "POST": "entry.change"}

    @extend_schema(operation_id="teams", responses=TeamsOut)
    def get(self, request: Request, slug: str) -> Response:
        """The teams of a tournament and their members."""
        row = self.tournament(slug)
        return answer(teams_body(row, officer=self.officer(row)), version=row.version)

    @extend_schema(request=TeamIn, responses={201: TeamOut})
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """Form a team of players who are entered."""
        row = self.tournament(slug)
        team_id = str(uuid5(context_of(request).command_id, "team"))
        self.carry_out(row, FormTeam(team_id=team_id, **_as_text(self.body(TeamIn))))
        return self.told(row, team_id, status=201)


class TeamDetail(TeamView):
    access: ClassVar[dict[str, str]] = {
        "GET": "tournament.read",
        "PATCH": "entry.change",
        "DELETE": "entry.change",
    }

    @extend_schema(operation_id="team", responses=TeamOut)
    def get(self, request: Request, slug: str, team_id: UUID) -> Response:
        """One team."""
        return self.told(self.tournament(slug), team_id)

    @extend_schema(request=TeamChange, responses=TeamOut)
    @writes
    def patch(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Change name or members; rounds that are paired keep who sat at their boards."""
        row = self.tournament(slug)
        self.carry_out(row, ChangeTeam(team_id=str(team_id), **_as_text(self.body(TeamChange))))
        return self.told(row, team_id)

    @extend_schema(parameters=[REASON], responses={204: None})
    @writes
    def delete(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Disband a team that has not played."""
        row = self.tournament(slug)
        self.carry_out(row, DisbandTeam(team_id=str(team_id), reason=self.reason()))
        return answer(None, status=204)


class TeamLineUp(TeamView):
    access: ClassVar[dict[str, str]] = {"PUT": "entry.change"}

    @extend_schema(request=LineUpIn, responses=TeamOut)
    @writes
    def put(self, request: Request, slug: str, team_id: UUID, number: int) -> Response:
        """Who sits at the team's boards in a round; if it is paired, games of substitutes are made anew."""
        row = self.tournament(slug)
        given = _as_text(self.body(LineUpIn))
        ids = _game_ids(request)
        self.carry_out(row, SetLineUp(round=number, team_id=str(team_id), game_ids=ids, **given))
        return self.told(row, team_id)


class RoundMatches(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "round.read", "POST": "round.pair"}

    @extend_schema(operation_id="matches", responses=TeamMatchesOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The matches of a round, board by board."""
        row, _ = self.round(slug, number)
        return answer(matches_body(row, number), version=row.version)

    @extend_schema(request=TeamMatchIn, responses={201: TeamMatchesOut})
    @writes(match=True)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pair two teams by hand."""
        row, _ = self.round(slug, number)
        given = _as_text(self.body(TeamMatchIn))
        self.carry_out(row, MakeMatch(round=number, game_ids=_game_ids(request), **given))
        return answer(matches_body(row, number), version=_version(row), status=201)


class RoundMatch(TournamentView):
    access: ClassVar[dict[str, str]] = {"DELETE": "round.pair"}

    @extend_schema(parameters=[REASON], responses={200: TeamMatchesOut})
    @writes(match=True)
    def delete(self, request: Request, slug: str, number: int, team_id: UUID) -> Response:
        """Unmake the match of a team; both teams wait again."""
        row, _ = self.round(slug, number)
        self.carry_out(row, UnmakeMatch(round=number, team_id=str(team_id), reason=self.reason()))
        return answer(matches_body(row, number), version=_version(row))


class RoundTeamBye(TournamentView):
    """Give the bye of the round to a team (PUT), or take it back (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "round.pair", "DELETE": "round.pair"}

    @extend_schema(parameters=[REASON], request=None, responses=TeamMatchesOut)
    @writes
    def put(self, request: Request, slug: str, number: int, team_id: UUID) -> Response:
        """Give a team the bye."""
        return self._set(slug, number, team_id, given=True)

    @extend_schema(parameters=[REASON], responses={200: TeamMatchesOut})
    @writes
    def delete(self, request: Request, slug: str, number: int, team_id: UUID) -> Response:
        """Take the bye of a team back."""
        return self._set(slug, number, team_id, given=False)

    def _set(self, slug: str, number: int, team_id: UUID, *, given: bool) -> Response:
        row, _ = self.round(slug, number)
        command = SetTeamBye(round=number, team_id=str(team_id), given=given, reason=self.reason())
        self.carry_out(row, command)
        return answer(matches_body(row, number), version=_version(row))


class TeamStandings(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="team_standings",
        parameters=[
            OpenApiParameter(
                "round", int, description="0 or a round that is published; the last played if absent"
            ),
            OpenApiParameter(
                "at", str, description="A position of the log, or a time (ISO 8601); now if absent"
            ),
        ],
        responses={200: TeamStandingsOut, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The places of the teams after a round, and how players did at each board."""
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_asked(request, row)
        return self.for_reader(row, lambda officer: team_standings_body(row, number, at, officer=officer))


def _as_text(given: dict[str, Any]) -> dict[str, Any]:
    """Ids as events hold them, and lists of them as tuples."""
    return {
        name: tuple(map(str, value)) if isinstance(value, list) else str(value) if value is not None else None
        for name, value in given.items()
    }


def _game_ids(request: Request) -> tuple[str, ...]:
    """Ids for the games of one match, by board."""
    command_id = context_of(request).command_id
    return tuple(str(uuid5(command_id, f"board-{board}")) for board in range(1, MOST_BOARDS + 1))


def _version(row: TournamentRow) -> int:
    return TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
