"""Players as one side of a tournament: one, in pair go two, in rengo two or three."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.refusals import refuse
from tournaments.competition.facts import EntryFacts, PlayerFacts
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import mean


def side_facts(player: Player, *partners: Player) -> dict[str, Any]:
    """``PlayerFacts`` by name: of more the mean strength, rounded down, and where the first is from."""
    facts = {name: getattr(player, name) for name in PlayerFacts.fact_names()}
    strength = {name: mean(getattr(one, name) for one in (player, *partners)) for name in ("rank", "rating")}
    return facts | strength


ON_A_SIDE = ("player", "partner", "third")


def entering(
    row: TournamentRow, values: Mapping[str, Any], known: Mapping[str, Player] | None = None
) -> dict[str, Any]:
    """What ``EnterPlayer`` takes, from the fields of the operation: the rest is as the players are known.

    Refuses with ``unknown_player`` who is not one of the organisation's. ``known``: if looked up.
    """
    known = players_named(row, [values]) if known is None else known
    side = {name: _player(known, values[name]) for name in ON_A_SIDE if values.get(name)}
    registered = {name: values[name] for name in EntryFacts.fact_names() if name in values}
    return {
        **{f"{name}_id": str(player.id) for name, player in side.items()},
        "absent": frozenset(values.get("absent", ())),
        **side_facts(*side.values()),
        **registered,
    }


def replacing(row: TournamentRow, values: Mapping[str, Any]) -> dict[str, Any]:
    """What ``ReplacePlayer`` takes: as ``entering``, without what counts in this tournament only."""
    told = entering(row, values)
    kept = {name: told[name] for name in (*PlayerFacts.fact_names(), "player_id")}
    others: dict[str, Any] = {name: told[name] for name in ("partner_id", "third_id") if name in told}
    return {**kept, **others, "reason": values.get("reason", "")}


def players_named(row: TournamentRow, lines: Iterable[Mapping[str, Any]]) -> dict[str, Player]:
    """Those of the organisation whom the fields name, by id."""
    ids = {line[name] for line in lines for name in ON_A_SIDE if line.get(name)}
    found = Player.objects.filter(organisation_id=row.organisation_id, pk__in=ids, erased=False)
    return {str(player.id): player for player in found}


def _player(known: Mapping[str, Player], player_id: str) -> Player:
    return known.get(player_id) or refuse("unknown_player", player=player_id)
