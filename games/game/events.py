"""What can happen to a game. Wire names are stable; a changed shape gets a new name and an upcaster.

A game knows two participants by opaque ids and its owner by an opaque ``context``; it never learns their
names. Colours are ``"b"`` and ``"w"``, points are vertices such as ``"D4"``.
"""

from dataclasses import dataclass

from games.log.wire import wire


@wire("game.opened.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game may be recorded from now on. ``ruleset`` is a printed ``rules.Ruleset``, komi included.

    ``length``: how many turns it may have, None for any; ``limits``: the number of its owner's last change of
    limits, 0 before the first.
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
    """Colours, komi, handicap, ruleset or limits were changed; a record already there is judged again.

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
    """The pairing was undone: the game takes nothing more."""

    reason: str


@wire("game.position-set-up.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSetUp:
    """The record starts from this board instead of an empty one."""

    black: tuple[str, ...]
    white: tuple[str, ...]
    to_play: str


@wire("game.record-received.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordReceived:
    """A whole record arrived; its actions follow, one event each.

    What it says of itself: ``claimed``, of what came of the game, "" if nothing; ``handicap`` and ``komi``,
    None where it does not say, and in events of before that was kept; ``rules``: the name of a ruleset, "?"
    for one that is not known here, "" as None is.
    """

    source: str
    actions: int
    encoding: str
    sha256: str
    claimed: str
    handicap: int | None = None
    komi: int | float | None = None
    rules: str = ""


@wire("game.stone-played.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StonePlayed:
    color: str
    at: str


@wire("game.passed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    color: str


@wire("game.button-taken.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonTaken:
    """A turn in which the player took the button (Button Go)."""

    color: str


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
    """A pass for the recapture of one ko, at ``at``."""

    color: str
    at: str


@wire("game.stone-given.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StoneGiven:
    """The owner of a disputed string answered with a stone to the attacker."""

    color: str


@wire("game.delayed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed:
    """A prisoner went back from the player's bowl."""

    color: str


@wire("game.ultimately-delayed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class UltimatelyDelayed:
    """The player's ultimate prisoner went back."""

    color: str


@wire("game.draw-declared.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclared:
    """A draw right was used, or a draw or no result claimed on a repetition."""

    color: str


@wire("game.draw-agreed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAgreed:
    """A player offers that nobody won, or accepts it; ``color`` None: both agreed."""

    color: str | None = None


@wire("game.resumed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """A stopped game goes on; ``color`` None: both asked and differ on the order."""

    color: str | None
    modified_ko: bool = False


@wire("game.dead-marked.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeadMarked:
    """One player's marks, in place of those they made before."""

    color: str
    points: tuple[str, ...]


@wire("game.accepted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One player is content with the marks."""

    color: str


@wire("game.claimed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """One player claims that strings can, or cannot, be captured."""

    color: str
    points: tuple[str, ...]
    capturable: bool = True


@wire("game.confirmation-begun.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmationBegun:
    """A sequence is played for claim number ``claim``, from 0; it is no part of the game."""

    color: str
    claim: int = 0
    modified_ko: bool = False


@wire("game.conceded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """One player gave up their side of the question that was played out."""

    color: str


@wire("game.penalised.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised:
    """A referee recorded an illegal move of this player."""

    color: str


@wire("game.ended.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The record now proves this outcome: told to whoever set the game up.

    ``winner`` is "b", "w" or ""; then ``by`` tells a draw from "no result", which is none.
    """

    winner: str
    by: str
    margin: int | float | None
    text: str


@wire("game.turns-taken-back.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsTakenBack:
    """The record was mistyped: everything after ``to_turn`` is read as never entered."""

    to_turn: int
    reason: str


@wire("game.record-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordWithdrawn:
    """The record belongs to another game or is unusable; the game stands as opened."""

    reason: str
