"""The actions of a game without its rules, to be replayed under any ruleset. Pure.

Records state a handicap in several ways, and rulesets give it in several. Each way is the same handicap:

| in the record | moves (tromp-taylor, arg, ...) | stones (japanese, ...) or a bowl (ultimate) |
|---|---|---|
| stones on the board at the start | set up | set up |
| that number of moves by Black before White's first | played as moves | set up; the turns count |
| moves, but fewer by Black at first | none | none; a bowl holds its stones |
| no move at all | given as in the ruleset | given as in the ruleset |
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
class Replay:
    """The game after the last legal action, and the first illegal action.

    ``placed``: the number of moves that became handicap stones; they count as turns.
    """

    game: Game
    first_illegal: FirstIllegal | None = None
    placed: int = 0

    @property
    def turns(self) -> int:
        """The number of legal actions in the course."""
        return self.game.turn + self.placed


def course_of_record(record: Record) -> Course:
    """Return the course of an SGF record."""
    return Course(
        board=record.board, to_play=record.to_play, handicap=record.handicap, actions=record.actions
    )


def replay_course(course: Course, ruleset: Ruleset) -> Replay:
    """Replay the course under a ruleset. Raises ValueError if no such game can start."""
    start, placed = _begin(course, ruleset)
    replayed = proceed(start, course.actions[placed:])
    return Replay(
        game=replayed.game, first_illegal=_count_turns_from(replayed.first_illegal, placed), placed=placed
    )


def _begin(course: Course, ruleset: Ruleset) -> tuple[Game, int]:
    """Return the game before its first action, and how many moves of the course are on its board."""
    board, handicap = course.board, course.handicap
    if course.to_play is Color.WHITE or any(board.masks):
        return _game_from_stones(board, course.to_play, handicap, ruleset), 0
    if handicap >= 2 and course.actions:
        if ruleset.handicap not in _AS_MOVES and _are_placeable(course):
            return _with_stones(course, ruleset)
        if ruleset.handicap not in _AS_MOVES or not _gives_handicap_as_moves(course):
            handicap = handicap if ruleset.handicap is Handicap.BOWL else 0
    return Game.start(ruleset, board.width, board.height, handicap=handicap), 0


def _with_stones(course: Course, ruleset: Ruleset) -> tuple[Game, int]:
    points = _first_plays(course)
    if len({at.upper() for at in points}) < len(points):
        raise ValueError(f"two handicap stones on one point: {', '.join(points)}")
    board = course.board.with_stones(black=points)
    return _game_from_stones(board, Color.WHITE, course.handicap, ruleset), len(points)


def _game_from_stones(board: Board, to_play: Color, handicap: int, ruleset: Ruleset) -> Game:
    """Return a game from stones on the board, which a bowl does not hold as well."""
    handicap = 0 if ruleset.handicap is Handicap.BOWL else handicap
    return Game.start(ruleset, board=board, to_play=to_play, handicap=handicap)


def _gives_handicap_as_moves(course: Course) -> bool:
    """Return whether Black starts with as many moves as the handicap has stones, or makes all moves."""
    first = list(takewhile(lambda action: getattr(action, "color", None) == Color.BLACK, course.actions))
    return len(first) >= min(course.handicap, len(course.actions))


def _are_placeable(course: Course) -> bool:
    """Return whether these moves can be stones on the board.

    Passes, resignations and points such as "Z99" cannot.
    """
    points = _first_plays(course)
    whole = len(points) == min(course.handicap, len(course.actions))
    return whole and all(at in course.board for at in points)


def _first_plays(course: Course) -> list[str]:
    """Return Black's plays before any other action, at most as many as the handicap has stones."""
    first = takewhile(lambda action: isinstance(action, Play) and action.color == Color.BLACK, course.actions)
    return [action.at for action in islice(first, course.handicap) if isinstance(action, Play)]


def _count_turns_from(first: FirstIllegal | None, placed: int) -> FirstIllegal | None:
    if first is None or not placed:
        return first
    repeats = first.illegal.repeats_turn
    illegal = replace(first.illegal, repeats_turn=None if repeats is None else repeats + placed)
    return replace(first, turn=first.turn + placed, illegal=illegal)
