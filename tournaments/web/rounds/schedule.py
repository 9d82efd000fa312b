"""The page of a round robin or a knock-out: who met whom, the bracket as a picture and in words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from games.log.store import StoredEvent
from games.marking import marked
from games.refusals import refuse
from games.rest.operations import command_from_form
from tournaments.commands import PairAllRounds, pair_all_rounds
from tournaments.competition.history import Winner
from tournaments.competition.schedules import round_robin
from tournaments.competition.schedules.bracket import FilledMatch, champion
from tournaments.domain.base import Command
from tournaments.domain.pairs import PairUnmade
from tournaments.domain.replays import ReplayFrom, games_of, matches_to_replay
from tournaments.domain.schedule import bracket_matches, fields_of, seeds_of
from tournaments.domain.seeds import SetSeeds, seedable_sides
from tournaments.persons.lists.folding import sort_key
from tournaments.reading.bodies import standings_body
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import games_with_details, settings_of
from tournaments.reading.schedule_bodies import Meeting, meetings, names_in, plans_of, schedule_state
from tournaments.reading.team_bodies import format_half_points, team_standings_body
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import (
    context_of,
    form_action,
    officer,
    read_page,
    tournament_for,
)
from tournaments.web.commands import CommandPage, GameCommandPage
from tournaments.web.overview.reading import frame
from tournaments.web.refused import data_of, refused_in
from tournaments.web.rounds.brackets import parts_of

SEED = "seed-"
SIGNS = {2: "+", 1: "=", 0: "-"}


@read_page
def schedule_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    state = schedule_state(row, officer=officer(request, row))
    names = {id_: str(name) for id_, name in names_in(row, state).items()}
    known = _Known(
        names=names,
        ranks={} if state.settings.teams.boards else ranks_of(row.id),
        worth={(one.round, one.place): one.game_id for one in _worth(row, state)},
    )
    sections = [_section(state, group, known) for group in fields_of(state)]
    if state.settings.system == "round_robin":
        sections = [_with_places(request, row, section) for section in sections]
    sections = [_with_typed_seeds(request, row, section) for section in sections]
    context = {**frame(request, row), "sections": sections, "system": state.settings.system}
    context["of_teams"] = bool(state.settings.teams.boards)
    return render(request, "nigiri/schedule.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """By entry or team: names and ranks; ``worth``: round and place of a match -> a game worth a look."""

    names: Mapping[str, str]
    ranks: Mapping[str, str]
    worth: Mapping[tuple[int, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    round: int
    place: str
    game_id: str


def _worth(row: TournamentRow, state: Tournament) -> list[_Seen]:
    """Games of matches that are shown and worth a look."""
    if state.settings.teams.boards:
        return []
    worth = games_with_details(row.id)
    return [
        _Seen(round=number, place=pair.place, game_id=pair.game_id)
        for number, round_ in state.rounds.items()
        for pair in round_.pairs.values()
        if pair.game_id in worth
    ]


def _with_typed_seeds(request: HttpRequest, row: TournamentRow, section: dict[str, Any]) -> dict[str, Any]:
    """The seeds as they were typed where they were refused."""
    refused = refused_in(request)
    if not (refused and section["to_seed"] and refused.data.get("group", "") == section["group"]):
        return section
    sent = data_of(request, reverse("web:set-seeds", args=(row.slug,)))
    lines = [(id_, name, sent.get(f"seed-{id_}", number)) for id_, name, number in section["to_seed"]]
    return {**section, "to_seed": lines}


def _with_places(request: HttpRequest, row: TournamentRow, section: dict[str, Any]) -> dict[str, Any]:
    """The lines of a league as the standings have them: place and points of each."""
    sees, group = officer(request, row), section["group"] or None
    placed: dict[str, Mapping[str, Any]]
    if settings_of(row).teams.boards:
        of_teams = team_standings_body(row, officer=sees, group=group)
        placed = {team["team"]: team for team in of_teams["results"]}
    else:
        body = standings_body(row, officer=sees, group=group)
        placed = {line["entry"]: line for line in body["results"]}
    lines = [{**line, **_placed(placed.get(line["id"]))} for line in section["lines"]]
    return {**section, "lines": lines}


def _placed(line: Mapping[str, Any] | None) -> dict[str, Any]:
    if line is None:
        return {"place": "", "points": None}
    return {"place": line["place"], "points": next(iter(line["scores"].values()), None)}


def _section(state: Tournament, group: str, known: _Known) -> dict[str, Any]:
    names, ranks = known.names, known.ranks
    seeds = seeds_of(state, group)
    matches = bracket_matches(state, group)
    berger = bool(seeds) and state.settings.system == "round_robin"
    return {
        "group": group,
        "drawn": bool(seeds),
        "to_seed": [] if seeds else _to_seed(state, group, names),
        "parts": parts_of(matches, names, ranks, seeds, known.worth),
        "champion": names.get(champion(matches), ""),
        "champion_id": champion(matches),
        "champion_rank": ranks.get(champion(matches), ""),
        "overtaken": [_overtaken(state, matches, one, names) for one in matches if one.is_overtaken],
        "lines": _cross(state, seeds, names, ranks) if berger else [],
        "rounds": _berger(state, seeds, names) if berger else [],
    }


def _to_seed(state: Tournament, group: str, names: Mapping[str, str]) -> list[tuple[str, str, int | None]]:
    """Id, name and seed by hand of those who may be seeded: those with a seed first, then by name."""
    numbers = {id_: number for number, id_ in enumerate(state.seeds.get(group, ()), start=1)}
    lines = [(id_, names[id_], numbers.get(id_)) for id_ in seedable_sides(state, group)]
    language = state.details.language
    return sorted(lines, key=lambda line: (line[2] is None, line[2] or 0, sort_key(line[1], language)))


def _overtaken(
    state: Tournament, matches: Sequence[FilledMatch], one: FilledMatch, names: Mapping[str, str]
) -> dict[str, Any]:
    """A match whose result names another winner than who went on, and the games that would be undone."""
    game = next(game for game in games_of(state, one))
    later = [match.game for match in matches_to_replay(matches, one) if match.game]
    return {
        "round": one.match.round,
        "table": game.table,
        "game": game.game_id,
        "won": names.get(one.won or "", gettext("nobody")),
        "went_on": names.get(one.winner or "", gettext("nobody")),
        "later": [(game.round, game.table, names[game.white], names[game.black]) for game in later],
        "first": min((game.round for game in later), default=0),
    }


class Seeds(CommandPage):
    """Seeds by the numbers that were typed, in their order; an empty field is no seed."""

    command = SetSeeds
    to = "web:schedule"
    message = gettext_noop("The seeds were set.")

    def form(self) -> QueryDict:
        form = self.request.POST.copy()
        form.setlist("seeds", _typed_seeds(self.request))
        return form


set_seeds = Seeds.as_view()


def _typed_seeds(request: HttpRequest) -> list[str]:
    numbers: dict[str, int] = {}
    for name, typed in request.POST.items():
        text = str(typed).strip()
        if not name.startswith(SEED) or not text:
            continue
        if not (text.isascii() and text.isdecimal()):
            refuse("invalid_seeds", fault=marked("a number, not %(text)s", text=text[:20]))
        numbers[name.removeprefix(SEED)] = int(text[:9])
    return sorted(numbers, key=numbers.__getitem__)


@form_action
def draw_all_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Every round of a round robin at once."""
    row = tournament_for(request, slug, PairAllRounds.right)
    context = context_of(request)
    command = command_from_form(PairAllRounds, request.POST, context)
    pair_all_rounds(str(row.id), command, context)
    messages.success(request, gettext("All rounds are drawn and published."))
    if not row.published:
        messages.warning(request, gettext("The tournament is not public yet. Publish it at the desk."))
    return redirect("web:schedule", slug=slug)


class Replay(GameCommandPage):
    """Undo the games that followed from another result; the first of their rounds is paired again."""

    command = ReplayFrom
    to = "web:schedule"

    def message_for(self, command: Command, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        rounds = sorted({one.event.round for one in stored if isinstance(one.event, PairUnmade)})
        undone = gettext("The games were undone. Pair round %(number)s again.")
        return undone % {"number": rounds[0]} if rounds else gettext("Undone.")


replay = Replay.as_view()


def _cross(
    state: Tournament, seeds: Sequence[str], names: Mapping[str, str], ranks: Mapping[str, str]
) -> list[dict[str, Any]]:
    """A line for each player or team, a cell for each opponent: what came of every time they met."""
    met: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in meetings(state, seeds):
        for own, other in ((one.game.black, one.game.white), (one.game.white, one.game.black)):
            met[own, other].append(_cell(one, own, other))
    between = " " if state.settings.teams.boards else ""
    return [
        {
            "number": number,
            "id": own,
            "name": names[own],
            "rank": ranks.get(own, ""),
            "cells": [
                ("■", "self") if own == other else (between.join(met[own, other]), _outcome(met[own, other]))
                for other in seeds
            ],
        }
        for number, own in enumerate(seeds, start=1)
    ]


def _cell(met: Meeting, own: str, other: str) -> str:
    """Won (+), lost (-), jigo (=), no result yet (?); of teams with board points, "+2½:½"."""
    result = met.game.result
    known = result.winner is not Winner.NOBODY_YET
    sign = SIGNS[result.points2(for_black=own == met.game.black)] if known else "?"
    counts = known or any(met.points2.values())
    score = (
        f"{format_half_points(met.points2[own])}:{format_half_points(met.points2[other])}"
        if met.points2 and counts
        else ""
    )
    return sign + score + ("!" if result.by_default else "")


def _outcome(cells: Sequence[str]) -> str:
    """The shade of a cell: won or lost more often; empty where it is even, or nothing is known."""
    won = sum(cell.startswith("+") - cell.startswith("-") for cell in cells)
    return "won s3" if won > 0 else "lost s3" if won < 0 else ""


def _berger(state: Tournament, seeds: Sequence[str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every round as it was drawn, with its date if it has one."""
    chosen = state.settings.schedule
    last = round_robin.round_count(len(seeds), twice=chosen.twice)
    plans = plans_of(state, seeds, range(1, last + 1))
    put_off = {(one.game.round, one.game.players): one.postponed_to for one in meetings(state, seeds)}
    return [
        {
            "number": number,
            "date": chosen.dates[number - 1] if number <= len(chosen.dates) else "",
            "games": [
                (names[game.white], names[game.black], put_off.get((number, game.players), ("", "")))
                for game in plan.games
            ],
            "free": [names[id_] for id_ in plan.byes],
        }
        for number, plan in plans.items()
    ]
