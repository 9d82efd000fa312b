"""The records of a file as values."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.sgf.faults import ASSUMPTIONS, GUESSES, Note
from rules import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    Board,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    GiveStone,
    MarkDead,
    Pass,
    Play,
    Resign,
)
from rules.actions import Claim as ClaimStrings

BUTTON = "BUTTON"
"""A private property, with B or W: the player takes the button, in a node of the main line."""

ACTION = "ACTION"
"""A private property, with an action as JSON data; other programs see the plain moves alone.

It is a turn that is no move of SGF, a resumption, or a part of a confirmation, whose plays are no moves of
the game.
"""

IN_RESULT = (Accept, AgreeDead, AgreeDraw, DeclareDraw, MarkDead, Resign)
"""The actions that no record states: players agree and resign themselves, and RE tells the result."""

WORDS = (*IN_RESULT, ClaimStrings, Confirm, Concede, GiveStone, Play, Pass)
"""The private actions that count only if the player enters them: a file is the word of its sender.

The plays and passes among them are those of a confirmation.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One action of the main line; `offset` is its byte in the file, `node` its node from 0 (the root)."""

    action: Action
    offset: int
    node: int


class By(StrEnum):
    """How a record claims that the game ended."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    DRAW = "draw"
    VOID = "void"
    UNKNOWN = "unknown"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The result that a record claims (RE); `margin` in points, with a score only."""

    by: By
    winner: Color | None = None
    margin: float | None = None

    def __str__(self) -> str:
        plain = {By.DRAW: "0", By.VOID: "Void", By.UNKNOWN: "?"}
        if self.winner is None:
            return plain[self.by]
        how = {By.RESIGNATION: "R", By.TIME: "T", By.FORFEIT: "F", By.UNSTATED: ""}
        said = f"{self.margin:g}" if self.by is By.SCORE else how[self.by]
        return f"{self.winner.value.upper()}+{said}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """The comment of main-line node `node`."""

    node: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """The game information of a record. It is personal: stored next to the event log, never in it."""

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    black_team: str = ""
    white_team: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    date: str = ""
    time: str = ""
    overtime: str = ""
    name: str = ""
    about: str = ""
    annotator: str = ""
    source: str = ""
    user: str = ""
    copyright: str = ""
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The main line of one game.

    `board` is the position before the first action, handicap stones that were set up included. `handicap`
    is what the record declares (0 without HA). `komi` in points, None when absent or unreadable. `ruleset`
    is the text of RU. `result` is None when absent or unreadable, `result_text` the words of RE. `dead`
    are the stones that the record marks as dead; both players have not yet agreed on them.
    """

    width: int
    height: int
    board: Board
    to_play: Color
    handicap: int = 0
    komi: float | None = None
    ruleset: str = ""
    moves: tuple[Move, ...] = ()
    result: Claim | None = None
    result_text: str = ""
    info: Info = field(default_factory=Info)
    dead: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    offset: int = 0

    @property
    def guesses(self) -> tuple[str, ...]:
        """The codes of the notes on a position or on moves that were assumed, in order of the alphabet."""
        return tuple(code for code in self.assumptions if code in GUESSES)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The codes of the notes on assumed moves, positions or terms, in order of the alphabet."""
        return tuple(sorted({note.code.value for note in self.notes if note.code in ASSUMPTIONS}))

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(move.action for move in self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A file: its games in order, the encoding used (a Python codec name), notes on the whole file."""

    games: tuple[Record, ...]
    encoding: str
    notes: tuple[Note, ...] = ()
