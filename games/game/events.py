"""The events of a game. Wire names are stable; a changed shape gets a new name and an upcaster.

A game knows two participants by opaque ids and its owner by an opaque ``context``; it never learns their
names. Colours are ``"b"`` and ``"w"``, points are vertices such as ``"D4"``.
"""

from dataclasses import dataclass, field

from games.log.wire import wire


@wire("game.opened.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """The opening of a game for recording. ``ruleset`` is a printed ``rules.Ruleset``, komi included.

    ``length``: the most turns it may have, None for no limit; ``limits``: the number of its owner's last
    change of limits, 0 before the first.
    """

    game_id: str
    context: str
    ruleset: str
    width: int
    height: int
    handicap: int
    black: str
    white: str
    length: int | None = None
    limits: int = 0


@wire("game.terms-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged:
    """Colours, komi, handicap, ruleset or limits were changed; an existing record is rejudged.

    ``length`` and ``limits`` are as in ``GameOpened``.
    """

    ruleset: str
    handicap: int
    black: str
    white: str
    length: int | None = None
    limits: int = 0


@wire("game.withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithdrawn:
    """The pairing was undone: the game accepts no further commands."""

    reason: str


@wire("game.position-set-up.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSetUp:
    """A starting position of the record, in place of the empty board."""

    black: tuple[str, ...]
    white: tuple[str, ...]
    to_play: str


@wire("game.record-received.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordReceived:
    """A whole record was received; its actions follow, one event each.

    The statements of the record: ``claimed``, the result, "" if it names none; ``handicap`` and ``komi``,
    None if it names none, and in older events, which did not store them; ``rules``, the name of a ruleset,
    "?" for an unknown one, "" if it names none or in older events.

    ``assumed``: the codes of the notes on moves, positions or terms that were assumed in reading it, None in
    older events. Nothing that rests on them is proved. ``by``: the colour of the player who sent it, ""
    for an official and in older events. ``counted``: the result to which the moves lead by the game's rules
    of then and the komi that the record names, "" for none, None in older events. ``dead``: the stones that
    it marks as dead.
    """

    source: str
    actions: int
    encoding: str
    sha256: str
    claimed: str
    handicap: int | None = None
    komi: int | float | None = None
    rules: str = ""
    assumed: tuple[str, ...] | None = None
    by: str = field(default="", metadata={"omitted_by_default": True})
    counted: str | None = field(default=None, metadata={"omitted_by_default": True})
    dead: tuple[str, ...] = field(default=(), metadata={"omitted_by_default": True})


@wire("game.stone-played.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StonePlayed:
    """A stone on the board. ``by``: the other player's colour if that player entered the turn, else ""."""

    color: str
    at: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.passed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A pass. ``by``: the other player's colour if that player entered it or sent it in a file, else ""."""

    color: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.button-taken.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonTaken:
    """A turn in which the player took the button (Button Go). ``by``: as in ``StonePlayed``."""

    color: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.resigned.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned:
    color: str


@wire("game.dead-agreed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeadAgreed:
    """The players agreed which points to empty (Tromp-Taylor, comment 8)."""

    points: tuple[str, ...]


@wire("game.ko-challenged.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class KoChallenged:
    """A pass for the recapture of one ko, at ``at``. ``by``: as in ``StonePlayed``."""

    color: str
    at: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.stone-given.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StoneGiven:
    """The owner of a disputed string answered with a stone to the attacker. ``by``: as in ``StonePlayed``."""

    color: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.delayed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed:
    """A prisoner went back from the player's bowl. ``by``: as in ``StonePlayed``."""

    color: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.ultimately-delayed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class UltimatelyDelayed:
    """The player's ultimate prisoner went back. ``by``: as in ``StonePlayed``."""

    color: str
    by: str = field(default="", metadata={"omitted_by_default": True})


@wire("game.draw-declared.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclared:
    """A player used a draw right, or claimed a draw or no result on a repetition."""

    color: str


@wire("game.draw-agreed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAgreed:
    """A player offered a draw or accepted one; ``color`` None: both agreed."""

    color: str | None = None


@wire("game.resumed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """A stopped game was resumed; ``color`` None: both asked for it and disagree on the order."""

    color: str | None
    modified_ko: bool = False


@wire("game.dead-marked.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeadMarked:
    """A player marked dead stones, which replaces the player's earlier marks."""

    color: str
    points: tuple[str, ...]


@wire("game.accepted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A player accepted the marks."""

    color: str


@wire("game.claimed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A player claimed that strings can, or cannot, be captured."""

    color: str
    points: tuple[str, ...]
    capturable: bool = True


@wire("game.confirmation-begun.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmationBegun:
    """A confirmation sequence began for claim number ``claim``, from 0; it is not part of the game."""

    color: str
    claim: int = 0
    modified_ko: bool = False


@wire("game.conceded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """A player conceded the question that is played out."""

    color: str


@wire("game.penalised.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised:
    """A referee recorded an illegal move of this player."""

    color: str


@wire("game.ended.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The record proves this outcome; the owner of the game is notified.

    ``winner`` is "b", "w" or ""; without a winner ``by`` distinguishes a draw from "no result".
    """

    winner: str
    by: str
    margin: int | float | None
    text: str


@wire("game.turns-taken-back.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsTakenBack:
    """Mistyped turns were taken back: everything after ``to_turn`` counts as never entered."""

    to_turn: int
    reason: str


@wire("game.record-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordWithdrawn:
    """The record was withdrawn, as of another game or unusable; the game is as it was when opened."""

    reason: str
