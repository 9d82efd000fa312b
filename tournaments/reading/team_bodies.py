"""Bodies about teams for REST, pages and commands, as plain JSON values."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, TypedDict

from django.http import Http404

from games.rest.bodies import IdText, OptionalText, RankText
from games.speaking import translate
from tournaments.competition.facts import Team
from tournaments.competition.history import Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.standings import Standings, explain_order
from tournaments.loading import load, load_at
from tournaments.reading.bodies import require_group
from tournaments.reading.names import SideBody, WinnerText, side_body
from tournaments.reading.past_states import require_states_between
from tournaments.reading.queries import Name, entry_names
from tournaments.reading.visibility import publication_in, published_in_both
from tournaments.state.groups import groups_of, named_groups, with_teams_of
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import ResultState, Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import mean
from tournaments.teams.matches import (
    Board,
    Match,
    earlier_matches,
    is_counted,
    is_voided,
    matches,
    result_of,
    team_byes,
)
from tournaments.teams.standings import AtBoard, board_results, team_standings

Names = Mapping[str, Name]


class MemberBody(SideBody):
    """A member of a team. ``board`` 0: a substitute."""

    rank: RankText
    board: int
    withdrawn: bool


class LineUpBody(TypedDict):
    round: int
    players: list[IdText]


class TeamBody(TypedDict):
    """A team. ``rank`` and ``rating``: the mean of the boards. ``line_ups``: those set or paired.

    ``voided``: all members have withdrawn, and its matches do not count for places.
    """

    id: IdText
    number: int
    name: str
    country: OptionalText
    club: OptionalText
    rank: RankText
    rating: int
    group: OptionalText
    voided: bool
    members: list[MemberBody]
    line_ups: list[LineUpBody]


class TeamsBody(TypedDict):
    """The teams of a tournament. ``boards`` 0: it has no team matches."""

    tournament: str
    boards: int
    results: list[TeamBody]


class TeamNameBody(TypedDict):
    team: IdText
    name: str


class TeamSideBody(TeamNameBody):
    points: float


class BoardSideBody(SideBody):
    team: IdText


class BoardBody(TypedDict):
    board: int
    game: IdText
    table: int
    white: BoardSideBody
    black: BoardSideBody
    handicap: int
    result: WinnerText
    by_default: bool
    state: ResultState


class TeamMatchBody(TypedDict):
    """A match. ``white`` has White at board 1; ``points``: board points; ``met``: rounds of earlier matches.

    ``counts``: false if the matches of one of the teams were voided.
    """

    table: int
    met: list[int]
    white: TeamSideBody
    black: TeamSideBody
    result: WinnerText
    finished: bool
    counts: bool
    boards: list[BoardBody]


class TeamMatchesBody(TypedDict):
    tournament: str
    round: int
    matches: list[TeamMatchBody]
    byes: list[TeamNameBody]


class TeamPlaceBody(TeamNameBody):
    line: int
    place: int
    country: OptionalText
    club: OptionalText
    scores: dict[str, float]
    matches: list[str]
    reason: OptionalText


class AtBoardBody(SideBody):
    team: IdText
    team_name: str
    games: int
    points: float


class BoardPrizeBody(TypedDict):
    board: int
    players: list[AtBoardBody]


class TeamStandingsBody(TypedDict):
    """Team standings. ``matches``: a cell per round, "3+2½:½" against line 3. ``boards``: results by board.

    ``groups``: those of the event. ``everybody``: of the teams of all groups; else of those of ``group``,
    null for those without a group.
    """

    tournament: str
    round: int
    at: int | None
    everybody: bool
    group: OptionalText
    groups: list[OptionalText]
    criteria: list[str]
    results: list[TeamPlaceBody]
    boards: list[BoardPrizeBody]


def visible_state(row: TournamentRow, at: int | None = None, *, officer: bool) -> Tournament:
    """Return the state now, or ``at`` a position of the log; only officers see unpublished rounds.

    Raises Http404 before the tournament existed.
    """
    if officer or at is None:
        state, version = load(str(row.id)) if at is None else load_at(str(row.id), at)
        if not version:
            raise Http404
        rounds = frozenset(publication_in(state))
    else:
        past, now = require_states_between(row, at, None)
        state = past.state
        rounds = frozenset(published_in_both(publication_in(past.state), publication_in(now.state)))
    if officer:
        return state
    return replace(
        state,
        rounds={number: round_.published_part for number, round_ in state.rounds.items() if number in rounds},
        line_ups={number: chosen for number, chosen in state.line_ups.items() if number in rounds},
    )


def teams_body(row: TournamentRow, *, officer: bool) -> TeamsBody:
    """Return all teams in the order of their numbers."""
    state, names = visible_state(row, officer=officer), entry_names(row)
    return {
        "tournament": row.slug,
        "boards": state.settings.teams.boards,
        "results": [_team(state, team, names) for team in state.teams.values()],
    }


def team_body(row: TournamentRow, team_id: str, *, officer: bool) -> TeamBody:
    """Return one team. Raises Http404."""
    state = visible_state(row, officer=officer)
    if team_id not in state.teams:
        raise Http404
    return _team(state, state.teams[team_id], entry_names(row))


def _team(state: Tournament, team: Team, names: Names) -> TeamBody:
    boards = state.settings.teams.boards
    first = [state.entries[entry] for entry in team.members[:boards]]
    return {
        "id": team.id,
        "number": team.number,
        "name": team.name,
        "country": team.country,
        "club": team.club,
        "rank": format_rank(mean(entry.rank for entry in first)),
        "rating": mean(entry.rating for entry in first),
        "group": team.group,
        "voided": is_voided(state, team),
        "members": [
            {
                **side_body(entry, names),
                "rank": format_rank(state.entries[entry].rank),
                "board": place if place <= boards else 0,
                "withdrawn": state.entries[entry].withdrawn,
            }
            for place, entry in enumerate(team.members, start=1)
        ],
        "line_ups": [
            {"round": number, "players": list(line_up(state, team, number))}
            for number in sorted({*state.line_ups, *state.rounds})
            if team.id in state.line_ups.get(number, {}) or team.id in state.round(number).line_ups
        ],
    }


def matches_body(row: TournamentRow, number: int, *, officer: bool) -> TeamMatchesBody:
    """Return the matches of a round, board by board."""
    state, names = visible_state(row, officer=officer), entry_names(row)
    return {
        "tournament": row.slug,
        "round": number,
        "matches": [_match(state, match, names) for match in matches(state, number)],
        "byes": [_team_name(state, team) for team in sorted(team_byes(state, number))],
    }


def _match(state: Tournament, match: Match, names: Names) -> TeamMatchBody:
    return {
        "table": match.table,
        "met": [earlier.round for earlier in earlier_matches(state, match.round, match.teams)],
        "white": {**_team_name(state, match.white), "points": match.points2(match.white) / 2},
        "black": {**_team_name(state, match.black), "points": match.points2(match.black) / 2},
        "result": result_of(match, state.settings.system).winner.value,
        "finished": match.is_finished,
        "counts": is_counted(state, match),
        "boards": [_board(board, names) for board in match.boards],
    }


def _board(board: Board, names: Names) -> BoardBody:
    pair = board.pair
    return {
        "board": board.number,
        "game": pair.game_id,
        "table": pair.table,
        "white": {**side_body(pair.white, names), "team": board.white},
        "black": {**side_body(pair.black, names), "team": board.black},
        "handicap": pair.handicap,
        "result": pair.result.winner.value,
        "by_default": pair.result.by_default,
        "state": pair.result_state,
    }


def team_standings_body(
    row: TournamentRow,
    number: int | None = None,
    at: int | None = None,
    *,
    officer: bool = False,
    group: str | None = None,
) -> TeamStandingsBody:
    """Return the places of the teams, of all or of a group, and the players by board.

    Raises Http404 for an unknown round, position or group.
    """
    seen = visible_state(row, at, officer=officer), entry_names(row)
    return _team_standings(row, seen, number, at, officer=officer, group=group)


def _team_standings(
    row: TournamentRow,
    visible: tuple[Tournament, Names],
    number: int | None,
    at: int | None,
    *,
    officer: bool,
    group: str | None,
) -> TeamStandingsBody:
    """Return team standings. ``visible``: the state for the reader, and the names of entries."""
    state, names = visible
    groups = groups_of(state)
    last = _last_with_results(state)
    after = last if number is None else number
    if not 0 <= after <= state.settings.rounds or (not officer and after and after not in state.rounds):
        raise Http404
    if group is not None:
        state = with_teams_of(state, require_group(group, groups))
    table = team_standings(state, after)
    cells = _cells(state, table)
    by_board = groupby(board_results(state, after), key=lambda one: one.board)
    return {
        "tournament": row.slug,
        "round": after,
        "at": at,
        "everybody": group is None,
        "group": group or "",
        "groups": named_groups(groups),
        "criteria": list(table.criteria),
        "results": [
            {
                "line": index + 1,
                "place": standing.place,
                **_team_name(state, standing.entrant_id),
                "country": state.teams[standing.entrant_id].country,
                "club": state.teams[standing.entrant_id].club,
                "scores": standing.plain(),
                "matches": cells[standing.entrant_id],
                "reason": translate(explain_order(table.rows[index - 1], standing)) if index else "",
            }
            for index, standing in enumerate(table.rows)
        ],
        "boards": [
            {"board": board, "players": [_at_board_body(state, one, names) for one in players]}
            for board, players in by_board
        ],
    }


def team_sections(table: TeamStandingsBody, row: TournamentRow, *, officer: bool) -> list[dict[str, Any]]:
    """Return the standings for pages: one table, or one for each group."""
    number, at, groups = table["round"], table["at"], table["groups"]
    if len(groups) <= 1:
        return [with_names_above(table)]
    seen = visible_state(row, at, officer=officer), entry_names(row)
    each = (_team_standings(row, seen, number, at, officer=officer, group=group) for group in groups)
    return [with_names_above(one) for one in each]


def with_names_above(table: TeamStandingsBody) -> dict[str, Any]:
    """Return the table with the name of the team above in each row, "" in the first."""
    above = ["", *(line["name"] for line in table["results"])]
    return {
        **table,
        "results": [{**line, "above": name} for line, name in zip(table["results"], above, strict=False)],
    }


def _at_board_body(state: Tournament, one: AtBoard, names: Names) -> AtBoardBody:
    team = state.teams.get(one.team)
    return {
        **side_body(one.entry, names),
        "team": one.team,
        "team_name": team.name if team else "",
        "games": one.games,
        "points": one.points2 / 2,
    }


def _last_with_results(state: Tournament) -> int:
    with_results = (
        number
        for number, round_ in state.rounds.items()
        if any(pair.result.winner is not Winner.NOBODY_YET for pair in round_.pairs.values())
    )
    return max(with_results, default=0)


def _cells(state: Tournament, table: Standings) -> dict[str, list[str]]:
    """Return a cell for every team and round: "3+2½:½" is a win against row 3; "0+" a bye, "0-" no match.

    Brackets mark a match that does not count, because the matches of one of its teams were voided.
    """
    lines = {row.entrant_id: index + 1 for index, row in enumerate(table.rows)}
    said = {team: ["0-"] * table.round for team in lines}
    for number in range(1, table.round + 1):
        for match in matches(state, number):
            for team in match.teams:
                cell = f"{lines[match.other(team)]}{_match_sign(state, match, team)}{_score(match, team)}"
                said[team][number - 1] = cell if is_counted(state, match) else f"({cell})"
        for team in team_byes(state, number):
            said[team][number - 1] = "0+"
    return said


def _match_sign(state: Tournament, match: Match, team: str) -> str:
    if not match.is_finished:
        return "?"
    result = result_of(match, state.settings.system)
    return {2: "+", 1: "=", 0: "-"}[result.points2(for_black=team == match.black)]


def _score(match: Match, team: str) -> str:
    return f"{format_half_points(match.points2(team))}:{format_half_points(match.points2(match.other(team)))}"


def format_half_points(points2: int) -> str:
    """Format doubled points: 0, ½, 1, 1½."""
    whole, rest = divmod(points2, 2)
    return f"{whole or ''}½" if rest else str(whole)


def _team_name(state: Tournament, team_id: str) -> TeamNameBody:
    return {"team": team_id, "name": state.teams[team_id].name}
