"""What is offered in a sequence is legal, whatever the rules; what is legal and needs no point is offered."""

import json

import pytest

from games.refusals import Refusal
from rules import (
    RULESETS,
    Claim,
    Color,
    Confirm,
    Game,
    Pass,
    Phase,
    Play,
    Resume,
    TakeButton,
)
from tests.rules.records import start
from tournaments.web.games.claim_actions import (
    action_from,
    challenges,
    may_enter,
    plays,
    simple,
    with_points,
    words,
)

B, W = Color
ROWS = [".XO..", ".XO..", "OXO..", ".XO..", ".XO.."]
KO = [".XO.", "XO.O", ".XO."]


def stopped(name):
    """The game with a white stone at A3, stopped where the rules stop it."""
    return after(start(RULESETS[name], ROWS), Pass(B), Pass(W))


def after(game, *actions):
    for action in actions:
        game = game.apply(action)
        assert isinstance(game, Game), (action, game)
    return game


def every(game, by="desk"):
    return [action_from(offer.value, ("A3",)) for offer in (*simple(game, by), *with_points(game, by))]


@pytest.mark.parametrize("name", RULESETS)
def test_every_offer_is_legal(name):
    game = start(RULESETS[name], ROWS)
    tried = 0
    for action in (Play(B, "A2"), Play(W, "E3"), Pass(B), Pass(W)):
        for offered in every(game):
            assert isinstance(game.apply(offered), Game), words(offered)
            tried += 1
        now = game.apply(action)
        game = now if isinstance(now, Game) else game
    assert tried > 3


@pytest.mark.parametrize("name", ["nieminen", "makrai-territory", "japanese"])
def test_a_dispute_is_offered_step_by_step(name):
    game = stopped(name)
    assert Claim(B, ("A3",)) in every(game)
    game = after(game, Claim(B, ("A3",)))
    if game.phase is Phase.STOPPED:
        assert Confirm(B, 0) in every(game)
        game = after(game, Confirm(B, 0))
    said = [words(action) for action in every(game)]
    assert "Black gives up this dispute" in said
    assert "White gives up this dispute" in said
    assert plays(game, "desk")
    assert with_points(game, "desk") == []


def test_the_owner_of_disputed_strings_may_answer_with_a_stone():
    game = after(stopped("nieminen"), Claim(B, ("A3",)), Pass(W), Play(B, "A2"))
    said = [words(action) for action in every(game, "w")]
    assert said == ["White answers with a stone from the bowl", "White gives up this dispute"]


def test_the_button_is_offered_until_it_is_taken():
    game = start(RULESETS["chinese"].replace(button=0.5), ROWS)
    assert TakeButton(B) in every(game, "b")
    assert words(TakeButton(B)) == "Black takes the button"
    assert not any(isinstance(action, TakeButton) for action in every(after(game, TakeButton(B)), "w"))


def test_a_pass_for_a_ko_names_the_ko():
    game = start(RULESETS["japanese"], KO, "w")
    game = after(game, Pass(W), Pass(B), Claim(B, ("B2",)), Confirm(B, 0))
    assert challenges(game, "desk") == []
    game = after(game, Play(B, "C2"))
    assert {by: challenges(game, by) for by in ("b", "w", "desk")} == {"b": [], "w": ["B2"], "desk": ["B2"]}


def test_who_asks_matters_only_where_the_rules_say_so():
    asked = {
        name: [a for a in every(stopped(name)) if isinstance(a, Resume)] for name in ("nieminen", "chinese")
    }
    assert asked == {"nieminen": [Resume(B), Resume(W)], "chinese": [Resume()]}
    assert words(Resume()) == "The game goes on"
    own = [action for action in every(stopped("chinese"), "w") if isinstance(action, Resume)]
    assert own == [Resume(W)]


def test_players_speak_for_themselves_and_officials_for_both():
    game = stopped("makrai")
    said = {by: {type(action).__name__ for action in every(game, by)} for by in ("b", "w", "desk")}
    assert "AgreeDead" in said["desk"]
    assert "AgreeDead" not in said["b"] | said["w"]
    own = [action for action in every(game, "w") if getattr(action, "color", None) is B]
    assert own == []
    assert all(may_enter(action, "w") for action in every(game, "w"))


def test_a_player_is_offered_stones_and_passes_on_his_own_turn():
    game = start(RULESETS["chinese"], ROWS, "w")
    assert {by: bool(plays(game, by)) for by in ("b", "w", "desk")} == {"b": False, "w": True, "desk": True}
    assert Pass(W) in every(game, "w")
    assert every(game, "b") == []


def test_nothing_is_offered_once_the_game_is_over():
    game = stopped("tromp-taylor")
    assert game.phase is Phase.OVER
    assert (every(game), plays(game, "desk")) == ([], [])


def test_the_points_that_were_typed_belong_to_the_button():
    assert action_from('{"do": "play", "color": "b"}', ("D4", "E5")) == Play(B, "D4")
    assert action_from('{"do": "claim", "color": "w", "capturable": false}', ("A1",)) == Claim(
        W, ("A1",), False
    )
    for wrong in ({"do": "play"}, {"do": "play", "color": "x"}, {"do": "claim", "color": "b", "n": 1}):
        with pytest.raises(Refusal, match="Choose what to do"):
            action_from(json.dumps(wrong), ())
