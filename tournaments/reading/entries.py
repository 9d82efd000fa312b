"""Entries as REST bodies."""

from collections.abc import Collection, Mapping
from typing import TypedDict
from uuid import UUID

from django.db.models import Q

from games.rest.bodies import IdText, OptionalText, RankText
from tournaments.competition.history import Winner
from tournaments.competition.ranks import format_rank
from tournaments.reading.queries import Name
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow


class EntryBody(TypedDict):
    """An entry. ``native``: the name in another script. Name and club of a hidden player are not shown."""

    id: IdText
    number: int
    name: str
    native: OptionalText
    key: str
    rank: RankText
    rating: int
    country: OptionalText
    club: OptionalText
    correction: int
    absent: list[int]
    final: bool
    withdrawn: bool
    voided: bool
    checked_in: bool
    group: OptionalText


class GameLeftBody(TypedDict):
    round: int
    table: int
    game: IdText
    published: bool


class EntryDetailBody(EntryBody):
    """An entry with ``games_left``, its games without a result."""

    games_left: list[GameLeftBody]


def entry_detail_body(entry: EntryRow, names: Mapping[str, Name], *, officer: bool) -> EntryDetailBody:
    return {**entry_body(entry, names), "games_left": games_left([entry], officer=officer)}


def games_left(entries: Collection[EntryRow], *, officer: bool) -> list[GameLeftBody]:
    """Return the games without a result of entries of one tournament; officers see unpublished rounds too."""
    own = Q(white__in=entries) | Q(black__in=entries)
    games = PairingRow.objects.filter(own, winner=Winner.NOBODY_YET)
    tournaments = {entry.tournament_id for entry in entries}
    rounds = {one.number: one for one in RoundRow.objects.filter(tournament__in=tournaments)}
    shown = {one.pk: rounds[one.round].shows(one.white_id) for one in games}
    return [
        {"round": one.round, "table": one.table, "game": str(one.game_id), "published": shown[one.pk]}
        for one in games
        if officer or shown[one.pk]
    ]


def entry_body(entry: EntryRow, names: Mapping[str, Name]) -> EntryBody:
    """Return the body of an entry. ``names`` by entry id."""
    name = names[str(entry.id)]
    return {
        "id": str(entry.id),
        "number": entry.number,
        "name": str(name),
        "native": name.native,
        "key": name.key,
        "rank": format_rank(entry.rank),
        "rating": entry.rating,
        "country": entry.country,
        "club": "" if name.hidden else entry.club,
        "correction": entry.correction,
        "absent": entry.absent,
        "final": entry.final,
        "withdrawn": entry.withdrawn,
        "voided": entry.voided,
        "checked_in": entry.checked_in,
        "group": entry.group,
    }


def ranks_of(tournament_id: UUID) -> dict[str, RankText]:
    """Return ranks as text by entry id."""
    ranks = EntryRow.objects.filter(tournament=tournament_id).values_list("id", "rank")
    return {str(id_): format_rank(rank) for id_, rank in ranks}
