"""The games of whoever is logged in, among those that are published: where to sit, and against whom."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from tournaments.access.actors import User
from tournaments.access.link_holders import LinkHolder
from tournaments.reading.queries import Name, names_of_entries
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow, with_player


def own_entries(user: User) -> dict[str, UUID]:
    """Entry id -> tournament id, for every tournament that the user plays in; of a link, its entry alone."""
    if isinstance(user, LinkHolder):
        return {user.entry_id: user.link.entry.tournament_id}
    if not user.is_authenticated:
        return {}
    players = Player.objects.filter(user_id=user.pk).values_list("id", flat=True)
    own = list(players)
    entries = EntryRow.objects.filter(with_player(own))
    return dict(entries.values_list("id", "tournament_id"))


def last_games(user: User, rows: Iterable[TournamentRow]) -> dict[UUID, dict[str, Any]]:
    """Tournament id -> the user's game in the last published round in which they have one."""
    entries = own_entries(user)
    own = set(entries.values())
    shown = [row.id for row in rows if row.published and row.id in own]
    if not shown:
        return {}
    rounds = RoundRow.objects.filter(tournament__in=shown, published=True)
    published = {(round_.tournament_id, round_.number): round_ for round_ in rounds}
    of_user = Q(white__in=entries) | Q(black__in=entries)
    games = PairingRow.objects.filter(of_user, tournament__in=shown).order_by("round")
    last = {
        game.tournament_id: game
        for game in games
        if (round_ := published.get((game.tournament_id, game.round))) and round_.shows(game.white_id)
    }
    return {id_: _line(game, entries) for id_, game in last.items()}


def own_game(user: User, row: TournamentRow, round_: RoundRow | None) -> dict[str, Any] | None:
    """The user's game of a published round; for a bye ``{"bye": True}``, None where they do not play."""
    entries = [entry for entry, tournament in own_entries(user).items() if tournament == row.id]
    if not entries or round_ is None or not (row.published and round_.published):
        return None
    if not all(round_.shows(entry) for entry in entries):
        return None
    if set(entries) & set(round_.byes):
        return {"round": round_.number, "bye": True}
    of_user = Q(white__in=entries) | Q(black__in=entries)
    game = PairingRow.objects.filter(of_user, tournament=row, round=round_.number).first()
    return None if game is None else _line(game, entries)


def _line(game: PairingRow, entries: Iterable[str]) -> dict[str, Any]:
    black = game.black_id in entries
    return {
        "game": game.game_id,
        "round": game.round,
        "table": game.table,
        "side": (gettext("Black") if black else gettext("White")) if game.colours_known else "",
        "against": str(_name(game.white_id if black else game.black_id)),
    }


def _name(entry_id: str) -> Name:
    return names_of_entries([str(entry_id)])[str(entry_id)]
