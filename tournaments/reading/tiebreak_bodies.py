"""Tie-break criteria as REST bodies: all criteria, those of a tournament, and the effect of changing them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext

from games.rest.bodies import IdText, OptionalText, body_from
from games.speaking import translate
from tournaments.competition.settings import Settings
from tournaments.competition.standings import CRITERIA, Criterion, Standings, criteria_of, reasons_for_order
from tournaments.competition.standings.tiebreaks import GENERIC, NOT_DONE, OTHER_NAMES
from tournaments.domain.settings import check_settings
from tournaments.domain.tiebreaks import PlacingPreview, preview_moves
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.reading.officiating import PlaceChangeBody, place_change_body
from tournaments.reading.queries import Name, entry_names, settings_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow


class CriterionBody(TypedDict):
    """A criterion. ``checked``: V recomputed against published results, S read in the source, ? own choice.

    ``equals``: the program with the same values; ``compared``: the published lists that they were
    recomputed against. ``unit``: the divisor of stored integers for display.
    """

    name: str
    formula: str
    source: str
    equals: OptionalText
    compared: OptionalText
    checked: Annotated[str, ("enum", ["V", "S", "?"])]
    unit: int


class KnownCriterionBody(CriterionBody):
    also: list[str]


class TiebreaksBody(TypedDict):
    """All criteria. ``generic``: names that stand for the first in a Swiss, for the second in a McMahon."""

    criteria: list[KnownCriterionBody]
    generic: dict[str, list[str]]
    not_done: dict[str, str]


class ChosenBody(TypedDict):
    """The criteria of a tournament. ``team_criteria``: those of teams; empty without teams."""

    tournament: str
    criteria: list[CriterionBody]
    team_criteria: list[str]
    draw_seed: int


class MoveBody(PlaceChangeBody):
    """A change of place. ``reason_before``, ``reason``: the reason for being below the row above."""

    reason_before: OptionalText
    reason: OptionalText


class TeamMoveBody(TypedDict):
    team: IdText
    name: str
    place_before: int | None
    place: int
    reason_before: OptionalText
    reason: OptionalText


class MovesBody(TypedDict):
    """Changes of places after ``round``. ``seen``: to be sent with the change of criteria.

    ``team_changes``: teams with another place, if their criteria are given.
    """

    tournament: str
    round: int
    before: list[str]
    criteria: list[str]
    draw_seed: int
    seen: str
    changes: list[MoveBody]
    team_criteria: list[str]
    team_changes: list[TeamMoveBody]


def tiebreaks_body() -> TiebreaksBody:
    """Return every criterion with its formula and source, and the unsupported ones with the reason."""
    also: dict[str, list[str]] = {}
    for other, name in OTHER_NAMES.items():
        also.setdefault(name, []).append(other)
    return {
        "criteria": [{**_criterion(one), "also": also.get(one.name, [])} for one in CRITERIA.values()],
        "generic": {name: [by.format("W"), by.format("M")] for name, by in GENERIC.items()},
        "not_done": {name: translate(why) for name, why in NOT_DONE.items()},
    }


def _criterion(one: Criterion) -> CriterionBody:
    words = {name: translate(getattr(one, name)) for name in ("formula", "source", "equals", "compared")}
    return body_from(CriterionBody, one, **words)


def tournament_criteria_body(row: TournamentRow) -> ChosenBody:
    """Return the tie-breaks of this tournament, in its order."""
    settings = settings_of(row)
    return {
        "tournament": row.slug,
        "criteria": [_criterion(one) for one in criteria_of(settings)],
        "team_criteria": list(settings.teams.criteria) if settings.teams.boards else [],
        "draw_seed": settings.draw_seed,
    }


def settings_with_criteria(
    settings: Settings,
    criteria: Sequence[str],
    draw_seed: int | None = None,
    team_criteria: Sequence[str] | None = None,
) -> Settings:
    """Return the settings with other criteria. Refuses invalid ones."""
    if team_criteria is not None:
        settings = replace(settings, teams=replace(settings.teams, criteria=tuple(team_criteria)))
    seed = settings.draw_seed if draw_seed is None else draw_seed
    chosen = replace(settings, criteria=tuple(criteria), draw_seed=seed)
    check_settings(chosen)
    return chosen


def change_of_criteria(row: TournamentRow, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of ``ChangeSettings`` from the fields of the operation."""
    return {
        "settings": settings_with_criteria(
            settings_of(row), values["criteria"], values.get("draw_seed"), values.get("team_criteria")
        ),
        "ruleset": row.ruleset,
        "reason": values["reason"],
        "seen": values["seen"],
    }


def moves_body(
    row: TournamentRow,
    criteria: Sequence[str],
    draw_seed: int | None = None,
    team_criteria: Sequence[str] | None = None,
) -> tuple[MovesBody, int]:
    """Return the changes of places with their reasons, and the tournament's version."""
    state, version = load(str(row.id))
    chosen = settings_with_criteria(state.settings, criteria, draw_seed, team_criteria)
    would = preview_moves(state, chosen, name_order(state))
    names = entry_names(row)
    before, after = (reasons_by_entry(tables, names) for tables in zip(*would.tables, strict=True))
    body: MovesBody = {
        "tournament": row.slug,
        "round": would.round,
        "before": list(would.tables[0][0].criteria),
        "criteria": list(would.tables[0][1].criteria),
        "draw_seed": state.settings.draw_seed if draw_seed is None else draw_seed,
        "seen": would.digest,
        "changes": [
            {
                **place_change_body(one, names),
                "reason_before": before.get(one.entry, ""),
                "reason": after.get(one.entry, ""),
            }
            for one in would.place_changes
        ],
        "team_criteria": list(chosen.teams.criteria) if chosen.teams.boards else [],
        "team_changes": _team_changes(state, would),
    }
    return body, version


def _team_changes(state: Tournament, would: PlacingPreview) -> list[TeamMoveBody]:
    names = {team.id: Name(team.name) for team in state.teams.values()}
    before, after = (
        (reasons_by_entry(tables, names) for tables in zip(*would.teams, strict=True))
        if would.teams
        else ({}, {})
    )
    return [
        {
            "team": one.entry,
            "name": str(names[one.entry]),
            "place_before": one.place_before,
            "place": one.place_after,
            "reason_before": before.get(one.entry, ""),
            "reason": after.get(one.entry, ""),
        }
        for one in would.team_place_changes
    ]


def reasons_by_entry(tables: Iterable[Standings], names: Mapping[str, Name]) -> dict[str, str]:
    """Return by entry the reason for its place below the row above, for all rows but the first of a group."""
    return {
        entry: reason_sentence(str(names[above]), text)
        for table in tables
        for entry, (above, text) in reasons_for_order(table).items()
    }


def reason_sentence(above: str, text: str) -> str:
    if text.endswith("no criterion decides"):
        return gettext("Level with %(above)s: %(why)s.") % {"above": above, "why": translate(text)}
    return gettext("Behind %(above)s, who is %(why)s.") % {"above": above, "why": translate(text)}


def criteria_text(criteria: Iterable[str]) -> str:
    """Return criteria as text for a form: "MMS, SOSM, SOSOSM"."""
    return ", ".join(criteria)
