"""What REST and pages show of a schedule: seeds, the matches of a bracket, the games of a round robin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404

from tournaments.deciding.scheduling import filled, is_scheduled, seeds_of
from tournaments.groups import groups_of
from tournaments.loading import load
from tournaments.queries import Name, entry_names
from tournaments.rows import TournamentRow
from tournaments.schedules import round_robin
from tournaments.schedules.bracket import NOBODY, Filled
from tournaments.tournament import Tournament


def shown_state(row: TournamentRow, *, officer: bool) -> Tournament:
    """The tournament; for the public as if rounds that are not published had not been paired."""
    state, _ = load(str(row.id))
    if officer:
        return state
    return replace(state, rounds={n: round_ for n, round_ in state.rounds.items() if round_.published})


def schedule_body(row: TournamentRow, group: str | None, *, officer: bool) -> dict[str, Any]:
    """Of one group; of the first where none is named. Raises Http404 for a group that nobody plays in."""
    state, names = shown_state(row, officer=officer), entry_names(row)
    groups = groups_of(state)
    group = groups[0] if group is None else group
    if group not in groups:
        raise Http404
    seeds = seeds_of(state, group)
    return {
        "tournament": row.slug,
        "system": state.settings.system,
        "group": group,
        "groups": groups,
        "seeds": [_player(id_, names) for id_ in seeds],
        "rounds": _rounds(state, seeds, names),
        "matches": [_match(one, names) for one in filled(state, group)],
    }


def _player(id_: str | None, names: Mapping[str, Name]) -> dict[str, str] | None:
    if not id_:
        return None
    return {"entry": id_, "name": str(names[id_]), "key": names[id_].key}


def _rounds(state: Tournament, seeds: tuple[str, ...], names: Mapping[str, Name]) -> list[dict[str, Any]]:
    """Everything a round robin will play, as drawn; empty for other systems."""
    if not (is_scheduled(state) and seeds and state.settings.system == "round_robin"):
        return []
    dates = state.settings.schedule.dates
    last = round_robin.rounds_needed(len(seeds), twice=state.settings.schedule.twice)
    return [
        {
            "number": number,
            "date": dates[number - 1] if number <= len(dates) else "",
            "games": [
                {"white": _player(game.white, names), "black": _player(game.black, names)}
                for game in round_robin.plan(seeds, number).games
            ],
            "free": [_player(id_, names) for id_ in round_robin.plan(seeds, number).byes],
        }
        for number in range(1, last + 1)
    ]


def _match(one: Filled, names: Mapping[str, Name]) -> dict[str, Any]:
    """``state``: open (players not known), free (nobody to play), due, paired, decided."""
    return {
        "place": one.match.place,
        "round": one.match.round,
        "one": _player(one.one, names),
        "other": _player(one.other, names),
        "winner": one.winner or None,
        "table": one.game.table if one.game else None,
        "by_default": bool(one.game and one.game.result.by_default),
        "state": _state(one),
    }


def _state(one: Filled) -> str:
    if one.game:
        return "paired" if one.winner is None else "decided"
    if NOBODY in (one.one, one.other):
        return "free"
    return "due" if one.due else "open"
