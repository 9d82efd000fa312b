"""Plays and passes after the passes that stop a game, under the latest edition of each preset.

A play is the evidence that the game was resumed; a pass leaves it stopped. First editions keep their meaning:
they are those of games that were recorded before.
"""

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    Color,
    Game,
    Illegal,
    MarkDead,
    Pass,
    Phase,
    Play,
    Reason,
    Resume,
    Ruleset,
)
from tests.rules.records import action, start

B, W = Color
ONE_STOP = ["nieminen", "makrai", "makrai-territory", "japanese", "korean", "chinese"]
EITHER_RESUMES = ["nieminen", "japanese", "korean"]
FOUR_END = ["arg", "aga", "aga-territory", "bga", "french", "new-zealand", "ing"]
TOKENS = ["arg", "aga", "aga-territory", "bga", "french"]
WHITE_LAST = ["aga", "aga-territory", "bga", "french"]
ALL = [*ONE_STOP, *FOUR_END]
WALLS = ["..XO...", "..XO...", "O.XO...", "..XO...", "..XO..."]


def go(game: Game, *steps) -> Game:
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def stopped(name: str, to_play: Color = B) -> Game:
    return go(start(RULESETS[name], WALLS, to_play), Pass(to_play), Pass(to_play.other))


@pytest.mark.parametrize("name", ALL)
def test_play_after_two_passes_resumes_the_game(name):
    game = go(stopped(name), "b A1")
    assert (game.phase, game.to_play, game.passes, game.turn) == (Phase.PLAY, W, 0, 3)
    assert game.continuations == 1
    assert go(game, "w pass", "b pass").phase is Phase.STOPPED


@pytest.mark.parametrize("name", EITHER_RESUMES)
def test_either_player_may_play_first_where_the_opponent_of_the_asker_does(name):
    game = go(stopped(name), "w G1")
    assert (game.phase, game.to_play) == (Phase.PLAY, B)


@pytest.mark.parametrize("name", sorted(set(ALL) - set(EITHER_RESUMES)))
def test_elsewhere_the_opponent_of_the_last_to_pass_plays_first(name):
    answer = stopped(name).apply(Play(W, "G1"))
    assert isinstance(answer, Illegal)
    assert answer.reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("first", list(Color))
def test_third_pass_leaves_the_game_stopped(name, first):
    two = stopped(name, first)
    game = go(two, Pass(first))
    assert (game.phase, game.to_play) == (Phase.STOPPED, first.other)
    assert go(game, AgreeDead(("A3",))).phase is Phase.OVER
    assert go(game, Play(first.other, "G3" if first is B else "A1")).phase is Phase.PLAY


@pytest.mark.parametrize("name", ONE_STOP)
def test_fourth_pass_leaves_the_game_stopped(name):
    game = go(stopped(name), "b pass", "w pass", "w pass")
    assert (game.phase, game.outcome, game.continuations) == (Phase.STOPPED, None, 0)
    assert game.score() == stopped(name).score()


@pytest.mark.parametrize("name", FOUR_END)
def test_fourth_pass_ends_the_game_where_the_rules_say_so(name):
    over = go(stopped(name), "b pass", "w pass")
    assert (over.phase, over.score().white.dead) == (Phase.OVER, 0)


@pytest.mark.parametrize("name", ALL)
def test_pass_in_a_stopped_game_keeps_what_the_players_marked(name):
    game = go(stopped(name), MarkDead(B, ("A3",)), Accept(B), "b pass", MarkDead(W, ("A3",)), Accept(B))
    assert go(game, Accept(W)).score().white.dead == 1


@pytest.mark.parametrize("name", WHITE_LAST)
@pytest.mark.parametrize("dead", [(), ("A3",)])
def test_required_pass_of_white_is_part_of_the_stop(name, dead):
    two = go(start(RULESETS[name], WALLS, W), "w pass", "b pass")
    three = go(two, "w pass")
    assert (three.phase, three.tokens) == (Phase.STOPPED, {B: 2, W: 1})
    assert three.score().margin == two.score().margin
    assert go(three, AgreeDead(dead)).outcome == go(two, AgreeDead(dead)).outcome


@pytest.mark.parametrize("name", FOUR_END)
def test_required_pass_of_white_does_not_count_among_the_passes_of_a_resumption(name):
    three = go(start(RULESETS[name], WALLS, W), "w pass", "b pass", "w pass")
    one = go(three, Resume(B), Pass(B))
    assert one.phase is Phase.PLAY
    assert go(one, Pass(W)).phase is Phase.OVER


@pytest.mark.parametrize("name", [*WHITE_LAST, "arg"])
def test_passes_of_a_stopped_game_hand_over_tokens(name):
    assert go(stopped(name), "b pass").tokens == {B: 1, W: 2}


def test_continuations_that_are_used_up_refuse_a_play_but_no_pass():
    game = go(start(RULESETS["makrai"].replace(continuations=1), WALLS), "b pass", "w pass", "b A1")
    again = go(game, "w pass", "b pass")
    assert again.apply(Play(W, "G1")).reason is Reason.CONTINUATIONS_USED_UP
    assert go(again, "w pass").phase is Phase.STOPPED


def test_play_that_resumes_ends_modified_ko():
    game = go(start(RULESETS["makrai"], WALLS), "b pass", "w pass", Resume(B, modified_ko=True), "b A1")
    assert game.modified_ko
    again = go(game, "w pass", "b pass", "w G1")
    assert (again.modified_ko, again.continuations) == (False, 2)


@pytest.mark.parametrize("name", ONE_STOP)
def test_play_that_resumes_clears_what_was_said_at_the_stop(name):
    game = go(stopped(name), MarkDead(B, ("A3",)), "b A1")
    assert game.marks == {B: None, W: None}


@pytest.mark.parametrize("name", ONE_STOP)
@pytest.mark.parametrize("step", ["b A1", "b pass"])
def test_first_editions_keep_refusing_turns_after_a_stop(name, step):
    game = go(start(Ruleset.parse_recorded(name), WALLS), "b pass", "w pass")
    assert game.apply(action(step)).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("name", FOUR_END)
def test_first_editions_keep_a_third_pass_in_play(name):
    assert go(start(Ruleset.parse_recorded(name), WALLS), "b pass", "w pass", "b pass").phase is Phase.PLAY
