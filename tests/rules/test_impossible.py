"""Choices on two axes at a time: refused when the ruleset is made, or a game comes to an end under them.

A program plays: some moves at random, then towards the end with whatever the ruleset has for that, giving up
and asking for a draw left out.
"""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from rules import (
    RULESETS,
    Accept,
    Action,
    AgreeDead,
    Concede,
    DeclareDraw,
    Delay,
    Game,
    Pass,
    Phase,
    Play,
    Resume,
    Ruleset,
    TakeButton,
    UltimateDelay,
    axes,
)
from rules.impossible import Impossible
from tests.sizes import size

OPTIONS: dict[str, list[object]] = {
    "repetition": list(axes.Repetition),
    "suicide": list(axes.Suicide),
    "passing": list(axes.Passing),
    "token": [0, 1],
    "white_passes_last": [False, True],
    "button": [0, 0.5],
    "stone_supply": [0, 2, "half_board", "unlimited"],
    "stopping": list(axes.Stopping),
    "settling": list(axes.Settling),
    "resumption": list(axes.Resumption),
    "continuations": [0, 1, "unlimited"],
    "modified_ko": [False, True],
    "disputed": list(axes.Disputed),
    "confirmation_ko": list(axes.ConfirmationKo),
    "claims_per_player": [0, "unlimited"],
    "sequences_per_claim": [0, "unlimited"],
    "endless": list(axes.Endless),
    "scoring": list(axes.Scoring),
    "illegal_move": list(axes.IllegalMove),
    "fine": [0, 3],
    "komi": [0, 1],
    "handicap": list(axes.Handicap),
    "handicap_komi": [None, 0.5],
    "handicap_compensation": list(axes.Compensation),
    "ties": list(axes.Ties),
}
SIZE = 2, 2
ONE_OF = size(3, long=1)  # so many are played; presets differ in which
AT_RANDOM, MOST = 8, 400


def rulesets_beside(preset: Ruleset) -> Iterator[Ruleset | None]:
    """The preset with other values on one axis or two, each ruleset once; None where that is refused."""
    for one, other in combinations(OPTIONS, 2):
        for here, there in product(_others(preset, one), _others(preset, other)):
            yield beside(preset, {one: here, other: there})
    for axis in OPTIONS:
        for value in _others(preset, axis):
            yield beside(preset, {axis: value})


def _others(preset: Ruleset, axis: str) -> list[object]:
    return [value for value in OPTIONS[axis] if value != getattr(preset, axis)]


def beside(preset: Ruleset, changes: dict[str, object]) -> Ruleset | None:
    try:
        return preset.replace(**changes)
    except Impossible:
        return None


def turns(game: Game) -> list[Action]:
    """What the player to move can do in play."""
    color = game.to_play
    legal = [Play(color, at) for at, why in game.legal_points(color).items() if why is None]
    return [*legal, *(turn for turn in (Pass(color), TakeButton(color)) if goes(game, turn))]


def towards_the_end(game: Game, draw: Random) -> Action:
    """What brings a game closer to its end."""
    color = game.to_play
    if game.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
        return Concede(color)
    for action in (AgreeDead(), Accept(color), Accept(color.other), Pass(color), DeclareDraw(color)):
        if goes(game, action):
            return action
    given_back = [action for action in (UltimateDelay(color), Delay(color)) if goes(game, action)]
    return given_back[0] if given_back and draw.randrange(4) else draw.choice(turns(game) or given_back)


def goes(game: Game, action: Action) -> bool:
    return isinstance(game.apply(action), Game)


def played_to_its_end(ruleset: Ruleset, draw: Random) -> Game:
    """A game with some turns at random, and then played to its end; or as far as it goes."""
    game = Game.start(ruleset, *SIZE, handicap=draw.choice((0, 0, 2)) if fits(ruleset) else 0)
    for _ in range(AT_RANDOM):
        possible = [*turns(game), *(action for action in (Resume(),) if goes(game, action))]
        if game.phase is Phase.OVER or not possible:
            break
        game = done(game, draw.choice(possible))
    for _ in range(MOST):
        if game.phase is Phase.OVER:
            break
        game = done(game, towards_the_end(game, draw))
    return game


def fits(ruleset: Ruleset) -> bool:
    """A board of this size has no star points."""
    return ruleset.handicap is not axes.Handicap.FIXED


def done(game: Game, action: Action) -> Game:
    after = game.apply(action)
    assert isinstance(after, Game), (game, action, after)
    return after


@pytest.mark.parametrize("name", [name for name in RULESETS if name not in ("korean", "french")])
def test_two_choices_are_refused_or_a_game_comes_to_an_end_under_them(name):
    allowed, refused = 0, 0
    for number, ruleset in enumerate(rulesets_beside(RULESETS[name]), start=len(name)):
        if ruleset is None:
            refused += 1
            continue
        allowed += 1
        if number % ONE_OF:
            continue
        over = played_to_its_end(ruleset, Random(number))
        assert over.outcome is not None, (str(ruleset), over)
        assert over.outcome.by != "resignation"
    assert allowed > 600
    assert refused > 10


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tromp-taylor stopping=two_stop", "a stopped game could never be counted"),
        ("makrai settling=as_it_stands", "a stopped game could never be counted"),
        ("aga-territory button=0.5", "a turn without a stone is worth nothing else"),
        ("ultimate passing=free", "who may pass always has a move"),
        ("aga passing=delay", "without passes nothing stops the game"),
        ("ultimate repetition=none endless=impossible", "nobody need ever lack a move"),
    ],
)
def test_choices_that_cannot_end_are_refused_when_the_ruleset_is_made(text, why):
    with pytest.raises(Impossible, match=why):
        Ruleset.parse(text)
    old = Ruleset.parse_recorded(text)
    assert (str(old), Ruleset.parse_recorded(str(old))) == (text, old)
    with pytest.raises(Impossible, match=why):
        Ruleset.from_json(old.to_json())


def test_replays_rulesets_recorded_before_refusal():
    old = Ruleset.parse_recorded("tromp-taylor stopping=two_stop")
    game = Game.start(old.replace(komi=3.5), 3)
    assert (game.komi, str(game.ruleset)) == (3.5, "tromp-taylor stopping=two_stop komi=3.5")
    assert type(Ruleset.parse_recorded("aga komi=3.5")) is Ruleset
    assert Ruleset.parse_recorded("aga komi=3.5") == Ruleset.parse("aga@1 komi=3.5")
    with pytest.raises(ValueError, match="komi"):
        Ruleset.parse_recorded("tromp-taylor stopping=two_stop komi=x")


@pytest.mark.parametrize("name", ["house", "", None, 3])
def test_a_name_without_clauses_is_refused_when_the_ruleset_is_made(name):
    choices = {axis: getattr(RULESETS["aga"], axis) for axis in OPTIONS}
    with pytest.raises(ValueError, match="no such ruleset"):
        Ruleset(name=name, **choices)
