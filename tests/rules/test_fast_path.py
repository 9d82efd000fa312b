"""What makes a replay fast is left out of it: nothing that a quiet play skips would say anything.

A play is quiet where the standing is, it takes nothing, and it leaves more stones than ever stood: then no
repetition rule is asked and the standing stays the very same value. Here they are asked all the same.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import RULESETS, Game, Illegal, Phase, Play, proceed
from rules.affairs import NO_DECLARATIONS
from rules.plays import _resolve, play, trial
from rules.repetition import Repeats
from tests.rules.test_laws import boards, chances, colors, line, numbers, steered

every_preset = pytest.mark.parametrize("name", RULESETS)


def quiet_plays(game):
    """The points where a play skips everything, with what it leaves."""
    for at, spot in game.setting.spots.items():
        tried = trial(game, game.to_play, spot)
        if tried and not tried.taken and tried.stones > game.peak and game.standing.quiet:
            yield at, spot, tried


def check(game):
    for at, spot, tried in quiet_plays(game):
        assert not isinstance(game.setting.rule.after_play(game, tried), Repeats)
        after = play(game, Play(game.to_play, at))
        slow = _resolve(game, game.to_play, spot, tried.black, tried.white, 0)
        assert slow == (after.black, after.white, after.stones, after.to_play, after.memory, after.standing)
        assert after.standing is game.standing
    standing = game.standing
    assert standing.with_changes() == standing
    assert standing.play_refused is None or not standing.quiet
    if standing.quiet:  # nothing here would change with the next move
        assert (standing.affairs.declarations, standing.affairs.continuing.fresh) == (NO_DECLARATIONS, False)
        assert (standing.passes, standing.handicap_moves, standing.out_of_stones) == (0, 0, None)
    assert game.quiet == (standing.quiet and game.stones == game.peak)
    assert game.peak >= game.stones == (game.black | game.white).bit_count()


def check_answers(game):
    """What is said of every point is what a play there comes to, and what a replay makes of it."""
    if game.standing.play_refused is not None:
        return
    for at, why in game.legal_points(game.to_play).items():
        action = Play(game.to_play, at)
        after = play(game, action)
        assert (after if isinstance(after, Illegal) else None) == why
        told = proceed(game, [action])
        assert (told.first_illegal.illegal if told.first_illegal else None) == why


@every_preset
@settings(max_examples=6)
@given(board=boards, color=colors, data=chances)
def test_in_any_game_a_quiet_play_skips_nothing(name, board, color, data):
    for game in line(Game.start(RULESETS[name], board=board, to_play=color), data):
        check(game)
        check_answers(game)


@every_preset
@settings(max_examples=6)
@given(choices=numbers, handicap=st.integers(0, 3), size=st.sampled_from([(3, 2), (4, 4), (7, 7)]))
def test_quiet_play_skips_nothing_after_handicap_and_captures(name, choices, handicap, size):
    fixed = RULESETS[name].handicap == "fixed" and size != (7, 7)
    games = steered(Game.start(RULESETS[name], *size, handicap=0 if fixed else handicap), choices)
    for game in games:
        check(game)
    assert all(game.phase is not Phase.OVER for game in games[:-1])


@every_preset
def test_a_game_of_plays_is_quiet(name):
    game = Game.start(RULESETS[name], 9)
    assert game.standing.quiet
    assert not game.standing.has_consequences
