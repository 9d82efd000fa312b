"""Consequences of a changed verdict on a game for the result that counts. Pure."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID, uuid5

from games.adjudication.kinds import ClaimKind, Statement
from games.game.events import GameEnded, TermsChanged
from games.game.margins import SCORE, parse_ruleset
from rules import FirstIllegal
from rules.choices import AXES, UNLIMITED
from rules.scoring import NO_RESULT
from tournaments.competition.history import Result, Winner
from tournaments.state.tournament import Pair

WINNERS = {"b": Winner.BLACK, "w": Winner.WHITE, "": Winner.JIGO}


class JudgedGame(Protocol):
    """A game under the terms it was judged by before."""

    @property
    def ruleset(self) -> str: ...

    @property
    def length(self) -> int | None: ...

    @property
    def outcome(self) -> str: ...

    @property
    def illegal_turn(self) -> int | None: ...


class NewVerdict(Protocol):
    """A game under other terms."""

    @property
    def terms(self) -> TermsChanged: ...

    @property
    def end(self) -> GameEnded | None: ...

    @property
    def illegal(self) -> FirstIllegal | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """The consequence of a verdict for a result that counts.

    ``statement``: the finding. ``result``: the result that would count, None if it stays.
    """

    text: str
    statement: Statement
    result: Result | None = None


def consequence_of(before: JudgedGame, verdict: NewVerdict, pair: Pair) -> Consequence | None:
    """Return the consequence for the pair, None if there is none."""
    changed, first, end = _changed_terms(before, verdict.terms), verdict.illegal, verdict.end
    if first is not None:
        return None if before.illegal_turn == first.turn else _illegal_move(first, changed)
    if not is_played(pair) or _proves_nothing_new(before, end, pair):
        return None
    if end is None:
        text = f"{changed}: the record no longer proves {before.outcome}, or any end."
        return Consequence(text=text, statement=Statement(kind=ClaimKind.WRONG_RESULT, result="Void"))
    return Consequence(
        text=f"{changed}: the record proves {end.text}, where it proved {before.outcome or 'nothing'}.",
        statement=Statement(kind=ClaimKind.WRONG_RESULT, result=end.text),
        result=proved_result(end),
    )


class Finding(Protocol):
    """The claim that an earlier verdict led to."""

    @property
    def kind(self) -> str: ...

    @property
    def turn(self) -> int | None: ...


def still_holds(finding: Finding, verdict: NewVerdict, pair: Pair) -> bool:
    """Return whether what an earlier verdict found is so under this one too."""
    if finding.kind == ClaimKind.ILLEGAL_MOVE:
        return verdict.illegal is not None and verdict.illegal.turn == finding.turn
    return verdict.end is None or proved_result(verdict.end) != pair.result


def _illegal_move(first: FirstIllegal, changed: str) -> Consequence:
    at = getattr(first.action, "at", "")
    what = f"{type(first.action).__name__.lower()} {at}".strip()
    text = f"{changed}: turn {first.turn} ({what}) is illegal: {first.illegal.clause}."
    return Consequence(text=text, statement=Statement(kind=ClaimKind.ILLEGAL_MOVE, turn=first.turn))


def proved_result(end: GameEnded) -> Result | None:
    """Return the result that a record proves; None for no result, which counts as not played."""
    return None if end.by == NO_RESULT else Result(winner=WINNERS[end.winner])


def is_played(pair: Pair) -> bool:
    """Return whether the result that counts was played, not given by default."""
    return pair.result.winner is not Winner.NOBODY_YET and not pair.result.by_default


def _proves_nothing_new(before: JudgedGame, end: GameEnded | None, pair: Pair) -> bool:
    """Return whether the record proves the same result as before, or the one that counts."""
    if end is None:
        return not before.outcome
    return end.text == before.outcome or proved_result(end) == pair.result or _same_winner(before, end)


def _same_winner(before: JudgedGame, end: GameEnded) -> bool:
    """Return whether the same player wins by another score, so that no new contradiction arises."""
    return end.by == SCORE and bool(end.winner) and _side(end.text) == _side(before.outcome)


def _side(outcome: str) -> str:
    return outcome.partition("+")[0]


def _changed_terms(before: JudgedGame, terms: TermsChanged) -> str:
    """Return the changed terms in words: ``stone_supply 180 -> 60, komi 6.5 -> 7.5``."""
    old, new = parse_ruleset(before.ruleset), parse_ruleset(terms.ruleset)
    terms_of_both = [
        (axis, getattr(old, axis), getattr(new, axis)) for axis in AXES if axis != "handicap_komi"
    ]
    terms_of_both.append(("length", before.length or UNLIMITED, terms.length or UNLIMITED))
    return ", ".join(f"{name} {_text(was)} -> {_text(now)}" for name, was, now in terms_of_both if was != now)


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def finding_id(game_id: str, number: int) -> str:
    """Return the id of the claim for the finding of a change of limits: one for each game and change."""
    return str(uuid5(UUID(game_id), f"limits/{number}"))
