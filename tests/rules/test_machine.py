"""Every preset under thousands of random actions of every kind, legal and not, in every phase of a game.

The choices come from bytes that Hypothesis draws, so that a failure shrinks; the same bytes choose alike in
every run. Checked at every step: no action raises, a refusal is whole, the old game stays what it was, and
the stones put down are on the board, in hand, or accounted for.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from rules import (
    RULESETS,
    AgreeDraw,
    Board,
    ChallengeKo,
    Color,
    Game,
    Illegal,
    Pass,
    Phase,
    Play,
    Reason,
    Resume,
    Ruleset,
    parse_vertex,
    replay,
)
from rules.actions import ACTIONS, Action, from_data, to_data
from tests.rules.naive import Naive
from tests.sizes import size

STEPS = 2_000  # of a run
LEAST = size(1, long=50)  # runs; others follow while something was not reached
MOST = LEAST + 9
SESSION = 250
BYTES = 16  # a step's choices
B, W = Color
T = TypeVar("T")

JUNK_COLORS = ("x", "", None, 3, ("b",))
JUNK_POINTS = ("I1", "A0", "ZZ9", "", "é1", "a1", None, 7, ("A1",))
NO_ACTIONS = (None, 3, "pass", Play, {"do": "pass"})
SETTLING = (
    *("resume", "resume", "mark_dead", "mark_dead", "mark_dead", "claim", "claim", "claim", "confirm"),
    *("confirm", "confirm", "accept", "accept", "play", "pass", "agree_dead"),
)
USUAL: dict[Phase, Sequence[str]] = {
    Phase.PLAY: ("play",) * 12 + ("pass", "pass", "ultimate_delay", "delay", "declare_draw", "challenge_ko"),
    Phase.STOPPED: SETTLING,
    Phase.CAPTURE: ("play",) * 8 + ("pass",) * 4 + ("give_stone",) * 6 + ("concede",),
    Phase.CONFIRMATION: ("play",) * 10 + ("pass",) * 3 + ("challenge_ko",) * 3 + ("concede",),
    Phase.OVER: tuple(ACTIONS),
}


KO = [".XO..", "XO.O.", ".XO.."]  # Black takes at C2
KOS = (KO, [".XO.X", "XO.OX", ".XOOX", "..XXX"], ["X.", "OX", "O.", "OO"], [".XO..", "XXO..", ".O.O."])


class Choices:
    """A number that is used up choice by choice."""

    def __init__(self, data: bytes):
        self.number = int.from_bytes(data, "big")

    def below(self, limit: int) -> int:
        self.number, chosen = divmod(self.number, limit)
        return chosen

    def pick(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]

    def one_in(self, chances: int) -> bool:
        return self.below(chances) == chances - 1


def first_game(ruleset: Ruleset, choices: Choices) -> Game:
    """An empty board with or without a handicap, any stones that have liberties, or kos; up to 5x4."""
    width, height = choices.below(5) + 1, choices.below(4) + 1
    board, to_play = Board(width, height), choices.pick((B, B, B, W))
    if choices.one_in(3):
        return handicap_game(ruleset, board, choices.below(4))
    if choices.one_in(3):
        if ruleset.modified_ko and choices.one_in(2):
            return ko_taken_under_modified_ko(ruleset)
        return Game.start(ruleset, board=Board.from_diagram(choices.pick(KOS)), to_play=to_play)
    if choices.one_in(2):
        drawn = ["".join(choices.pick(".XO") for _ in range(width)) for _ in range(height)]
        board = Board.from_diagram(drawn)
    return Game.start(ruleset, board=board.with_stones(empty=board.without_liberty()), to_play=to_play)


def handicap_game(ruleset: Ruleset, board: Board, handicap: int) -> Game:
    try:
        return Game.start(ruleset, board.width, board.height, handicap=handicap)
    except ValueError:  # more stones than the board or the ruleset has room for
        return Game.start(ruleset, board.width, board.height)


def ko_taken_under_modified_ko(ruleset: Ruleset) -> Game:
    opening = (Pass(B), Pass(W), Resume(modified_ko=True), Play(B, "C2"))
    return replay(ruleset, opening, board=Board.from_diagram(KO)).game


def any_color(choices: Choices, game: Game) -> object:
    if choices.one_in(16):
        return choices.pick(JUNK_COLORS)
    return game.to_play.other if choices.one_in(5) else game.to_play


def any_point(choices: Choices, game: Game) -> object:
    return choices.pick(JUNK_POINTS) if choices.one_in(12) else choices.pick(list(game.board))


def any_points(choices: Choices, game: Game) -> tuple[object, ...]:
    """Often the stones of one string, now and then anything."""
    stones = [at for at in game.board if game.board[at]]
    if stones and not choices.one_in(4):
        return tuple(game.board.string(choices.pick(stones)))
    return tuple(any_point(choices, game) for _ in range(choices.below(4)))


FIELDS: dict[str, Callable[[Choices, Game], object]] = {
    "color": any_color,
    "at": any_point,
    "points": any_points,
    "capturable": lambda choices, _: not choices.one_in(4),
    "modified_ko": lambda choices, game: game.ruleset.modified_ko or choices.one_in(4),
    "claim": lambda choices, _: choices.pick((0, 0, 1, 2, -1, 10**9)),
}


def of_kind(name: str, choices: Choices, game: Game) -> Action:
    """An action of that kind; a stone goes mostly where it may."""
    kind = ACTIONS[name]
    given: dict[str, Any] = {part.name: FIELDS[part.name](choices, game) for part in fields(kind)}
    if name in {"resume", "agree_draw"} and choices.one_in(4):
        given["color"] = None
    if name == "play" and not choices.one_in(6):
        legal = [at for at, why in game.legal_points(game.to_play).items() if why is None]
        given |= {"color": game.to_play, "at": choices.pick(legal)} if legal else {}
    if name in {"play", "challenge_ko"} and game.kos and choices.one_in(3):
        given |= {"color": game.to_play, "at": choices.pick(choices.pick(game.kos).points)}
    return kind(**given)


def any_action(choices: Choices, game: Game) -> Any:
    """What fits the phase, mostly; one pass often answers another; what ends a game is rare."""
    if choices.one_in(64):
        return choices.pick(NO_ACTIONS)
    if game.passes == 1 and game.phase is not Phase.STOPPED and choices.one_in(2):
        return of_kind("pass", choices, game)
    if game.kos and choices.one_in(4):
        return of_kind("challenge_ko", choices, game)
    usual = not choices.one_in(5)
    name = choices.pick(USUAL[game.phase]) if usual else choices.pick(tuple(ACTIONS))
    if name in {"resign", "agree_draw", "agree_dead"} and not choices.one_in(3):
        name = "play"
    return of_kind(name, choices, game)


def facts(game: Game) -> tuple[object, ...]:
    """All that a game shows."""
    return (
        *(game.board, game.to_play, game.turn, game.phase, game.passes, game.last_action, game.last_move),
        *(game.prisoners, game.tokens, game.fines, game.komi, game.compensation, game.continuations),
        *(game.marks, game.claims, game.disputed, game.settled, game.kos, game.modified_ko),
        *(game.draw_right, game.draw_offer, game.button, game.outcome),
    )


def position(game: Game) -> tuple[object, ...]:
    """What a confirmation gives back; of what is settled, all but the strings that it was about."""
    about = {at for claim in game.claims for at in claim.points}
    settled = [set(strings) - about for strings in (game.settled, game.proved_dead)]
    return game.board, game.to_play, game.prisoners, game.tokens, game.continuations, settled


def well_typed(action: Action) -> bool:
    """Whether every field holds what its data may hold; points off the board are for the game to refuse."""
    told = {part.name: getattr(action, part.name) for part in fields(action)}
    no_color_needed = isinstance(action, AgreeDraw | Resume) and action.color is None
    return (
        (no_color_needed or "color" not in told or told["color"] in ("b", "w"))
        and isinstance(told.get("at", ""), str)
        and all(isinstance(at, str) for at in told.get("points", ()))
    )


@dataclass
class Tally:
    """What was reached, over all sessions of a preset."""

    phases: Counter[Phase] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    reasons: Counter[Reason] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)


class Machine:
    """One game, what is known of it, and what must be true of each step."""

    def __init__(self, game: Game, tally: Tally):
        self.game, self.tally = game, tally
        self.shown = facts(game)
        self.line = [(game, self.shown)]
        self.boards = _boards(game)
        self.stones = {color: game.board.count(color) + game.prisoners[color.other] for color in Color}
        self.stopped, self.stones_then = game, self.stones
        self.owner = game.to_play
        self.tries_after_the_end = 0

    def step(self, choices: Choices) -> None:
        game = self.game
        action = any_action(choices, game)
        told = type(action).__name__
        self.tally.phases[game.phase] += 1
        self.tally.tried[told] += 1
        after = game.apply(action)
        assert facts(game) == self.shown
        if isinstance(after, Illegal):
            self.tally.reasons[after.reason] += 1
            self.refused(action, after)
        else:
            self.tally.accepted[told] += 1
            self.accepted(action, after)
        if choices.one_in(8):
            self.offered(self.game)
        if isinstance(action, Action):
            self.written(game, action, after)

    def refused(self, action: Any, answer: Illegal) -> None:
        game = self.game
        assert isinstance(answer.reason, Reason)
        assert answer.clause
        assert (answer.repeats_turn is not None) == (answer.reason in {Reason.KO, Reason.SUPERKO})
        assert (answer.reason is Reason.GAME_OVER) == (game.phase is Phase.OVER)
        self.tries_after_the_end += game.phase is Phase.OVER
        if answer.repeats_turn is not None:
            assert self.left_by(action) == self.boards[answer.repeats_turn]

    def left_by(self, action: Play | ChallengeKo) -> Board:
        """The board that a play leaves, from the slow model."""
        board = self.game.board
        stones = {parse_vertex(at): color for color in Color for at in board.stones(color)}
        slow = Naive(board.width, board.height, stones)
        slow.play(parse_vertex(action.at), self.game.to_play)
        black, white = ([at for at in board if slow.stones.get(parse_vertex(at)) is color] for color in Color)
        return Board(board.width, board.height).with_stones(black=black, white=white)

    def accepted(self, action: Action, after: Game) -> None:
        before, self.game = self.game, after
        assert before.phase is not Phase.OVER
        assert (after.turn, after.last_action) == (before.turn + 1, action)
        assert after.board.without_liberty() == []
        assert (after.outcome is not None) == (after.phase is Phase.OVER)
        assert len(after.score().owners) == len(after.board)
        self.sequence(before, after)
        self.account(action, before, after)
        self.boards[after.turn] = after.board
        self.shown = facts(after)
        self.line.append((after, self.shown))
        if after.outcome:
            self.tally.endings[after.outcome.by] += 1
            assert set(after.legal_points(B).values()) == {after.apply(action)}

    def sequence(self, before: Game, after: Game) -> None:
        """A confirmation gives the stopped game back, and its boards are no part of the game."""
        if after.phase is before.phase:
            return
        if after.phase is Phase.CAPTURE:
            self.owner = after.to_play  # who moves first
        if after.phase is Phase.CONFIRMATION:
            self.stopped, self.stones_then = before, dict(self.stones)
        elif before.phase is Phase.CONFIRMATION and after.phase is Phase.STOPPED:
            self.stones = self.stones_then
            assert position(after) == position(self.stopped)
            self.boards = {turn: board for turn, board in self.boards.items() if turn <= self.stopped.turn}

    def account(self, action: Action, before: Game, after: Game) -> None:
        """Every stone of a colour is on the board or in the opponent's hand."""
        restored = before.phase is Phase.CONFIRMATION and after.phase is Phase.STOPPED
        match type(action).__name__:
            case "Play":
                self.stones[action.color] += 1  # in a stopped game either player may resume by a play
            case "GiveStone":
                self.stones[before.to_play] += 1
            case "Delay":
                self.stones[before.to_play.other] -= 1
            case "Concede" if before.phase is Phase.CAPTURE and before.last_move:
                # The owner's answer to a play of the attacker's is still due, whoever concedes.
                self.stones[self.owner] += before.to_play is self.owner
            case "AgreeDead" | "Accept" if after.ruleset.settling == "agreed_points":
                for color in Color:
                    self.stones[color] -= before.board.count(color) - after.board.count(color)
            case _:
                assert restored or (after.board, after.prisoners) == (before.board, before.prisoners)
        for color in Color:
            assert after.board.count(color) + after.prisoners[color.other] == self.stones[color]

    def offered(self, game: Game) -> None:
        """The points that are offered to the player to move are those that he may play; others raise not."""
        for at, why in game.legal_points(game.to_play).items():
            answer = game.apply(Play(game.to_play, at))
            assert why == (answer if isinstance(answer, Illegal) else None)
        assert game.legal_points(game.to_play.other).keys() == set(game.board)
        assert facts(game) == self.shown

    def written(self, game: Game, action: Action, after: Game | Illegal) -> None:
        """An action comes back from its data, and does the same."""
        data = json.loads(json.dumps(to_data(action)))
        if not well_typed(action):
            with pytest.raises(ValueError, match="not an action"):
                from_data(data)
            return
        again = from_data(data)
        assert again == action
        answer = game.apply(again)
        assert (answer == after) if isinstance(answer, Illegal) else (facts(answer) == self.shown)

    def end(self) -> None:
        """What came later changed no earlier game."""
        assert all(facts(game) == shown for game, shown in self.line)


def _boards(game: Game) -> dict[int, Board]:
    """Every board of a game so far, by turn."""
    boards, at = {}, game
    while True:
        boards[at.turn] = at.board
        if not isinstance(at.previous, Game):
            return boards
        at = at.previous


def runs(name: str) -> Tally:
    """What was reached: the rarest actions are not legal in every run."""
    tally = Tally()
    for number in range(MOST):
        run(name, number, tally)
        if number + 1 >= LEAST and tally.accepted.keys() == LEGAL[name]:
            break
    return tally


def run(name: str, number: int, tally: Tally) -> None:
    @settings(
        max_examples=STEPS // SESSION,
        database=None,
        deadline=None,
        phases=[Stage.explicit, Stage.generate, Stage.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @seed(RUNS.index(name) + 100 * number)
    @given(st.binary(min_size=SESSION * BYTES, max_size=SESSION * BYTES))
    def session(data: bytes) -> None:
        machine = None
        for at in range(0, len(data), BYTES):
            choices = Choices(data[at : at + BYTES])
            if machine is None or machine.tries_after_the_end > 2:
                machine = Machine(first_game(Ruleset.parse(name), choices), tally)
            machine.step(choices)
            if machine.tries_after_the_end > 2 or at + BYTES == len(data):
                machine.end()

    session()


PASSING = {"Play", "Pass", "Resign"}
AGREEING = PASSING | {"MarkDead", "Accept", "AgreeDead"}
RESUMING = AGREEING | {"Resume"}
CONFIRMING = RESUMING | {"Claim", "Confirm", "Concede", "ChallengeKo", "AgreeDraw"}
LEGAL = {
    "tromp-taylor": PASSING,
    "tromp-taylor-agreement": AGREEING,
    "nieminen": RESUMING | {"Claim", "Concede", "GiveStone", "DeclareDraw"},
    "makrai": RESUMING | {"ChallengeKo", "AgreeDraw", "DeclareDraw"},
    "makrai-territory": CONFIRMING | {"DeclareDraw"},
    "arg": RESUMING | {"Penalise"},
    "ultimate": {"Play", "Resign", "Delay", "UltimateDelay", "DeclareDraw"},
    "japanese": CONFIRMING,
    "korean": CONFIRMING - {"ChallengeKo"},
    "chinese": RESUMING | {"AgreeDraw", "Penalise"},
    "new-zealand button=0.5": RESUMING | {"TakeButton"},
    **dict.fromkeys(("aga", "aga-territory", "bga"), RESUMING | {"Penalise"}),
    **dict.fromkeys(("french", "new-zealand", "ing"), RESUMING),
}
"""By ruleset: the actions that are legal at some time."""
RUNS = [*RULESETS, "new-zealand button=0.5"]

STOPS = {Phase.PLAY, Phase.STOPPED, Phase.OVER}
PHASES = {
    "nieminen": STOPS | {Phase.CAPTURE},
    "makrai-territory": STOPS | {Phase.CONFIRMATION},
    "japanese": STOPS | {Phase.CONFIRMATION},
    "korean": STOPS | {Phase.CONFIRMATION},
    "tromp-taylor": {Phase.PLAY, Phase.OVER},
    "ultimate": {Phase.PLAY, Phase.OVER},
}
"""By preset: the phases of a game, where they are not those of STOPS."""


@pytest.mark.parametrize("name", RUNS)
def test_thousands_of_actions_of_every_kind(name):
    tally = runs(name)
    assert tally.phases.total() >= STEPS * LEAST
    assert tally.tried.keys() >= {kind.__name__ for kind in ACTIONS.values()}
    assert tally.accepted.keys() == LEGAL[name]
    assert tally.phases.keys() == PHASES.get(name, STOPS)
    assert min(tally.phases.values()) >= tally.phases.total() // 100
