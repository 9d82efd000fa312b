"""Area and territory under the AGA's rules and those that follow it: the pass stones make them equal."""

import random

import pytest

from rules import RULESETS, Action, AgreeDead, Color, Game, Pass, Phase, Play, Resume
from rules.position import Position
from tests.rules.records import play

B, W = Color
AGA, TERRITORY = RULESETS["aga"], RULESETS["aga-territory"]
FOLLOWERS = ["aga", "bga", "french"]


def applied(game: Game, step) -> Game:
    after = game.apply(step)
    assert isinstance(after, Game), (step, after)
    return after


def anywhere(game: Game, chance: random.Random) -> Game:
    points = [at for at, why in game.legal_points(game.to_play).items() if why is None]
    return applied(game, Play(game.to_play, chance.choice(points)) if points else Pass(game.to_play))


def moved(game: Game, chance: random.Random) -> Game:
    """One more turn: mostly a stone, at times a pass; a stopped game goes on."""
    if game.phase is Phase.STOPPED:
        return anywhere(applied(game, Resume(chance.choice(list(Color)))), chance)
    return applied(game, Pass(game.to_play)) if not chance.randrange(8) else anywhere(game, chance)


def wandered(name: str, seed: int, handicap: int, last: Color) -> Game:
    """A stopped game of a seed, in which that colour passed last."""
    chance = random.Random(seed)
    game = Game.start(RULESETS[name], 5, handicap=handicap)
    for _ in range(max(handicap, 1)):
        game = anywhere(game, chance)
    for _ in range(chance.randrange(20, 60)):
        game = moved(game, chance)
    while game.passes or game.to_play is last:
        game = anywhere(applied(game, Resume()) if game.phase is Phase.STOPPED else game, chance)
    return play(game, f"{last.other} pass", f"{last} pass")


def counted_the_other_way(game: Game, *more) -> Game:
    """The same record under territory scoring."""
    rules = game.ruleset.replace(scoring="territory", handicap_compensation="none")
    line: list[Action] = []
    at: Position | None = game
    while at is not None and at.last_action is not None:
        line.append(at.last_action)
        at = at.previous
    other = Game.start(rules, 5, handicap=game.setting.handicap)
    for step in [*reversed(line), *more]:
        other = applied(other, step)
    return other


@pytest.mark.parametrize("name", FOLLOWERS)
@pytest.mark.parametrize("handicap", [0, 1, 2, 4])
@pytest.mark.parametrize("last", list(Color))
@pytest.mark.parametrize("seed", range(5))
def test_the_margin_is_the_same_by_area_and_by_territory(name, handicap, last, seed):
    stopped = wandered(name, seed, handicap, last)
    stones = [*stopped.board.stones(B), *stopped.board.stones(W)]
    dead = AgreeDead(tuple(random.Random(seed).sample(stones, min(2, len(stones)))))
    assert applied(stopped, dead).outcome == counted_the_other_way(stopped, dead).outcome
    ended = [Pass(last.other), Pass(last)]
    assert play(stopped, f"{last.other} pass", f"{last} pass").outcome == (
        counted_the_other_way(stopped, *ended).outcome
    )


def test_aga_territory_is_the_area_preset_counted_the_other_way():
    assert TERRITORY.to_json() == {
        **AGA.replace(scoring="territory", handicap_compensation="none").to_json(),
        "name": "aga-territory@2",
    }


@pytest.mark.parametrize(
    ("passes", "black", "white"),
    [
        (("b pass", "w pass"), 1, 1),  # White passed last
        (("b C3", "w pass", "b pass"), 2, 1),  # White owes one more
        (("b C3", "w pass", "b pass", "w pass", "b pass"), 3, 2),
        (("b pass", "w C3", "b pass", "w pass"), 1, 2),
    ],
)
def test_a_pass_hands_over_a_stone_and_white_passes_last(passes, black, white):
    score = play(Game.start(TERRITORY, 5), *passes).score()
    assert (score.black.tokens, score.white.tokens) == (black, white)


def test_by_area_pass_stones_do_not_count():
    score = play(Game.start(AGA, 5), "b C3", "w pass", "b pass").score()
    assert (score.black.tokens, score.black.total, score.white.total) == (0, 25, 7.5)
    by_territory = play(Game.start(TERRITORY, 5), "b C3", "w pass", "b pass").score()
    assert (by_territory.black.total, by_territory.white.total) == (26, 8.5)
