"""From entries to people's names: the only bridge, in the one direction that reads need."""

from collections.abc import Iterable, Mapping

from tournaments.state.tournament import Tournament
from tournaments.tables.people import Player


def players_by_id(player_ids: Iterable[str]) -> dict[str, Player]:
    """Players by the text of their id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=set(player_ids))}


def name_order(state: Tournament) -> Mapping[str, int]:
    """Entry id -> place in the list by name: what breaks the last ties in a pairing and orders equals."""
    people = players_by_id(entry.player_id for entry in state.entries.values())

    def by_name(entry_id: str) -> tuple[str, int]:
        entry = state.entries[entry_id]
        player = people.get(entry.player_id)
        return (player.key if player else "", entry.number)

    return {entry_id: place for place, entry_id in enumerate(sorted(state.entries, key=by_name))}
