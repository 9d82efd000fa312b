"""Games of tournaments: permissions, names, terms for claims, and the effect of rulings on results.

Registered with ``games`` and ``games.claims`` at start-up; claims call it in the command's transaction.
"""

from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from games.claims.commands import restore_ruling
from games.claims.deciding import Terms
from games.claims.events import Remedy
from games.claims.host import (
    NO_EFFECT,
    NO_RESULT,
    ClaimTerms,
    ResultBody,
    RulingEffect,
    RulingInForce,
    StandaloneHost,
)
from games.claims.rows import ClaimRow
from games.game.events import TermsChanged
from games.game.policy import Scope
from games.game.rows import GameRow
from games.game.state import GameState
from games.log.unit_of_work import Context
from games.log.wire import kind_of
from tournaments.access import table as access
from tournaments.access.actors import User, actor_of, game_subject, own_entry, round_subject
from tournaments.access.table import Actor, Subject
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import differences, standings
from tournaments.domain.base import Command, fold
from tournaments.domain.consequences import terms_of
from tournaments.domain.rulings import AppealRuling, KeepResult, LiftRuling, RuleResult, RulingRevoked
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.reading.queries import (
    entry_names,
    last_round_with_results,
    names_of_entries,
    tournament_of_context,
    tournaments_permitting,
)
from tournaments.state.tournament import Pair, ResultState, Round, Tournament
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow, with_player

MOST_NAMED = 500
"""Number of tournaments that a query for claims lists; for more it uses a subquery."""
REVOKED = kind_of(RulingRevoked)
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

    def context_version(self, game: Any) -> int:
        """Return the version of the game's tournament."""
        found = PairingRow.objects.filter(pk=game.game_id).values_list("tournament__version", flat=True)
        return found.first() or 0

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


class TournamentClaims:
    """The host of claims for paired games of a tournament; ``StandaloneHost`` serves other games."""

    def side(self, user: Any, game: GameRow) -> str:
        """Return the side that the user plays in the game: "b", "w" or ""."""
        pairing = pairing_of(game)
        if pairing is None:
            return ""
        entry = own_entry(user, pairing)
        return {str(pairing.black_id): "b", str(pairing.white_id): "w"}.get(entry, "")

    def claim_terms(self, game: GameRow) -> ClaimTerms:
        """Return the tournament's terms for claims, and the handicap and komi of the pair."""
        found = _pair_of(game)
        if found is None:
            return StandaloneHost().claim_terms(game)
        round_, pair, claims = found
        until = datetime.fromisoformat(round_.claims_until) if round_.claims_until else None
        terms = Terms(
            open_until=until,
            per_player=claims.per_player,
            appeal_minutes=claims.appeal_minutes,
            two_person=claims.two_person,
            final=pair.result_state is ResultState.FINAL,
        )
        return ClaimTerms(terms=terms, handicap=pair.handicap, komi=pair.komi)

    def result(self, game_id: str, *, without: str = "") -> Remedy:
        """Return the result of the pair, with the score of a ruling."""
        tournament_id = _tournament(game_id)
        found = load(tournament_id)[0].pair_of(game_id) if tournament_id else None
        if found is None:
            return Remedy()
        before = found[1].before_ruling
        pair = before.pair if before and before.claim_id == without else found[1]
        if pair.result.winner is Winner.NOBODY_YET:
            return Remedy()
        score = pair.ruled.score if pair.ruled else ""
        return Remedy(result=pair.result.winner.value, by_default=pair.result.by_default, score=score)

    def in_force(self, game_id: str, claim_id: str) -> bool:
        """Return whether no other claim's ruling replaced that on this claim, and none is final."""
        tournament_id = _tournament(game_id)
        found = load(tournament_id)[0].pair_of(game_id) if tournament_id else None
        if found is None:
            return True
        _, pair = found
        final = pair.ruled is not None and pair.ruled.state is ResultState.FINAL
        return not final and not _is_replaced(pair, claim_id)

    def apply_ruling(self, decided: RulingInForce, context: Context) -> None:
        """Record the ruling's result, restore the one before it, or have the game replayed."""
        tournament_id = _tournament(decided.game_id)
        if tournament_id is None:
            return
        stored = carry_out(tournament_id, command_of(decided), context)
        if not any(one.kind == REVOKED and one.data["appeal_until"] for one in stored):
            return
        found = load(tournament_id)[0].pair_of(decided.game_id)
        if found and found[1].before_ruling:
            restore_ruling(found[1].before_ruling.claim_id, decided.appeal_until, context)

    def effect_of_ruling(self, game_id: str, decided: RulingInForce | None) -> RulingEffect:
        """Return the result, the places and the later rounds that the ruling would concern."""
        row = TournamentRow.objects.filter(pairings__game_id=game_id).first()
        return NO_EFFECT if row is None else effect_of(row, game_id, command_of(decided) if decided else None)

    def mark_appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        """Mark the result as appealed if this claim's ruling set it; it still counts."""
        tournament_id = _tournament(game_id)
        if tournament_id is None:
            return
        state, _ = load(tournament_id)
        found = state.pair_of(game_id)
        if found and found[1].ruled and found[1].ruled.claim_id == claim_id:
            carry_out(tournament_id, AppealRuling(game_id=game_id, claim_id=claim_id), context)


def command_of(decided: RulingInForce) -> RuleResult | LiftRuling | KeepResult:
    """Return the command that applies a ruling: it gives a result, none, or has the game replayed."""
    remedy, reason = decided.remedy, _reason(decided)
    if not remedy.decides:
        return KeepResult(
            game_id=decided.game_id,
            claim_id=decided.claim_id,
            appeal_until=decided.appeal_until,
            final=decided.final,
            reason=reason,
        )
    if remedy.replay:
        return LiftRuling(game_id=decided.game_id, claim_id=decided.claim_id, reason=reason)
    return RuleResult(
        game_id=decided.game_id,
        result=Result(winner=Winner(remedy.result), by_default=remedy.by_default),
        claim_id=decided.claim_id,
        score=remedy.score,
        final=decided.final,
        appeal_until="" if decided.final else decided.appeal_until,
        reason=reason,
    )


def _is_replaced(pair: Pair, claim_id: str) -> bool:
    """Return whether a ruling on another claim took the place of one that gave a result, or a replay."""
    last = before = pair.before_ruling
    while before is not None and before.claim_id != claim_id:
        before = before.pair.before_ruling
    return before is not None and before is not last


def _reason(decided: RulingInForce) -> str:
    """Return the public reason, which names the claim only; the text of a ruling may be private."""
    return f"Ruling on claim {decided.claim_id}"


def _tournament(game_id: str) -> str | None:
    found = PairingRow.objects.filter(game_id=game_id).values_list("tournament_id", flat=True).first()
    return None if found is None else str(found)


def _pair_of(game: GameRow) -> tuple[Round, Pair, Any] | None:
    state, _ = load(game.context)
    found = state.pair_of(str(game.game_id))
    return None if found is None else (*found, state.settings.claims)


def effect_of(row: TournamentRow, game_id: str, command: Command | None) -> RulingEffect:
    """Return the result, the places and the later rounds that a command concerns; None changes nothing."""
    before, _ = load(str(row.id))
    after: Tournament = reduce(fold, command.decide(before) if command else (), before)
    order = name_order(before)
    was, now = before.history(order), after.history(order)
    number = max(last_round_with_results(was), last_round_with_results(now))
    changed = differences(standings(was, number), standings(now, number))
    moved = [one for one in changed if one.place_before != one.place_after]
    names = entry_names(row) if moved else {}
    return {
        "before": _result(before, game_id),
        "after": _result(after, game_id),
        "round": number,
        "places": [
            {
                "entry": one.entry,
                "name": str(names[one.entry]),
                "place_before": one.place_before,
                "place": one.place_after,
            }
            for one in moved
        ],
        "later_rounds": _later_rounds(before, game_id),
    }


def _result(state: Tournament, game_id: str) -> ResultBody:
    found = state.pair_of(game_id)
    if found is None:
        return NO_RESULT
    return {"result": found[1].result.winner, "by_default": found[1].result.by_default}


def _later_rounds(state: Tournament, game_id: str) -> list[int]:
    found = state.pair_of(game_id)
    paired = [number for number, round_ in sorted(state.rounds.items()) if round_.pairs]
    return [number for number in paired if found and number > found[0].number]
