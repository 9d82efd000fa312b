"""From entries to people's names: the only bridge, in the one direction that reads need."""

from collections.abc import Iterable, Mapping

from tournaments.competition.pairing.rulesets import RULES, by_number
from tournaments.people.named import names_at
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Player


def players_by_id(player_ids: Iterable[str]) -> dict[str, Player]:
    """Players by the text of their id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=set(player_ids))}


def name_order(state: Tournament, rules: str = "", *, at: int | None = None) -> Mapping[str, int]:
    """Entry id -> place in the list by name: what orders equals, and breaks the last ties in a pairing.

    ``rules``: the rule set of the pairing, if it is one. Some read names as they are written; by others names
    decide nothing, and the order is that of entering. ``at``: names as the log knew them at that position.
    """
    if by_number(rules):
        return {entry.id: entry.number for entry in state.entries.values()}
    people = _people(state, at)
    told = _as_written if rules in RULES and RULES[rules].names_as_written else _as_files_name_them

    def by_name(entry_id: str) -> tuple[tuple[bytes, ...], int]:
        entry = state.entries[entry_id]
        player = people.get(entry.player_id)
        return (told(player) if player else (), entry.number)

    return {entry_id: place for place, entry_id in enumerate(sorted(state.entries, key=by_name))}


def _people(state: Tournament, at: int | None) -> Mapping[str, Player]:
    """By id; of whom the log knows no name at that position, by the name of today."""
    ids = {entry.player_id for entry in state.entries.values()}
    if at is None:
        return players_by_id(ids)
    then = {
        id_: Player(family_name=one.family_name, given_name=one.given_name)
        for id_, one in names_at(ids, at).items()
    }
    return players_by_id(ids - then.keys()) | then


def _as_files_name_them(player: Player) -> tuple[bytes, ...]:
    return (player.key.encode("utf-32-be"),)


def _as_written(player: Player) -> tuple[bytes, ...]:
    """Family name, then given name, unit by unit of UTF-16: how Java compares strings."""
    return tuple(name.encode("utf-16-be") for name in (player.family_name, player.given_name))
