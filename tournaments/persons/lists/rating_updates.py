"""Update ranks and ratings of entries from a federation's list.

Players are identified by their federation number; those without one are left unchanged.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from games.inputs import Input
from games.refusals import refuse
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.bulk_entries import Strength
from tournaments.domain.inputs import Entries
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.similar import NUMBERS
from tournaments.persons.lists.storing import by_number
from tournaments.persons.names import players_by_id
from tournaments.tables.rows import EntryRow, TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingUpdate:
    """An entry with the rank and rating of its player in the list."""

    entry: EntryRow
    rank: int
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingUpdates:
    """The updates that a list has for a tournament.

    ``lines``: entries that differ; ``same``: number of equal ones; ``unknown``: not in the list.
    """

    listing: PlayerList
    lines: tuple[RatingUpdate, ...]
    same: int
    unknown: tuple[EntryRow, ...]


def rating_updates(row: TournamentRow, kind: ListKind) -> RatingUpdates:
    """Return the updates for all active entries of one player. Refuses ``unknown_list``."""
    listing = PlayerList.objects.filter(organisation_id=row.organisation_id, kind=kind).first()
    if listing is None:
        refuse("unknown_list", list=str(kind))
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False, partner_id=None).order_by("number")
    listed = _listed_players(listing, kind, list(entries))
    found = [_rating_update(entry, listed[entry.id]) for entry in entries if entry.id in listed]
    lines = tuple(one for one in found if (one.rank, one.rating) != (one.entry.rank, one.entry.rating))
    unknown = tuple(entry for entry in entries if entry.id not in listed)
    return RatingUpdates(listing=listing, lines=lines, same=len(found) - len(lines), unknown=unknown)


def _listed_players(listing: PlayerList, kind: ListKind, entries: list[EntryRow]) -> dict[str, ListedPlayer]:
    """Return the listed players with a rank or rating, by entry."""
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


def _rating_update(entry: EntryRow, listed: ListedPlayer) -> RatingUpdate:
    rank = entry.rank if listed.rank is None else listed.rank
    rating = round(rating_of(rank)) if listed.rating is None else listed.rating
    return RatingUpdate(entry=entry, rank=rank, rating=rating)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedStrengths:
    """A request for the strengths of a federation's list."""

    list: Annotated[ListKind, Input()]
    seen: Annotated[int, Input(low=1, high=2**31 - 1, help="The version of the list that was previewed.")]
    entries: Entries
    ranks: Annotated[bool, Input(help="Whether to set ranks too.")] = False


def chosen_strengths(
    row: TournamentRow, kind: ListKind, version: int, chosen: Collection[str], *, ranks: bool
) -> tuple[Strength, ...]:
    """Return the new strengths of the chosen entries. Refuses ``list_read_anew`` for another list."""
    found = rating_updates(row, kind)
    if found.listing.version != version:
        refuse("list_read_anew", list=str(kind), version=found.listing.version)
    if strangers := set(chosen) - {str(one.entry.id) for one in found.lines}:
        refuse("not_refreshed", entry=min(strangers))
    return tuple(
        Strength(entry_id=str(one.entry.id), rank=one.rank if ranks else one.entry.rank, rating=one.rating)
        for one in found.lines
        if str(one.entry.id) in chosen
    )
