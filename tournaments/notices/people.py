"""The recipients of notices: accounts of players and officials."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.notices.rows import Kind
from tournaments.tables.people import Membership, Office, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow, players_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """An account and the content of its notice; ``facts`` are ids and numbers."""

    user_id: int
    kind: Kind
    tournament_id: UUID
    facts: Mapping[str, Any]


def recipients(
    kind: Kind, tournament_id: UUID, users: Iterable[int], facts: Mapping[str, Any]
) -> list[Recipient]:
    """Return recipients of the same notice for all users."""
    return [
        Recipient(user_id=user, kind=kind, tournament_id=tournament_id, facts=facts)
        for user in sorted(set(users))
    ]


def players(entry_ids: Iterable[str]) -> set[int]:
    """Return the accounts of the players of these entries."""
    entries = EntryRow.objects.filter(pk__in=list(entry_ids))
    return {user for users in accounts(entries).values() for user in users}


def accounts(entries: Iterable[EntryRow]) -> dict[str, list[int]]:
    """Return the accounts by entry, in one query; entries without one are left out."""
    of = {player: entry.pk for entry in entries for player in players_of(entry)}
    found: dict[str, list[int]] = {}
    rows = Player.objects.filter(pk__in=of, user__isnull=False, erased=False)
    for player, user in rows.values_list("pk", "user_id"):
        found.setdefault(of[player], []).append(user)
    return found


def seat_recipients(pairs: Sequence[PairingRow]) -> list[Recipient]:
    """Return a recipient for each player of these pairs, with table, colour and opponent."""
    by_entry = accounts(side for pair in pairs for side in (pair.white, pair.black))
    return [
        Recipient(
            user_id=user,
            kind=Kind.ROUND,
            tournament_id=pair.tournament_id,
            facts=_seat(pair, colour, other),
        )
        for pair in pairs
        for colour, own, other in (
            ("black", pair.black_id, pair.white_id),
            ("white", pair.white_id, pair.black_id),
        )
        for user in by_entry.get(own, ())
    ]


def _seat(pair: PairingRow, colour: str, opponent: str) -> dict[str, Any]:
    known = colour if pair.colours_known else ""
    return {
        "round": pair.round, "table": pair.table, "game": str(pair.pk), "colour": known, "opponent": opponent,
    }  # fmt: skip


def officials(row: TournamentRow) -> set[int]:
    """Return the accounts of the referees, or of the directors and owners if there are none."""
    return _holders(row, Office.REFEREE) or _holders(row, Office.DIRECTOR, Office.OWNER)


def committee(row: TournamentRow) -> set[int]:
    """Return the accounts of the appeals committee, or of the owners if there is none."""
    return _holders(row, Office.COMMITTEE) or _holders(row, Office.OWNER)


def _holders(row: TournamentRow, *offices: Office) -> set[int]:
    memberships = Membership.objects.filter(organisation_id=row.organisation_id, office__in=offices)
    places = memberships.values_list("user_id", "tournament_id")
    return {user for user, place in places if place in (None, row.pk)}
