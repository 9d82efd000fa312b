"""The answers of all rulesets to an experiment, grouped, with the effects of a change first. Pure.

An answer holds no line of positions, so that many can be cached.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from games.analysis.comparing import Row, compare
from games.analysis.laboratory.experiment import Experiment
from games.analysis.terms import Changes
from rules import RULESETS, Action, Color, Game, Phase, Reason
from rules.axes import Repetition
from rules.clauses import describe

LEGAL, UNFIT = "legal", "unfit"
_BARRED = (Reason.KO, Reason.SUPERKO, Reason.LOCKED_KO)
_BOARDS = (
    Repetition.POSITIONAL,
    Repetition.SITUATIONAL,
    Repetition.NATURAL_SITUATIONAL,
    Repetition.SITUATIONAL_UNLESS_MULTI_CAPTURE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The first refused action. ``axis``: the one whose clause refuses it, "" for none."""

    turn: int
    action: Action
    reason: str
    clause: str
    axis: str
    repeats_turn: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenPoint:
    """A point that a repetition rule currently forbids to the player to move."""

    at: str
    reason: str
    repeats_turn: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepetitionMemory:
    """The memory of the repetition rule: ``boards`` that may not return, and the ``kos`` that were fought."""

    rule: str
    boards: int = 0
    kos: tuple[tuple[str, ...], ...] = ()
    barred: tuple[ForbiddenPoint, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of one ruleset.

    ``unfit``: why no such game can exist; all other fields are then empty.
    """

    name: str
    unfit: str = ""
    turns: int = 0
    refused: Refused | None = None
    phase: str = ""
    remembers: RepetitionMemory | None = None
    black: float | None = None
    white: float | None = None
    result: str = ""
    by: str = ""
    differs: bool = False

    @property
    def verdict(self) -> tuple[str, int]:
        """The key by which answers are grouped: reason and turn of a refusal, legal, or no game at all."""
        if self.unfit:
            return UNFIT, 0
        return (self.refused.reason, self.refused.turn) if self.refused else (LEGAL, self.turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The rulesets with the same verdict."""

    verdict: str
    turn: int
    answers: tuple[Answer, ...]

    @property
    def differs(self) -> bool:
        """Return whether the change altered the group or the result of any of these rulesets."""
        return any(answer.differs for answer in self.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The groups, and ``best``: the ruleset that follows the course furthest, "" if none can."""

    groups: tuple[Group, ...]
    best: str

    @property
    def differing(self) -> int:
        """The number of rulesets whose answer the change altered."""
        return sum(answer.differs for group in self.groups for answer in group.answers)


@lru_cache(maxsize=128)
def compare_rulesets(tried: Experiment) -> Comparison:
    """Return the answers of all rulesets. Raises ValueError for an invalid dead stone."""
    answers = _answers(tried, tried.changes)
    if tried.change:
        before = _answers(tried, tried.given)
        answers = {name: _mark_difference(answer, before[name]) for name, answer in answers.items()}
    best = max(answers.values(), key=_progress)
    return Comparison(groups=_group_answers(answers), best="" if best.unfit else best.name)


def _progress(answer: Answer) -> tuple[bool, int, bool]:
    return not answer.unfit, answer.turns, answer.phase != Phase.OVER.value


def game_of(tried: Experiment, name: str) -> Game | None:
    """Return the last legal position under a ruleset with the change; None if no such game exists."""
    row = compare(tried.course, changes=tried.changes, rulesets=[RULESETS[name]])[0]
    return row.followed.game if row.followed else None


def _answers(tried: Experiment, changes: Changes) -> Mapping[str, Answer]:
    rows = compare(tried.course, changes=changes, dead=tried.dead)
    return {row.ruleset.name: _answer(row) for row in rows}


def _mark_difference(answer: Answer, before: Answer) -> Answer:
    same = (answer.verdict, answer.result, answer.unfit) == (before.verdict, before.result, before.unfit)
    return replace(answer, differs=not same)


def _group_answers(answers: Mapping[str, Answer]) -> tuple[Group, ...]:
    """Sort the groups: changed ones first, then larger ones; within a group in the order of the rulesets."""
    verdicts = dict.fromkeys(answer.verdict for answer in answers.values())
    groups = [_group(verdict, answers) for verdict in verdicts]
    return tuple(sorted(groups, key=lambda group: (not group.differs, -len(group.answers))))


def _group(verdict: tuple[str, int], answers: Mapping[str, Answer]) -> Group:
    alike = [answer for answer in answers.values() if answer.verdict == verdict]
    alike.sort(key=lambda answer: not answer.differs)
    return Group(verdict=verdict[0], turn=verdict[1], answers=tuple(alike))


def _answer(row: Row) -> Answer:
    if row.followed is None or row.game is None:
        return Answer(name=row.ruleset.name, unfit=row.unfit)
    totals = [row.score.tally(color).total if row.score else None for color in Color]
    return Answer(
        name=row.ruleset.name,
        turns=row.followed.turns,
        refused=_refusal(row),
        phase=row.followed.game.phase.value,
        remembers=_repetition_memory(row.followed.game),
        black=totals[0],
        white=totals[1],
        result=row.result,
        by=row.by,
    )


def _refusal(row: Row) -> Refused | None:
    first = row.followed.first_illegal if row.followed else None
    if first is None:
        return None
    return Refused(
        turn=first.turn,
        action=first.action,
        reason=Reason(first.illegal.reason).value,
        clause=first.illegal.clause,
        axis=_axis(row, first.illegal.clause),
        repeats_turn=first.illegal.repeats_turn,
    )


def _axis(row: Row, clause: str) -> str:
    """Return the axis whose words, or whose clause in the text, the refusal quotes."""
    choices = describe(row.ruleset)
    words = (choice.axis for choice in choices if clause.endswith(choice.says))
    places = (choice.axis for choice in choices if choice.clause and clause.startswith(f"{choice.clause}:"))
    return next(words, "") or next(places, "")


def _repetition_memory(game: Game) -> RepetitionMemory:
    rule = game.ruleset.repetition
    boards = len({position.board for position in game.line()}) if rule in _BOARDS else 0
    return RepetitionMemory(
        rule=rule.value,
        boards=boards,
        kos=tuple(tuple(ko.points) for ko in game.kos),
        barred=tuple(_forbidden_points(game)),
    )


def _forbidden_points(game: Game) -> list[ForbiddenPoint]:
    points = game.legal_points(game.to_play).items()
    return [
        ForbiddenPoint(at=at, reason=Reason(why.reason).value, repeats_turn=why.repeats_turn)
        for at, why in points
        if why and why.reason in _BARRED
    ]
