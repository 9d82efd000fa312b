"""Add a listed player to the organisation: PIN, club, country, rank and rating come from the list.

If the organisation has similar players, the command must state the identity: a known player, whose data are
then updated, or a new person.
"""

from dataclasses import dataclass
from typing import Any, TypedDict
from uuid import UUID, uuid5

from django.db import transaction

from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import Code, refuse, register
from games.rest.bodies import IdText, OptionalText, PlayerRankText, body_from
from tournaments.competition.ratings.ranks import rating_of
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rows import ListedPlayer
from tournaments.persons.lists.similar import NUMBERS, known_players
from tournaments.persons.players import add_player, change_player
from tournaments.tables.people import Organisation, Player

register(
    {
        "alike_players": Code(
            status=409,
            title=marked("The organisation has a player who may be the same person."),
            advice=marked("Give the id of the known player, or new."),
        ),
        "rank_unknown": Code(
            status=422,
            title=marked("The list has no rank for this player."),
            advice=marked("Enter a rank, such as 12k."),
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddListedPlayer:
    """The command to add a listed player to the organisation.

    ``player``: the known player with the same identity. ``new``: the person is a new player. Neither: not
    decided yet. ``rank`` and ``grade`` replace those of the list.
    """

    listed: ListedPlayer
    player: UUID | None = None
    new: bool = False
    rank: int | None = None
    grade: str = ""


def add_listed_player(organisation: Organisation, command: AddListedPlayer, context: Context) -> Player:
    """Add a listed player, or update the known player.

    Raises Refusal ``alike_players``, ``unknown_player``, ``rank_unknown``.
    """
    with transaction.atomic():
        if command.player is not None:
            return change_player(_player(organisation, command.player), _values(command), context)
        if not command.new and (others := possible_identities(organisation, command.listed, context)):
            refuse("alike_players", players=[candidate_body(player) for player in others])
        names = {"family_name": command.listed.family_name, "given_name": command.listed.given_name}
        return add_player(organisation, names | _values(command), context)


def possible_identities(organisation: Organisation, listed: ListedPlayer, context: Context) -> list[Player]:
    """Return possible identities, except the player created by an earlier run of this command."""
    own = uuid5(context.command_id, "player")
    found = known_players(organisation).alike(listed.name, {_column(listed): listed.number})
    return [player for player in found if player.id != own]


class CandidateBody(TypedDict):
    """A candidate for the same person, with the facts that distinguish people."""

    id: IdText
    name: str
    rank: PlayerRankText
    country: OptionalText
    club: OptionalText
    egf_pin: OptionalText
    ffg_licence: OptionalText
    aga_id: OptionalText


def candidate_body(player: Player) -> CandidateBody:
    return body_from(CandidateBody, player, id=str(player.id), rank=player.written_rank)


def _values(command: AddListedPlayer) -> dict[str, Any]:
    """Return the values of the columns that the list provides."""
    listed = command.listed
    rank = listed.rank if command.rank is None else command.rank
    if rank is None:
        refuse("rank_unknown", field="rank", listed=str(listed.id))
    rating = listed.rating if command.rank in (None, listed.rank) else None
    values: dict[str, Any] = {"rank": rank, "rating": round(rating_of(rank)) if rating is None else rating}
    if command.rank is not None or listed.grade:
        values["grade"] = listed.grade if command.rank is None else command.grade
    texts = {"country": listed.country, "club": listed.club, _column(listed): listed.number}
    return values | {name: text for name, text in texts.items() if text}


def _column(listed: ListedPlayer) -> str:
    return NUMBERS[ListKind(listed.listing.kind)]


def _player(organisation: Organisation, player_id: UUID) -> Player:
    player = Player.objects.filter(organisation=organisation, pk=player_id, erased=False).first()
    if player is None:
        refuse("unknown_player", field="player", player=str(player_id))
    return player
