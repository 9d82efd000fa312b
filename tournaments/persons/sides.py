"""The players of one entry: one, two in pair go, two or three in rengo."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.refusals import refuse
from tournaments.competition.facts import EntryFacts, PlayerFacts
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import mean


def side_facts(player: Player, *partners: Player) -> dict[str, Any]:
    """Return ``PlayerFacts`` by name: mean strength rounded down, and the first player's origin."""
    facts = {name: getattr(player, name) for name in PlayerFacts.fact_names()}
    strength = {name: mean(getattr(one, name) for one in (player, *partners)) for name in ("rank", "rating")}
    return facts | strength


ON_A_SIDE = ("player", "partner", "third")
SIDE_IDS = tuple(f"{name}_id" for name in ON_A_SIDE)


def entry_fields(
    row: TournamentRow, values: Mapping[str, Any], known: Mapping[str, Player] | None = None
) -> dict[str, Any]:
    """Return the fields of ``EnterPlayer``, completed from the players' rows.

    Refuses ``unknown_player`` for players of other organisations. ``known``: players loaded before.
    """
    known = players_of_lines(row, [values]) if known is None else known
    side = {
        name: _player(known, name, values[f"{name}_id"]) for name in ON_A_SIDE if values.get(f"{name}_id")
    }
    registered = {name: values[name] for name in EntryFacts.fact_names() if name in values}
    return {
        **{f"{name}_id": str(player.id) for name, player in side.items()},
        "absent": frozenset(values.get("absent", ())),
        **side_facts(*side.values()),
        **registered,
    }


def replacement_fields(row: TournamentRow, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of ``ReplacePlayer``: those of an entry without facts of this tournament."""
    entered = entry_fields(row, values)
    kept = {name: entered[name] for name in (*PlayerFacts.fact_names(), "player_id")}
    others: dict[str, Any] = {name: entered[name] for name in ("partner_id", "third_id") if name in entered}
    return {**kept, **others, "reason": values.get("reason", "")}


def players_of_lines(row: TournamentRow, lines: Iterable[Mapping[str, Any]]) -> dict[str, Player]:
    """Return the organisation's players that the lines name, by id."""
    ids = {line[name] for line in lines for name in SIDE_IDS if line.get(name)}
    found = Player.objects.filter(organisation_id=row.organisation_id, pk__in=ids, erased=False)
    return {str(player.id): player for player in found}


def _player(known: Mapping[str, Player], name: str, player_id: str) -> Player:
    return known.get(player_id) or refuse("unknown_player", field=name, player=player_id)
