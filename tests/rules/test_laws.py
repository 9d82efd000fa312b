"""Laws: colours and directions are names, a record is its fold, stricter rules allow less, cycles end."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    RULESETS,
    Action,
    AgreeDead,
    AgreeDraw,
    Board,
    Color,
    DeclareDraw,
    Delay,
    Game,
    Illegal,
    Outcome,
    Pass,
    Phase,
    Play,
    Reason,
    Resume,
    Ruleset,
    UltimateDelay,
    format_vertex,
    parse_vertex,
    proceed,
    replay,
)
from rules.actions import from_data, to_data
from tests.rules.records import play, start
from tests.rules.test_machine import BYTES, KOS, Choices, any_action

B, W = Color
FEW = settings(max_examples=12)
every_preset = pytest.mark.parametrize("name", RULESETS)
chances = st.binary(min_size=60 * BYTES, max_size=60 * BYTES)
empty_boards = st.builds(Board, st.integers(1, 4), st.integers(1, 4))
boards = empty_boards | st.sampled_from([Board.from_diagram(rows) for rows in KOS])
colors = st.sampled_from(list(Color))
numbers = st.lists(st.integers(0, 999), max_size=40)

Colors = Callable[[Color | None], Color | None]
Points = Callable[[str], str]


def line(game: Game, data: bytes) -> list[Game]:
    """The games along a line of random actions of every kind, those that are refused left out."""
    games = [game]
    for at in range(0, len(data), BYTES):
        after = games[-1].apply(any_action(Choices(data[at : at + BYTES]), games[-1]))
        if isinstance(after, Game):
            games.append(after)
    return games


def record(games: Iterable[Game]) -> list[Action]:
    return [game.last_action for game in games if game.last_action is not None]


def same_color(color: Color | None) -> Color | None:
    return color


def other_color(color: Color | None) -> Color | None:
    return None if color is None else color.other


def same_point(at: str) -> str:
    return at


def told(game: Game, color: Colors = same_color, point: Points = same_point) -> dict[str, object]:
    """What a game shows under other names of colours and points."""
    count, outcome = game.score(), game.outcome
    names = partial(_named, point)
    legal = game.legal_points(game.to_play)
    return {
        "stones": {point(at): color(game.board[at]) for at in game.board},
        "standing": (color(game.to_play), game.phase, game.passes, game.turn, game.continuations),
        "held": {
            color(c): (game.prisoners[c], game.tokens[c], game.fines[c], names(game.marks[c])) for c in Color
        },
        "disputes": (
            names(game.disputed),
            names(game.settled),
            color(game.draw_right),
            color(game.draw_offer),
            game.modified_ko,
        ),
        "claims": [
            (color(q.color), names(q.points), q.capturable, q.sequences, q.proved) for q in game.claims
        ],
        "kos": {
            (tuple(names(ko.points) or ()), *(frozenset(map(color, who)) for who in _fighters(ko)))
            for ko in game.kos
        },
        "legal": {point(at): why and (why.reason, why.repeats_turn) for at, why in legal.items()},
        "score": {color(c): count.tally(c).total for c in Color},
        "owners": {point(at): color(owner) for at, owner in count.owners.items()},
        "outcome": outcome and (color(outcome.winner), outcome.margin, outcome.by),
    }


def _fighters(ko) -> tuple[frozenset[Color], ...]:
    return ko.captured_by, ko.prepared_by, ko.locked_out


def _named(point: Points, points: Iterable[str] | None) -> list[str] | None:
    return None if points is None else sorted(map(point, points))


def renamed(action: Action, color: Colors = same_color, point: Points = same_point) -> Action:
    """The same action of the other player, or elsewhere."""
    data: dict[str, Any] = to_data(action)
    if isinstance(data.get("color"), str):
        data["color"] = color(Color(data["color"]))
    if "at" in data:
        data["at"] = point(str(data["at"]))
    if isinstance(data.get("points"), list):
        data["points"] = [point(at) for at in data["points"]]
    return from_data(data)


def elsewhere(board: Board, color: Colors, point: Points, *, transposed: bool = False) -> Board:
    width, height = (board.height, board.width) if transposed else (board.width, board.height)
    stones = {color(c): [point(at) for at in board.stones(c)] for c in Color}
    return Board(width, height).with_stones(black=stones[B], white=stones[W])


@every_preset
@FEW
@given(board=boards, color=colors, data=chances)
def test_a_record_replayed_is_the_fold_that_wrote_it(name, board, color, data):
    games = line(Game.start(RULESETS[name], board=board, to_play=color), data)
    again = replay(RULESETS[name], record(games), board=board, to_play=color)
    assert again.first_illegal is None
    assert told(again.game) == told(games[-1])


@every_preset
@FEW
@given(board=boards, color=colors, data=chances)
def test_colours_are_names(name, board, color, data):
    fair = RULESETS[name].replace(komi=0, ties="draw", white_passes_last=False)
    games = line(Game.start(fair, board=board, to_play=color), data)
    swapped = [renamed(action, other_color) for action in record(games)]
    board = elsewhere(board, other_color, same_point)
    other = replay(fair, swapped, board=board, to_play=color.other)
    assert other.first_illegal is None
    assert told(other.game, other_color) == told(games[-1])


def turn_board(board: Board, turn: int) -> Points:
    """One of the eight symmetries of a rectangle: mirrored in either direction, or along the diagonal."""

    def turned(at: str) -> str:
        column, row = parse_vertex(at)
        column = board.width - 1 - column if turn & 1 else column
        row = board.height - 1 - row if turn & 2 else row
        return format_vertex(row, column) if turn & 4 else format_vertex(column, row)

    return turned


@every_preset
@FEW
@given(board=boards, color=colors, data=chances, turn=st.integers(1, 7))
def test_directions_are_names(name, board, color, data, turn):
    games = line(Game.start(RULESETS[name], board=board, to_play=color), data)
    there = turn_board(board, turn)
    turned = [renamed(action, same_color, there) for action in record(games)]
    board = elsewhere(board, same_color, there, transposed=bool(turn & 4))
    other = replay(RULESETS[name], turned, board=board, to_play=color)
    assert other.first_illegal is None
    assert told(other.game) == told(games[-1], same_color, there)


STRICTER = [
    ("positional", "situational"),
    ("positional", "natural_situational"),
    ("situational", "natural_situational"),
    ("situational", "situational_unless_multi_capture"),
    ("situational", "own_previous"),
    ("situational", "simple_ko"),
    ("situational", "basic_ko_with_locks"),
    ("own_previous", "none"),
    ("natural_situational", "none"),
    ("simple_ko", "none"),
]


def steered(game: Game, choices: list[int]) -> list[Game]:
    """A line of legal plays, a pass about one time in six, and resumptions; as far as it goes."""
    games = [game]
    for number in choices:
        after = games[-1].apply(_steered(games[-1], number))
        if isinstance(after, Illegal):  # the game is over, or it may not be resumed again
            break
        games.append(after)
    return games


def _steered(game: Game, number: int) -> Action:
    if game.phase is Phase.STOPPED and game.ruleset.stopping in ("two_stop", "two_stop_until_play"):
        return Resume()
    legal = open_points(game)
    passing = number % 6 == 0 or not legal
    return Pass(game.to_play) if passing else Play(game.to_play, legal[number % len(legal)])


def open_points(game: Game) -> list[str]:
    return [at for at, why in game.legal_points(game.to_play).items() if why is None]


@pytest.mark.parametrize(("stricter", "laxer"), STRICTER)
@pytest.mark.parametrize("suicide", ["forbidden", "multi_stone", "allowed"])
@settings(max_examples=25)
@given(board=boards, color=colors, choices=numbers)
def test_what_a_stricter_repetition_rule_allows_a_laxer_one_allows(
    stricter, laxer, suicide, board, color, choices
):
    strict, lax = (
        RULESETS["new-zealand"].replace(repetition=repetition, suicide=suicide)
        for repetition in (stricter, laxer)
    )
    games = steered(Game.start(strict, board=board, to_play=color), choices)
    other = Game.start(lax, board=board, to_play=color)
    for game, action in zip(games, [*record(games), None], strict=True):
        assert set(open_points(game)) <= set(open_points(other))
        other = proceed(other, [action] if action else []).game


SEND_TWO = [".XO..", "XXO..", ".O.O."]  # White sends A1, Black takes two at C1, White takes back at B1
SENT = ("w A1", "b C1", "w B1")


@pytest.mark.parametrize(
    ("repetition", "returns"),
    [
        ("none", True),
        ("simple_ko", True),
        ("own_previous", True),
        ("basic_ko_with_locks", True),
        ("situational_unless_multi_capture", True),
        ("situational", True),
        ("natural_situational", True),
        ("positional", False),
    ],
)
def test_positional_superko_alone_forbids_the_first_return_of_one_for_two(repetition, returns):
    rules = RULESETS["new-zealand"].replace(repetition=repetition)
    game = play(start(rules, SEND_TWO, W), "w A1", "b C1")
    assert isinstance(game.apply(Play(W, "B1")), Game) is returns


@pytest.mark.parametrize(
    ("repetition", "repeats"),
    [
        ("none", False),
        ("simple_ko", False),
        ("own_previous", False),
        ("basic_ko_with_locks", False),
        ("situational", True),
        ("situational_unless_multi_capture", True),
    ],
)
def test_superko_forbids_to_send_two_again(repetition, repeats):
    rules = RULESETS["new-zealand"].replace(repetition=repetition)
    game = play(start(rules, SEND_TWO, W), *SENT, "b pass")
    assert isinstance(game.apply(Play(W, "A1")), Illegal) is repeats


@pytest.mark.parametrize(("name", "plays"), [("makrai", 9), ("makrai-territory", 9)])
def test_sending_two_to_return_one_ends_with_the_supply_and_is_no_draw(name, plays):
    game = start(RULESETS[name].replace(stone_supply=3), SEND_TWO, W)
    sent = 0
    while True:
        for text in (*SENT, "b pass"):
            color, at = text.split()
            action = Pass(Color(color)) if at == "pass" else Play(Color(color), at)
            draw = game.apply(DeclareDraw(game.to_play))
            assert isinstance(draw, Illegal)
            assert draw.reason is Reason.NO_DRAW_RIGHT
            after = game.apply(action)
            if isinstance(after, Illegal):
                assert (after.reason, action) == (Reason.OUT_OF_STONES, Play(W, "B1"))
                assert game.prisoners == {B: 6, W: 2}
                assert sent == plays - 1
                assert not [why for why in game.legal_points(W).values() if why is None]
                return
            sent += isinstance(action, Play)
            game = after


def test_without_a_supply_sending_two_to_return_one_never_ends():
    game = start(RULESETS["makrai"].replace(stone_supply="unlimited"), SEND_TWO, W)
    for _ in range(50):
        game = play(game, *SENT, "b pass")
    assert game.prisoners == {B: 100, W: 50}


TRIPLE_KO = [
    "............",
    ".XO..XO..XO.",
    "XO.OX.XOXO.O",
]  # White holds the first and the third, Black the second
CYCLE = ("b C1", "w F1", "b L1", "w B1", "b G1", "w K1")


def test_triple_ko_is_drawn_by_claim_at_the_third_occurrence():
    game = start(RULESETS["makrai"], TRIPLE_KO)
    twice = play(game, *CYCLE)
    assert twice.board == game.board
    early = twice.apply(DeclareDraw(B))
    assert isinstance(early, Illegal)
    assert early.reason is Reason.NO_DRAW_RIGHT
    over = play(twice, *CYCLE).apply(DeclareDraw(B))
    assert isinstance(over, Game)
    assert over.outcome == Outcome(winner=None, margin=None, by="claimed draw")


@pytest.mark.parametrize("name", ["japanese", "korean", "chinese"])
def test_triple_ko_has_no_result_where_both_agree(name):
    game = start(RULESETS[name], TRIPLE_KO)
    assert isinstance(play(game, *CYCLE[:-1]).apply(AgreeDraw()), Illegal)
    over = play(game, *CYCLE).apply(AgreeDraw())
    assert isinstance(over, Game)
    assert str(over.outcome) == "Void"


def test_triple_ko_has_no_result_under_nieminen_once_a_claim_is_accepted():
    game = play(start(RULESETS["nieminen"], TRIPLE_KO), *CYCLE, *CYCLE)
    assert isinstance(game.apply(AgreeDraw()), Illegal)
    claimed = game.apply(DeclareDraw(W))
    assert isinstance(claimed, Game)
    assert claimed.phase is Phase.PLAY
    over = claimed.apply(AgreeDraw())
    assert isinstance(over, Game)
    assert str(over.outcome) == "Void"


SUPERKO = [
    *("tromp-taylor", "tromp-taylor-agreement", "ultimate", "ing", "arg", "aga", "aga-territory", "bga"),
    *("french", "new-zealand"),
]


OWN_BOARDS = ["bga", "french", "new-zealand"]  # no player left the board of the start


@pytest.mark.parametrize("name", [name for name in SUPERKO if name not in OWN_BOARDS])
def test_superko_forbids_to_close_a_triple_ko(name):
    last = play(start(RULESETS[name], TRIPLE_KO), *CYCLE[:-1]).apply(Play(W, "K1"))
    assert isinstance(last, Illegal)
    assert (last.reason, last.repeats_turn) == (Reason.SUPERKO, 0)


@pytest.mark.parametrize("name", OWN_BOARDS)
def test_rules_on_boards_that_a_player_left_forbid_it_one_play_later(name):
    game = play(start(RULESETS[name], TRIPLE_KO), *CYCLE)
    again = game.apply(Play(B, "C1"))
    assert isinstance(again, Illegal)
    assert (again.reason, again.repeats_turn) == (Reason.SUPERKO, 1)


# How many legal boards there are (test_counts.py has some of them).
LEGAL_BOARDS = {(1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (2, 2): 57}


def most_turns(ruleset: Ruleset, size: tuple[int, int]) -> int:
    """More turns than any game can have that superko ends.

    Every play leaves a situation of its own, at most two of each legal board, but for captures of two or more
    under 003: each takes a stone off more than it puts on, so that there are no more of these than of the
    other plays. Between two plays lie three passes and one resumption at most. Under 004 a turn without a
    stone returns one that was captured, or one of the two ultimate prisoners.
    """
    situations = 2 * LEGAL_BOARDS[size]
    plays = 2 * situations if ruleset.name == "arg" else situations
    return 5 * plays + 5


def any_turn(game: Game, number: int) -> Action:
    """A turn that goes on: a stopped game is often resumed, and nobody gives up."""
    color, legal = game.to_play, open_points(game)
    if game.ruleset.name == "ultimate":
        return _turn_without_pass(game, legal, number)
    if game.phase is Phase.STOPPED and number % 2 and isinstance(game.apply(Resume()), Game):
        return Resume()
    return Pass(color) if number % 7 == 0 or not legal else Play(color, legal[number % len(legal)])


def _turn_without_pass(game: Game, legal: list[str], number: int) -> Action:
    color = game.to_play
    turns: list[Action] = [Delay(color), UltimateDelay(color), *(Play(color, at) for at in legal)]
    possible = [turn for turn in turns if isinstance(game.apply(turn), Game)]
    return possible[number % len(possible)] if possible else DeclareDraw(color)


@pytest.mark.parametrize("name", SUPERKO)
@pytest.mark.parametrize("size", list(LEGAL_BOARDS), ids=str)
@settings(max_examples=8)
@given(draw=st.randoms(use_true_random=True))
def test_no_game_is_endless_where_the_ruleset_promises_it(name, size, draw):
    game = Game.start(RULESETS[name], *size)
    while game.phase is not Phase.OVER:
        after = game.apply(any_turn(game, draw.randrange(5040)))
        assert isinstance(after, Game)
        assert after.turn <= most_turns(game.ruleset, size)
        game = after


def test_all_others_have_a_way_out_of_a_cycle():
    assert {name for name, ruleset in RULESETS.items() if ruleset.endless == "impossible"} | {
        "ultimate"
    } == set(SUPERKO)


@pytest.mark.parametrize(
    "name", [name for name, rules in RULESETS.items() if rules.scoring in {"area", "makrai_area"}]
)
@FEW
@given(board=boards, color=colors, choices=numbers, dead=st.integers(0, 99))
def test_areas_and_neutral_points_make_the_board(name, board, color, choices, dead):
    game = steered(Game.start(RULESETS[name], board=board, to_play=color), choices)[-1]
    stones = game.board.stones(B) + game.board.stones(W)
    score = game.score(game.board.string(stones[dead % len(stones)]) if stones else ())
    areas = [tally.stones + tally.territory for tally in (score.black, score.white)]
    neutral = sum(owner is None for owner in score.owners.values())
    assert sum(areas) + neutral == len(game.board)
    assert areas == [sum(owner is c for owner in score.owners.values()) for c in Color]
    assert [score.tally(c).total for c in Color] == [areas[0], areas[1] + game.komi]


@pytest.mark.parametrize(
    "name",
    [name for name, rules in RULESETS.items() if "territory" in rules.scoring],
)
@FEW
@given(board=boards, color=colors, choices=numbers)
def test_territory_lies_on_empty_points(name, board, color, choices):
    game = steered(Game.start(RULESETS[name], board=board, to_play=color), choices)[-1]
    score = game.score()
    owned = {at: owner for at, owner in score.owners.items() if owner}
    assert [game.board[at] for at in owned] == [None] * len(owned)
    assert score.black.territory + score.white.territory == len(owned)


@settings(max_examples=150)
@given(board=boards, choices=numbers, dead=st.integers(0, 99))
def test_area_and_territory_give_one_margin_under_aga(board, choices, dead):
    games = steered(Game.start(RULESETS["aga"], board=board), choices)
    steps = record(games)
    game = games[-1]
    while game.phase is Phase.PLAY:
        steps.append(Pass(game.to_play))
        game = proceed(game, steps[-1:]).game
    stones = game.board.stones(B) + game.board.stones(W)
    if game.phase is Phase.STOPPED:
        steps.append(AgreeDead(tuple(stones[dead % len(stones) :][:1] if stones else ())))
    area, territory = (replay(RULESETS[name], steps, board=board).game for name in ("aga", "aga-territory"))
    # A board that was set up is worth what its stones are: territory counts prisoners, not stones.
    given = board.count(B) - board.count(W)
    assert area.phase is Phase.OVER
    assert area.score().margin == territory.score().margin + given
