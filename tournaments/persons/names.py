"""From entries to people's names: the only bridge, in the one direction that reads need."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tournaments.competition.pairing.rulesets import RULES, by_number
from tournaments.persons.recorded_names import names_at
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Player, key_of


def players_by_id(player_ids: Iterable[str]) -> dict[str, Player]:
    """Players by the text of their id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=set(player_ids))}


class Called(NamedTuple):
    """What orders somebody; a row of the register made to be ordered alone costs more than all else here."""

    family_name: str
    given_name: str

    @property
    def key(self) -> str:
        """As ``Player.key``."""
        return key_of(self.family_name, self.given_name)


def name_order(
    state: Tournament,
    rules: str = "",
    *,
    at: int | None = None,
    known: Mapping[str, Called] = MappingProxyType({}),
) -> Mapping[str, int]:
    """Entry id -> place in the list by name: what orders equals, and breaks the last ties in a pairing.

    ``rules``: the rule set of the pairing, if it is one. Some read names as they are written; by others names
    decide nothing, and the order is that of entering. ``at``: names as the log knew them at that position.
    ``known``: names of today by player, as far as somebody has read them.
    """
    if by_number(rules):
        return {entry.id: entry.number for entry in state.entries.values()}
    people = _people(state, at, known)
    told = _as_written if rules in RULES and RULES[rules].names_as_written else _as_files_name_them

    def by_name(entry_id: str) -> tuple[tuple[bytes, ...], int]:
        entry = state.entries[entry_id]
        player = people.get(entry.player_id)
        return (told(player) if player else (), entry.number)

    return {entry_id: place for place, entry_id in enumerate(sorted(state.entries, key=by_name))}


def _people(state: Tournament, at: int | None, known: Mapping[str, Called]) -> Mapping[str, Called]:
    """By id; of whom the log knows no name at that position, by the name of today."""
    ids = {entry.player_id for entry in state.entries.values()}
    then = {} if at is None else names_at(ids, at)
    found = {id_: Called(one.family_name, one.given_name) for id_, one in then.items()}
    return {**known, **_names_today(ids.difference(found, known)), **found}


def _names_today(player_ids: Iterable[str]) -> dict[str, Called]:
    chosen = set(player_ids)
    if not chosen:
        return {}
    found = Player.objects.filter(id__in=chosen).values_list("id", "family_name", "given_name")
    return {str(id_): Called(family, given) for id_, family, given in found}


def _as_files_name_them(player: Called) -> tuple[bytes, ...]:
    return (player.key.encode("utf-32-be"),)


def _as_written(player: Called) -> tuple[bytes, ...]:
    """Family name, then given name, unit by unit of UTF-16: how Java compares strings."""
    return tuple(name.encode("utf-16-be") for name in (player.family_name, player.given_name))
