"""Who may act on a tournament's game, and what its players are called: handed to ``games`` at start-up."""

from dataclasses import replace
from typing import Any

from django.urls import reverse

from games.game.events import TermsChanged
from games.game.policy import Scope
from games.game.state import GameState
from tournaments.access import table as access
from tournaments.access.actors import User, actor_of, game_subject, round_subject
from tournaments.access.table import Actor, Subject
from tournaments.loading import load
from tournaments.reading.queries import entry_names, names_of_entries
from tournaments.state.consequences import terms_of
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow, played_by


class TournamentGames:
    """Answers for games whose context is a tournament; all others are nobody's to write."""

    def may(self, user: User, action: str, game: Any) -> bool:
        """Whether ``user`` may do ``action`` ("game.read", ...) to the game row."""
        pairing = _pairing(game)
        if pairing is None:
            return False
        rounds = RoundRow.objects.filter(tournament_id=pairing.tournament_id, number=pairing.round)
        subject = game_subject(pairing.tournament, pairing, rounds.first())
        return access.may(actor_of(user), action, subject)

    def scope(self, user: User, action: str) -> Scope:
        """Tournaments in which an office lets the user do it, and the games that they play."""
        actor = actor_of(user)
        return Scope(contexts=_contexts(actor, action), games=_own_games(actor, action))

    def participants(self, game: Any) -> dict[str, str]:
        """{"black": name, "white": name}; empty for a game whose pairing is gone or colours are unknown."""
        pairing = _pairing(game)
        if pairing is None or not pairing.colours_known:
            return {}
        names = entry_names(pairing.tournament)
        return {"black": str(names[str(pairing.black_id)]), "white": str(names[str(pairing.white_id)])}

    def names_told(self, game: Any) -> bool:
        """A game whose pairing is gone has nobody's."""
        pairing = _pairing(game)
        if pairing is None:
            return False
        names = names_of_entries([str(pairing.black_id), str(pairing.white_id)])
        return not any(name.hidden for name in names.values())

    def context_url(self, game: Any) -> str:
        """The round in which the game is paired."""
        pairing = _pairing(game)
        if pairing is None:
            return ""
        return reverse("web:round", args=(pairing.tournament.slug, pairing.round))

    def terms(self, game: GameState) -> TermsChanged | None:
        """The pair's, under the limits of now; None where the game was judged by them."""
        state, _ = load(game.context)
        if state.limits_number <= game.limits:
            return None
        found = state.pair_of(game.game_id)
        return None if found is None else terms_of(state, found[1], game.ruleset)


def _contexts(actor: Actor, action: str) -> frozenset[str]:
    houses = {office.organisation_id for office in actor.offices if office.organisation_id}
    rows = TournamentRow.objects.filter(organisation_id__in=houses) if houses else ()
    return frozenset(
        str(row.id) for row in rows if access.may(actor, action, round_subject(row, published=False))
    )


def _own_games(actor: Actor, action: str) -> frozenset[str]:
    if actor.user_id is None:
        return frozenset()
    own = Player.objects.filter(user_id=actor.user_id).values("id")
    games = PairingRow.objects.select_related("tournament").filter(
        played_by(own, "white__") | played_by(own, "black__")
    )
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
    """The game as a subject to one of its players."""
    seen = round_subject(game.tournament, published=published)
    return replace(seen, players=frozenset({actor.user_id} if actor.user_id is not None else ()))


def _pairing(game: Any) -> PairingRow | None:
    return PairingRow.objects.select_related("tournament").filter(game_id=game.game_id).first()
