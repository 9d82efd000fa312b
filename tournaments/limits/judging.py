"""What other limits mean for a game whose result counts already: a finding, or another result. Pure."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID, uuid5

from games.adjudication.kinds import ClaimKind, Statement
from games.game.counted import SCORE, parsed_ruleset
from games.game.events import GameEnded, TermsChanged
from rules import FirstIllegal
from rules.choices import AXES
from rules.scoring import NO_RESULT
from tournaments.competition.history import Result, Winner
from tournaments.state.tournament import Pair

WINNERS = {"b": Winner.BLACK, "w": Winner.WHITE, "": Winner.JIGO}


class Before(Protocol):
    """A game as it was judged before."""

    ruleset: str
    length: int | None
    outcome: str
    illegal_turn: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """``statement``: what is found, None for nothing; ``result``: what would count, None for what counts."""

    text: str
    statement: Statement | None = None
    result: Result | None = None


def meaning(
    before: Before, terms: TermsChanged, told: GameEnded | None, illegal: FirstIllegal | None, pair: Pair
) -> Meaning | None:
    """What follows for the pair; None where nothing does."""
    changed = _changed(before, terms)
    if illegal is not None:
        return None if before.illegal_turn == illegal.turn else _illegal(illegal, changed)
    now = told.text if told else ""
    if now == before.outcome or not counts(pair) or _same(told, pair) or _stays(before, told):
        return None
    if told is None:
        text = f"{changed}: the record no longer proves {before.outcome}, or any end."
        return Meaning(text=text, statement=Statement(kind=ClaimKind.WRONG_RESULT, result="Void"))
    text = f"{changed}: the record proves {told.text}, where it proved {before.outcome or 'nothing'}."
    return Meaning(
        text=text,
        statement=Statement(kind=ClaimKind.WRONG_RESULT, result=told.text),
        result=proved(told),
    )


def _illegal(first: FirstIllegal, changed: str) -> Meaning:
    at = getattr(first.action, "at", "")
    what = f"{type(first.action).__name__.lower()} {at}".strip()
    text = f"{changed}: turn {first.turn} ({what}) is illegal: {first.illegal.clause}."
    return Meaning(text=text, statement=Statement(kind=ClaimKind.ILLEGAL_MOVE, turn=first.turn))


def proved(told: GameEnded) -> Result | None:
    """The result that a record proves; None for no result, which is as if it had not been played."""
    return None if told.by == NO_RESULT else Result(winner=WINNERS[told.winner])


def counts(pair: Pair) -> bool:
    """Whether a result counts that was played, not given by default."""
    return pair.result.winner is not Winner.NOBODY_YET and not pair.result.by_default


def _stays(before: Before, told: GameEnded | None) -> bool:
    """Whether the same player wins by another score: a result that says otherwise did so before."""
    if told is None or told.by != SCORE or not told.winner:
        return False
    return told.text.partition("+")[0] == before.outcome.partition("+")[0]


def _same(told: GameEnded | None, pair: Pair) -> bool:
    return told is not None and proved(told) == pair.result


def _changed(before: Before, terms: TermsChanged) -> str:
    """What is other in the terms: ``stone_supply 180 -> 60, komi 6.5 -> 7.5``."""
    old, new = parsed_ruleset(before.ruleset), parsed_ruleset(terms.ruleset)
    axes = [(axis, getattr(old, axis), getattr(new, axis)) for axis in AXES]
    told = [(axis, was, now) for axis, was, now in axes if was != now and axis != "handicap_komi"]
    if before.length != terms.length:
        told.append(("length", before.length or "unlimited", terms.length or "unlimited"))
    return ", ".join(f"{name} {_text(was)} -> {_text(now)}" for name, was, now in told)


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def claim_id(game_id: str, number: int) -> str:
    """One finding for each game and change of limits."""
    return str(uuid5(UUID(game_id), f"limits/{number}"))
