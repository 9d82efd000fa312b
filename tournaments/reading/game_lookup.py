"""One game of a tournament as its address asks for it: who plays, under which names, who may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404

from games.log.statements import column, uuid_text
from tournaments.access.table import Subject
from tournaments.reading.queries import Name
from tournaments.tables.rows import PairingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame:
    """``version``: the tournament's. ``names`` by entry id; ``accounts``: user id -> whose side it is on."""

    pairing: PairingRow
    tournament_id: str
    version: int
    names: Mapping[str, Name]
    accounts: Mapping[int, str]
    subject: Subject


# Eleven tables, joined by hand: asked by the ORM, in five queries, they took half of the time of a report.
_SEATED = """
SELECT pairing.*, tournament.organisation_id AS house, tournament.version AS tournament_version,
       tournament.published AND COALESCE(round.published, FALSE) AS shown, round.held AS held,
       white.user_id AS white_user, white_entry.number AS white_number, black_entry.number AS black_number,
       white.family_name AS white_family, white.given_name AS white_given,
       black.user_id AS black_user, black.family_name AS black_family, black.given_name AS black_given,
       white_entry.partner_id AS white_partner, black_entry.partner_id AS black_partner,
       white_entry.third_id AS white_third, black_entry.third_id AS black_third,
       white_3.user_id AS white_user_3, black_3.user_id AS black_user_3,
       white_3.family_name AS white_family_3, white_3.given_name AS white_given_3,
       black_3.family_name AS black_family_3, black_3.given_name AS black_given_3,
       white_2.user_id AS white_user_2, black_2.user_id AS black_user_2,
       white_2.family_name AS white_family_2, white_2.given_name AS white_given_2,
       black_2.family_name AS black_family_2, black_2.given_name AS black_given_2
FROM tournaments_tournamentrow AS tournament
JOIN tournaments_pairingrow AS pairing ON pairing.tournament_id = tournament.id
LEFT JOIN tournaments_roundrow AS round
     ON round.tournament_id = tournament.id AND round.number = pairing.round
JOIN tournaments_entryrow AS white_entry ON white_entry.id = pairing.white_id
JOIN tournaments_entryrow AS black_entry ON black_entry.id = pairing.black_id
LEFT JOIN tournaments_player AS white ON white.id = white_entry.player_id
LEFT JOIN tournaments_player AS black ON black.id = black_entry.player_id
LEFT JOIN tournaments_player AS white_2 ON white_2.id = white_entry.partner_id
LEFT JOIN tournaments_player AS black_2 ON black_2.id = black_entry.partner_id
LEFT JOIN tournaments_player AS white_3 ON white_3.id = white_entry.third_id
LEFT JOIN tournaments_player AS black_3 ON black_3.id = black_entry.third_id
WHERE tournament.slug = %s AND pairing.game_id = %s
"""


def find_game(slug: str, game_id: UUID | str) -> FoundGame:
    """The game with its two players, in one query. Raises Http404."""
    for row in PairingRow.objects.raw(_SEATED, [slug, column(PairingRow, "game_id", game_id)]):
        return _found_game(row)
    raise Http404


def _found_game(row: Any) -> FoundGame:
    tournament_id = str(row.tournament_id)
    users = (
        (row.black_user_3, row.black_id),
        (row.black_user_2, row.black_id),
        (row.black_user, row.black_id),
        (row.white_user_3, row.white_id),
        (row.white_user_2, row.white_id),
        (row.white_user, row.white_id),
    )
    accounts = {user: entry for user, entry in users if user is not None}
    return FoundGame(
        pairing=row,
        tournament_id=tournament_id,
        version=row.tournament_version,
        names={
            row.white_id: _side_name(row, "white"),
            row.black_id: _side_name(row, "black"),
        },
        accounts=accounts,
        subject=Subject(
            organisation_id=uuid_text(row.house),
            tournament_id=tournament_id,
            shown=bool(row.shown) and str(row.white_id) not in str(row.held),  # JSON, read or not
            players=frozenset(accounts),
            entries=frozenset({str(row.white_id), str(row.black_id)}),
        ),
    )


def _side_name(row: Any, side: str) -> Name:
    """In pair go and rengo, of all who play together."""
    number = getattr(row, f"{side}_number")
    name = _name(getattr(row, f"{side}_family"), getattr(row, f"{side}_given"), number)
    for place, who in ((2, "partner"), (3, "third")):
        if getattr(row, f"{side}_{who}") is not None:
            other = getattr(row, f"{side}_family_{place}"), getattr(row, f"{side}_given_{place}")
            name = name.beside(_name(*other, number))
    return name


def _name(family: str | None, given: str | None, number: int) -> Name:
    return Name(f"(player {number})") if family is None else Name(family, given or "")
