"""How strong a federation's list says that the registered are now: what would change, and what is set.

Only a number tells for certain who somebody is: whoever has none of that federation is left as they are.
"""

from collections.abc import Collection
from dataclasses import dataclass

from games.refusals import refuse
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.bulk_entries import Strength
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.alike import NUMBERS
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.searching import by_number
from tournaments.persons.names import players_by_id
from tournaments.tables.rows import EntryRow, TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """An entry, and what its player has in the list now."""

    entry: EntryRow
    rank: int
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshing:
    """``lines``: who differs; ``same``: how many do not; ``unknown``: not in the list."""

    listing: PlayerList
    lines: tuple[Refreshed, ...]
    same: int
    unknown: tuple[EntryRow, ...]


def refreshing(row: TournamentRow, kind: ListKind) -> Refreshing:
    """Of everybody who plays by themselves and has not left. Refuses ``unknown_list``."""
    listing = PlayerList.objects.filter(organisation_id=row.organisation_id, kind=kind).first()
    if listing is None:
        refuse("unknown_list", list=str(kind))
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False, partner_id=None).order_by("number")
    listed = _listed(listing, kind, list(entries))
    found = [_refreshed(entry, listed[entry.id]) for entry in entries if entry.id in listed]
    lines = tuple(one for one in found if (one.rank, one.rating) != (one.entry.rank, one.entry.rating))
    unknown = tuple(entry for entry in entries if entry.id not in listed)
    return Refreshing(listing=listing, lines=lines, same=len(found) - len(lines), unknown=unknown)


def _listed(listing: PlayerList, kind: ListKind, entries: list[EntryRow]) -> dict[str, ListedPlayer]:
    """By entry: who is in the list by number, with a rank or a rating."""
    players = players_by_id(str(entry.player_id) for entry in entries)
    numbers = {
        entry.id: getattr(players[str(entry.player_id)], NUMBERS[kind])
        for entry in entries
        if str(entry.player_id) in players
    }
    there = by_number(listing.organisation, {kind: {number for number in numbers.values() if number}})
    found = {entry_id: there.get((kind, number)) for entry_id, number in numbers.items()}
    return {
        entry_id: one for entry_id, one in found.items() if one and (one.rank, one.rating) != (None, None)
    }


def _refreshed(entry: EntryRow, listed: ListedPlayer) -> Refreshed:
    rank = entry.rank if listed.rank is None else listed.rank
    rating = round(rating_of(rank)) if listed.rating is None else listed.rating
    return Refreshed(entry=entry, rank=rank, rating=rating)


def strengths(
    row: TournamentRow, kind: ListKind, seen: int, chosen: Collection[str], *, ranks: bool
) -> tuple[Strength, ...]:
    """Of the chosen entries. Refuses ``list_read_anew`` where another list was seen."""
    found = refreshing(row, kind)
    if found.listing.version != seen:
        refuse("list_read_anew", list=str(kind), version=found.listing.version)
    if strangers := set(chosen) - {str(one.entry.id) for one in found.lines}:
        refuse("not_refreshed", entry=min(strangers))
    return tuple(
        Strength(entry_id=str(one.entry.id), rank=one.rank if ranks else one.entry.rank, rating=one.rating)
        for one in found.lines
        if str(one.entry.id) in chosen
    )
