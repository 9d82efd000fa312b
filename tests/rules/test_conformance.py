"""Boards and scores of other projects: rules_boards.json and rules_scores.json in tests/data name them."""

import pytest

from rules import RULESETS, Board, Color, Game, Illegal, Play, Reason
from tests.rules.records import play, play_in_any_order, read, start

BOARDS, SCORES = read("rules_boards.json"), read("rules_scores.json")
POINTS = {case["id"]: case for case in BOARDS["points"]}
FREE = RULESETS["tromp-taylor"].replace(repetition="none")
B, W = Color


def named(case) -> str:
    return case["id"]


@pytest.mark.parametrize("case", BOARDS["play"], ids=named)
def test_plays_and_captures(case):
    game = play_in_any_order(Game.start(FREE, 9), case["plays"])
    assert game.board.to_diagram() == case["board"]
    assert game.score().margin == case["area"]


@pytest.mark.parametrize("case", BOARDS["play"], ids=named)
def test_the_point_of_a_simple_ko(case):
    game = play_in_any_order(Game.start(FREE.replace(repetition="simple_ko"), 9), case["plays"])
    answers = game.legal_points(game.to_play).items()
    assert [at for at, why in answers if why and why.reason is Reason.KO] == [at for at in [case["ko"]] if at]


@pytest.mark.parametrize("case", BOARDS["score"], ids=named)
def test_area_of_a_board(case):
    assert start(FREE, case["board"]).score().margin == case["area"]


@pytest.mark.parametrize("case", BOARDS["setup"], ids=named)
def test_set_up(case):
    board = Board(9).with_stones(black=case["black"], white=case["white"], empty=case["empty"])
    assert board.without_liberty() == case["breathless"]
    assert board.with_stones(empty=case["breathless"]).to_diagram() == case["board"]


def drawn(board: Board, sign) -> list[str]:
    """One sign for every point, as a diagram is laid out."""
    signs = [str(sign(at)) for at in board]
    return ["".join(signs[end - board.width : end]) for end in range(len(board), 0, -board.width)]


def test_liberties_of_every_string():
    case = POINTS["liberties"]
    board = Board.from_diagram(case["board"])
    assert drawn(board, lambda at: len(board.liberties(at)) or ".") == case["count_per_stone"]


@pytest.mark.parametrize("color", list(Color))
def test_liberties_after_a_play(color):
    case = POINTS["liberties_after_play"]
    game = start(FREE, case["board"], color)

    def sign(at):
        after = game.apply(Play(color, at))
        return "-" if isinstance(after, Illegal) else len(after.board.liberties(at))

    assert drawn(game.board, sign) == case[color.name.lower()]


@pytest.mark.parametrize("color", list(Color))
def test_plays_that_capture(color):
    case = POINTS["captures"]
    game = start(FREE, case["board"], color)

    def sign(at):
        after = game.apply(Play(color, at))
        return int(isinstance(after, Game) and after.prisoners[color] > 0)

    assert drawn(game.board, sign) == case[color.name.lower()]


@pytest.mark.parametrize("color", list(Color))
def test_plays_that_take_a_ko(color):
    case = POINTS["ko_captures"]
    game = start(FREE.replace(repetition="simple_ko"), case["board"], color)

    def sign(at):
        after = game.apply(Play(color, at))
        replies = after.legal_points(color.other).values() if isinstance(after, Game) else []
        return int(any(why and why.reason is Reason.KO for why in replies))

    assert drawn(game.board, sign) == case[color.name.lower()]


@pytest.mark.parametrize("case", SCORES["games"], ids=named)
def test_area_along_a_game(case):
    rules = FREE.replace(komi=case["komi"], stopping="two_stop_four_end")
    game = start(rules, case["board"])
    leads = [-game.score().margin]
    for text in case["plays"]:
        game = play(game, text)
        leads.append(-game.score().margin)
    wanted = [mine if lead is None else lead for mine, lead in zip(leads, case["white_lead"], strict=True)]
    assert leads == wanted


@pytest.mark.parametrize("case", SCORES["dead"], ids=named)
def test_area_with_stones_dead_after_a_game(case):
    score = play(Game.start(FREE, 19), *case["plays"]).score(case["dead"])
    assert (score.black.total, score.white.total) == (case["black"], case["white"])


@pytest.mark.parametrize("case", SCORES["boards"], ids=named)
def test_area_with_stones_dead(case):
    rows = case["board"].split("/")
    game = start(FREE, [row.upper() for row in rows])
    signs = dict(zip(game.board, "".join(reversed(rows)), strict=True))
    dead = [at for at, sign in signs.items() if sign in "xo"]
    score = game.score(dead)
    assert (score.black.total, score.white.total) == (case["black"], case["white"])
    assert score.black.dead + score.white.dead == len(dead)


@pytest.mark.parametrize("case", SCORES["territory"], ids=named)
def test_area_and_territory(case):
    told = [play(Game.start(FREE.replace(scoring=by), 19), *case["plays"]) for by in ("area", "territory")]
    area, territory = (game.score(case["dead"]) for game in told)
    assert [area.black.total, area.white.total] == case["area"]
    assert [territory.black.total, territory.white.total] == case["territory"]


@pytest.mark.parametrize("case", SCORES["territory"], ids=named)
def test_area_and_territory_agree_under_aga_whoever_passes_first(case):
    margins = []
    for name in ("aga", "aga-territory"):
        game = play(Game.start(RULESETS[name], 19), *case["plays"])
        stopped = play(game, f"{game.to_play} pass", f"{game.to_play.other} pass")
        margins.append(stopped.score(case["dead"]).margin)
    assert margins[0] == margins[1]


@pytest.mark.parametrize("name", SCORES["handicap"]["rules"])
def test_points_for_handicap_stones(name):
    bonus = {"n": 4, "n-1": 3, "0": 0}[SCORES["handicap"]["rules"][name]]
    given = {stones: Game.start(RULESETS[name], handicap=stones).compensation for stones in (0, 1, 4)}
    assert given == {0: 0, 1: 0, 4: bonus}


@pytest.mark.parametrize("case", SCORES["handicap"]["cases"], ids=str)
def test_points_for_white_in_handicap_games(case):
    game = Game.start(RULESETS[case["rules"]].replace(komi=0, handicap_komi=0), handicap=case["black_stones"])
    assert game.score().margin == -case["bonus"]
