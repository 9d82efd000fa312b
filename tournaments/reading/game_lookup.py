"""Lookup of a game by address, with its pairing, the names and accounts of its players, and permissions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import Http404

from games.log import folding
from games.log.statements import column_value, uuid_text
from games.log.store import StoredEvent
from tournaments.access.table import Subject
from tournaments.domain.base import fold
from tournaments.reading.names import PERSON, Name, Person, name_for_reader, person_of
from tournaments.reading.queries import side_name
from tournaments.reading.readers import Reader, current_reader
from tournaments.tables.projections import pairing_row
from tournaments.tables.rows import PairingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame:
    """A game of a tournament.

    ``version``: the tournament's. ``names`` by entry id; ``accounts``: entry by user id.
    """

    pairing: PairingRow
    tournament_id: str
    slug: str
    version: int
    names: Mapping[str, Name]
    accounts: Mapping[int, str]
    subject: Subject


PEOPLE = tuple(f"{side}{place}" for side in ("white", "black") for place in ("", "_2", "_3"))
GAMES = "{games}"
_PERSON_COLUMNS = ", ".join(
    f"{who}.{column_value} AS {who}_{column_value}" for who in PEOPLE for column_value in PERSON
)

# One join of eleven tables: five ORM queries took half of the time of reporting a result.
_GAMES_WITH_PLAYERS = f"""
SELECT pairing.*, tournament.organisation_id AS organisation_id, tournament.slug AS slug,
       tournament.version AS tournament_version,
       tournament.published AND COALESCE(round.published, FALSE) AS shown, round.held AS held,
       white_entry.number AS white_number, black_entry.number AS black_number,
       white_entry.partner_id AS white_partner, black_entry.partner_id AS black_partner,
       white_entry.third_id AS white_third, black_entry.third_id AS black_third,
       {_PERSON_COLUMNS}
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
WHERE pairing.game_id IN ({GAMES})
"""  # noqa: S608 - names of columns


def find_game(game_id: UUID | str) -> FoundGame:
    """Return the game with its players, in one query. Raises Http404 if it belongs to no tournament."""
    for found in find_games([game_id]).values():
        return found
    raise Http404


def find_games(game_ids: Collection[UUID | str]) -> dict[str, FoundGame]:
    """Return the games that belong to a tournament, by id, in one query."""
    if not game_ids:
        return {}
    query = _GAMES_WITH_PLAYERS.replace(GAMES, ", ".join(["%s"] * len(game_ids)))
    ids = [column_value(PairingRow, "game_id", game_id) for game_id in game_ids]
    found = PairingRow.objects.raw(query, ids)
    return {str(row.game_id): _found_game(row) for row in found}


def game_after(game: FoundGame, stored: Sequence[StoredEvent]) -> FoundGame:
    """Return the game after a command on its result, without a new query for its players.

    ``stored``: the events of the command in the tournament's stream.
    """
    if not stored:
        return game
    row, state = game.pairing, folding.after(stored[-1], fold)
    found = state.pair_of(str(row.game_id)) if state else None
    if state is None or found is None:
        return find_game(row.game_id)
    new = pairing_row(state, found[0].number, found[1])
    new.proved_winner, new.proved_text = row.proved_winner, row.proved_text
    return replace(game, pairing=new, version=stored[-1].version)


def _found_game(row: Any) -> FoundGame:
    tournament_id = str(row.tournament_id)
    users = ((getattr(row, f"{who}_user_id"), getattr(row, f"{who[:5]}_id")) for who in reversed(PEOPLE))
    accounts = {user: entry for user, entry in users if user is not None}
    reader = current_reader(uuid_text(row.organisation_id), tournament_id)
    return FoundGame(
        pairing=row,
        tournament_id=tournament_id,
        slug=row.slug,
        version=row.tournament_version,
        names={
            row.white_id: _side_name(row, "white", reader),
            row.black_id: _side_name(row, "black", reader),
        },
        accounts=accounts,
        subject=Subject(
            organisation_id=uuid_text(row.organisation_id),
            tournament_id=tournament_id,
            shown=bool(row.shown) and str(row.white_id) not in str(row.held),  # JSON, parsed or not
            players=frozenset(accounts),
            entries=frozenset({str(row.white_id), str(row.black_id)}),
        ),
    )


def _side_name(row: Any, side: str, reader: Reader) -> Name:
    """Return the name of a side, with all its players in pair go and rengo."""
    number, entry_id = getattr(row, f"{side}_number"), getattr(row, f"{side}_id")
    others = ((f"{side}_2", f"{side}_partner"), (f"{side}_3", f"{side}_third"))
    players = [side, *(who for who, column in others if getattr(row, column) is not None)]
    return side_name(name_for_reader(_person(row, who), number, entry_id, reader) for who in players)


def _person(row: Any, who: str) -> Person | None:
    columns = [getattr(row, f"{who}_{column}") for column in PERSON]
    return None if columns[0] is None else person_of(*columns)
