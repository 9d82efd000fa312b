"""A digest of all inputs of a pairing."""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any

from tournaments.competition.history import Entrant, Game, History, Result
from tournaments.competition.pairing.clubs import club_key
from tournaments.competition.settings import HandicapSettings, PairingSettings, Settings

FIRST = {
    Settings: "system rounds floor bar zero nbw_bye2 nbw_absent2 mms_bye2 mms_absent2 round_down "
    "not_played_counts_half categories criteria komi handicap_komi board_size handicap pairing",
    HandicapSettings: "by_score ceiling correction no_handicap_from",
    PairingSettings: "rules avoid_repeated random deterministic balance_colours avoid_mixing_categories "
    "minimise_score_difference draw_weight compensate_draws draw_up draw_down maximise_seeding seeding_first "
    "seeding_second first_seeding_until rating_in_first rating_in_second minimise_handicap "
    "avoid_same_geography country_factor club_factor club_group_factor nx1_factor strong_from strong_at_bar "
    "strong_by_wins",
    Entrant: "id rank rating country club correction order absent final",
    Game: "round table white black handicap result",
    Result: "winner by_default",
}
"""The first fields, always in digests. Later fields are included only if they differ from their default, so
that digests of rounds paired before stay the same."""
_FIRST = {cls: frozenset(names.split()) for cls, names in FIRST.items()}
UNTOLD = ("claims",)  # no pairing depends on them
FIRST_NAMES = {"UNBEATEN": "CPS", "DCL": "DC", "CPS": "CPS of OpenGotha", "DC": "DC of OpenGotha"}
"""Names of criteria in digests, for those that had another name when old rounds were paired."""


def inputs_digest(
    history: History,
    round_: int,
    rules: str,
    seed: int,
    apart: Collection[str],
    taken_tables: Collection[int],
) -> str:
    """Return the SHA-256 (hex) of the canonical JSON of settings, entrants, earlier rounds, rules and seed.

    The JSON also has the entrants set ``apart``, the tables taken by them, the meetings required in this
    round and the clubs of one group. It is independent of the order in which entrants, games and byes are
    given, of later rounds, and of the names of club groups.
    """
    past = history.up_to(round_ - 1)
    inputs = {
        "settings": _as_data(past.settings),
        "entrants": sorted(
            (_as_data(_absences_until(round_, entrant)) for entrant in past.entrants.values()), key=_id
        ),
        "games": sorted(
            (_as_data(game) for game in past.games), key=lambda game: (game["round"], game["white"])
        ),
        "byes": {str(played): sorted(receivers) for played, receivers in past.byes.items() if receivers},
        "round": round_,
        "rules": rules,
        "seed": seed,
        "apart": sorted(apart),
        "taken": sorted(taken_tables),
    }
    if groups := [group for group in past.meetings if group.counts_in(round_)]:
        inputs["meetings"] = sorted((_as_data(group) for group in groups), key=_id)
    if past.club_groups:
        inputs["club_groups"] = sorted(sorted(map(club_key, group.clubs)) for group in past.club_groups)
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"), default=sorted)
    return hashlib.sha256(text.encode()).hexdigest()


def _absences_until(round_: int, entrant: Entrant) -> Entrant:
    return replace(
        entrant,
        absent=frozenset(r for r in entrant.absent if r <= round_),
        byes_asked=entrant.byes_asked & {round_},
    )


def _id(data: dict[str, Any]) -> str:
    return str(data["id"])


def _as_data(value: Any) -> Any:
    """Return plain values unchanged, and dataclasses as dicts."""
    if not is_dataclass(value):
        return value
    first = _FIRST.get(type(value), frozenset())
    return {
        field.name: _digest_value(field.name, getattr(value, field.name))
        for field in fields(value)
        if field.name not in UNTOLD
        and (field.name in first or getattr(value, field.name) != _default_of(field))
    }


def _digest_value(name: str, value: Any) -> Any:
    return _criteria(value) if name == "criteria" else _as_data(value)


def _criteria(names: Sequence[str]) -> list[str]:
    """Return the criteria; DC has its older name if no criterion follows it."""
    lowered = [FIRST_NAMES.get(name, name) for name in names]
    return [*lowered[:-1], "DC"] if names and names[-1] == "DC" else lowered


def _default_of(field: "Field[Any]") -> object:
    """Return the default of a field."""
    return field.default if field.default_factory is MISSING else field.default_factory()
