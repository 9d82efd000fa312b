"""Faults, for which a file is refused, and notes on decisions made in reading it."""

from dataclasses import dataclass
from enum import StrEnum


class FaultCode(StrEnum):
    """The reason why a file is refused. The set is closed: stored and shown codes are always of it."""

    TOO_LARGE = "too_large"
    TOO_MANY_NODES = "too_many_nodes"
    TOO_MANY_VALUES = "too_many_values"
    TOO_DEEP = "too_deep"
    TOO_MANY_GAMES = "too_many_games"
    TOO_MANY_MOVES = "too_many_moves"
    TOO_MUCH_SETUP = "too_much_setup"
    EMPTY = "empty"
    NO_GAME = "no_game"
    BAD_BYTES = "bad_bytes"
    GRAMMAR = "grammar"
    UNFINISHED = "unfinished"
    NOT_GO = "not_go"
    BAD_SIZE = "bad_size"
    BAD_POINT = "bad_point"
    BAD_SETUP = "bad_setup"
    LATE_SETUP = "late_setup"
    SEVERAL_MOVES = "several_moves"
    AFTER_RESIGNATION = "after_resignation"


class NoteCode(StrEnum):
    """A decision made in reading that a reader of the record should know of."""

    ENCODING = "encoding"
    UNKNOWN_CHARSET = "unknown_charset"
    WRONG_CHARSET = "wrong_charset"
    REPLACED_BYTES = "replaced_bytes"
    OUTSIDE_GAME = "outside_game"
    LOWER_CASE = "lower_case"
    NO_FIRST_NODE = "no_first_node"
    UNESCAPED = "unescaped"
    UNCLOSED = "unclosed"
    SIZE_READ_AS = "size_read_as"
    NOT_A_POINT = "not_a_point"
    PASSES_IN_WORDS = "passes_in_words"
    RESIGNATION_AS_MOVE = "resignation_as_move"
    REPEATED_MOVE = "repeated_move"
    MOVES_UNDONE = "moves_undone"
    DEAD_MARKED = "dead_marked"
    MARKING_UNREAD = "marking_unread"
    EMPTY_SETUP = "empty_setup"
    VARIATIONS = "variations"
    LATE_SETUP = "late_setup"
    SETUP_WITH_MOVE = "setup_with_move"
    TWO_MOVES = "two_moves"
    TURN_INFERRED = "turn_inferred"
    TURN_IGNORED = "turn_ignored"
    FORCED_MOVE = "forced_move"
    WORDS_LEFT_OUT = "words_left_out"
    MOVES_AFTER_WORDS = "moves_after_words"
    HANDICAP_UNREAD = "handicap_unread"
    HANDICAP_DIFFERS = "handicap_differs"
    HANDICAP_PLACED = "handicap_placed"
    HANDICAP_DROPPED = "handicap_dropped"
    HANDICAP_AS_MOVES = "handicap_as_moves"
    HANDICAP_MISSING = "handicap_missing"
    HANDICAP_INFERRED = "handicap_inferred"
    KOMI_READ_AS = "komi_read_as"
    KOMI_UNREAD = "komi_unread"
    RESULT_READ_AS = "result_read_as"
    RESULT_UNREAD = "result_unread"
    SEVERAL_VALUES = "several_values"
    SEVERAL_READINGS = "several_readings"
    ONE_OF_SEVERAL = "one_of_several"
    NO_MOVES = "no_moves"


GUESSES = frozenset(
    (
        NoteCode.HANDICAP_PLACED,
        NoteCode.HANDICAP_DROPPED,
        NoteCode.HANDICAP_MISSING,
        NoteCode.TWO_MOVES,
        NoteCode.NOT_A_POINT,
        NoteCode.MOVES_UNDONE,
        NoteCode.REPEATED_MOVE,
        NoteCode.TURN_IGNORED,
        NoteCode.MOVES_AFTER_WORDS,
        NoteCode.SEVERAL_READINGS,
    )
)
"""The notes on a position or on moves that were assumed: nothing that follows from them is proved."""
KOMI_GUESSES = frozenset((NoteCode.KOMI_READ_AS, NoteCode.SEVERAL_VALUES))
"""The notes on a komi that the record does not name as such, or names in several ways."""
HANDICAP_GUESSES = frozenset(
    (
        NoteCode.HANDICAP_INFERRED,
        NoteCode.HANDICAP_UNREAD,
        NoteCode.HANDICAP_DIFFERS,
        NoteCode.HANDICAP_AS_MOVES,
        NoteCode.SEVERAL_VALUES,
    )
)
"""The notes on a handicap that the record does not name as such, or that its stones do not show."""
END_GUESSES = frozenset(
    (
        NoteCode.RESULT_UNREAD,
        NoteCode.SEVERAL_VALUES,
        NoteCode.MARKING_UNREAD,
        NoteCode.WORDS_LEFT_OUT,
    )
)
"""The notes on an end that the record states in a way that cannot be read, or in several ways."""
ASSUMPTIONS = GUESSES | KOMI_GUESSES | HANDICAP_GUESSES | END_GUESSES
"""The guesses on the game, on its terms and on its end."""


class SgfFault(Exception):
    """The file cannot be read as Go records.

    `offset` is the byte of the file, from 0, at which the fault was found; `game` counts the file's games
    from 0.
    """

    def __init__(self, code: FaultCode, message: str, *, offset: int, game: int) -> None:
        super().__init__(f"{message} (byte {offset}, game {game + 1})")
        self.code = code
        self.message = message
        self.offset = offset
        self.game = game


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note. `offset` as in SgfFault. `text` is for people and quotes nothing personal."""

    code: NoteCode
    text: str
    offset: int
