"""The state of a game, which its events fold into (``evolving``). Pure.

``game`` is the position after the last legal action; ``illegal`` is the first action that the current terms
forbid (after a correction of the terms; ``deciding`` refuses to add one). ``loading`` loads states.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, takewhile

from games.game import events as e
from games.sgf import END_GUESSES, GUESSES
from rules import (
    Accept,
    Action,
    AgreeDraw,
    Board,
    Color,
    Confirm,
    FirstIllegal,
    Game,
    Illegal,
    MarkDead,
    Pass,
    Reason,
    Resign,
    Ruleset,
)
from rules.axes import Handicap

_OWN_DECISIONS = (Resign, AgreeDraw, Accept, MarkDead)
OWN_WORDS = ("resignation", "agreed draw")
"""The outcomes that do not depend on the position."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """The actions entered so far, as a chain from the last one back to the start, which has no action.

    Adding or taking back actions shares the rest of the chain at no cost. ``game``: the position after the
    action, None from the first illegal one on; ``lost_most``: the greatest difference of prisoners so far;
    ``sequences``: the largest number of sequences for one claim.
    """

    before: "Line | None"
    action: Action | None
    game: Game | None
    lost_most: int = 0
    sequences: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """The state of an opened game.

    ``intact``: the number of first turns that are unchanged since the record was received; ``end``: the
    outcome that the record proves, None if none was stored; ``length`` and ``limits``: as in ``GameOpened``;
    ``turns_by_other``: the turns that the other player entered, and the passes that they sent in a file;
    after an exchange of colours, all turns that players may have entered before it, whoever did;
    ``exchanged``: whether there was such an exchange.
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
    end: e.GameEnded | None = None
    length: int | None = None
    limits: int = 0
    turns_by_other: frozenset[int] = frozenset()
    exchanged: bool = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions in order, including those after an illegal one."""
        return tuple(reversed([line.action for line in self._back() if line.action is not None]))

    @property
    def games(self) -> tuple[Game, ...]:
        """The game at its start and after each legal action."""
        return tuple(reversed([line.game for line in self._back() if line.game is not None]))

    @property
    def guessed(self) -> bool:
        """Return whether moves or stones of the record were guessed: then no position of it is proved."""
        return self.record is not None and has_guesses(self.record)

    @property
    def starts_differently(self) -> bool:
        """Return whether the record starts from another position than the game.

        The terms state how a game starts, and the file is the word of its sender: then no position of it is
        proved. Positions of a laboratory belong to no game, and no claim is judged on them. A position that
        was set up without a file is the game's own.
        """
        return self.record is not None and starts_differently(
            self.record, self.set_up, self.ruleset, self.handicap
        )

    @property
    def proves_positions(self) -> bool:
        """Return whether what follows from the positions of the record is proved."""
        return not (self.guessed or self.starts_differently)

    @property
    def ended_by_one(self) -> bool:
        """Return whether the end may be the word of one player alone (``ends_by_one``)."""
        sent = self.record is not None and self.record.by != ""
        if not (sent or self.turns_by_other):
            return False
        last = (line.action for line in self._back())
        return ends_by_one(self.game, last, self.turns, self.turns_by_other)

    def entered_alone_by(self, side: str, turn: int | None) -> bool:
        """Return whether this player sent the record, or entered a turn of the other up to this one."""
        if self.record is not None and self.record.by and (self.record.by == side or self.exchanged):
            return True
        last = self.turns if turn is None else turn
        entered = (action for at, action in self._entered_by_other() if at <= last)
        return any(getattr(action, "color", side) != side for action in entered)

    @property
    def has_pass_by_other(self) -> bool:
        """Return whether a pass is not the word of the player who passed."""
        return any(isinstance(action, Pass) for _, action in self._entered_by_other())

    def _entered_by_other(self) -> Iterator[tuple[int, Action | None]]:
        """Yield the turns that the other player entered, the last one first."""
        if self.turns_by_other:
            turns = zip(range(self.turns, 0, -1), self._back(), strict=False)
            yield from ((turn, line.action) for turn, line in turns if turn in self.turns_by_other)

    @property
    def contradicts_count(self) -> bool:
        """Return whether the file of the record says otherwise than the count after its own last passes."""
        passed = self.game.outcome is not None and isinstance(self.game.last_action, Pass)
        if self.record is None or not passed or self.turns > self.intact:
            return False
        return contradicts_count(self.record, self.game)

    @property
    def empty(self) -> bool:
        """Return whether the record has no actions and no position."""
        return not (self.turns or self.set_up or self.record)

    def at(self, turn: int) -> Game | None:
        """Return the game after that many actions; None beyond the last legal one."""
        return self.line_at(turn).game if 0 <= turn <= self.turns else None

    def line_at(self, turn: int) -> Line:
        """Return the line up to a turn, from 0 to ``turns``."""
        return next(islice(self._back(), self.turns - turn, None))

    def _back(self) -> Iterable[Line]:
        line: Line | None = self.line
        while line is not None:
            yield line
            line = line.before


_parse_ruleset = lru_cache(maxsize=256)(Ruleset.parse_recorded)


def start(
    ruleset: str, width: int, height: int, handicap: int, set_up: e.PositionSetUp | None = None
) -> Game:
    """Return a game before its first action.

    A set-up position replaces handicap stones or moves.

    Its black stones are the handicap, which a bowl does not hold as well. Raises ValueError for terms with
    which no game can start.
    """
    rules = _parse_ruleset(ruleset)
    if set_up is None:
        return Game.start(rules, width, height, handicap=handicap)
    board = Board(width, height).with_stones(black=set_up.black, white=set_up.white)
    in_bowl = rules.handicap is Handicap.BOWL
    given = 0 if in_bowl and set_up.black else handicap
    return Game.start(rules, board=board, to_play=Color(set_up.to_play), handicap=given)


def ends_by_one(game: Game, last: Iterable[Action | None], turns: int, by_other: AbstractSet[int]) -> bool:
    """Return whether one player brought about the end of a game in which they entered turns of the other.

    A resignation, an agreed draw and accepted stones are each player's own words, and so are the passes that
    each player entered before a count. ``last`` and ``by_other``: as in ``ends_with_pass_by_other``.
    """
    if game.outcome is None:
        return False
    actions = list(last)
    if any(turns - back in by_other and isinstance(one, _OWN_DECISIONS) for back, one in enumerate(actions)):
        return True  # entered before the colours were exchanged
    if game.outcome.by in OWN_WORDS:
        return False
    return game.outcome.by != "score" or ends_with_pass_by_other(actions, turns, by_other)


def exchange_turns(record: e.RecordReceived | None, intact: int, turns: int) -> range:
    """Return the turns that may be a player's word for the other once the colours are exchanged.

    They are all but those of a record that an official sent.
    """
    return range((intact if record and not record.by else 0) + 1, turns + 1)


def ends_with_pass_by_other(last: Iterable[Action | None], turns: int, by_other: AbstractSet[int]) -> bool:
    """Return whether one of the passes that end a game was entered by the other player.

    ``last``: its actions from the last one back; ``by_other``: the turns that the other player entered.
    """
    passes = takewhile(lambda action: isinstance(action, Pass), last)
    return any(turns - back in by_other for back, _ in enumerate(passes))


def contradicts_count(record: e.RecordReceived, game: Game) -> bool:
    """Return whether a record says otherwise than the count to which its last passes lead.

    It states another result or kind of end, marks stones as dead that the count leaves alive, or has a result
    or marks that cannot be read.
    """
    unread = not END_GUESSES.isdisjoint(record.assumed or ())
    return unread or states_other_end(record, game) or any(game.board[at] for at in record.dead)


def states_other_end(record: e.RecordReceived, game: Game) -> bool:
    """Return whether a record states another result than the count to which its last passes lead.

    The result that a record states belongs to the komi that it names, and to the rules of its day: therefore
    it is compared with the count of then. Older events do not hold that: of them only the kind of end counts.
    """
    if record.claimed in ("", "?"):
        return False
    if record.claimed.endswith(("+R", "+T", "+F", "Void")):
        return True
    counted = record.counted if record.counted is None else record.counted or str(game.outcome)
    return counted is not None and not same_result(record.claimed, counted)


def same_result(claimed: str, told: str) -> bool:
    """Return whether a claimed result is the proved one: "B+" alone claims the winner with any margin."""
    return told.startswith(claimed) if claimed in ("B+", "W+") else claimed == told


def has_guesses(record: e.RecordReceived) -> bool:
    """Return whether moves or stones of a record were guessed."""
    return not GUESSES.isdisjoint(record.assumed or ())


def starts_differently(
    record: e.RecordReceived, set_up: e.PositionSetUp | None, ruleset: str, handicap: int
) -> bool:
    """Return whether a record starts from another position than a game by its terms.

    A record without a set-up position starts from the empty board: handicap stones that the terms place are
    not in it.
    """
    form = _parse_ruleset(ruleset).handicap
    if set_up is None:
        return record.actions > 0 and handicap >= 2 and form is Handicap.FIXED
    if handicap < 2 or form is Handicap.BOWL:
        return bool(set_up.black or set_up.white or set_up.to_play != Color.BLACK.value)
    stones = len(set_up.black) == handicap and not set_up.white
    return not (stones and set_up.to_play == Color.WHITE.value)


def with_actions(state: GameState, actions: Iterable[Action]) -> GameState:
    """Return the state after further actions, legal or not."""
    line, game, turn, illegal = state.line, state.game, state.turns, state.illegal
    for action in actions:
        turn += 1
        after = _apply_action(game, action, turn, state.length) if illegal is None else None
        if isinstance(after, Illegal):
            illegal, after = FirstIllegal(turn=turn, action=action, illegal=after), None
        game = after or game
        line = _extend(line, action, after)
    return replace(state, line=line, game=game, turns=turn, illegal=illegal)


def replay(game: Game, actions: Iterable[Action], length: int | None) -> tuple[Line, FirstIllegal | None]:
    """Return the line of the legal actions from a start, and the first illegal one."""
    line = Line(None, None, game)
    for turn, action in enumerate(actions, start=1):
        after = _apply_action(game, action, turn, length)
        if isinstance(after, Illegal):
            return line, FirstIllegal(turn=turn, action=action, illegal=after)
        game = after
        line = _extend(line, action, after)
    return line, None


def _apply_action(game: Game, action: Action, turn: int, length: int | None) -> Game | Illegal:
    """Return the game after an action, or the refusal of the rules or of the length limit."""
    after = game.apply(action)
    exceeds = turn == first_excess_turn(length) and isinstance(after, Game)
    return excess_turn_refusal(length) if exceeds else after


def _extend(line: Line, action: Action, after: Game | None) -> Line:
    if after is None:
        return Line(line, action, None, line.lost_most, line.sequences)
    lost_most = max(line.lost_most, prisoner_difference(after))
    return Line(line, action, after, lost_most, max(line.sequences, sequences_begun(action, after)))


def first_excess_turn(length: int | None) -> int:
    """Return the first turn that a limit of length forbids; 0 for no limit."""
    return 0 if length is None else length + 1


def excess_turn_refusal(length: int | None) -> Illegal:
    """Return the refusal of a turn beyond the limit of length."""
    return Illegal(Reason.GAME_OVER, f"the tournament's limit of length: at most {length} turns")


def prisoner_difference(game: Game) -> int:
    """Return the difference in prisoners of the players."""
    standing = game.standing
    return abs(standing.black_prisoners - standing.white_prisoners)


def sequences_begun(action: Action | None, game: Game) -> int:
    """Return the number of sequences begun for the claim of an action that begins a confirmation."""
    if type(action) is not Confirm:
        return 0
    return game.standing.affairs.declarations.questions[action.claim].sequences
