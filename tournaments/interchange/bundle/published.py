"""Published rounds and standings, for a reader who computes them again. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import Standings, standings
from tournaments.state.groups import NO_GROUP, groups_in_history, groups_of, history_of_group, with_teams_of
from tournaments.state.tournament import Pair, Round, Tournament
from tournaments.teams.standings import team_standings

Body = dict[str, Any]


def published_rounds(state: Tournament) -> dict[int, Round]:
    """Return the published rounds as the public sees them."""
    return {number: one.published_part for number, one in state.rounds.items() if one.published}


def rounds_body(state: Tournament) -> Body:
    return {"rounds": [_round(round_) for _, round_ in sorted(published_rounds(state).items())]}


def _round(round_: Round) -> Body:
    return {
        "byes": sorted(round_.byes),
        "pairs": [_pair(pair) for pair in round_.by_table()],
        "round": round_.number,
    }


def _pair(pair: Pair) -> Body:
    names = ("black", "game_id", "handicap", "komi", "table", "white")
    return {name: getattr(pair, name) for name in names} | {"result": _result(pair.result)}


def _result(result: Result) -> Body | None:
    if result.winner is Winner.NOBODY_YET:
        return None
    return {"by_default": result.by_default, "winner": result.winner.value}


def standings_body(state: Tournament) -> Body:
    """Return the standings after each closed round and the final ones, of players and of teams."""
    state = replace(state, rounds=published_rounds(state))  # ignoring pairings of later rounds
    numbers = [number for number, round_ in sorted(state.rounds.items()) if round_.closed]
    numbers += [number for number in state.rounds if number == max(state.rounds) and number not in numbers]
    body: Body = {"rounds": [each for number in numbers for each in _standings_after(state, number)]}
    if state.settings.teams.boards:
        body["teams"] = [each for number in numbers for each in _team_standings_after(state, number)]
    return body


def _standings_after(state: Tournament, number: int) -> Iterator[Body]:
    history = state.history()
    for group in groups_in_history(history):
        yield _body(standings(history_of_group(history, group) if group else history, number), group)


def _team_standings_after(state: Tournament, number: int) -> Iterator[Body]:
    for group in groups_of(state):
        yield _body(team_standings(with_teams_of(state, group), number), group)


def _body(table: Standings, group: str) -> Body:
    return {
        "criteria": list(table.criteria),
        "places": {row.entrant_id: row.place for row in table.rows},
        "round": table.round,
        "values": {row.entrant_id: dict(row.scores) for row in table.rows},
    } | ({} if group == NO_GROUP else {"group": group})
