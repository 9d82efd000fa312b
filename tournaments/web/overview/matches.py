"""The matches of a round of teams: its games as the page lists them, grouped, and what is done by hand."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.reading.queries import settings_of
from tournaments.reading.team_bodies import format_half_points, visible_state
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import Match, earlier_matches, is_counted, matches, team_byes, waiting_teams
from tournaments.web.base import form_action, perform, round_for


def of_teams(
    row: TournamentRow, number: int, lines: Sequence[Mapping[str, Any]], *, officer: bool
) -> dict[str, Any]:
    """What the page of a round shows in place of single games; nothing where players play for themselves."""
    if not settings_of(row).teams.boards:
        return {}
    state = visible_state(row, officer=officer)
    by_game = {line["game"]: line for line in lines}
    listed = [_match(state, match, by_game) for match in matches(state, number)]
    return {
        "matches": listed,
        "alone": list(by_game.values()),
        "team_byes": [(team, state.teams[team].name) for team in sorted(team_byes(state, number))],
        "waiting_teams": [(team.id, team.name) for team in waiting_teams(state, number)],
    }


def _match(state: Tournament, match: Match, by_game: dict[Any, Mapping[str, Any]]) -> dict[str, Any]:
    """Takes its games out of ``by_game``."""
    return {
        "white": state.teams[match.white].name,
        "black": state.teams[match.black].name,
        "team": match.white,
        "met": [earlier.round for earlier in earlier_matches(state, match.round, match.teams)],
        "score": " : ".join(format_half_points(match.points2(team)) for team in match.teams),
        "finished": match.is_finished,
        "counts": is_counted(state, match),
        "games": [
            {**by_game.pop(board.pair.game_id), "board": board.number}
            for board in match.boards
            if board.pair.game_id in by_game
        ],
    }


@form_action
def make_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two of the teams that wait."""
    row, _ = round_for(request, slug, number, MakeMatch.right)
    perform(request, MakeMatch, row, number=number)
    return redirect("web:round", slug=slug, number=number)


@form_action
def unmake_match(request: HttpRequest, slug: str, number: int, team_id: UUID) -> HttpResponse:
    row, _ = round_for(request, slug, number, UnmakeMatch.right)
    perform(request, UnmakeMatch, row, number=number, team_id=team_id)
    return redirect("web:round", slug=slug, number=number)


@form_action
def give_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The bye to the team that was chosen."""
    row, _ = round_for(request, slug, number, SetTeamBye.right)
    perform(request, SetTeamBye, row, given=True, number=number, team_id=request.POST.get("team", ""))
    return redirect("web:round", slug=slug, number=number)


@form_action
def take_bye(request: HttpRequest, slug: str, number: int, team_id: UUID) -> HttpResponse:
    row, _ = round_for(request, slug, number, SetTeamBye.right)
    perform(request, SetTeamBye, row, given=False, number=number, team_id=team_id)
    messages.success(request, gettext("The bye is taken back: the team waits for a match."))
    return redirect("web:round", slug=slug, number=number)
