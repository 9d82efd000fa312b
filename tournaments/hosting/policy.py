"""Permissions for games of tournaments, and names of their players; registered with ``games`` at start-up."""

from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from games.claims.rows import ClaimRow
from games.game.events import TermsChanged
from games.game.policy import Scope
from games.game.state import GameState
from tournaments.access import table as access
from tournaments.access.actors import User, actor_of, game_subject, round_subject
from tournaments.access.table import Actor, Subject
from tournaments.domain.consequences import terms_of
from tournaments.loading import load
from tournaments.reading.queries import (
    entry_names,
    names_of_entries,
    tournament_of_context,
    tournaments_permitting,
)
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, with_player

MOST_NAMED = 500
"""Number of tournaments that a query for claims lists; for more it uses a subquery."""
WIDE_COLUMNS = ("tournament__settings", "tournament__poster", "reports", "components")


class TournamentGames:
    """The policy for games whose context is a tournament; nobody may write other games."""

    def may(self, user: User, action: str, game: Any) -> bool:
        """Return whether ``user`` may do ``action`` ("game.read", ...) to the game row."""
        subject = _subject(game)
        return subject is not None and access.may(actor_of(user), action, subject)

    def scope(self, user: User, action: str) -> Scope:
        """Return the tournaments in which a role permits the action, and the user's own games with claims."""
        actor = actor_of(user)
        held, games = tournaments_permitting(actor, action), _own_games(actor, action)
        ids = held.order_by("-begins", "slug").values_list("pk", flat=True)[: MOST_NAMED + 1]
        named = frozenset(map(str, ids))
        if len(named) <= MOST_NAMED:
            return Scope(contexts=named, games=games)
        return Scope(games=games, wide=Q(Exists(held.filter(pk=tournament_of_context()))))

    def participants(self, game: Any) -> dict[str, str]:
        """Return {"black": name, "white": name}; empty without a pairing or colours."""
        pairing = pairing_of(game)
        if pairing is None or not pairing.colours_known:
            return {}
        names = entry_names(pairing.tournament)
        return {"black": str(names[str(pairing.black_id)]), "white": str(names[str(pairing.white_id)])}

    def may_read_names(self, game: Any) -> bool:
        """Return whether both players' names are visible; False if the pairing was removed."""
        pairing = pairing_of(game)
        if pairing is None:
            return False
        names = names_of_entries([str(pairing.black_id), str(pairing.white_id)])
        return not any(name.hidden for name in names.values())

    def context_url(self, game: Any) -> str:
        """Return the address of the round in which the game is paired."""
        pairing = pairing_of(game)
        if pairing is None:
            return ""
        return reverse("web:round", args=(pairing.tournament.slug, pairing.round))

    def terms(self, game: GameState) -> TermsChanged | None:
        """Return the pair's terms under the current limits; None if the game was judged by these."""
        state, _ = load(game.context)
        if state.limits_number <= game.limits:
            return None
        found = state.pair_of(game.game_id)
        return None if found is None else terms_of(state, found[1], game.ruleset)


def _own_games(actor: Actor, action: str) -> frozenset[str]:
    if actor.user_id is None:
        return frozenset()
    # Three short queries: PostgreSQL would read all entries for the subqueries of one.
    own = list(Player.objects.filter(user_id=actor.user_id).values_list("id", flat=True))
    entries = list(EntryRow.objects.filter(with_player(own)).values_list("pk", flat=True)) if own else []
    if not entries:
        return frozenset()
    with_tournament = PairingRow.objects.select_related("tournament").defer(*WIDE_COLUMNS)
    claimed = Exists(ClaimRow.objects.filter(game_id=OuterRef("game_id")))
    games = with_tournament.filter(claimed, Q(white__in=entries) | Q(black__in=entries))
    shown = set(
        RoundRow.objects.filter(
            published=True, tournament__in={game.tournament_id for game in games}
        ).values_list("tournament_id", "number")
        if games
        else ()
    )
    return frozenset(
        str(game.game_id)
        for game in games
        if access.may(actor, action, _own_game(actor, game, published=_place(game) in shown))
    )


def _place(game: PairingRow) -> tuple[Any, int]:
    return game.tournament_id, game.round


def _own_game(actor: Actor, game: PairingRow, *, published: bool) -> Subject:
    """Return the subject of a game for one of its players."""
    seen = round_subject(game.tournament, published=published)
    return replace(seen, players=frozenset({actor.user_id} if actor.user_id is not None else ()))


def _subject(game: Any) -> Subject | None:
    pairing = pairing_of(game)
    if pairing is None:
        return None
    if not hasattr(game, "nigiri_subject"):
        rounds = RoundRow.objects.filter(tournament_id=pairing.tournament_id, number=pairing.round)
        game.nigiri_subject = game_subject(pairing.tournament, pairing, rounds.first())
    subject: Subject = game.nigiri_subject
    return subject


def pairing_of(game: Any) -> PairingRow | None:
    """Return the pairing of a game, cached on the game's row, because a request needs it several times."""
    if not hasattr(game, "nigiri_pairing"):
        with_players = PairingRow.objects.select_related("tournament", "white", "black")
        game.nigiri_pairing = with_players.filter(game_id=game.game_id).first()
    pairing: PairingRow | None = game.nigiri_pairing
    return pairing
