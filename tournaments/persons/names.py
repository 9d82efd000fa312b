"""Names of the players of entries, and the order of entries by name."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tournaments.competition.pairing.rulesets import RULES, are_ties_by_number
from tournaments.persons.recorded_names import names_at
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Player, key_of


def players_by_id(player_ids: Iterable[str]) -> dict[str, Player]:
    """Return players by the text of their id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=set(player_ids))}


class PersonName(NamedTuple):
    """The name by which a player is ordered, without loading the row."""

    family_name: str
    given_name: str

    @property
    def key(self) -> str:
        return key_of(self.family_name, self.given_name)


def name_order(
    state: Tournament,
    rules: str = "",
    *,
    at: int | None = None,
    known: Mapping[str, PersonName] = MappingProxyType({}),
) -> Mapping[str, int]:
    """Return entry id -> place in the order of names, which breaks the last ties in a pairing.

    ``rules``: the rule set of the pairing, if any. Some compare names as written; some use the order of
    entering instead. ``at``: use the names at that position of the log. ``known``: current names by player
    that are already loaded.
    """
    if are_ties_by_number(rules):
        return {entry.id: entry.number for entry in state.entries.values()}
    people = _names_by_player(state, at, known)
    sort_key = _written_key if rules in RULES and RULES[rules].names_as_written else _folded_key

    def by_name(entry_id: str) -> tuple[tuple[bytes, ...], int]:
        entry = state.entries[entry_id]
        player = people.get(entry.player_id)
        return (sort_key(player) if player else (), entry.number)

    return {entry_id: place for place, entry_id in enumerate(sorted(state.entries, key=by_name))}


def _names_by_player(
    state: Tournament, at: int | None, known: Mapping[str, PersonName]
) -> Mapping[str, PersonName]:
    """Return names by player, current ones where the log has none at that position."""
    ids = {entry.player_id for entry in state.entries.values()}
    then = {} if at is None else names_at(ids, at)
    found = {id_: PersonName(one.family_name, one.given_name) for id_, one in then.items()}
    return {**known, **_current_names(ids.difference(found, known)), **found}


def _current_names(player_ids: Iterable[str]) -> dict[str, PersonName]:
    chosen = set(player_ids)
    if not chosen:
        return {}
    found = Player.objects.filter(id__in=chosen).values_list("id", "family_name", "given_name")
    return {str(id_): PersonName(family, given) for id_, family, given in found}


def _folded_key(player: PersonName) -> tuple[bytes, ...]:
    return (player.key.encode("utf-32-be"),)


def _written_key(player: PersonName) -> tuple[bytes, ...]:
    """Return the key that compares family and given name by UTF-16 units, as Java does."""
    return tuple(name.encode("utf-16-be") for name in (player.family_name, player.given_name))
