"""An experiment: a position, actions, dead stones, and one changed axis for every ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.analysis.course import Course, course_of_record
from games.analysis.laboratory.notation import (
    LARGEST,
    SMALLEST,
    InvalidExperiment,
    board_text,
    moves_text,
    read_board,
    read_moves,
    shorten_quote,
)
from games.analysis.terms import Changes, change_ruleset, read_changes
from games.sgf import Record
from rules import RULESETS, Action, Board, Color
from rules.impossible import Impossible

MOST_MOVES = 400
SIDE = 9
_LONGEST = 3_000  # characters per part
_MOST_STONES = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A position with actions, dead stones and one changed axis.

    ``change``: ``axis=value`` for each ruleset, "" for none; ``komi``: for all, None: each its own; ``turn``:
    the number of actions shown, None for all; ``under``: the ruleset whose board is shown, "" for the one
    that goes furthest. Hashable: equal experiments have equal answers.
    """

    board: Board = field(default_factory=lambda: Board(SIDE))
    to_play: Color = Color.BLACK
    handicap: int = 0
    actions: tuple[Action, ...] = ()
    dead: tuple[str, ...] = ()
    change: str = ""
    komi: float | None = None
    turn: int | None = None
    under: str = ""

    @property
    def shown(self) -> int:
        """The number of actions that are replayed."""
        return len(self.actions) if self.turn is None else self.turn

    @property
    def course(self) -> Course:
        """The course that every ruleset replays."""
        actions = self.actions[: self.shown]
        return Course(board=self.board, to_play=self.to_play, handicap=self.handicap, actions=actions)

    @property
    def given(self) -> Changes:
        """The changes for every ruleset apart from the changed axis."""
        return {} if self.komi is None else {"komi": self.komi}

    @property
    def changes(self) -> Changes:
        """All changes. The changed axis overrides the others."""
        return {**self.given, **read_changes([self.change] if self.change else [])}

    def at(self, turn: int) -> "Experiment":
        """Return the experiment with that number of actions shown."""
        return replace(self, turn=turn if turn < len(self.actions) else None)

    def going_on(self, kept: int, *actions: Action) -> "Experiment":
        """Return the experiment with other actions after the first ``kept``."""
        return replace(self, actions=(*self.actions[:kept], *actions), turn=None, dead=())


def parse_experiment(said: Mapping[str, str]) -> Experiment:
    """Parse the parts of an address. Raises `Untried`, naming the part that is invalid."""
    for name in ("board", "moves", "dead"):
        if len(said.get(name, "")) > _LONGEST:
            raise InvalidExperiment("too_long", name=name, most=_LONGEST)
    board = read_board(said["board"]) if said.get("board") else Board(_size(said.get("size", "")))
    to_play = _color(said.get("to", ""))
    actions = read_moves(said.get("moves", ""), board, to_play)
    if len(actions) > MOST_MOVES:
        raise InvalidExperiment("too_many_moves", moves=len(actions), most=MOST_MOVES)
    found = Experiment(
        board=board,
        to_play=to_play,
        handicap=_number("handicap", said.get("handicap", ""), _MOST_STONES) or 0,
        actions=actions,
        dead=_dead(said.get("dead", ""), board),
        change=said.get("change", "")[:80],
        komi=_komi(said.get("komi", "")),
        under=_under(said.get("under", "")),
    )
    _check(found)
    turn = _number("turn", said.get("turn", ""), MOST_MOVES)
    return found if turn is None else found.at(turn)


def experiment_text(tried: Experiment) -> dict[str, str]:
    """Return the parts of the address of an experiment, without empty ones."""
    empty = not any(tried.board.masks) and tried.board.width == tried.board.height
    said = {
        "size": str(tried.board.width) if empty and tried.board.width != SIDE else "",
        "board": "" if empty else board_text(tried.board),
        "to": "w" if tried.to_play is Color.WHITE else "",
        "handicap": str(tried.handicap or ""),
        "moves": moves_text(tried.actions, tried.board, tried.to_play),
        "turn": "" if tried.turn is None else str(tried.turn),
        "dead": ".".join(tried.dead),
        "komi": "" if tried.komi is None else f"{tried.komi:g}",
        "change": tried.change,
        "under": tried.under,
    }
    return {name: value for name, value in said.items() if value}


def experiment_of_record(record: Record) -> Experiment:
    """Return the experiment for a record, with its komi. Raises `Untried` for one that is too large."""
    if max(record.width, record.height) > LARGEST:
        raise InvalidExperiment(
            "board_size", least=SMALLEST, most=LARGEST, size=f"{record.width}x{record.height}"
        )
    course = course_of_record(record)
    if len(course.actions) > MOST_MOVES:
        raise InvalidExperiment("too_many_moves", moves=len(course.actions), most=MOST_MOVES)
    tried = Experiment(
        board=course.board,
        to_play=course.to_play,
        handicap=course.handicap,
        actions=tuple(course.actions),
        komi=record.komi,
    )
    return parse_experiment(experiment_text(tried))


def _check(tried: Experiment) -> None:
    """Check that the change is on one axis and that at least one ruleset accepts it."""
    if len(tried.change.split()) > 1:
        raise InvalidExperiment("bad_change", text=shorten_quote(tried.change))
    fits = 0
    for ruleset in RULESETS.values():
        try:
            change_ruleset(ruleset, tried.changes)
        except Impossible:
            continue
        except ValueError:
            raise InvalidExperiment("bad_change", text=shorten_quote(tried.change)) from None
        fits += 1
    if not fits:
        raise InvalidExperiment("bad_change", text=shorten_quote(tried.change))


def _size(text: str) -> int:
    side = _number("size", text, LARGEST)
    if side is not None and side < 5:
        raise InvalidExperiment("board_size", least=5, most=LARGEST, size=side)
    return SIDE if side is None else side


def _color(text: str) -> Color:
    if text not in ("", *Color):
        raise InvalidExperiment("bad_color", text=shorten_quote(text))
    return Color(text or "b")


def _number(name: str, text: str, most: int) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= most):
        raise InvalidExperiment("bad_number", name=name, most=most, text=shorten_quote(text))
    return int(text)


def _komi(text: str) -> float | None:
    if not text:
        return None
    try:
        komi = None if " " in text else read_changes([f"komi={text[:20]}"])["komi"]
    except ValueError:
        komi = None
    if not isinstance(komi, float):
        raise InvalidExperiment("bad_komi", text=shorten_quote(text))
    return komi


def _dead(text: str, board: Board) -> tuple[str, ...]:
    points = [at.upper() for at in text.split(".") if at]
    if other := next((at for at in points if at not in board), None):
        raise InvalidExperiment("bad_dead", text=shorten_quote(other))
    return tuple(sorted(set(points)))


def _under(text: str) -> str:
    if text and text not in RULESETS:
        raise InvalidExperiment("bad_ruleset", text=shorten_quote(text))
    return text
