"""What was played, apart from the rules that it was played by, so that any ruleset can be asked of it. Pure.

A handicap is told in many ways, and rulesets give it in several. Whatever the way, it is the same handicap:

| as it is told | moves (tromp-taylor, arg, ...) | stones (japanese, ...) or a bowl (ultimate) |
|---|---|---|
| stones on the board at the start | they stand there | they stand there |
| so many moves of Black before White's first | they are those moves | they stand there; turns count on |
| moves, but not so many of Black's at first | there is none | there is none; a bowl holds its stones |
| no move at all | it is given as the ruleset has it | it is given as the ruleset has it |
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from games.sgf import Record
from rules import Action, Board, Color, FirstIllegal, Game, Play, Ruleset, proceed
from rules.axes import Handicap

_AS_MOVES = (Handicap.CONSECUTIVE_MOVES, Handicap.FREE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The position before the first action, and the actions. ``handicap``: as declared; below 2 none."""

    board: Board
    to_play: Color = Color.BLACK
    handicap: int = 0
    actions: Sequence[Action] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """The game after the last legal action, and the first illegal one.

    ``placed``: how many moves of the course became handicap stones; they count as turns.
    """

    game: Game
    first_illegal: FirstIllegal | None = None
    placed: int = 0

    @property
    def turns(self) -> int:
        """How many actions of the course are legal."""
        return self.game.turn + self.placed


def of_record(record: Record) -> Course:
    """The course of an SGF record."""
    return Course(
        board=record.board, to_play=record.to_play, handicap=record.handicap, actions=record.actions
    )


def follow(course: Course, ruleset: Ruleset) -> Followed:
    """Replay the course under a ruleset. ValueError where no game can start so."""
    start, placed = _begin(course, ruleset)
    replayed = proceed(start, course.actions[placed:])
    return Followed(
        game=replayed.game, first_illegal=_counted_on(replayed.first_illegal, placed), placed=placed
    )


def _begin(course: Course, ruleset: Ruleset) -> tuple[Game, int]:
    """The game before its first action, and how many moves of the course stand on its board."""
    board, handicap = course.board, course.handicap
    if course.to_play is Color.WHITE or any(board.masks):
        return _standing(board, course.to_play, handicap, ruleset), 0
    if handicap >= 2 and course.actions:
        if ruleset.handicap not in _AS_MOVES and _placeable(course):
            return _with_stones(course, ruleset)
        if ruleset.handicap not in _AS_MOVES or not _moved(course):
            handicap = handicap if ruleset.handicap is Handicap.BOWL else 0
    return Game.start(ruleset, board.width, board.height, handicap=handicap), 0


def _with_stones(course: Course, ruleset: Ruleset) -> tuple[Game, int]:
    points = _first_plays(course)
    if len({at.upper() for at in points}) < len(points):
        raise ValueError(f"two handicap stones on one point: {', '.join(points)}")
    board = course.board.with_stones(black=points)
    return _standing(board, Color.WHITE, course.handicap, ruleset), len(points)


def _standing(board: Board, to_play: Color, handicap: int, ruleset: Ruleset) -> Game:
    """A game from stones on the board: a bowl does not hold them once more."""
    handicap = 0 if ruleset.handicap is Handicap.BOWL else handicap
    return Game.start(ruleset, board=board, to_play=to_play, handicap=handicap)


def _moved(course: Course) -> bool:
    """Whether Black begins with as many moves as the handicap has stones, or with all that there are."""
    first = list(takewhile(lambda action: getattr(action, "color", None) == Color.BLACK, course.actions))
    return len(first) >= min(course.handicap, len(course.actions))


def _placeable(course: Course) -> bool:
    """Whether these moves are stones on the board: passes and resignations are none, nor is "Z99"."""
    points = _first_plays(course)
    whole = len(points) == min(course.handicap, len(course.actions))
    return whole and all(at in course.board for at in points)


def _first_plays(course: Course) -> list[str]:
    """Where Black plays before anything else happens, as often as the handicap has stones."""
    first = takewhile(lambda action: isinstance(action, Play) and action.color == Color.BLACK, course.actions)
    return [action.at for action in islice(first, course.handicap) if isinstance(action, Play)]


def _counted_on(first: FirstIllegal | None, placed: int) -> FirstIllegal | None:
    if first is None or not placed:
        return first
    repeats = first.illegal.repeats_turn
    illegal = replace(first.illegal, repeats_turn=None if repeats is None else repeats + placed)
    return replace(first, turn=first.turn + placed, illegal=illegal)
