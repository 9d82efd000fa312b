"""The button (Sensei's Library, Button Go): half a point for a turn without a stone, once in a game."""

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Confirm,
    DeclareDraw,
    Game,
    Illegal,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Resume,
    Ruleset,
    TakeButton,
    replay,
)
from rules.axes import Scoring
from rules.clauses import describe
from rules.endings import occurrences
from rules.impossible import Impossible
from tests.rules.records import action, start

B, W = Color
KO = [".XO.", "XO.O", ".XO."]
TRIPLE_KO = [".XO..XO..XO.", "XO.OX.XOXO.O"]
CYCLE = ("b C1", "w F1", "b L1", "w B1", "b G1", "w K1")
HALVES = [".X.O.", "XX.OO"]


def go(game, *steps):
    for step in steps:
        after = game.apply(done(step))
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def done(step):
    """As records have it, and "b button"."""
    if not isinstance(step, str):
        return step
    color, at = step.split()
    return TakeButton(Color(color)) if at == "button" else action(step)


def refusal(game, step):
    answer = game.apply(done(step))
    assert isinstance(answer, Illegal), (step, answer)
    return answer


def ruled(text, rows=KO):
    return start(Ruleset.parse(text), rows)


# The ruleset


@pytest.mark.parametrize(
    "text", ["chinese@2 button=0.5", "tromp-taylor button=2.0 komi=7.0", "makrai@2 button=0.5"]
)
def test_a_ruleset_with_a_button_is_printed_and_read(text):
    ruleset = Ruleset.parse(text)
    assert str(ruleset) == text
    assert Ruleset.from_json(ruleset.to_json()) == ruleset
    assert Ruleset.parse(str(ruleset)) == ruleset
    (told,) = (told for told in describe(ruleset) if told.axis == "button")
    assert (told.value, told.clause, told.mark) == (ruleset.button, "", "")


@pytest.mark.parametrize("name", RULESETS)
def test_no_preset_has_a_button_for_no_published_ruleset_has(name):
    assert RULESETS[name].button == 0
    told = refusal(Game.start(RULESETS[name], 3), "b button")
    assert (told.reason, told.clause) == (
        Reason.NO_BUTTON,
        "the button is taken once in a game, where there is one",
    )


@pytest.mark.parametrize("value", ["half", "-0.5", "0.25", "nan"])
def test_a_button_is_worth_halves_of_points(value):
    with pytest.raises(ValueError, match="button"):
        Ruleset.parse(f"chinese button={value}")


@pytest.mark.parametrize("scoring", list(Scoring))
def test_a_button_goes_with_area_scoring(scoring):
    by_area = scoring in (Scoring.AREA, Scoring.MAKRAI_AREA)
    rules = RULESETS["new-zealand"].replace(scoring=scoring)
    if by_area:
        assert rules.replace(button=0.5).button == 0.5
        return
    with pytest.raises(
        Impossible, match=f"button=0.5 with scoring={scoring}: the button is for area scoring"
    ):
        rules.replace(button=0.5)


def test_a_button_counts_for_nothing_where_nothing_is_counted():
    with pytest.raises(Impossible, match="with stopping=never: nothing is ever counted"):
        RULESETS["ultimate"].replace(scoring="area", button=0.5)


# The score


@pytest.mark.parametrize(
    ("steps", "margin"),
    [
        (("b C1", "w C2", "b button"), 0.5),
        (("b C1", "w button", "b C2"), 1.5),
        (("b button", "w C1", "b C2"), 0.5),
        (("b C1", "w C2"), 0.0),
    ],
)
def test_taker_of_button_receives_its_points(steps, margin):
    game = go(ruled("tromp-taylor button=0.5", HALVES), *steps)
    over = go(game, Pass(game.to_play), Pass(game.to_play.other))
    assert over.score().margin == margin
    tallies = {color: over.score().tally(color).button for color in Color}
    assert tallies == {color: 0.5 if over.button is color else 0.0 for color in Color}


@pytest.mark.parametrize(("button", "margins"), [("0", (2.0, 0.0)), ("0.5", (1.5, 0.5))])
def test_the_last_neutral_point_is_worth_one_point_less_for_it_leaves_the_button(button, margins):
    rules, rows = Ruleset.parse(f"tromp-taylor button={button}"), [".XXO.", "XX.OO"]
    ends = ("w button", "b pass", "w pass"), ("b button", "w pass", "b pass")
    told = []
    for mover, end in zip(Color, ends, strict=True):
        filled = go(start(rules, rows, mover), f"{mover} C1")
        told.append(go(filled, *(end if rules.button else [Pass(mover.other), Pass(mover)])).score().margin)
    assert tuple(told) == margins


# The turn


def test_it_is_taken_once_at_ones_turn_in_place_of_a_pass():
    game = go(ruled("chinese button=0.5"), "b pass", "w button")
    assert (game.button, game.to_play, game.passes, game.phase) == (W, B, 0, Phase.PLAY)
    assert refusal(game, "b button").reason is Reason.NO_BUTTON
    assert refusal(game, "w button").reason is Reason.NOT_YOUR_TURN
    assert refusal(ruled("chinese button=0.5"), "w button").reason is Reason.NOT_YOUR_TURN
    assert go(game, "b pass", "w pass").phase is Phase.STOPPED


def test_it_hands_over_no_token():
    game = go(ruled("aga button=0.5"), "b button", "w pass")
    assert game.tokens == {B: 1, W: 0}


@pytest.mark.parametrize("color", ["x", None, 3])
def test_rejects_button_for_invalid_player(color):
    assert refusal(ruled("aga button=0.5"), TakeButton(color)).reason is Reason.NOT_YOUR_TURN


def test_an_open_stop_goes_on_with_it_and_a_closed_one_on_demand():
    stopped = go(ruled("aga button=0.5 continuations=1"), "b pass", "w pass")
    game = go(stopped, "b button")
    assert (game.phase, game.continuations) == (Phase.PLAY, 1)
    again = go(game, "w pass", "b pass")
    assert (again.phase, again.to_play) == (Phase.STOPPED, W)
    capped = ruled("aga button=0.5 continuations=0")
    assert refusal(go(capped, "b pass", "w pass"), "b button").reason is Reason.CONTINUATIONS_USED_UP
    closed = go(ruled("chinese@1 button=0.5"), "b pass", "w pass")
    told = refusal(closed, "b button")
    assert (told.reason, told.clause) == (
        Reason.WRONG_PHASE,
        "Chinese 2002 article 8: a stopped game goes on when a player asks for it",
    )
    assert go(closed, Resume(B), "b button").button is B
    over = go(closed, Accept(B), Accept(W))
    assert refusal(over, "b button").reason is Reason.GAME_OVER


def test_button_clears_marks_and_agreements():
    stopped = go(ruled("aga button=0.5"), "b pass", "w pass", Accept(B))
    assert go(stopped, "b button", "w pass", "b pass", Accept(W)).phase is Phase.STOPPED


def test_handicap_stones_are_placed_first_and_free_moves_are_given_up():
    placing = go(Game.start(Ruleset.parse("aga button=0.5"), 9, handicap=2), "b C3")
    assert refusal(placing, "b button").reason is Reason.PASS_NOT_ALLOWED
    assert go(placing, "b G7", "w button").to_play is B
    moving = go(Game.start(Ruleset.parse("tromp-taylor button=0.5"), 9, handicap=3), "b C3", "b button")
    assert moving.to_play is W


def test_nobody_takes_it_while_a_dispute_is_played_out():
    rules = "chinese settling=confirmation confirmation_ko=pass_for_ko button=0.5"
    game = go(ruled(rules), "b pass", "w pass", Claim(B, ("C3",)), Confirm(B))
    told = refusal(game, TakeButton(game.to_play))
    assert told == Illegal(Reason.WRONG_PHASE, "the button is not taken while a dispute is played out")


def test_player_out_of_stones_cannot_take_button():
    rules = "makrai stone_supply=0 button=0.5"
    game = go(start(Ruleset.parse(rules), [*KO, "...."]), "b C3")
    assert refusal(game, "w button").reason is Reason.OUT_OF_STONES
    assert go(game, "w pass", "b button").button is B


def test_an_illegal_move_is_a_pass_and_no_button():
    game = go(ruled("arg scoring=area button=0.5"), Penalise(B))
    assert (game.button, game.passes) == (None, 1)


# Ko and superko are lifted


@pytest.mark.parametrize("repetition", ["simple_ko", "own_previous"])
def test_it_lifts_a_ko_at_once(repetition):
    rows = ["....", *KO]
    game = go(ruled(f"chinese repetition={repetition} button=0.5", rows), "b A4", "w D4", "b C2")
    assert refusal(game, "w B2").reason is Reason.KO
    assert go(game, "w button", "b A1", "w B2").board["B2"] is W


@pytest.mark.parametrize(
    "repetition", ["positional", "situational", "natural_situational", "situational_unless_multi_capture"]
)
def test_it_lifts_superko_for_all_that_stood_before(repetition):
    text = f"new-zealand repetition={repetition} button=0.5"
    game = go(start(Ruleset.parse(text), ["X..O", *KO], W), "w B4", "b C2")  # White left what B2 makes again
    assert refusal(game, "w B2").reason is Reason.SUPERKO
    taken = go(game, "w button", "b pass", "w B2")
    assert taken.board["B2"] is W
    again = go(taken, "b C2") if repetition == "natural_situational" else taken
    told = refusal(again, f"{again.to_play} {'B2' if again.to_play is W else 'C2'}")
    assert told.reason is Reason.SUPERKO
    assert told.repeats_turn >= 3


def test_locks_of_modified_ko_are_lifted_as_by_a_pass():
    rows = ["............", *TRIPLE_KO]
    begun = go(ruled("makrai button=0.5", rows), "b pass", "w pass", Resume(modified_ko=True))
    locked = go(begun, "b C1", "w F3", "b G3", ChallengeKo(W, "B1"), "b H3", "w B1")
    later = go(locked, "b J3", "w L3")
    assert refusal(later, "b C1").reason is Reason.LOCKED_KO
    assert go(locked, "b button", "w L3", "b C1").board["C1"] is B


@pytest.mark.parametrize("name", ["makrai", "chinese"])
def test_boards_before_button_are_no_occurrences(name):
    game = go(ruled(f"{name} button=0.5", TRIPLE_KO), *CYCLE, *CYCLE)
    claim = DeclareDraw(B) if name == "makrai" else AgreeDraw()
    assert occurrences(game) == 3
    assert go(game, claim).phase is Phase.OVER
    taken = go(game, "b button", "w pass")
    assert occurrences(taken) == 1
    assert refusal(taken, claim).reason is Reason.NO_DRAW_RIGHT


# Replay


def test_a_record_with_it_is_replayed_and_one_that_takes_it_twice_is_not():
    record = [Play(B, "C2"), TakeButton(W), Pass(B), TakeButton(W)]
    told = replay(Ruleset.parse("chinese button=0.5"), record, board=ruled("chinese").board)
    assert (told.game.turn, told.first_illegal.turn, told.game.button) == (3, 4, W)
    assert told.first_illegal.illegal.reason is Reason.NO_BUTTON


def test_captures_and_plays_keep_it():
    game = go(ruled("makrai button=0.5"), "b button", "w pass", "b C2", "w A1")
    assert game.button is B
    assert game.standing.quiet
