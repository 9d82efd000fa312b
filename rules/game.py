"""A game under any ruleset, as a value with a state machine that returns the next one.

```
PLAY --passes--> STOPPED --agreement, both accept--> OVER
  ^                 |  |--claim (000)--> CAPTURE --captured, declined--> STOPPED
  +-- resumption ---+  |--confirm------> CONFIRMATION --two passes-----> STOPPED, as it was
PLAY --last of the passes that end it, no move left (004)--> OVER
any but OVER --resignation--> OVER
```

The axes of the ruleset decide which of these transitions exist: turns.py, settling.py, disputes.py and
endings.py carry out actions, and refuse those that an axis does not allow.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules import capturing, confirming, disputes, endings, settling, turns
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
    TakeButton,
    UltimateDelay,
)
from rules.axes import Handicap
from rules.board import Board
from rules.forbidden import clause_against
from rules.illegal import Illegal, Reason
from rules.plays import can_play, play, play_refusal
from rules.point import Color
from rules.position import NO_MEMORY
from rules.ruleset import Ruleset
from rules.scoring import Score
from rules.setting import Setting, setting_for
from rules.standing import Phase, Standing
from rules.state import State
from rules.views import ClaimState, Ko, claims, kos


class Game(State):
    """A game after some actions. It never changes: :meth:`apply` returns another game.

    Create it with :meth:`start`. ``turn``: the number of actions applied; ``to_play``: the player to move, or
    who would be after the end; ``last_action``: the action that led here, None at the start.
    """

    __slots__ = ()

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
        """Return a game before its first action, on ``board`` or an empty one.

        An empty board is square unless a height is given. ``handicap``: stones that Black receives in the
        form of the ruleset (0: an even game; 1: the first move, which may change komi). A given board already
        has these stones, unless a bowl holds them, and only komi and compensation follow. Raises ValueError
        for a size beyond 1 to 52, a board with a string without a liberty, or a handicap that does not fit;
        TypeError for anything but a Ruleset.
        """
        if not isinstance(ruleset, Ruleset):
            raise TypeError(f"a game has a Ruleset, such as RULESETS['aga'], not {ruleset!r}")
        handicaps.check(handicap)
        if board is None:
            return cls._on_empty_board(ruleset, Board(width, height), to_play, handicap)
        if not isinstance(board, Board):
            raise ValueError(f"a game begins on a Board, not on {board!r}")  # noqa: TRY004  # as any other value
        if dead := board.without_liberty():
            raise ValueError(f"no game starts with stones that have no liberty: {', '.join(dead)}")
        setting = setting_for(ruleset, board.width, board.height, handicap)
        standing = Standing.at_start(0, setting.bowls)
        return cls._first(setting, standing, board, Color(to_play))

    @classmethod
    def _on_empty_board(cls, ruleset: Ruleset, board: Board, to_play: Color, handicap: int) -> "Game":
        if handicap and to_play != Color.BLACK:
            raise ValueError(f"no handicap of {handicap} with {to_play} to play")
        setting = setting_for(ruleset, board.width, board.height, handicap)
        standing = Standing.at_start(setting.handicap_moves, setting.bowls)
        fixed = ruleset.handicap is Handicap.FIXED
        stars = handicaps.star_points(setting.grid, handicap) if fixed else []
        first = Color.WHITE if stars else Color(to_play)
        return cls._first(setting, standing, board.with_stones(black=stars), first)

    @classmethod
    def _first(cls, setting: Setting, standing: Standing, board: Board, to_play: Color) -> "Game":
        game = cls()
        game.setting, game.standing = setting, standing
        game.black, game.white = board.masks
        game.empty = setting.full ^ game.black ^ game.white
        game.stones = game.peak = (game.black | game.white).bit_count()
        game.quiet = standing.quiet
        game.turn, game.to_play = 0, to_play
        game.previous = game.last_action = None
        game.memory = NO_MEMORY
        return game

    @property
    def board(self) -> Board:
        """The current board; after an agreement on points (001), with these empty."""
        return Board.from_masks(self.setting.grid, self.black, self.white)

    @property
    def tokens(self) -> dict[Color, int]:
        """The pass tokens in hand."""
        return {color: self.standing.affairs.hand.tokens.get(color) for color in Color}

    @property
    def button(self) -> Color | None:
        """The player who took the button; None if nobody has, or if there is none."""
        return self.standing.affairs.hand.button

    @property
    def fines(self) -> dict[Color, float]:
        """The points lost by illegal moves."""
        return {color: self.standing.affairs.hand.fines.get(color) * self.ruleset.fine for color in Color}

    @property
    def kos(self) -> tuple[Ko, ...]:
        """The kos fought since a continuation under modified ko, or a confirmation, began."""
        return kos(self.memory.fights or (), self.setting.grid)

    @property
    def marks(self) -> dict[Color, list[str] | None]:
        """The stones that each player has marked as dead, None if a player has marked none yet."""
        marked = {color: self.standing.affairs.declarations.marks.get(color) for color in Color}
        return {color: None if mask is None else self._names(mask) for color, mask in marked.items()}

    @property
    def accepted(self) -> frozenset[Color]:
        """The players who have accepted the marks."""
        accepted = self.standing.affairs.declarations.accepted
        return frozenset(color for color in Color if accepted.get(color))

    @property
    def claims(self) -> tuple[ClaimState, ...]:
        """The claims of this stop, in the order of their numbers."""
        return claims(self.standing.affairs.declarations.questions, self.setting.grid)

    @property
    def disputed(self) -> list[str]:
        """The remaining stones of the strings that a capture phase or a confirmation is about."""
        about = self.standing.affairs.played_out
        return self._names(about.stones) if about else []

    @property
    def settled(self) -> list[str]:
        """The strings that capture phases, or the last sequences, of this stop left alive."""
        return self._names(self.standing.affairs.declarations.alive)

    @property
    def proved_dead(self) -> list[str]:
        """The strings given up at this stop, or captured in the last sequence played for them."""
        return self._names(self.standing.affairs.declarations.dead)

    @property
    def last_move(self) -> str | None:
        """The vertex of the stone just played; None at the start and after other actions."""
        if not isinstance(self.last_action, Play):
            return None
        return self.setting.grid.vertices[self.setting.grid.spot(self.last_action.at)[0]]

    def __repr__(self) -> str:
        size = f"{self.setting.grid.width}x{self.setting.grid.height}"
        return f"<Game {self.ruleset} {size} turn {self.turn} {self.phase} {self.to_play} to play>"

    def apply(self, action: Action) -> "Game | Illegal":
        """Return the game after an action, or its refusal. Never raises, for any points and colours."""
        if type(action) is not Play:
            return self._apply_other(action)
        if not self.quiet and settling.is_stopped_until_play(self):
            return play(settling.resume_for(self, action.color), action)
        after = play(self, action)
        if self.quiet or not self.standing.has_consequences or isinstance(after, Illegal):
            return after
        return self._with_consequences(after)

    def _with_consequences(self, after: "Game") -> "Game":
        """Return the state with further effects of a play: a settled dispute, an opponent without a move."""
        if after.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
            return disputes.after_play(self, after)
        return endings.end_if_stuck(after)

    def _apply_other(self, action: Action) -> "Game | Illegal":
        if self.standing.ending is not None:
            return self.setting.refusals[Reason.GAME_OVER]
        handle = _HANDLERS.get(type(action))
        after = Reason.WRONG_PHASE if handle is None else handle(self, action)
        if not isinstance(after, Reason):
            return after
        return Illegal(after, clause_against(self.ruleset, after, action, self.phase))

    def score(self, dead: Iterable[str] = ()) -> Score:
        """Return the score without the points in ``dead``; by default a counted game's own score.

        The points are used as given: name every stone of a dead string. Raises ValueError for a point off the
        board.
        """
        gone = self.setting.grid.mask(dead)
        ending = self.standing.ending
        if ending and ending[1] and not gone:
            return ending[1]
        return self.count(gone)

    def score_with(self, agreed: Iterable[str]) -> Score:
        """Return the score with these strings agreed as dead, in addition to those proved dead at this stop.

        Name every stone of a string. Raises ValueError for a point off the board.
        """
        gone, proved = self.setting.grid.mask(agreed), self.standing.affairs.declarations.dead
        return self.count(gone | self.removed_dead(proved & ~gone, gone))

    def legal_points(self, color: Color) -> dict[str, Illegal | None]:
        """Return, for every point, None if ``color`` could play there now, else the reason.

        The player may have the turn or not. Raises ValueError for an invalid colour.
        """
        setting, player = self.setting, Color(color)
        if self.standing.play_refused is not None:
            return dict.fromkeys(setting.spots, setting.refusals[self.standing.play_refused])
        return {at: play_refusal(self, player, spot) for at, spot in setting.spots.items()}

    def can_play(self, color: Color) -> bool:
        """Return whether a player has a legal play. Raises ValueError for an invalid colour."""
        return can_play(self, Color(color))

    def _names(self, mask: int) -> list[str]:
        return self.setting.grid.names(mask & self.setting.full)


_HANDLERS: Mapping[type, Callable[[Game, Any], Game | Illegal | Reason]] = {
    Pass: turns.regular_pass,
    TakeButton: turns.take_button,
    ChallengeKo: turns.challenge,
    Delay: turns.delay,
    UltimateDelay: turns.ultimate_delay,
    Penalise: turns.penalise,
    GiveStone: capturing.give_stone,
    Claim: disputes.claim,
    Confirm: confirming.begin,
    Concede: disputes.concede,
    Resume: settling.resume,
    MarkDead: settling.mark_dead,
    Accept: settling.accept,
    AgreeDead: settling.agree_dead,
    AgreeDraw: endings.agree_draw,
    DeclareDraw: endings.declare_draw,
    Resign: endings.resign,
}
