"""One game: the state that its events fold into. Pure.

``fold(state, event)`` never refuses: history is what happened. What the rules say of it stands beside it:
``game`` is the position after the last legal action, ``illegal`` the first action that the terms of today do
not allow (after a correction of the terms; ``deciding`` lets nobody add one).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch
from itertools import islice

from games.game import acting
from games.game import events as e
from games.log.wire import Unknown
from rules import Action, Board, Color, Confirm, FirstIllegal, Game, Illegal, Reason, Ruleset


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """The actions entered so far, as a chain from the last one back to the start, which has no action.

    Adding an action or taking some back shares all that is kept, and costs nothing for it. ``game`` is the
    position after the action, None from the first illegal one on. ``lost_most``: the greatest difference of
    prisoners so far; ``sequences``: the most that were begun for one claim.
    """

    before: "Line | None"
    action: Action | None
    game: Game | None
    lost_most: int = 0
    sequences: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A game that was opened. ``intact``: how many turns, from the first, stand as the record has them.

    ``length`` and ``limits``: as in ``GameOpened``.
    """

    game_id: str
    context: str
    ruleset: str
    width: int
    height: int
    handicap: int
    black: str
    white: str
    line: Line
    game: Game
    turns: int = 0
    illegal: FirstIllegal | None = None
    withdrawn: bool = False
    set_up: e.PositionSetUp | None = None
    record: e.RecordReceived | None = None
    intact: int = 0
    told: e.GameEnded | None = None
    length: int | None = None
    limits: int = 0

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that stands, in order, those after an illegal one included."""
        return tuple(reversed([line.action for line in self._back() if line.action is not None]))

    @property
    def empty(self) -> bool:
        """Nothing was entered yet, or all of it was withdrawn."""
        return not (self.turns or self.set_up or self.record)

    def at(self, turn: int) -> Game | None:
        """The game after that many actions; None beyond the last legal one."""
        return self.line_at(turn).game if 0 <= turn <= self.turns else None

    def line_at(self, turn: int) -> Line:
        """The line up to a turn, 0 to ``turns``."""
        return next(islice(self._back(), self.turns - turn, None))

    def _back(self) -> Iterable[Line]:
        line: Line | None = self.line
        while line is not None:
            yield line
            line = line.before


_parsed = lru_cache(maxsize=256)(Ruleset.parse)


def start(
    ruleset: str, width: int, height: int, handicap: int, set_up: e.PositionSetUp | None = None
) -> Game:
    """A game before its first action. A position that was set up stands in place of handicap stones or moves.

    ValueError for terms with which no game can start.
    """
    rules = _parsed(ruleset)
    if set_up is None:
        return Game.start(rules, width, height, handicap=handicap)
    board = Board(width, height).with_stones(black=set_up.black, white=set_up.white)
    return Game.start(rules, board=board, to_play=Color(set_up.to_play), handicap=handicap)


def fold(state: GameState | None, event: object) -> GameState | None:
    """The state after ``event``; None before the game is opened."""
    if isinstance(event, e.GameOpened):
        return evolve_game_opened(event)
    return None if state is None else evolve(event, state)


@singledispatch
def evolve(event: object, state: GameState) -> GameState:
    """The state of a game after ``event``. Raises TypeError for what is no event of a game."""
    raise TypeError(f"no game changes by {type(event).__name__}")


@evolve.register
def evolve_unknown(event: Unknown, state: GameState) -> GameState:
    """A later program wrote it: history is never rejected."""
    return state


@evolve.register
def evolve_game_opened(event: e.GameOpened, state: GameState | None = None) -> GameState:
    game = start(event.ruleset, event.width, event.height, event.handicap)
    return GameState(
        game_id=event.game_id,
        context=event.context,
        ruleset=event.ruleset,
        width=event.width,
        height=event.height,
        handicap=event.handicap,
        black=event.black,
        white=event.white,
        line=Line(None, None, game),
        game=game,
        length=event.length,
        limits=event.limits,
    )


def _act(event: object, state: GameState) -> GameState:
    return acted(state, [acting.action_of(event)])


for _kind in acting.ACTIONS:
    evolve.register(_kind)(_act)


@evolve.register
def evolve_terms_changed(event: e.TermsChanged, state: GameState) -> GameState:
    terms = replace(
        state,
        ruleset=event.ruleset,
        handicap=event.handicap,
        black=event.black,
        white=event.white,
        length=event.length,
        limits=event.limits,
        told=None,
    )
    return _replayed(terms, state.actions)


@evolve.register
def evolve_game_withdrawn(event: e.GameWithdrawn, state: GameState) -> GameState:
    return replace(state, withdrawn=True)


@evolve.register
def evolve_position_set_up(event: e.PositionSetUp, state: GameState) -> GameState:
    return _replayed(replace(state, set_up=event), state.actions)


@evolve.register
def evolve_record_received(event: e.RecordReceived, state: GameState) -> GameState:
    return replace(state, record=event, intact=event.actions)


@evolve.register
def evolve_game_ended(event: e.GameEnded, state: GameState) -> GameState:
    return replace(state, told=event)


@evolve.register
def evolve_turns_taken_back(event: e.TurnsTakenBack, state: GameState) -> GameState:
    line = state.line_at(event.to_turn)
    illegal = state.illegal if state.illegal and state.illegal.turn <= event.to_turn else None
    return replace(
        state,
        line=line,
        game=line.game or state.game,
        turns=event.to_turn,
        illegal=illegal,
        intact=min(state.intact, event.to_turn),
        told=None,
    )


@evolve.register
def evolve_record_withdrawn(event: e.RecordWithdrawn, state: GameState) -> GameState:
    return _replayed(replace(state, set_up=None, record=None, intact=0, told=None), ())


def _replayed(state: GameState, actions: Sequence[Action]) -> GameState:
    game = start(state.ruleset, state.width, state.height, state.handicap, state.set_up)
    return acted(replace(state, line=Line(None, None, game), game=game, turns=0, illegal=None), actions)


def acted(state: GameState, actions: Iterable[Action]) -> GameState:
    """The state after actions that were entered, whatever the rules say of them."""
    line, game, turn, illegal = state.line, state.game, state.turns, state.illegal
    for action in actions:
        turn += 1
        after = game.apply(action) if illegal is None else None
        if turn == too_long(state.length) and isinstance(after, Game):
            after = beyond(state.length)
        if isinstance(after, Illegal):
            illegal, after = FirstIllegal(turn=turn, action=action, illegal=after), None
        lost_most, sequences = line.lost_most, line.sequences
        if after is not None:
            game = after
            lost_most, sequences = max(lost_most, lost(game)), max(sequences, begun(action, game))
        line = Line(line, action, after, lost_most, sequences)
    return replace(state, line=line, game=game, turns=turn, illegal=illegal)


def too_long(length: int | None) -> int:
    """The first turn that a limit of length forbids; 0 for no limit."""
    return 0 if length is None else length + 1


def beyond(length: int | None) -> Illegal:
    """Why that turn is forbidden."""
    return Illegal(Reason.GAME_OVER, f"the tournament's limit of length: at most {length} turns")


def lost(game: Game) -> int:
    """By how many prisoners the players differ."""
    standing = game.standing
    return abs(standing.black_prisoners - standing.white_prisoners)


def begun(action: Action | None, game: Game) -> int:
    """After an action that begins a confirmation: how many were begun for that claim."""
    if type(action) is not Confirm:
        return 0
    return game.standing.affairs.questions[action.claim].sequences
