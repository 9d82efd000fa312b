"""Prizes of a tournament with names, as plain JSON values for REST, pages and commands, and as CSV."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypedDict

from games.marking import marked
from games.rest.bodies import OptionalText, RankText
from tournaments.competition.history import History
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import ratings_of
from tournaments.competition.standings import standings
from tournaments.competition.standings.prizes import Line, PersonalFacts, PrizeChoices, View, prizes
from tournaments.formats.csv_tables import csv_file
from tournaments.reading.bodies import require_group
from tournaments.reading.names import SideBody, side_body
from tournaments.reading.queries import Name, last_round_with_results
from tournaments.reading.rating_bodies import time_class_of
from tournaments.reading.team_bodies import visible_state
from tournaments.reading.visibility import require_visible_round, visible_history
from tournaments.state.groups import (
    groups_in_history,
    groups_of,
    history_of_group,
    named_groups,
    with_teams_of,
)
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.teams.standings import team_standings

HEAD = ("prize", "place", "team", "name", "rank", "country", "club", "by")


class PrizeWinnerBody(SideBody):
    rank: RankText
    country: OptionalText
    club: OptionalText


class PrizeLineBody(TypedDict):
    """A line of a prize. ``team``: club or country of ``players``, or ""; ``by``: deciding criterion."""

    place: int
    team: OptionalText
    by: OptionalText
    players: list[PrizeWinnerBody]


class PrizeBody(TypedDict):
    """A prize. ``hidden``: depends on personal data, for officers only; ``missing``: missing data."""

    name: str
    title: str
    rule: str
    hidden: bool
    missing: OptionalText
    lines: list[PrizeLineBody]


class PrizesBody(TypedDict):
    """Prizes. ``everybody``: all players compete; else those of ``group``, null for those without one."""

    tournament: str
    round: int
    everybody: bool
    group: OptionalText
    groups: list[OptionalText]
    first: int
    youth: int
    prizes: list[PrizeBody]


def prizes_body(
    row: TournamentRow,
    round_: int | None,
    choices: PrizeChoices,
    *,
    officer: bool = False,
    personal: bool = False,
    group: str | None = None,
) -> PrizesBody:
    """Return all prizes after a round, of all players or one group.

    Raises Http404 for an unknown round or group.
    ``personal``: whether the reader may see prizes that depend on personal data.
    """
    history, names, rounds = visible_history(row, officer=officer)
    history = history.of_final_entries()
    number = require_visible_round(
        history, last_round_with_results(history) if round_ is None else round_, rounds
    )
    groups = groups_in_history(history)
    if group is not None:
        history = history_of_group(history, require_group(group, groups))
    known = PersonalFacts(year=_year(row), rises=_rises(row, history.up_to(number)))
    if personal:
        known = _with_people(row, known)
    views = prizes(history, standings(history, number), known, choices)
    return {
        "tournament": row.slug,
        "round": number,
        "everybody": group is None,
        "group": group or "",
        "groups": named_groups(groups),
        "first": choices.first,
        "youth": choices.youth,
        "prizes": [
            *_team_prizes(row, number, choices, history, names, officer=officer),
            *(_view(view, history, names, hidden=view.personal and not personal) for view in views),
        ],
    }


def _team_prizes(
    row: TournamentRow,
    number: int,
    choices: PrizeChoices,
    history: History,
    names: Mapping[str, Name],
    *,
    officer: bool,
) -> list[PrizeBody]:
    """Return the prizes of teams by group, which precede those of players; none without teams."""
    if not history.settings.teams.boards:
        return []
    state = visible_state(row, officer=officer)

    def team_prize(group: str) -> PrizeBody:
        rows = team_standings(with_teams_of(state, group), number).rows if number else ()
        lines: list[PrizeLineBody] = [
            {
                "place": one.place,
                "team": state.teams[one.entrant_id].name,
                "by": marked("place %(place)s", place=one.place),
                "players": [_player(id_, history, names) for id_ in state.teams[one.entrant_id].members],
            }
            for one in rows
            if one.place <= choices.first
        ]
        return {
            "name": "teams",
            "title": marked("Teams: %(group)s", group=group) if group else marked("Teams"),
            "rule": marked("By place of the teams; teams that share a place share the prize."),
            "hidden": False,
            "missing": "",
            "lines": lines,
        }

    return [team_prize(group) for group in groups_of(state)]


def _year(row: TournamentRow) -> int | None:
    """Return the year of the last day, else of the first."""
    written = str(row.ends or row.begins)[:4]
    return int(written) if written.isdecimal() else None


def _rises(row: TournamentRow, history: History) -> dict[str, int] | None:
    """Return changes of ratings in thousandths; None if no game is rated."""
    table = ratings_of(history, time_class_of(row)[0])
    if not any(rated.games for rated in table.rows):
        return None
    return {rated.player: round(1000 * (rated.after - rated.before)) for rated in table.rows}


def _with_people(row: TournamentRow, known: PersonalFacts) -> PersonalFacts:
    entries = dict(EntryRow.objects.filter(tournament=row).values_list("player_id", "id"))
    facts = Player.objects.filter(id__in=entries).values_list("id", "birth_year", "woman")
    people = [(str(entries[id_]), year, woman) for id_, year, woman in facts]
    return replace(
        known,
        birth_years={entry: year for entry, year, _ in people if year is not None},
        women={entry: woman for entry, _, woman in people if woman is not None},
    )


def _view(view: View, history: History, names: Mapping[str, Name], *, hidden: bool) -> PrizeBody:
    return {
        "name": view.name,
        "title": view.title,
        "rule": view.rule,
        "hidden": hidden,
        "missing": "" if hidden else view.missing,
        "lines": [] if hidden else [_line(line, history, names) for line in view.lines],
    }


def _line(line: Line, history: History, names: Mapping[str, Name]) -> PrizeLineBody:
    return {
        "place": line.place,
        "team": line.name,
        "by": line.text,
        "players": [_player(id_, history, names) for id_ in line.entrants],
    }


def _player(id_: str, history: History, names: Mapping[str, Name]) -> PrizeWinnerBody:
    entrant = history.entrants[id_]
    return {
        **side_body(id_, names),
        "rank": format_rank(entrant.rank),
        "country": entrant.country,
        "club": entrant.club,
    }


def prizes_csv(body: PrizesBody) -> bytes:
    """Return a CSV file with a row for each player and prize."""
    return csv_file((HEAD, *_rows(body)))


def _rows(body: PrizesBody) -> Iterable[tuple[Any, ...]]:
    for view in body["prizes"]:
        for line in view["lines"]:
            for one in line["players"]:
                who = (one["name"], one["rank"], one["country"], one["club"])
                yield (view["title"], line["place"], line["team"], *who, line["by"])
