import pytest

from rules import RULESETS, Color, Outcome, Tally
from tests.rules.records import play, start

RULES = RULESETS["tromp-taylor"].replace(komi=0.5)
B, W = Color
NOTHING = dict.fromkeys(Tally.__slots__, 0)


def tally(**facts):
    return Tally(**NOTHING | facts)


def test_a_score_says_where_every_point_comes_from():
    game = start(RULES, ["..X.O", "XXXOO", "X...O"])
    score = game.score()
    assert score.black == tally(stones=5, territory=2, total=7)
    assert score.white == tally(stones=4, komi=0.5, total=4.5)
    assert (score.margin, score.winner, score.tally(W)) == (2.5, B, score.white)
    owners = "".join(str(score.owners[at] or ".") for at in game.board)
    assert owners == "b...wbbbwwbbb.w"


def test_dead_points_are_emptied_first():
    game = start(RULES, ["..X.O", "XXX.O", "X.O.O"])
    score = game.score(["C1", "A2"])
    assert (score.black.dead, score.white.dead) == (1, 1)
    assert score.owners["A3"] is B
    assert game.score(["A1"]) != game.score()
    assert game.score().white.stones == 4


def test_dead_points_off_the_board_are_refused():
    with pytest.raises(ValueError, match="not a point on 5x3: 'Z1'"):
        start(RULES, ["..X.O", "XXX.O", "X.O.O"]).score(["Z1"])


def test_an_empty_board_belongs_to_nobody():
    score = start(RULES, ["...", "..."]).score()
    assert set(score.owners.values()) == {None}
    assert score.margin == -0.5


def test_area_score_lists_prisoners_without_counting_them():
    game = play(start(RULES, ["XO.", ".X.", "X.."], W), "w A2")
    assert game.score().white == tally(stones=2, territory=1, prisoners=1, komi=0.5, total=3.5)


@pytest.mark.parametrize(
    ("scoring", "counted"),
    [
        ("area", 0),
        ("makrai_area", 0),
        ("territory", 1.5),
        ("territory_less_lost", 1.5),
        ("territory_no_seki", 1.5),
        ("none", 0),
    ],
)
def test_pass_tokens_count_wherever_territory_does_and_nowhere_else(scoring, counted):
    rules = RULES.replace(scoring=scoring, passing="token", token=1.5, komi=0)
    before = start(rules, ["..X.O", "XXXOO", "X...O"])
    passed, white_passed = play(before, "b pass"), play(before, "b D3", "w pass")
    assert (passed.tokens, white_passed.tokens) == ({B: 0, W: 1}, {B: 1, W: 0})
    score, without = passed.score(), before.score()
    assert (score.black, score.white.tokens) == (without.black, counted)
    assert score.white.total == without.white.total + counted
    assert white_passed.score().black.tokens == counted


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(winner=B, margin=3.5, by="score"), "B+3.5"),
        (Outcome(winner=W, margin=12, by="score"), "W+12"),
        (Outcome(winner=W, margin=2704.5, by="score"), "W+2704.5"),
        (Outcome(winner=B, margin=None, by="resignation"), "B+R"),
        (Outcome(winner=None, margin=0.0, by="score"), "0"),
        (Outcome(winner=None, margin=None, by="agreed draw"), "0"),
        (Outcome(winner=None, margin=None, by="no result"), "Void"),
    ],
)
def test_outcomes_are_written_as_sgf_writes_them(outcome, text):
    assert str(outcome) == text
