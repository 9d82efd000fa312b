"""Laws that hold for every game, against a slow model and under random and senseless actions."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from rules import (
    RULESETS,
    Action,
    AgreeDead,
    Board,
    Color,
    Delay,
    Game,
    Illegal,
    Pass,
    Phase,
    Play,
    Reason,
    Resign,
    Resume,
    parse_vertex,
    replay,
)
from tests.rules.naive import Naive
from tests.rules.test_ruleset import rulesets

sizes = st.tuples(st.integers(1, 5), st.integers(1, 4))
choices = st.lists(st.integers(0, 999), max_size=60)
colors = st.sampled_from(list(Color)) | st.sampled_from(["b", "x", None, 3])
points = st.sampled_from(["A1", "B1", "B2", "c2", "C3", "I1", "A0", "ZZ9", ""]) | st.text(max_size=3)
junk = st.none() | st.integers() | st.lists(st.integers(), max_size=1)
any_action = st.one_of(
    st.builds(Play, colors, points | junk),
    st.builds(Pass, colors),
    st.builds(Resign, colors),
    st.builds(AgreeDead, st.lists(points | junk, max_size=3)),
    junk,
)


def drawn(width: int, height: int) -> st.SearchStrategy[Board]:
    row = st.text(alphabet="XO.", min_size=width, max_size=width)
    return st.lists(row, min_size=height, max_size=height).map(Board.from_diagram)


boards = sizes.flatmap(lambda size: drawn(*size))


def steered(game: Game, numbers: list[int]) -> list[Game]:
    """The games along a line of legal actions picked by the numbers; a pass about one time in eight."""
    line = [game]
    for number in numbers:
        if game.phase is Phase.OVER:
            break
        game = next(after for after in map(game.apply, wishes(game, number)) if isinstance(after, Game))
        line.append(game)
    return line


def wishes(game: Game, number: int) -> Iterator[Action]:
    """What the player to move would do, the first choice first; the last one is always legal."""
    legal = [at for at, why in game.legal_points(game.to_play).items() if why is None]
    if legal and number % 8:
        yield Play(game.to_play, legal[number % len(legal)])
    yield Pass(game.to_play)
    yield Resume(game.to_play)
    yield Delay(game.to_play)
    yield Resign(game.to_play)


@given(boards)
def test_a_diagram_comes_back(board):
    assert Board.from_diagram(board.to_diagram()) == board


@given(rulesets(), sizes, choices)
def test_no_turn_ends_with_a_string_without_liberties(ruleset, size, numbers):
    assert all(game.board.without_liberty() == [] for game in steered(Game.start(ruleset, *size), numbers))


@given(rulesets(), sizes, choices)
def test_boards_prisoners_and_areas_are_those_of_the_slow_model(ruleset, size, numbers):
    first = Game.start(ruleset.replace(scoring="area"), *size)
    slow, taken = Naive(*size), first.prisoners
    for game in steered(first, numbers)[1:]:
        if isinstance(game.last_action, Delay):
            taken[game.last_action.color] -= 1
        if isinstance(game.last_action, Play):
            color = game.last_action.color
            captured, killed = slow.play(parse_vertex(game.last_move), color)
            taken[color] += captured
            taken[color.other] += killed
        assert {at: slow.stones.get(parse_vertex(at)) for at in game.board} == {
            at: game.board[at] for at in game.board
        }
        assert game.prisoners == taken
        score = game.score()
        assert [tally.stones + tally.territory for tally in (score.black, score.white)] == [
            slow.area(color) for color in Color
        ]


@given(sizes, choices)
def test_positional_superko_forbids_what_the_slow_model_has_seen(size, numbers):
    line = steered(Game.start(RULESETS["tromp-taylor-agreement"], *size), numbers)
    last = line[-1]
    if last.phase is Phase.OVER:
        return
    seen = {}
    for game in line:
        seen.setdefault(game.board, game.turn)
    for at, why in last.legal_points(last.to_play).items():
        slow = Naive(*size, {parse_vertex(p): last.board[p] for p in last.board if last.board[p]})
        if last.board[at] is None:
            slow.play(parse_vertex(at), last.to_play)
            names = {
                color: [p for p in last.board if slow.stones.get(parse_vertex(p)) is color] for color in Color
            }
            after = Board(*size).with_stones(black=names[Color.BLACK], white=names[Color.WHITE])
            assert (why.repeats_turn if why else None) == seen.get(after)


@given(rulesets(), sizes, choices)
def test_replay_of_a_legal_record_is_the_fold_that_wrote_it(ruleset, size, numbers):
    line = steered(Game.start(ruleset, *size), numbers)
    told = replay(ruleset, [game.last_action for game in line[1:]], width=size[0], height=size[1])
    assert told.first_illegal is None
    assert (told.game.board, told.game.outcome) == (line[-1].board, line[-1].outcome)


def facts(game: Game) -> tuple:
    return (game.board, game.to_play, game.turn, game.passes, game.phase, game.prisoners, game.outcome)


@given(rulesets(), sizes, choices, st.integers(0, 59), choices)
def test_a_branch_changes_nothing_on_its_trunk(ruleset, size, numbers, fork, others):
    line = steered(Game.start(ruleset, *size), numbers)
    before = [(facts(game), game.legal_points(game.to_play)) for game in line]
    steered(line[fork % len(line)], others)
    assert [(facts(game), game.legal_points(game.to_play)) for game in line] == before


@given(rulesets(), sizes, choices, st.integers(0, 59), choices)
def test_a_branch_is_the_same_as_a_line_of_its_own(ruleset, size, numbers, fork, others):
    line = steered(Game.start(ruleset, *size), numbers)
    fork %= len(line)
    branch = line[: fork + 1] + steered(line[fork], others)[1:]
    alone = replay(ruleset, [game.last_action for game in branch[1:]], width=size[0], height=size[1])
    last = branch[-1]
    assert facts(alone.game) == facts(last)
    assert alone.game.legal_points(last.to_play) == last.legal_points(last.to_play)


@given(rulesets(), sizes, st.lists(any_action, max_size=40))
def test_no_action_whatever_raises(ruleset, size, actions):
    game = Game.start(ruleset, *size)
    for action in actions:
        after = game.apply(action)
        if isinstance(after, Illegal):
            assert isinstance(after.reason, Reason)
            assert after.clause
            assert (after.repeats_turn is None) == (after.reason not in {Reason.KO, Reason.SUPERKO})
        else:
            assert after.turn == game.turn + 1
            game = after
    told = replay(ruleset, actions, width=size[0], height=size[1])
    assert told.game.turn == (len(actions) if told.first_illegal is None else told.first_illegal.turn - 1)


@given(sizes, choices)
def test_colours_can_be_swapped(size, numbers):
    line = steered(Game.start(RULESETS["tromp-taylor"], *size), numbers)
    swapped = Game.start(RULESETS["tromp-taylor"], *size, to_play=Color.WHITE)
    for game in line[1:]:
        action = game.last_action
        other = action.color.other
        swapped = swapped.apply(Play(other, action.at) if isinstance(action, Play) else Pass(other))
    assert swapped.board.stones(Color.WHITE) == line[-1].board.stones(Color.BLACK)
    assert swapped.score().margin == -line[-1].score().margin


@given(sizes, choices)
def test_what_positional_superko_allows_the_situational_rules_allow(size, numbers):
    line = steered(Game.start(RULESETS["tromp-taylor-agreement"], *size), numbers)
    record = [game.last_action for game in line[1:]]
    for repetition in ("situational", "natural_situational"):
        ruleset = RULESETS["tromp-taylor-agreement"].replace(repetition=repetition)
        assert replay(ruleset, record, width=size[0], height=size[1]).first_illegal is None
