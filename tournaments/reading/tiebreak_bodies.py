"""The table of criteria, a tournament's choice among them, and who would move by another one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.competition.history import Settings
from tournaments.competition.standings import CRITERIA, Criterion, Standings, criteria_of, reasons
from tournaments.competition.standings.tiebreaks import GENERIC, NOT_DONE, OTHER_NAMES
from tournaments.deciding.setting_up import check_settings
from tournaments.deciding.tiebreaks import moves
from tournaments.loading import load
from tournaments.people.names import name_order
from tournaments.reading.officiating import moved_body
from tournaments.reading.queries import Name, entry_names, settings_of
from tournaments.tables.rows import TournamentRow


def table_body() -> dict[str, Any]:
    """Every criterion with its formula and source, and what is not done, and why."""
    also: dict[str, list[str]] = {}
    for other, name in OTHER_NAMES.items():
        also.setdefault(name, []).append(other)
    return {
        "criteria": [{**_criterion(one), "also": also.get(one.name, [])} for one in CRITERIA.values()],
        "generic": {name: [by.format("W"), by.format("M")] for name, by in GENERIC.items()},
        "not_done": NOT_DONE,
    }


def _criterion(one: Criterion) -> dict[str, Any]:
    return {
        "name": one.name,
        "formula": one.formula,
        "source": one.source,
        "checked": one.checked,
        "unit": one.unit,
    }


def chosen_body(row: TournamentRow) -> dict[str, Any]:
    """Tie-breaks in this tournament, in its order."""
    settings = settings_of(row)
    return {
        "tournament": row.slug,
        "criteria": [_criterion(one) for one in criteria_of(settings)],
        "draw_seed": settings.draw_seed,
    }


def placed_by(settings: Settings, criteria: Sequence[str], draw_seed: int | None = None) -> Settings:
    """The settings with other criteria. Refuses those that no tournament can have."""
    seed = settings.draw_seed if draw_seed is None else draw_seed
    chosen = replace(settings, criteria=tuple(criteria), draw_seed=seed)
    check_settings(chosen)
    return chosen


def change_of_criteria(row: TournamentRow, values: Mapping[str, Any]) -> dict[str, Any]:
    """What ``ChangeSettings`` takes, from the fields of the operation."""
    return {
        "settings": placed_by(settings_of(row), values["criteria"], values.get("draw_seed")),
        "ruleset": row.ruleset,
        "reason": values["reason"],
        "seen": values["seen"],
    }


def moves_body(
    row: TournamentRow, criteria: Sequence[str], draw_seed: int | None = None
) -> tuple[dict[str, Any], int]:
    """Who would change places and why, and the version of the tournament that was asked."""
    state, version = load(str(row.id))
    would = moves(state, placed_by(state.settings, criteria, draw_seed), name_order(state))
    names = entry_names(row)
    before, after = (whys(tables, names) for tables in zip(*would.tables, strict=True))
    body = {
        "tournament": row.slug,
        "round": would.round,
        "before": list(would.tables[0][0].criteria),
        "criteria": list(would.tables[0][1].criteria),
        "draw_seed": state.settings.draw_seed if draw_seed is None else draw_seed,
        "seen": would.digest,
        "changes": [
            {
                **moved_body(one, names),
                "why_before": before.get(one.entry, ""),
                "why": after.get(one.entry, ""),
            }
            for one in would.moved
        ],
    }
    return body, version


def whys(tables: Iterable[Standings], names: Mapping[str, Name]) -> dict[str, str]:
    """A sentence for every row of a group but its first: what puts it where it is."""
    return {
        entry: sentence(str(names[above]), text)
        for table in tables
        for entry, (above, text) in reasons(table).items()
    }


def sentence(above: str, text: str) -> str:
    if text.endswith("no criterion decides"):
        return f"Level with {above}: {text}."
    return f"Behind {above}, who is {text}."


def listed(criteria: Iterable[str]) -> str:
    """As a form takes them: "MMS, SOSM, SOSOSM"."""
    return ", ".join(criteria)
