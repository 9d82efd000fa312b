"""Makrai Rules of Go 1.5 (002), territory scoring mode, clause by clause. The rest is in test_makrai.py.

Not decided by an engine, and so not tested:

| clause | why |
|---|---|
| "no intention to end with exactly the same difference" | a remark |
| The score: "(...)" | the area clause on territory stands |
| Life and death: "obviously capturable" | opinions of the players, which they tell the engine |
| The claims that players can make | the list is lost in our copy; ours are "can" and "cannot be captured" |
| "this new position is examined": whether a new stone on the point of a captured one | the text is silent |
| "sufficient limits" | advice to those who make tournament rules; that limits hold is tested |
"""

from itertools import chain, repeat

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    Game,
    Illegal,
    MarkDead,
    Pass,
    Phase,
    Reason,
    Resign,
    Resume,
)
from tests.rules.records import action, start

TERRITORY = RULESETS["makrai-territory"].replace(komi=0)
B, W = Color

# Black has 3 points on the left. The players disagree on E3: without it White has 5 points, the stone, and 2
# points below; with it only those 2.
ROWS = [
    ".XO..O",
    ".XO.XO",
    "XXO.OO",
    ".XOO..",
]
E3_DEAD, E3_ALIVE = "W+5", "B+1"
E3_CAPTURED = ["w D3", "b pass", "w E4", "b pass", "w pass"]
E3_LEFT = ["w pass", "b pass"]

# Three kos: Black takes B1 by C1 and K1 by L1, White takes G1 by F1.
KOS = [
    "............",
    ".XO..XO..XO.",
    "XO.OX.XOXO.O",
]
TRIPLE_KO = ["b C1", "w F1", "b L1", "w B1", "b G1", "w K1"]

# Black's corner lives on the ko A3/A4 as long as he finds threats in the double ko E1/F1, H3/H4.
MOONSHINE = [
    ".OOOOOX.",
    "OO.OOOXX",
    ".OOOOXX.",
    "OXOOXXOX",
    "XXOXXOOO",
    ".XOXO.O.",
]


def go(game, *steps):
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def reason(game, step):
    answer = game.apply(action(step) if isinstance(step, str) else step)
    assert isinstance(answer, Illegal), step
    return answer.reason


def stopped(rows=ROWS, to_play=W, **axes):
    """A stopped game in which that player would move first."""
    return go(start(TERRITORY.replace(**axes), rows, to_play), Pass(to_play), Pass(to_play.other))


def claimed(*claims, **axes):
    return go(stopped(**axes), *claims)


def result(game):
    return str(go(game, Accept(B), Accept(W)).outcome)


def owners(score):
    return "".join(str(owner or ".") for owner in score.owners.values())


CAN = Claim(W, ("E3",))
CANNOT = Claim(B, ("E3",), capturable=False)


# The score


def test_002_territory_score_is_territory_stones_captured_and_dead_stones():
    over = go(stopped(), AgreeDead(("E3",)))
    score = over.score()
    assert owners(score) == "b...ww" + "...w.." + "b..ww." + "b..ww."
    assert (score.black.territory, score.black.total) == (3, 3)
    assert (score.white.territory, score.black.dead, score.white.total) == (7, 1, 8)
    assert str(over.outcome) == E3_DEAD


def test_002_territory_score_counts_stones_captured_in_play():
    game = go(start(TERRITORY, [".XO.", "XO.O", ".XO."]), "b C2", "w pass", "b pass", AgreeDead(()))
    assert (game.score().black.total, game.score().white.total) == (4, 2)


def test_002_territory_score_counts_own_suicides_for_the_opponent():
    game = go(start(TERRITORY, [".XO.", "XXOO", "..O."]), "b D1", "w pass", "b pass", AgreeDead(()))
    assert game.prisoners == {B: 0, W: 1}
    assert (game.score().black.total, game.score().white.total) == (1, 3)


def test_002_territory_score_live_stones_do_not_count():
    assert str(go(stopped(["XX.", "XX."]), AgreeDead(())).outcome) == "B+2"


def test_002_territory_score_counts_points_in_seki():
    assert str(go(stopped([".X.O"]), AgreeDead(())).outcome) == "B+1"


def test_002_territory_score_points_beside_ones_own_dead_stone_are_no_territory():
    score = go(stopped(["X.X"]), AgreeDead(("C1",))).score()
    assert (score.black.total, score.white.total) == (0, 0)


def test_002_territory_score_a_dead_stone_outside_the_opponents_territory_does_not_count():
    score = go(stopped(["X.X.O"]), AgreeDead(("C1",))).score()
    assert (score.black.total, score.white.total) == (0, 0)


# Life and death without a claim


def test_002_territory_life_and_death_what_both_consider_capturable_is_dead():
    assert result(go(stopped(), MarkDead(W, ("E3",)), MarkDead(B, ("E3",)))) == E3_DEAD


def test_002_territory_life_and_death_other_stones_are_alive_by_default():
    assert result(stopped()) == E3_ALIVE
    assert result(go(stopped(), MarkDead(W, ("E3",)))) == E3_ALIVE
    assert result(claimed(CAN)) == E3_ALIVE
    assert result(claimed(CANNOT)) == E3_ALIVE


# Claims


@pytest.mark.parametrize(("claim", "proved"), [(CAN, True), (CANNOT, False)], ids=["can", "cannot"])
def test_002_claim_a_string_that_a_sequence_captured_is_dead(claim, proved):
    game = go(claimed(claim), Confirm(W), *E3_CAPTURED)
    assert [(told.proved, told.sequences) for told in game.claims] == [(proved, 1)]
    assert result(game) == E3_DEAD


@pytest.mark.parametrize(("claim", "proved"), [(CAN, False), (CANNOT, True)], ids=["can", "cannot"])
def test_002_claim_a_string_that_a_sequence_left_is_alive(claim, proved):
    game = go(claimed(claim), Confirm(W), *E3_LEFT)
    assert game.claims[0].proved is proved
    assert result(game) == E3_ALIVE
    assert result(go(game, MarkDead(W, ("E3",)))) == E3_ALIVE


def test_002_claim_can_be_captured_needs_every_string_captured():
    both = Claim(W, ("E3", "B1"))
    game = go(claimed(both), Confirm(W), *E3_CAPTURED)
    assert game.claims[0].proved is False
    assert result(game) == E3_ALIVE


def test_002_claim_is_on_whole_strings():
    game = claimed(Claim(W, ("B4",)))
    assert sorted(game.claims[0].points) == ["A2", "B1", "B2", "B3", "B4"]


@pytest.mark.parametrize(
    ("sequences", "outcome"),
    [
        ([E3_CAPTURED, E3_LEFT], E3_ALIVE),
        ([E3_LEFT, E3_CAPTURED], E3_DEAD),
        ([E3_CAPTURED, E3_LEFT, E3_CAPTURED], E3_DEAD),
    ],
)
def test_002_claim_is_decided_by_the_last_sequence(sequences, outcome):
    steps = chain.from_iterable([Confirm(W), *sequence] for sequence in sequences)
    assert result(go(claimed(CAN), *steps)) == outcome


BESIDE = [".....X", "OOOO.X", "X..O.X", "...O.X"]
LOST = ("w A1", "b pass", "w B2", "b pass", "w pass")  # Black's A2 is taken


@pytest.mark.parametrize(
    ("sequences", "dead"),
    [
        (((0, LOST), (1, E3_LEFT)), False),
        (((1, E3_LEFT), (0, LOST)), True),
        (((0, LOST), (1, E3_LEFT), (0, LOST)), True),
        (((1, LOST), (0, E3_LEFT)), False),
    ],
)
def test_002_claims_on_one_string_are_decided_by_the_last_sequence_for_any(sequences, dead):
    game = go(stopped(BESIDE), Claim(W, ("A2",)), Claim(B, ("A2",), capturable=False))
    game = go(game, *chain.from_iterable([Confirm(W, claim), *steps] for claim, steps in sequences))
    assert [told.proved for told in game.claims] == [dead, not dead]
    assert (game.proved_dead, game.settled) == ((["A2"], []) if dead else ([], ["A2"]))
    alone = go(stopped(BESIDE), AgreeDead(("A2",) if dead else ()))
    assert result(game) == str(alone.outcome)


def test_002_claim_on_several_strings_that_fails_proves_nothing_of_those_that_it_took():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED, Claim(W, ("E3", "B1")))
    game = go(game, Confirm(W, 1), *E3_CAPTURED)
    assert [told.proved for told in game.claims] == [True, False]
    assert result(game) == E3_DEAD


@pytest.mark.parametrize("asker", [B, W])
@pytest.mark.parametrize("claim", [CAN, CANNOT], ids=["can", "cannot"])
def test_002_claim_either_player_can_demand_a_sequence_for_any_claim(asker, claim):
    assert go(claimed(claim), Confirm(asker)).phase is Phase.CONFIRMATION


def test_002_claim_sequences_are_told_apart_by_the_claims_number():
    game = go(claimed(CAN, Claim(B, ("B1",), capturable=False)), Confirm(B, 1), *E3_LEFT)
    assert [told.proved for told in game.claims] == [None, True]
    assert result(game) == E3_ALIVE


def test_002_claim_only_in_a_stopped_position():
    assert reason(start(TERRITORY, ROWS, W), CAN) is Reason.WRONG_PHASE
    assert reason(go(stopped(), Resume(W)), CAN) is Reason.WRONG_PHASE
    assert reason(stopped(), Confirm(W)) is Reason.WRONG_PHASE


def test_002_claim_is_about_strings():
    assert reason(stopped(), Claim(W, ("D3",))) is Reason.NO_STONES
    assert reason(stopped(), Claim(W, ())) is Reason.NO_STONES
    assert reason(stopped(), Claim(W, ("G9",))) is Reason.OFF_BOARD


# Limits


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_002_claims_per_player_are_limited(limit):
    game = claimed(*repeat(CAN, limit), claims_per_player=limit)
    assert reason(game, CAN) is Reason.CONTINUATIONS_USED_UP


def test_002_claims_unlimited_are_at_most_a_hundred_at_a_stop():
    game = claimed(*[CAN] * 100, claims_per_player="unlimited", continuations="unlimited")
    assert len(game.claims) == 100
    assert reason(game, CANNOT) is Reason.CONTINUATIONS_USED_UP
    assert len(go(game, Resume(B), *["w pass", "b pass"], CAN).claims) == 1


def test_002_claims_of_one_player_leave_the_others_alone():
    game = claimed(CAN, claims_per_player=1)
    assert len(go(game, CANNOT).claims) == 2


@pytest.mark.parametrize("limit", [1, 3])
def test_002_sequences_per_claim_are_limited_whoever_asks(limit):
    game = claimed(CAN, CANNOT, sequences_per_claim=limit)
    game = go(game, *chain.from_iterable(repeat((Confirm(W), *E3_CAPTURED), limit)))
    assert reason(game, Confirm(W)) is Reason.CONTINUATIONS_USED_UP
    assert reason(game, Confirm(B)) is Reason.CONTINUATIONS_USED_UP
    assert go(game, Confirm(B, 1)).phase is Phase.CONFIRMATION
    assert result(game) == E3_DEAD


def test_002_sequences_are_no_continuations_of_the_game():
    game = go(claimed(CAN, continuations=0), Confirm(W), *E3_CAPTURED)
    assert game.continuations == 0
    assert reason(game, Resume(W)) is Reason.CONTINUATIONS_USED_UP


# Confirmation sequences


@pytest.mark.parametrize("mover", [B, W])
@pytest.mark.parametrize("asker", [B, W])
def test_002_sequence_the_opponent_of_the_last_passer_moves_first(mover, asker):
    game = go(stopped(to_play=mover), CAN, Confirm(asker))
    assert (game.phase, game.to_play, game.disputed) == (Phase.CONFIRMATION, mover, ["E3"])


def test_002_sequence_stops_when_both_players_pass_in_succession():
    game = go(claimed(CAN), Confirm(W), "w pass", "b D3", "w pass", "b E4", "w pass")
    assert game.phase is Phase.CONFIRMATION
    assert go(game, "b pass").phase is Phase.STOPPED


def test_002_sequence_goes_on_after_the_strings_are_captured():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED[:-1])
    assert (game.phase, game.disputed) == (Phase.CONFIRMATION, [])
    assert go(game, "w D2").phase is Phase.CONFIRMATION


def test_002_sequence_has_the_moves_of_a_continuation_and_nothing_that_settles():
    game = go(claimed(CAN), Confirm(W))
    for step in (CAN, Confirm(B), MarkDead(W), Accept(W), AgreeDead(()), Resume(W), DeclareDraw(W)):
        assert reason(game, step) is Reason.WRONG_PHASE
    assert reason(game, "b D3") is Reason.NOT_YOUR_TURN
    assert reason(game, "w E3") is Reason.OCCUPIED
    assert str(go(game, Resign(W)).outcome) == "B+R"


def test_002_sequence_is_under_the_basic_ko_rule():
    game = go(stopped(KOS, B), Claim(B, ("C2",)), Confirm(B), "b C1")
    assert reason(game, "w B1") is Reason.KO
    assert go(game, "w F1", "b D3", "w B1").board["C1"] is None


def test_002_sequence_is_under_the_stone_supply():
    game = go(claimed(CAN, stone_supply=0), Confirm(W), "w D3", "b pass", "w E4")
    assert reason(game, "b D2") is Reason.OUT_OF_STONES
    restored = go(game, "b pass", "w pass", Resume(W), "w E1")
    assert go(restored, "b D2").board["D2"] is B


# Concessions


@pytest.mark.parametrize(
    ("claim", "loser", "outcome"),
    [(CAN, W, E3_ALIVE), (CAN, B, E3_DEAD), (CANNOT, B, E3_DEAD), (CANNOT, W, E3_ALIVE)],
)
def test_002_sequence_may_be_conceded(claim, loser, outcome):
    before = claimed(claim)
    game = go(before, Confirm(W), "w D2", Concede(loser))
    assert (game.phase, game.board) == (Phase.STOPPED, before.board)
    assert game.claims[0].proved is (loser is not claim.color)
    assert result(game) == outcome


def test_002_sequence_is_conceded_only_while_it_lasts():
    assert reason(claimed(CAN), Concede(B)) is Reason.WRONG_PHASE
    assert reason(go(claimed(CAN), Confirm(W), *E3_LEFT), Concede(B)) is Reason.WRONG_PHASE


# What is restored

FACTS = ("board", "phase", "to_play", "passes", "prisoners", "marks", "continuations", "modified_ko", "kos")


def facts(game):
    return {name: getattr(game, name) for name in FACTS}


@pytest.mark.parametrize(
    "sequence", [E3_CAPTURED, E3_LEFT, ["w D2", Concede(B)]], ids=["captured", "left", "conceded"]
)
def test_002_sequence_afterwards_the_position_is_restored(sequence):
    before = go(stopped(), MarkDead(W, ("E3",)), CAN)
    assert facts(go(before, Confirm(W), *sequence)) == facts(before)


def test_002_sequence_afterwards_it_is_blacks_turn_if_it_was():
    before = go(stopped(to_play=B), CAN)
    game = go(before, Confirm(W), "b D3", "w E4", "b pass", "w pass")
    assert facts(game) == facts(before)
    assert go(game, Resume(W)).to_play is B


def test_002_sequence_prisoners_are_given_back():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED[:-1])
    assert game.prisoners == {B: 0, W: 1}
    assert go(game, "w pass").prisoners == {B: 0, W: 0}


def test_002_sequence_each_begins_from_the_stopped_position():
    before = claimed(CAN)
    again = go(before, Confirm(W), *E3_CAPTURED, Confirm(B))
    assert (again.board, again.prisoners, again.disputed) == (before.board, before.prisoners, ["E3"])


def test_002_sequence_every_action_in_it_is_numbered():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED)
    assert game.turn == len([*E3_LEFT, CAN, Confirm(W), *E3_CAPTURED])
    assert go(game, Resume(W), "w D3").turn == game.turn + 2


def test_002_sequence_kos_taken_in_it_are_forgotten():
    before = go(stopped(KOS, B), Claim(B, ("C2",)))
    game = go(before, Confirm(B), "b C1", "w F1", Concede(B))
    for color in Color:
        assert go(game, Resume(W)).legal_points(color) == go(before, Resume(W)).legal_points(color)


def test_002_boards_in_sequence_do_not_count_as_repetitions_in_the_game():
    once = go(start(TERRITORY, KOS), *TRIPLE_KO, "b pass", "w pass", Claim(B, ("C2",)), Confirm(B))
    cycling = go(once, *TRIPLE_KO, *TRIPLE_KO, *TRIPLE_KO)
    assert reason(cycling, DeclareDraw(B)) is Reason.WRONG_PHASE
    game = go(cycling, "b pass", "w pass", Resume(B))
    assert reason(game, DeclareDraw(B)) is Reason.NO_DRAW_RIGHT
    assert go(game, *TRIPLE_KO, DeclareDraw(B)).outcome.by == "claimed draw"


def test_002_sequence_the_game_may_be_continued_after_it():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED, Resume(B))
    assert (game.phase, game.to_play, game.continuations) == (Phase.PLAY, W, 1)
    assert go(game, "w D3", "b E4", "w D4").prisoners == {B: 0, W: 2}


def test_002_sequence_what_it_proved_is_of_the_stop_before_the_continuation():
    game = go(claimed(CAN), Confirm(W), *E3_CAPTURED, Resume(B), *E3_LEFT)
    assert game.claims == ()
    assert result(game) == E3_ALIVE


# Modified ko in a sequence


def challenged_ko(modified_ko):
    return go(
        stopped(KOS, B),
        Claim(B, ("C2",)),
        Confirm(B, modified_ko=modified_ko),
        *["b C1", "w M3", "b K3"],
    )


def test_002_sequence_may_be_under_modified_ko():
    game = go(challenged_ko(modified_ko=True), ChallengeKo(W, "B1"), "b D3", "w B1", "b E3", "w H3")
    assert reason(game, "b C1") is Reason.LOCKED_KO
    assert go(game, "b pass", "w G3", "b C1").board["B1"] is None


def test_002_sequence_is_under_modified_ko_only_on_demand():
    assert reason(challenged_ko(modified_ko=False), ChallengeKo(W, "B1")) is Reason.WRONG_PHASE
    ignored = stopped(modified_ko=False)
    assert reason(go(ignored, CAN), Confirm(W, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_sequence_either_player_may_demand_modified_ko_before_its_first_move():
    before = go(stopped(KOS, B), Claim(B, ("C2",)), Confirm(B))
    game = go(before, Resume(W, modified_ko=True))
    assert (game.phase, game.modified_ko, game.to_play) == (Phase.CONFIRMATION, True, B)
    assert go(game, "b C1", "w M3", "b K3", ChallengeKo(W, "B1")).to_play is B
    assert reason(go(before, "b C1"), Resume(W, modified_ko=True)) is Reason.WRONG_PHASE


def test_002_sequence_challenge_is_no_regular_pass():
    game = go(challenged_ko(modified_ko=True), "w H3", "b pass", ChallengeKo(W, "B1"), "b pass")
    assert game.phase is Phase.CONFIRMATION
    assert go(game, "w pass").phase is Phase.STOPPED


def test_002_sequence_locks_stay_in_it():
    game = go(challenged_ko(modified_ko=True), ChallengeKo(W, "B1"), "b D3", "w B1", Concede(W))
    assert (game.modified_ko, game.kos) == (False, ())
    assert reason(go(game, Resume(B)), ChallengeKo(B, "C1")) is Reason.WRONG_PHASE
    again = go(game, Resume(B, modified_ko=True))
    assert reason(again, ChallengeKo(B, "C1")) is Reason.NOT_A_RECAPTURE
    assert go(again, "b C1").board["B1"] is None


def test_002_sequence_the_games_own_modified_ko_is_left_as_it_was():
    before = go(stopped(KOS, B), Resume(B, modified_ko=True), "b pass", "w pass", Claim(B, ("C2",)))
    game = go(before, Confirm(B))
    assert game.modified_ko is False
    assert go(game, "b pass", "w pass").modified_ko is before.modified_ko is True


# Moonshine life


CORNER = Claim(W, ("A2", "A4"))
CORNER_DEAD, CORNER_ALIVE = "W+13", "B+1"


def moonshine(*, modified_ko):
    game = go(start(TERRITORY, MOONSHINE), "b A4", "w pass", "b pass", CORNER)
    return go(game, Confirm(W, modified_ko=modified_ko), "w A3", "b F1", "w H4", "b A4", "w E1", "b H3")


def test_002_moonshine_life_is_proved_capturable_under_modified_ko():
    game = go(moonshine(modified_ko=True), ChallengeKo(W, "A3"), "b F1", "w H4", "b pass", "w A3", "b H3")
    game = go(game, "w E1", "b pass", "w A1", "b pass", "w pass")
    assert (game.claims[0].proved, game.prisoners) == (True, {B: 1, W: 0})
    assert result(game) == CORNER_DEAD


def test_002_moonshine_life_is_not_captured_without_modified_ko():
    before = moonshine(modified_ko=False)
    cycled = go(before, "w A3", "b F1", "w H4", "b A4", "w E1", "b H3")
    assert cycled.board == before.board
    game = go(cycled, "w pass", "b pass")
    assert game.claims[0].proved is False
    assert result(game) == CORNER_ALIVE
