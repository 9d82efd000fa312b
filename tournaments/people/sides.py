"""Players as one side of a tournament: one, or in pair go two."""

from typing import Any

from tournaments.competition.facts import PlayerFacts
from tournaments.tables.people import Player
from tournaments.teams.history import mean


def side_facts(player: Player, *partner: Player) -> dict[str, Any]:
    """``PlayerFacts`` by name: of two the mean strength, rounded down, and where the first is from."""
    facts = {name: getattr(player, name) for name in PlayerFacts.fact_names()}
    strength = {name: mean(getattr(one, name) for one in (player, *partner)) for name in ("rank", "rating")}
    return facts | strength
