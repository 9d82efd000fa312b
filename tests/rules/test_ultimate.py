"""Ultimate Go, clause by clause, and perfect play on the smallest boards."""

from collections.abc import Iterable, Iterator

import pytest

from rules import (
    RULESETS,
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    Board,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    Game,
    GiveStone,
    Illegal,
    MarkDead,
    Outcome,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Resign,
    Resume,
    UltimateDelay,
)
from tests.rules.records import play, start

ULTIMATE = RULESETS["ultimate"]
B, W = Color


def go_on(game: Game, *actions: Action) -> Game:
    for action in actions:
        after = game.apply(action)
        assert isinstance(after, Game), (action, after)
        game = after
    return game


def refused(game: Game, action: Action) -> tuple[Reason, str]:
    answer = game.apply(action)
    assert isinstance(answer, Illegal), action
    return answer.reason, answer.clause.partition(":")[0]


def both_delayed(rows: list[str], first: Color = B) -> Game:
    """A game in which both ultimate prisoners are gone: who began has the right to a draw."""
    return go_on(start(ULTIMATE, rows, first), UltimateDelay(first), UltimateDelay(first.other))


def test_004_rule_0_the_supply_of_stones_is_endless():
    game = play(start(ULTIMATE, ["XXXX.", "XXXXO"], W), "w E2")
    assert game.prisoners == {B: 0, W: 8}
    assert play(game, "b A1", "w D1", "b A2").board.count(B) == 2


def test_004_rule_1_the_board_is_19_by_19_and_stones_stand_on_its_points():
    assert len(Game.start(ULTIMATE).board) == 361
    assert refused(Game.start(ULTIMATE), Play(B, "A20")) == (Reason.OFF_BOARD, "Ultimate Go rule 1")


def test_004_rule_2_stones_connect_along_lines_only():
    # Black's stones touch at a corner: one is surrounded, the other is not.
    game = play(start(ULTIMATE, ["..X.", "OXO.", ".O.."], W), "w B3")
    assert game.board.to_diagram() == [".OX.", "O.O.", ".O.."]
    assert game.prisoners == {B: 0, W: 1}


def test_004_rule_3_board_and_bowls_are_empty_at_the_start():
    game = Game.start(ULTIMATE)
    assert (game.board, game.prisoners) == (Board(19), {B: 0, W: 0})


def test_004_rule_3_black_moves_first_and_the_players_alternate():
    game = Game.start(ULTIMATE, 5)
    assert refused(game, Play(W, "C3")) == (Reason.NOT_YOUR_TURN, "Ultimate Go rule 3")
    assert refused(game, UltimateDelay(W)) == (Reason.NOT_YOUR_TURN, "Ultimate Go rule 3")
    game = play(game, "b C3")
    assert game.to_play is W
    assert refused(game, Play(B, "A1"))[0] is Reason.NOT_YOUR_TURN
    assert go_on(game, UltimateDelay(W)).to_play is B


@pytest.mark.parametrize("color", list(Color))
def test_004_rule_3_each_player_has_one_ultimate_prisoner(color):
    game = go_on(start(ULTIMATE, ["...."], color), UltimateDelay(color), Play(color.other, "B1"))
    assert refused(game, UltimateDelay(color)) == (Reason.NOTHING_TO_RETURN, "Ultimate Go rule 6")


def test_004_rule_3_the_ultimate_prisoner_lies_next_to_the_bowl():
    game = go_on(Game.start(ULTIMATE, 5), UltimateDelay(B))
    assert game.prisoners == {B: 0, W: 0}


def test_004_rule_4_a_stone_goes_on_an_empty_point():
    game = play(Game.start(ULTIMATE, 5), "b C3")
    assert refused(game, Play(W, "C3")) == (Reason.OCCUPIED, "Ultimate Go rule 4")


def test_004_rule_4_surrounded_stones_of_the_opponent_go_to_the_bowl():
    captured = play(start(ULTIMATE, [".XO", "XOO", "..."]), "b C1", "w A1", "b B1")
    assert captured.board.to_diagram() == [".X.", "X..", ".XX"]
    assert captured.prisoners == {B: 4, W: 0}


def test_004_rule_4_the_opponent_is_checked_first():
    game = play(start(ULTIMATE, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.board.to_diagram() == [".O.", "OX.", "X.."]
    assert game.prisoners == {B: 0, W: 1}


def test_004_rule_5_the_placed_stone_may_not_be_surrounded():
    game = start(ULTIMATE, [".O.X", "O..X"])
    assert refused(game, Play(B, "A2")) == (Reason.SUICIDE, "Ultimate Go rule 5")
    several = start(ULTIMATE, ["X.O.", "OO.."])
    assert refused(several, Play(B, "B2")) == (Reason.SUICIDE, "Ultimate Go rule 5")


def test_004_rule_5_no_board_of_the_game_may_occur_again():
    ko = play(start(ULTIMATE, [".XO.", "XO.O", ".XO."]), "b C2")
    again = ko.apply(Play(W, "B2"))
    assert isinstance(again, Illegal)
    assert (again.reason, again.repeats_turn) == (Reason.SUPERKO, 0)
    assert again.clause == "Ultimate Go rule 5: a play may not repeat an earlier board"


def test_004_rule_5_the_empty_board_has_occurred():
    game = play(Game.start(ULTIMATE, 2, 1), "b A1", "w B1")
    assert game.board.to_diagram() == [".O"]
    again = game.apply(Play(B, "A1"))
    assert isinstance(again, Illegal)
    assert again.repeats_turn == 1


def test_004_rule_5_delays_make_no_board_new():
    ko = play(start(ULTIMATE, [".XO.", "XO.O", ".XO."]), "b C2")
    later = go_on(ko, UltimateDelay(W), UltimateDelay(B))
    assert refused(later, Play(W, "B2")) == (Reason.SUPERKO, "Ultimate Go rule 5")


def test_004_rule_5_who_moves_next_makes_no_difference():
    # Sending two, returning one: White was to move on the board that would return with Black to move.
    game = play(start(ULTIMATE, [".XO..", "XXO..", ".O.O."], W), "w A1", "b C1")
    again = game.apply(Play(W, "B1"))
    assert isinstance(again, Illegal)
    assert (again.reason, again.repeats_turn) == (Reason.SUPERKO, 0)


def test_004_rule_6_a_delay_returns_one_stone_of_the_bowl():
    game = play(start(ULTIMATE, ["OO.", "XX."]), "b C2")
    assert game.prisoners == {B: 2, W: 0}
    assert refused(game, Delay(W)) == (Reason.NOTHING_TO_RETURN, "Ultimate Go rule 6")
    game = go_on(game, UltimateDelay(W), Delay(B))
    assert (game.prisoners, game.to_play) == ({B: 1, W: 0}, W)
    assert game.board.to_diagram() == ["..X", "XX."]


def test_004_rule_6_the_ultimate_delay_leaves_the_bowl_alone():
    game = go_on(play(start(ULTIMATE, ["OO.", "XX."]), "b C2", "w A2"), UltimateDelay(B))
    assert game.prisoners == {B: 2, W: 0}


def test_004_rule_6_a_delay_leaves_the_ultimate_prisoner_alone():
    game = play(start(ULTIMATE, ["OO.", "XX."]), "b C2", "w A2")
    game = go_on(game, Delay(B), UltimateDelay(W), UltimateDelay(B))
    assert (game.prisoners, game.draw_right) == ({B: 1, W: 0}, W)


@pytest.mark.parametrize("color", list(Color))
def test_004_rule_7_there_is_no_pass(color):
    assert refused(start(ULTIMATE, ["..."], color), Pass(color)) == (
        Reason.PASS_NOT_ALLOWED,
        "Ultimate Go rules 6 and 7",
    )


def test_004_rule_8_one_ultimate_delay_gives_no_right_to_a_draw():
    game = go_on(Game.start(ULTIMATE, 3), UltimateDelay(B))
    assert game.draw_right is None
    assert refused(game, DeclareDraw(W)) == (Reason.NO_DRAW_RIGHT, "Ultimate Go rule 8")
    assert refused(play(game, "w B2"), DeclareDraw(B))[0] is Reason.NO_DRAW_RIGHT


@pytest.mark.parametrize("first", list(Color))
def test_004_rule_8_the_second_ultimate_delay_gives_the_opponent_the_right_to_a_draw(first):
    game = both_delayed(["...", "...", "..."], first)
    assert (game.to_play, game.draw_right) == (first, first)
    over = go_on(game, DeclareDraw(first))
    assert over.outcome == Outcome(winner=None, margin=None, by="declared draw")
    assert (str(over.outcome), over.phase) == ("0", Phase.OVER)


def test_004_rule_8_who_delayed_second_has_no_right_to_a_draw():
    game = play(both_delayed(["...", "...", "..."]), "b B2")
    assert refused(game, DeclareDraw(W)) == (Reason.NO_DRAW_RIGHT, "Ultimate Go rule 8")


def test_004_rule_8_the_draw_may_be_declared_on_any_later_turn():
    game = play(both_delayed(["...", "...", "..."]), "b B2", "w A1", "b C3", "w C1")
    assert game.draw_right is B
    assert go_on(game, DeclareDraw(B)).outcome == Outcome(winner=None, margin=None, by="declared draw")


def test_004_rule_8_what_happens_between_the_two_ultimate_delays_does_not_matter():
    game = play(go_on(Game.start(ULTIMATE, 3), UltimateDelay(B)), "w B2", "b A1", "w C3", "b A3")
    assert go_on(game, UltimateDelay(W)).draw_right is B


def test_004_rule_9_a_draw_is_declared_at_ones_own_turn():
    game = play(both_delayed(["...", "...", "..."]), "b B2")
    assert refused(game, DeclareDraw(B)) == (Reason.NOT_YOUR_TURN, "Ultimate Go rule 3")


@pytest.mark.parametrize("color", list(Color))
def test_004_rule_9_who_resigns_loses(color):
    over = go_on(start(ULTIMATE, ["..."], color), Resign(color))
    assert over.outcome == Outcome(winner=color.other, margin=None, by="resignation")


def test_004_rule_9_who_has_neither_placement_nor_delay_nor_draw_must_resign():
    # One point: nobody can place. White's bowl holds the stone that Black lacks.
    game = Game.start(ULTIMATE.replace(komi=1), 1)
    over = go_on(game, UltimateDelay(B), Delay(W))
    assert over.outcome == Outcome(winner=W, margin=None, by="no move left")
    assert (over.phase, str(over.outcome), over.turn) == (Phase.OVER, "W+R", 2)


def test_004_rule_9_a_right_to_a_draw_is_a_move_left():
    game = go_on(Game.start(ULTIMATE, 1), UltimateDelay(B), UltimateDelay(W))
    assert game.phase is Phase.PLAY


def test_004_rule_9_a_placement_may_leave_the_opponent_without_a_move():
    # Black has the right to a draw, White nothing: every point left is White's suicide.
    game = play(both_delayed([".X.", "XX."]), "b C2")
    assert game.outcome == Outcome(winner=B, margin=None, by="no move left")
    assert game.board.to_diagram() == [".XX", "XX."]


def test_004_rule_9_while_the_ultimate_prisoner_is_held_a_move_is_left():
    game = play(go_on(start(ULTIMATE, [".X.", "XX."]), UltimateDelay(B), Play(W, "C2")), "b C1")
    assert game.phase is Phase.PLAY
    assert go_on(game, UltimateDelay(W)).draw_right is B


@pytest.mark.parametrize(
    "action",
    [Play(B, "A1"), UltimateDelay(B), Delay(B), DeclareDraw(B), Resign(B), Resign(W), Pass(B)],
    ids=repr,
)
def test_004_rule_9_nothing_follows_the_end(action):
    over = go_on(both_delayed(["...", "..."]), DeclareDraw(B))
    assert refused(over, action) == (Reason.GAME_OVER, "Ultimate Go rule 9")


@pytest.mark.parametrize(
    "action",
    [
        Accept(B),
        AgreeDead(()),
        AgreeDraw(),
        Claim(B, ("A1",)),
        Concede(B),
        Confirm(B),
        GiveStone(B),
        MarkDead(B),
        Penalise(B),
        Resume(B),
        ChallengeKo(B, "A1"),
    ],
    ids=repr,
)
def test_004_rule_9_rejects_actions_that_the_rules_do_not_provide(action):
    assert refused(start(ULTIMATE, ["X.."]), action)[0] in {Reason.WRONG_PHASE, Reason.NO_DRAW_RIGHT}


def test_004_the_rules_know_no_score():
    game = play(start(ULTIMATE, ["OO.", "XX."]), "b C2")
    assert (game.score().margin, game.score().winner) == (0, None)


@pytest.mark.parametrize(
    ("komi", "handicap", "bowls"),
    [(0, 0, (0, 0)), (1, 0, (0, 1)), (-2, 0, (2, 0)), (0, 3, (3, 0)), (1.5, 0, (0, 1)), (2, 1, (1, 2))],
)
def test_004_komi_and_handicap_are_stones_in_a_bowl(komi, handicap, bowls):
    game = Game.start(ULTIMATE.replace(komi=komi), 5, handicap=handicap)
    assert game.prisoners == dict(zip(Color, bowls, strict=True))
    assert (game.board.stones(B), game.to_play) == ([], B)
    assert play(game, "b C3").to_play is W


Positions = dict[tuple[object, ...], int]


def value(game: Game, seen: frozenset[Board], returned: frozenset[Color], known: Positions) -> int:
    """1 where Black wins by perfect play, 0 for a draw, -1 where White wins.

    ``seen``: every board of the game; ``returned``: whose ultimate prisoner is gone. Together with board,
    bowls, turn and draw right these are all that the rest of a game depends on. Nobody needs to resign: who
    has nothing else has lost already.
    """
    if game.outcome:
        return {B: 1, None: 0, W: -1}[game.outcome.winner]
    key = (game.board, game.to_play, *game.prisoners.values(), game.draw_right, seen, returned)
    if key not in known:
        known[key] = _best(
            game.to_play,
            (value(after, seen | {after.board}, returned | gone, known) for after, gone in _followers(game)),
        )
    return known[key]


def _best(color: Color, values: Iterable[int]) -> int:
    """The best of the values for a player; none can be better than a win."""
    won = 1 if color is B else -1
    best = -won
    for found in values:
        if found == won:
            return won
        best = max(best * won, found * won) * won
    return best


def _followers(game: Game) -> Iterator[tuple[Game, frozenset[Color]]]:
    color = game.to_play
    plays = [Play(color, at) for at, why in game.legal_points(color).items() if why is None]
    others: tuple[Action, ...] = (DeclareDraw(color), Delay(color), UltimateDelay(color))
    for action in (*plays, *others):
        after = game.apply(action)
        if isinstance(after, Game):
            yield after, frozenset({color}) if isinstance(action, UltimateDelay) else frozenset()


def perfect(game: Game) -> int:
    return value(game, frozenset({game.board}), frozenset(), {})


SMALL = [(1, 1), (2, 1), (1, 2), (3, 1)]


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_004_perfect_play_on_the_smallest_boards_is_a_draw(width, height):
    assert perfect(Game.start(ULTIMATE, width, height)) == 0


@pytest.mark.parametrize(("width", "height"), SMALL)
@pytest.mark.parametrize(
    ("komi", "handicap", "winner"), [(1, 0, -1), (2, 0, -1), (-1, 0, 1), (-2, 0, 1), (0, 1, 1)]
)
def test_004_a_stone_in_a_bowl_wins_for_its_owner(width, height, komi, handicap, winner):
    assert perfect(Game.start(ULTIMATE.replace(komi=komi), width, height, handicap=handicap)) == winner


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_004_a_stone_in_each_bowl_is_a_draw_again(width, height):
    assert perfect(Game.start(ULTIMATE.replace(komi=1), width, height, handicap=1)) == 0
