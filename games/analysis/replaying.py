"""The answers of rulesets on a record as JSON data, for the command line and REST. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from games.analysis.comparing import Row, check_dead, check_stones, compare, judge_replay
from games.analysis.course import Course, course_of_record, replay_course
from games.analysis.positions import (
    PhaseText,
    PrisonersBody,
    ScoreBody,
    prisoners_data,
    score_data,
)
from games.analysis.rulesets import RulesetName
from games.analysis.terms import Changes, resolve_ruleset, unknown_ruleset_note
from games.colours import ColourText, colour_name
from games.rest.bodies import OptionalText
from games.sgf import Note, Record
from rules import FirstIllegal, Reason


class IllegalBody(TypedDict):
    """The first action that the rules refuse. ``repeats_turn``: the turn after which that board occurred."""

    turn: int
    reason: Reason
    clause: OptionalText
    repeats_turn: int | None


class RowBody(TypedDict):
    """The answer of one ruleset on a record. ``unfit``: the reason if no such game can start.

    ``turns``: the number of legal actions, from the first; the other members describe the position after
    them, with the given dead stones. ``outcome``: what the rules prove; ``result``: that, or the margin as
    ``by`` says. ``score`` is null if nothing is counted. ``note``: set if the record names an unknown
    ruleset.
    """

    name: RulesetName
    ruleset: str
    unfit: OptionalText
    legal: bool
    turns: int
    illegal: IllegalBody | None
    komi: float | None
    phase: PhaseText | None
    to_play: ColourText | None
    prisoners: PrisonersBody | None
    score: ScoreBody | None
    outcome: str | None
    result: OptionalText
    by: OptionalText
    note: OptionalText


class ReadBody(TypedDict):
    """The reading of a record: which of several games was used, and what was ignored."""

    code: str
    text: str
    offset: int


class OneBody(RowBody):
    """The answer of one ruleset. ``notes``: on the reading of the record."""

    notes: list[ReadBody]


class RowsBody(TypedDict):
    """The answers of all rulesets. ``notes``: on the reading of the record."""

    results: list[RowBody]
    notes: list[ReadBody]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A course with the requested ruleset and changes.

    ``ruleset``: by name, None for the record's own if it is known; ``changes``: by axis; ``said`` and
    ``komi``: the ruleset and komi that the record itself names; ``notes``: on the reading of the record.
    """

    course: Course
    ruleset: str | None
    changes: Changes
    dead: Sequence[str] = ()
    said: str = ""
    komi: float | None = None
    notes: Sequence[Note] = ()


def question_about_record(
    record: Record, *, ruleset: str | None, changes: Changes, dead: Sequence[str] = ()
) -> Question:
    """Return the question about a record that was read from a file."""
    return Question(
        course=course_of_record(record),
        ruleset=ruleset,
        changes=changes,
        dead=dead,
        said=record.ruleset,
        komi=record.komi,
        notes=record.notes,
    )


def answer_of_one(question: Question) -> Row:
    """Return the answer of one ruleset. Raises ValueError for an unknown one, or if no such game can start.

    Its note says if the record names an unknown ruleset.
    """
    ruleset = resolve_ruleset(question.ruleset, question.changes, said=question.said, komi=question.komi)
    check_dead(question.course, question.dead)
    row = judge_replay(replay_course(question.course, ruleset), question.dead)
    check_stones([row], question.dead)
    return replace(row, note=unknown_ruleset_note(question.ruleset, question.said))


def answers_of_all(question: Question) -> list[Row]:
    """Judge the record under every ruleset. Raises ValueError for a named ruleset or invalid changes."""
    if question.ruleset is not None:
        raise ValueError("one ruleset is named where all of them are asked")
    return compare(question.course, dead=question.dead, changes=question.changes)


def replay_data(question: Question, *, every: bool) -> OneBody | RowsBody:
    return (
        all_data(question, answers_of_all(question)) if every else one_data(question, answer_of_one(question))
    )


def one_data(question: Question, row: Row) -> OneBody:
    return {**row_data(row), "notes": _read(question)}


def all_data(question: Question, rows: Sequence[Row]) -> RowsBody:
    return {"results": [row_data(row) for row in rows], "notes": _read(question)}


def _read(question: Question) -> list[ReadBody]:
    return [{"code": note.code.value, "text": note.text, "offset": note.offset} for note in question.notes]


def row_data(row: Row) -> RowBody:
    followed, game = row.followed, row.game
    return {
        "name": row.ruleset.name,
        "ruleset": str(row.ruleset),
        "unfit": row.unfit,
        "legal": row.legal,
        "turns": followed.turns if followed else 0,
        "illegal": illegal_data(followed.first_illegal if followed else None),
        "komi": game.komi if game else None,
        "phase": game.phase.value if game else None,
        "to_play": colour_name(game.to_play) if game else None,
        "prisoners": prisoners_data(game) if game else None,
        "score": score_data(row.score, game.board) if row.score and game else None,
        "outcome": str(game.outcome) if game and game.outcome else None,
        "result": row.result,
        "by": row.by,
        "note": row.note,
    }


def illegal_data(first: FirstIllegal | None) -> IllegalBody | None:
    """Return the first refused action: its turn, reason and clause, and the turn that it repeats."""
    if first is None:
        return None
    return {
        "turn": first.turn,
        "reason": Reason(first.illegal.reason),
        "clause": first.illegal.clause,
        "repeats_turn": first.illegal.repeats_turn,
    }
