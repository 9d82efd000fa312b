"""A game under any ruleset: a value, and the state machine that leads to the next one.

```
PLAY --passes--> STOPPED --agreement, both accept--> OVER
  ^                 |  |--claim (000)--> CAPTURE --captured, declined--> STOPPED
  +-- resumption ---+  |--confirm------> CONFIRMATION --two passes-----> STOPPED, as it was
PLAY --last of the passes that end it, no move left (004)--> OVER
any but OVER --resignation--> OVER
```

Which of these ways there are is for the ruleset's axes: turns.py, settling.py, disputes.py and endings.py
hold what an action does, and refuse it where an axis does not have it.
"""

from collections.abc import Callable, Iterable, Mapping
from types import EllipsisType
from typing import Any

from rules import disputes, endings, settling, turns
from rules import handicap as handicaps
from rules.actions import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    GiveStone,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Resign,
    Resume,
    UltimateDelay,
)
from rules.axes import Handicap
from rules.board import Board
from rules.clauses import clause
from rules.counting import Count
from rules.grid import Spot
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.position import Fights, Memory, Position
from rules.repetition import Repeats, Tried
from rules.ruleset import Ruleset
from rules.scoring import Extras, Outcome, Score, by_score, score
from rules.setting import Setting, setting
from rules.standing import Affairs, Phase, Standing
from rules.stones import lost
from rules.views import ClaimState, Ko, claims, kos

_BLACK, _WHITE = Color.BLACK, Color.WHITE
_new = object.__new__

Settled = tuple[int, int, int, Color, Memory, Standing]
"""Black, White and their number after a play; who moves next; the rule's memory; the standing."""


class Game(Position):
    """A game after some actions. Never changes: :meth:`apply` returns another, and any can be branched on.

    Begin with :meth:`start`. ``turn``: how many actions have been applied; ``to_play``: whose turn it is, or
    would be once the game is over; ``last_action``: what led here, None at the start.
    """

    __slots__ = ("setting", "standing")

    setting: Setting
    standing: Standing

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        width: int = 19,
        height: int | None = None,
        *,
        board: Board | None = None,
        to_play: Color = Color.BLACK,
        handicap: int = 0,
    ) -> "Game":
        """A game before its first action, on ``board`` or an empty one (square unless a height is given).

        ``handicap``: stones that Black receives in the way the ruleset has it (0: an even game; 1: the first
        move, which may change komi). With a board given they stand there already, and only komi and
        compensation follow. ValueError for a size beyond 1 to 52, a board with a string that has no liberty,
        or a handicap that does not fit; TypeError for what is no Ruleset.
        """
        if not isinstance(ruleset, Ruleset):
            raise TypeError(f"a game has a Ruleset, such as RULESETS['aga'], not {ruleset!r}")
        handicaps.check(handicap)
        bare = board is None
        board = Board(width, height) if board is None else board
        if lost := board.breathless():
            raise ValueError(f"no game starts with stones that have no liberty: {', '.join(lost)}")
        if bare and handicap and to_play != Color.BLACK:
            raise ValueError(f"no handicap of {handicap} with {to_play} to play")
        where = setting(ruleset, board.width, board.height, handicap)
        stars = (
            handicaps.star_points(where.grid, handicap) if bare and ruleset.handicap is Handicap.FIXED else []
        )
        game = cls()
        game.setting = where
        ahead, bowls = (where.ahead, where.bowls) if bare else (0, handicaps.bowls(ruleset, 0))
        game.standing = Standing().but(ahead=ahead, black_prisoners=bowls[0], white_prisoners=bowls[1])
        game.black, game.white = board.with_stones(black=stars).masks
        game.empty = where.full ^ game.black ^ game.white
        game.stones = game.peak = (game.black | game.white).bit_count()
        game.turn, game.to_play = 0, _WHITE if stars else Color(to_play)
        game.previous = game.memory = game.last_action = None
        return game

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self.setting.ruleset

    @property
    def komi(self) -> float:
        """Points that White receives, the handicap considered."""
        return self.setting.komi

    @property
    def compensation(self) -> float:
        """Points that White receives for handicap stones."""
        return self.setting.compensation

    @property
    def board(self) -> Board:
        """The board as it stands; after an agreement on points (001), with these empty."""
        return Board.of(self.setting.grid, self.black, self.white)

    @property
    def passes(self) -> int:
        """How many regular passes have been made since the last other move."""
        return self.standing.passes

    @property
    def prisoners(self) -> dict[Color, int]:
        """Opposing stones in hand: taken in play, or given; under 004 the bowl. Suicides go to the opponent.

        What is dead by agreement is in the score.
        """
        return {_BLACK: self.standing.black_prisoners, _WHITE: self.standing.white_prisoners}

    @property
    def tokens(self) -> dict[Color, int]:
        """Pass tokens in hand."""
        return {color: self.standing.affairs.tokens.of(color) for color in Color}

    @property
    def fines(self) -> dict[Color, float]:
        """Points lost by illegal moves."""
        return {color: self.standing.affairs.fines.of(color) * self.ruleset.fine for color in Color}

    @property
    def phase(self) -> Phase:
        """What can be done now: see the diagram of this module."""
        return self.standing.phase

    @property
    def continuations(self) -> int:
        """How often the game was resumed."""
        return self.standing.affairs.continuations

    @property
    def modified_ko(self) -> bool:
        """Whether modified ko is in force (002)."""
        return self.standing.affairs.modified

    @property
    def kos(self) -> tuple[Ko, ...]:
        """The kos fought since a continuation under modified ko, or a confirmation, began."""
        return kos(self.memory, self.setting.grid) if isinstance(self.memory, Fights) else ()

    @property
    def marks(self) -> dict[Color, list[str] | None]:
        """The stones that each player has marked as dead, None where he marked none yet."""
        marked = {color: self.standing.affairs.marks.of(color) for color in Color}
        return {color: None if mask is None else self._names(mask) for color, mask in marked.items()}

    @property
    def claims(self) -> tuple[ClaimState, ...]:
        """The claims of this stop, in the order of their numbers."""
        return claims(self.standing.affairs.questions, self.setting.grid)

    @property
    def disputed(self) -> list[str]:
        """What is left of the strings that a capture phase or a confirmation is about."""
        about = self.standing.affairs.dispute or self.standing.affairs.sequence
        return self._names(about.stones) if about else []

    @property
    def settled(self) -> list[str]:
        """The strings that capture phases of this stop left alive."""
        return self._names(self.standing.affairs.alive)

    @property
    def proved_dead(self) -> list[str]:
        """The strings that were given up at this stop, or captured in the last sequence played for them."""
        dead = settling.proved_dead(self.standing.affairs)
        return self._names(dead & (self.black | self.white))

    @property
    def draw_right(self) -> Color | None:
        """Who may declare a draw (004 rule 8)."""
        return self.standing.affairs.draw_right

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it has not."""
        return self.standing.ending[0] if self.standing.ending else None

    @property
    def last_move(self) -> str | None:
        """The vertex of the stone just played; None at the start and after anything but a play."""
        if not isinstance(self.last_action, Play):
            return None
        return self.setting.grid.vertices[self.setting.grid.spot(self.last_action.at)[0]]

    def __repr__(self) -> str:
        size = f"{self.setting.grid.width}x{self.setting.grid.height}"
        return f"<Game {self.ruleset} {size} turn {self.turn} {self.phase} {self.to_play} to play>"

    def apply(self, action: Action) -> "Game | Illegal":
        """The game after an action, or why the rules refuse it. Never raises, whatever points and colours."""
        if type(action) is not Play:
            return self._apply_other(action)
        where, color = self.setting, self.to_play
        if self.standing.shut is not None:
            return where.refusals[self.standing.shut]
        if action.color is not color and action.color != color:
            return where.refusals[Reason.NOT_YOUR_TURN]
        try:
            spot = where.spots[action.at]
        except (KeyError, TypeError):
            found = where.grid.find(action.at)
            if found is None:
                return where.refusals[Reason.OFF_BOARD]
            spot = found
        return self._put(color, spot, action)

    def score(self, dead: Iterable[str] = ()) -> Score:
        """The worth of the board with the points in ``dead`` off it; by default a counted game's own score.

        Points as given: name every stone of a string that is dead. ValueError for a point off the board.
        """
        gone = self.setting.grid.mask(dead)
        ending = self.standing.ending
        if ending and ending[1] and not gone:
            return ending[1]
        return self.count(gone)

    def legal_points(self, color: Color) -> dict[str, Illegal | None]:
        """Every point: None where ``color`` could play now, else why not, whoever's turn it is.

        ValueError for what is no colour.
        """
        where, player = self.setting, Color(color)
        if self.standing.shut is not None:
            return dict.fromkeys(where.spots, where.refusals[self.standing.shut])
        tried = {at: self._put(player, spot, None) for at, spot in where.spots.items()}
        return {at: after if isinstance(after, Illegal) else None for at, after in tried.items()}

    def can_play(self, color: Color) -> bool:
        """Whether there is any point where a player could play. ValueError for what is no colour."""
        player = Color(color)
        return any(
            not isinstance(self._put(player, spot, None), Illegal) for spot in self.setting.spots.values()
        )

    # Every stone of every record goes through here: written for speed, with locals and without calls that a
    # quiet move can do without. Without an action it only tries the move.
    def _put(self, color: Color, spot: Spot, action: Play | None) -> "Game | Illegal":
        where = self.setting
        black, white = self.black, self.white
        bit = spot[0]
        if not self.empty & bit:
            return where.refusals[Reason.OCCUPIED]
        empty = self.empty ^ bit
        if color is _BLACK:
            black |= bit
            taken = lost(spot, black, white, empty, where.stride)
        else:
            white |= bit
            taken = lost(spot, white, black, empty, where.stride)
        to_play = _WHITE if color is _BLACK else _BLACK
        stones = peak = self.stones + 1
        standing = self.standing
        memory: Memory = None
        watched = False
        if taken or stones <= self.peak or standing.busy:
            settled = self._settle(color, spot, black, white, taken)
            if isinstance(settled, Illegal):
                return settled
            watched = action is not None and standing.watched
            black, white, stones, to_play, memory, standing = settled
            empty |= taken
            peak = max(stones, self.peak)
        after = _new(Game)
        after.setting = where
        after.standing = standing
        after.black = black
        after.white = white
        after.empty = empty
        after.stones = stones
        after.peak = peak
        after.to_play = to_play
        after.turn = self.turn + 1
        after.last_action = action
        after.previous = self
        after.memory = memory
        return self._watch(after, taken) if watched else after

    def _settle(self, color: Color, spot: Spot, black: int, white: int, taken: int) -> "Settled | Illegal":
        """What a play comes to that takes stones, or might repeat a board, or in a game busy with more."""
        where, was = self.setting, self.standing
        if was.barred is color:
            return where.refusals[Reason.OUT_OF_STONES]
        suicide = bool(taken & spot[0])
        if suicide and taken.bit_count() < where.smallest_suicide:
            return where.refusals[Reason.SUICIDE]
        tried = self._tried(color, spot, black, white, taken)
        memory = where.rule.after_play(self, tried)
        if isinstance(memory, Repeats):
            return self.forbidden(memory)
        standing = turns.after_play(self, color.other if suicide else color, taken.bit_count())
        return tried.black, tried.white, tried.stones, tried.to_play, memory, standing

    def _tried(self, color: Color, spot: Spot, black: int, white: int, taken: int) -> Tried:
        stones = self.stones + 1 - taken.bit_count()
        to_play = color if self.standing.ahead > 1 else color.other
        return Tried(color, spot, taken, black & ~taken, white & ~taken, stones, to_play)

    def trial(self, color: Color, spot: Spot) -> Tried | None:
        """A play that is tried for its effect alone, whatever forbids it; None on an occupied point."""
        if not self.empty & spot[0]:
            return None
        black = self.black | spot[0] if color is _BLACK else self.black
        white = self.white if color is _BLACK else self.white | spot[0]
        own, other = (black, white) if color is _BLACK else (white, black)
        taken = lost(spot, own, other, self.empty ^ spot[0], self.setting.stride)
        return self._tried(color, spot, black, white, taken)

    def _watch(self, after: "Game", taken: int) -> "Game":
        """What a play leads to beside the board: a dispute that it settles, an opponent without any move."""
        if after.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
            return disputes.played(self, after, taken)
        return endings.unless_stuck(after)

    def _apply_other(self, action: Action) -> "Game | Illegal":
        if self.standing.ending is not None:
            return self.setting.refusals[Reason.GAME_OVER]
        handle = _HANDLERS.get(type(action))
        after = Reason.WRONG_PHASE if handle is None else handle(self, action)
        return self.setting.refusals[after] if isinstance(after, Reason) else after

    def forbidden(self, repeats: Repeats) -> Illegal:
        """The refusal of a repetition rule."""
        if repeats.turn is None:
            return self.setting.refusals[repeats.reason]
        return Illegal(repeats.reason, clause(self.ruleset, repeats.reason), repeats.turn)

    def follow(
        self,
        action: Action,
        standing: Standing,
        *,
        to_play: Color | None = None,
        gone: int = 0,
        turn: int | None = None,
        memory: "Memory | EllipsisType" = Ellipsis,
    ) -> "Game":
        """The game after an action that is no play; ``gone`` are points that it empties.

        ``memory`` is the rule's after a pass unless given; ``turn`` one more than here.
        """
        after = _new(Game)
        after.setting, after.standing = self.setting, standing
        after.black, after.white = self.black & ~gone, self.white & ~gone
        after.empty = self.empty | (gone & self.setting.full)
        after.stones, after.peak = (after.black | after.white).bit_count(), self.peak
        after.to_play = to_play or self.to_play
        after.turn, after.last_action, after.previous = turn or self.turn + 1, action, self
        after.memory = self.setting.rule.after_pass(self) if isinstance(memory, EllipsisType) else memory
        return after

    def amended(
        self, standing: Standing, *, to_play: Color | None = None, phase: Phase | None = None
    ) -> "Game":
        """The same turn with another standing; in another phase, under its repetition rule."""
        after = _new(Game)
        for name in Position.__slots__:
            setattr(after, name, getattr(self, name))
        after.setting = self.setting if phase is None else self.setting.during(phase)
        after.standing, after.to_play = standing, to_play or self.to_play
        return after

    def counted(self, standing: Standing, gone: int) -> Standing:
        """The standing of a game that ends with the points in ``gone`` dead."""
        told = self.count(gone, standing)
        return standing.ended(by_score(told, self.ruleset.ties), told)

    def count(self, gone: int, standing: Standing | None = None) -> Score:
        """The score with a set of points taken off as dead."""
        counted = Count(
            grid=self.setting.grid,
            black=self.black & ~gone,
            white=self.white & ~gone,
            dead_black=self.black & gone,
            dead_white=self.white & gone,
        )
        standing = standing or self.standing
        extras = (self._extras(color, standing, standing.affairs) for color in Color)
        return score(self.ruleset.scoring, counted, *extras)

    def _extras(self, color: Color, standing: Standing, affairs: Affairs) -> Extras:
        rules, black = self.ruleset, color is _BLACK
        last_pass = rules.white_passes_last and standing.passes and affairs.last_passer is _BLACK
        return Extras(
            prisoners=standing.black_prisoners if black else standing.white_prisoners,
            tokens=(affairs.tokens.of(color) + bool(black and last_pass)) * rules.token,
            fines=affairs.fines.of(color) * rules.fine,
            komi=0.0 if black else self.komi,
            compensation=0.0 if black else self.compensation,
        )

    def _names(self, mask: int) -> list[str]:
        return self.setting.grid.names(mask & self.setting.full)


_HANDLERS: Mapping[type, Callable[["Game", Any], "Game | Illegal | Reason"]] = {
    Pass: turns.regular_pass,
    ChallengeKo: turns.challenge,
    Delay: turns.delay,
    UltimateDelay: turns.ultimate_delay,
    Penalise: turns.penalise,
    GiveStone: disputes.give_stone,
    Claim: disputes.claim,
    Confirm: disputes.confirm,
    Concede: disputes.concede,
    Resume: settling.resume,
    MarkDead: settling.mark_dead,
    Accept: settling.accept,
    AgreeDead: settling.agree_dead,
    AgreeDraw: endings.agree_draw,
    DeclareDraw: endings.declare_draw,
    Resign: endings.resign,
}
