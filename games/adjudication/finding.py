"""What the rules say of a claim, and what they need to say it. Pure values."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.adjudication.kinds import Statement
from games.game.state import GameState
from games.marking import counted, marked
from games.sgf import Record
from rules import FirstIllegal, Game


class Verdict(StrEnum):
    """What the replay shows of a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDABLE = "undecidable"


class Missing(StrEnum):
    """What an undecidable claim still needs."""

    RECORD = "record"
    LEGAL_RECORD = "legal_record"
    END_OF_RECORD = "end_of_record"
    AGREEMENT = "agreement"
    CAPTURE = "capture"
    CONFIRMATION = "confirmation"
    RESUMPTION = "resumption"
    PERSON = "person"


MISSING_TEXTS = {
    Missing.RECORD: marked("a record of the game"),
    Missing.LEGAL_RECORD: marked("a record whose moves are all legal"),
    Missing.END_OF_RECORD: marked("the record up to the end of the game"),
    Missing.AGREEMENT: marked("both players' agreement on the dead strings"),
    Missing.CAPTURE: marked("the capture phase of the disputed string, played out"),
    Missing.CONFIRMATION: marked("a confirmation sequence for the strings"),
    Missing.RESUMPTION: marked("a resumption that plays the status out"),
    Missing.PERSON: marked("a person who judges what no record holds"),
}
"""What each needed thing is, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a finding is made from.

    ``state``: the game as its log tells it; ``second``: the record that comes with the claim; ``received``:
    the file that the game's own record was read from; ``handicap`` and ``komi``: what was paired; ``lines``:
    the sequences that were played out from the end of the record, in order, each with its positions, that
    of the record first.
    """

    state: GameState
    handicap: int
    komi: float
    second: Record | None = None
    received: Record | None = None
    lines: Sequence[Sequence[Game]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the rules say of a claim, where, and what would follow.

    ``turn``: of the record, None where none matters; ``clause``: of the ruleset; ``position``: the game at
    that point; ``follows``: the result that would follow, as SGF has it, "" for none; ``missing``: what an
    undecidable claim needs. An estimate of who is alive is no part of it.
    """

    verdict: Verdict
    says: str
    turn: int | None = None
    clause: str = ""
    position: Game | None = None
    follows: str = ""
    missing: tuple[Missing, ...] = ()


def proved(says: str, **facts: object) -> Finding:
    """The claim is right."""
    return Finding(verdict=Verdict.PROVED, says=says, **facts)  # type: ignore[arg-type]  # fields of Finding


def refuted(says: str, **facts: object) -> Finding:
    """The claim is wrong."""
    return Finding(verdict=Verdict.REFUTED, says=says, **facts)  # type: ignore[arg-type]  # as above


def undecidable(says: str, *missing: Missing, **facts: object) -> Finding:
    """The rules cannot tell without what is missing."""
    return Finding(verdict=Verdict.UNDECIDABLE, says=says, missing=missing, **facts)  # type: ignore[arg-type]


def no_record(case: Case) -> Finding | None:
    """The answer to any claim on moves where there is none."""
    if case.state.turns or case.state.set_up:
        return None
    return undecidable(marked("There is no record of this game."), Missing.RECORD, position=case.state.game)


def undecidable_after_illegal(first: FirstIllegal, position: Game) -> Finding:
    """The answer to a claim on what follows an illegal turn."""
    says = marked(
        "Turn %(turn)s is illegal: %(clause)s. What follows it proves nothing.",
        turn=first.turn,
        clause=first.illegal.clause,
    )
    return undecidable(
        says, Missing.LEGAL_RECORD, turn=first.turn, clause=first.illegal.clause, position=position
    )


def undecidable_after_end(turn: int, position: Game) -> Finding:
    """The answer to a claim on a turn that the record does not have."""
    says = marked("The record ends after turn %(turn)s.", turn=turn)
    return undecidable(says, Missing.END_OF_RECORD, turn=turn, position=position)


def length_of_play(line: Sequence[Game]) -> str:
    """How far something was played out: "Played out for 3 turns"."""
    turns = len(line) - 1
    return counted("Played out for %(number)s turn", "Played out for %(number)s turns", turns)


def position_of(claim: Statement, case: Case) -> "Game | Finding":
    """The position after the turn that is claimed, by default at the end; or why there is none."""
    state = case.state
    if none := no_record(case):
        return none
    turn = state.turns if claim.turn is None else claim.turn
    if state.illegal and state.illegal.turn <= turn:
        return undecidable_after_illegal(state.illegal, state.game)
    return state.at(turn) or undecidable_after_end(state.turns, state.game)
