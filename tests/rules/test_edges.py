"""Where two rules meet: claims and repetition, caps and open stops, handicaps and boards, turns and words."""

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDraw,
    Board,
    ChallengeKo,
    Color,
    DeclareDraw,
    Game,
    Illegal,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Resign,
    Resume,
    Ruleset,
)
from tests.rules.records import action, start

B, W = Color
KO = [".XO.", "XO.O", ".XO."]
TRIPLE_KO = [".XO..XO..XO.", "XO.OX.XOXO.O"]
CYCLE = ("b C1", "w F1", "b L1", "w B1", "b G1", "w K1")


def go(game, *steps):
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def reason(game, step):
    answer = game.apply(action(step) if isinstance(step, str) else step)
    assert isinstance(answer, Illegal), (step, answer)
    return answer.reason


# A claim of no result is no turn


def test_a_claim_does_not_forget_the_board_on_which_it_is_made():
    rules = Ruleset.parse("bga suicide=allowed endless=no_result_on_claim")
    steps = ("b B1", "w A1", "b A1", "w pass", "b C1", "w pass", "b A1", "w B1", "b pass", "w A1", "b pass")
    claimed = go(Game.start(rules, 3, 1), *steps, "w C1", DeclareDraw(B))
    again = go(claimed, "b pass", "w A1", "b pass", "w C1", "b pass").apply(Play(W, "B1"))
    assert (again.reason, again.repeats_turn) == (Reason.SUPERKO, 12)


def test_a_claim_lifts_no_ko():
    rules = RULESETS["japanese"].replace(endless="no_result_on_claim")
    game = go(start(rules, TRIPLE_KO), *CYCLE, *CYCLE, DeclareDraw(B))
    assert reason(game, "b L1") is Reason.KO


# Continuations of a stop that is open to play


@pytest.mark.parametrize("name", ["arg", "aga", "new-zealand", "ing", "tromp-taylor-agreement"])
def test_rejects_play_at_stop_without_continuations(name):
    stopped = go(start(RULESETS[name].replace(continuations=0), KO), "b pass", "w pass")
    assert stopped.phase is Phase.STOPPED
    for game in (stopped, go(stopped, "b pass")):
        assert reason(game, Play(game.to_play, "D2")) is Reason.CONTINUATIONS_USED_UP
        assert {why.reason for why in game.legal_points(B).values()} == {Reason.CONTINUATIONS_USED_UP}
    assert reason(stopped, Resume()) in {Reason.CONTINUATIONS_USED_UP, Reason.WRONG_PHASE}
    over = go(stopped, "b pass", "w pass")
    assert (over.phase, over.outcome.by, over.continuations) == (Phase.OVER, "score", 0)


@pytest.mark.parametrize(
    "on", [("b C2",), (Resume(), "b C2"), (Resume(B), "b pass", "w A1"), ("b pass", "w A1")]
)
def test_playing_on_counts_as_continuation(on):
    game = go(start(RULESETS["aga"].replace(continuations=1), KO), "b pass", "w pass", *on)
    assert (game.phase, game.continuations) == (Phase.PLAY, 1)
    again = go(game, Pass(game.to_play), Pass(game.to_play.other))
    assert again.phase is Phase.STOPPED
    assert reason(again, Play(again.to_play, "D3")) is Reason.CONTINUATIONS_USED_UP
    assert go(again, Accept(B), Accept(W)).phase is Phase.OVER


def test_an_illegal_move_that_is_recorded_at_a_stop_is_a_pass_and_no_continuation():
    game = go(start(RULESETS["arg"].replace(continuations=0), KO), "b pass", "w pass", Penalise(B))
    assert (game.passes, game.continuations) == (3, 0)


# Handicaps


def test_a_handicap_in_a_bowl_is_given_beside_a_board():
    game = Game.start(RULESETS["ultimate"], board=Board.from_diagram(KO), handicap=3)
    assert game.prisoners == {B: 3, W: 0}


@pytest.mark.parametrize("name", ["arg", "aga", "chinese", "ing"])
def test_black_gives_up_the_handicap_stones_that_have_no_place(name):
    game = go(Game.start(RULESETS[name], 2, handicap=4), "b A1", "b B1")
    assert reason(game, "b pass") is Reason.PASS_NOT_ALLOWED
    full = go(game, "b A2")
    assert not full.can_play(B)
    assert go(full, "b pass").to_play is W


# Who may say what


def test_player_out_of_stones_cannot_challenge_ko():
    rules = RULESETS["makrai"].replace(stone_supply=0)
    rows = ["............", *TRIPLE_KO]
    game = go(start(rules, rows), "b pass", "w pass", Resume(B, modified_ko=True), "b C1", "w pass", "b K3")
    assert reason(game, Play(W, "B1")) is Reason.OUT_OF_STONES
    assert reason(game, ChallengeKo(W, "B1")) is Reason.OUT_OF_STONES


@pytest.mark.parametrize("mover", list(Color))
def test_under_004_only_the_player_whose_turn_it_is_resigns(mover):
    game = start(RULESETS["ultimate"], KO, mover)
    assert reason(game, Resign(mover.other)) is Reason.NOT_YOUR_TURN
    assert go(game, Resign(mover)).outcome.winner is mover.other
    assert go(start(RULESETS["arg"], KO, mover), Resign(mover.other)).outcome.winner is mover


@pytest.mark.parametrize("claimant", list(Color))
def test_no_result_is_accepted_by_the_opponent_of_who_claims_it(claimant):
    game = go(start(RULESETS["nieminen"], TRIPLE_KO), *CYCLE, *CYCLE)
    assert reason(game, AgreeDraw(B)) is Reason.NO_DRAW_RIGHT
    claimed = go(game, DeclareDraw(claimant))
    assert reason(claimed, AgreeDraw(claimant)) is Reason.NO_DRAW_RIGHT
    assert str(go(claimed, AgreeDraw(claimant.other)).outcome) == "Void"
    assert str(go(claimed, AgreeDraw()).outcome) == "Void"


@pytest.mark.parametrize(
    ("name", "before", "outcome"),
    [("makrai", (), "0"), ("japanese", CYCLE, "Void"), ("chinese", CYCLE, "Void")],
)
@pytest.mark.parametrize("first", list(Color))
def test_no_winner_is_agreed_on_by_one_player_after_the_other(name, before, outcome, first):
    game = go(start(RULESETS[name], TRIPLE_KO), *before, AgreeDraw(first))
    assert (game.phase, game.outcome, game.to_play) == (Phase.PLAY, None, B)
    assert reason(game, AgreeDraw(first)) is Reason.NO_DRAW_RIGHT
    assert str(go(game, AgreeDraw(first.other)).outcome) == outcome
    went_on = go(game, "b C1")
    assert went_on.apply(AgreeDraw(first.other)) != outcome
    assert getattr(went_on.apply(AgreeDraw(first.other)), "outcome", None) is None


@pytest.mark.parametrize("name", ["arg", "ultimate", "tromp-taylor"])
def test_where_no_draw_can_be_agreed_on_none_is_offered(name):
    assert reason(start(RULESETS[name], TRIPLE_KO), AgreeDraw(B)) is Reason.NO_DRAW_RIGHT


@pytest.mark.parametrize("color", ["x", 3, ("b",)])
def test_rejects_agreement_of_invalid_player(color):
    assert reason(start(RULESETS["makrai"], KO), AgreeDraw(color)) is Reason.NOT_YOUR_TURN
