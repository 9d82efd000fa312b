"""Claims on games of tournaments: the terms for them, and the effect of rulings on results.

Registered with ``games.claims`` at start-up; called inside the transaction of the command.
"""

from datetime import datetime
from typing import Any

from games.claims.deciding import Terms
from games.claims.host import ClaimTerms, RulingInForce, StandaloneHost
from games.game.rows import GameRow
from games.log.unit_of_work import Context
from tournaments.access.actors import own_entry
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.rulings import AppealRuling, LiftRuling, RuleResult
from tournaments.hosting.policy import pairing_of
from tournaments.loading import load
from tournaments.state.tournament import Pair, ResultState, Round
from tournaments.tables.rows import PairingRow


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
        )
        return ClaimTerms(terms=terms, handicap=pair.handicap, komi=pair.komi)

    def in_force(self, game_id: str, claim_id: str) -> bool:
        """Return whether this claim's ruling decides the result, not another claim's or a final one."""
        tournament_id = _tournament(game_id)
        found = load(tournament_id)[0].pair_of(game_id) if tournament_id else None
        ruled = found[1].ruled if found else None
        return ruled is None or (ruled.claim_id == claim_id and ruled.state is not ResultState.FINAL)

    def apply_ruling(self, decided: RulingInForce, context: Context) -> None:
        """Record the ruling's result, or have the game replayed."""
        remedy, tournament_id = decided.remedy, _tournament(decided.game_id)
        if tournament_id is None:
            return
        if remedy.replay:
            lift = LiftRuling(game_id=decided.game_id, claim_id=decided.claim_id, reason=_reason(decided))
            carry_out(tournament_id, lift, context)
            return
        rule = RuleResult(
            game_id=decided.game_id,
            result=Result(winner=Winner(remedy.result), by_default=remedy.by_default),
            claim_id=decided.claim_id,
            score=remedy.score,
            final=decided.final,
            appeal_until="" if decided.final else decided.appeal_until,
            reason=_reason(decided),
        )
        carry_out(tournament_id, rule, context)

    def mark_appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        """Mark the result as appealed if this claim's ruling set it; it still counts."""
        tournament_id = _tournament(game_id)
        if tournament_id is None:
            return
        state, _ = load(tournament_id)
        found = state.pair_of(game_id)
        if found and found[1].ruled and found[1].ruled.claim_id == claim_id:
            carry_out(tournament_id, AppealRuling(game_id=game_id, claim_id=claim_id), context)


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
