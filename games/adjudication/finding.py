"""Findings on claims, and the requirements that an undecidable claim lacks. Pure values."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.adjudication.clauses import Ground, marked_clause
from games.adjudication.kinds import Statement
from games.game.state import GameState
from games.marking import counted, marked
from games.sgf import Record
from rules import FirstIllegal, Game


class Verdict(StrEnum):
    """The result of comparing a claim with a replay."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDABLE = "undecidable"


class Missing(StrEnum):
    """A requirement that an undecidable claim still lacks."""

    RECORD = "record"
    LEGAL_RECORD = "legal_record"
    END_OF_RECORD = "end_of_record"
    AGREEMENT = "agreement"
    CAPTURE = "capture"
    CONFIRMATION = "confirmation"
    RESUMPTION = "resumption"
    PERSON = "person"


MISSING_TEXTS = {
    Missing.RECORD: marked("a record of the game that an official or the opponent enters"),
    Missing.LEGAL_RECORD: marked("a record whose moves are all legal"),
    Missing.END_OF_RECORD: marked("the record up to the end of the game"),
    Missing.AGREEMENT: marked("both players' agreement on the dead strings"),
    Missing.CAPTURE: marked("the capture phase of the disputed string, played out"),
    Missing.CONFIRMATION: marked("a confirmation sequence for the strings"),
    Missing.RESUMPTION: marked("a resumption in which the status is played out"),
    Missing.PERSON: marked("a decision by the referee"),
}
"""The description of each requirement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The input of a finding.

    ``state``: the game from its log; ``second``: the record that comes with the claim; ``received``: the file
    of the game's own record, as it is read today, unless it was erased;
    ``by``: the colour of the player who claims, "" for an official; ``handicap`` and ``komi``: those of the
    pairing; ``lines``: the sequences played out from the end of the
    record, in order, each with its positions, starting with that of the record; ``marked``: the stones that
    the game's own record marks as dead.
    """

    state: GameState
    handicap: int
    komi: float
    second: Record | None = None
    received: Record | None = None
    lines: Sequence[Sequence[Game]] = ()
    marked: tuple[str, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The verdict on a claim, its place in the record, and the result that would follow.

    ``turn``: of the record, None if irrelevant; ``clause``: of the ruleset; ``position``: the game at that
    turn; ``follows``: the result that would follow, in SGF's notation, "" for none; ``missing``: the
    requirements that an undecidable claim lacks; ``grounds``: the choices of the ruleset on which the verdict
    rests, beside what the record shows. It contains no estimate of life and death: ``counts`` is the score of
    a stopped game if every string that the claim does not name is alive.
    """

    verdict: Verdict
    says: str
    turn: int | None = None
    clause: str = ""
    position: Game | None = None
    follows: str = ""
    counts: str = ""
    missing: tuple[Missing, ...] = ()
    grounds: tuple[Ground, ...] = ()

    @property
    def offered(self) -> str:
        """The result that is offered to who rules on the claim."""
        return self.follows or ("" if self.verdict is Verdict.UNDECIDABLE else self.counts)


def proved(says: str, **facts: object) -> Finding:
    """Return the finding that the claim is right."""
    return Finding(verdict=Verdict.PROVED, says=says, **facts)  # type: ignore[arg-type]  # fields of Finding


def refuted(says: str, **facts: object) -> Finding:
    """Return the finding that the claim is wrong."""
    return Finding(verdict=Verdict.REFUTED, says=says, **facts)  # type: ignore[arg-type]  # as above


def undecidable(says: str, *missing: Missing, **facts: object) -> Finding:
    """Return the finding that the rules cannot decide without the missing requirements."""
    return Finding(verdict=Verdict.UNDECIDABLE, says=says, missing=missing, **facts)  # type: ignore[arg-type]


def no_record(case: Case) -> Finding | None:
    """Return the finding on any claim about moves if there is no record."""
    if case.state.turns or case.state.set_up:
        return None
    return undecidable(marked("There is no record of this game."), Missing.RECORD, position=case.state.game)


def undecidable_after_illegal(first: FirstIllegal, position: Game) -> Finding:
    """Return the finding on a claim about a turn after an illegal one."""
    says = marked(
        "Turn %(turn)s is illegal: %(clause)s. The moves after it prove nothing.",
        turn=first.turn,
        clause=marked_clause(first.illegal.clause),
    )
    return undecidable(
        says, Missing.LEGAL_RECORD, turn=first.turn, clause=first.illegal.clause, position=position
    )


def undecidable_after_end(turn: int, position: Game) -> Finding:
    """Return the finding on a claim about a turn that the record does not have."""
    says = marked("The record ends after turn %(turn)s.", turn=turn)
    return undecidable(says, Missing.END_OF_RECORD, turn=turn, position=position)


def length_of_play(line: Sequence[Game]) -> str:
    """Return how far something was played out: "Played out for 3 turns"."""
    turns = len(line) - 1
    return counted("Played out for %(number)s turn", "Played out for %(number)s turns", turns)


def position_of(claim: Statement, case: Case) -> "Game | Finding":
    """Return the position after the claimed turn, by default at the end; or the finding if there is none."""
    state = case.state
    if none := no_record(case):
        return none
    turn = state.turns if claim.turn is None else claim.turn
    if state.illegal and state.illegal.turn <= turn:
        return undecidable_after_illegal(state.illegal, state.game)
    return state.at(turn) or undecidable_after_end(state.turns, state.game)
