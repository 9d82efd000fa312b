"""The presets of federations, row by row of this table.

| | scoring | repetition | suicide | stop and dispute | komi, in handicap games | handicap |
|---|---|---|---|---|---|---|
| japanese | territory but in seki | simple ko | no | agree or hypothetical play | 6.5, 0.5 | fixed |
| korean | as japanese | simple ko | no | agree or hypothetical play, judged locally | 6.5, 0.5 | fixed |
| chinese | area | simple ko, PSK as an option | no | agree or play out | 7.5, 0 | + n |
| aga | area, equal to territory | situational | no | four passes end | 7.5, 0.5 | + (n - 1) |
| aga-territory | territory and pass stones | situational | no | four passes end | 7.5, 0.5 | |
| french | as aga | natural situational | no | four passes end | 7.5, 0.5 | + (n - 1) |
| bga | as aga | natural situational, and basic ko | no | four passes end | 7.5, 0.5 | + (n - 1) |
| new-zealand | area | no board after any own earlier move | yes | agree or play on | 7, 0 | none |
| ing | area, ties to Black | positional | yes | two halt, four end | 8, 0 | + n |

Under simple ko a repeated board is no result if both agree. Area and territory under AGA are equal:
test_conformance_presets.py. Not decided by an engine: which stones are dead (the players agree, or play); the
referee's ruling on a Chinese or an Ing repetition, and Ing's fighting and disturbing ko (a plain rule stands
in for each); whether two players who repeat a board want no result.
"""

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    Game,
    Illegal,
    MarkDead,
    Outcome,
    Pass,
    Phase,
    Reason,
    Resume,
    Ruleset,
)
from tests.rules.records import action, start

B, W = Color
TERRITORY = ["japanese", "korean"]
PLAYED_OUT = [*TERRITORY, "chinese"]
AMERICAN = ["aga", "aga-territory", "bga", "french"]
FOUR_END = [*AMERICAN, "new-zealand", "ing"]
ALL = [*PLAYED_OUT, *FOUR_END]
KO = [".XO.", "XO.O", ".XO."]  # Black's C2 takes the ko
ONE_SENT = [".XO.", "XXOO", ".O.O"]  # White's A1 sends another, Black's C1 takes both, White's B1 takes back
TRIPLE_KO = [".XO.", "XO.O", ".XO.", ".XO.", "X.XO", ".XO.", ".XO.", "XO.O", ".XO."]
ROUND = ("b C8", "w B5", "b C2", "w B8", "b C5", "w B2")
WALLS = ["..XO...", "..XO...", "O.XO...", "..XO...", "..XO..."]  # Black 10 points with A3, White 15
LAST_IN_ATARI = ["OXO.", ".XO.", ".XO."]  # Black's A2 takes A3
CORNERS = ["right high", "left low", "right low", "left high"]
PLACES = {
    2: CORNERS[:2],
    3: CORNERS[:3],
    4: CORNERS,
    5: [*CORNERS, "middle center"],
    6: [*CORNERS, "left center", "right center"],
    7: [*CORNERS, "left center", "right center", "middle center"],
    8: [*CORNERS, "left center", "right center", "middle low", "middle high"],
    9: [*CORNERS, "left center", "right center", "middle low", "middle high", "middle center"],
}
STARS = {9: ("CEG", "357"), 13: ("DGK", ("4", "7", "10")), 19: ("DKQ", ("4", "10", "16"))}


def go(game: Game, *steps) -> Game:
    for step in steps:
        after = game.apply(action(step) if isinstance(step, str) else step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def refused(game: Game, step) -> Illegal:
    answer = game.apply(action(step) if isinstance(step, str) else step)
    assert isinstance(answer, Illegal)
    return answer


def begun(name: str, rows: list[str], to_play: Color = B, **axes) -> Game:
    return start(RULESETS[name].replace(**axes), rows, to_play)


def stopped(name: str, rows: list[str] = WALLS, to_play: Color = B) -> Game:
    return go(begun(name, rows, to_play), Pass(to_play), Pass(to_play.other))


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("japanese", "W+6.5"),  # 2 points and a prisoner each way to 3, and 3 points of White
        ("korean", "W+6.5"),
        ("chinese", "W+7.5"),  # 6 points each
        ("aga", "W+7.5"),
        ("aga-territory", "W+6.5"),  # as japanese, and 2 pass stones to 1: White passes last
        ("bga", "W+7.5"),
        ("french", "W+7.5"),
        ("new-zealand", "W+7"),
        ("ing", "W+8"),
    ],
)
def test_scoring(name, result):
    game = go(begun(name, LAST_IN_ATARI), "b A2", "w pass", "b pass", AgreeDead())
    assert str(game.outcome) == result


@pytest.mark.parametrize("name", ALL)
def test_dead_stones_are_taken_off(name):
    over = go(stopped(name), MarkDead(B, ("A3",)), MarkDead(W, ("A3",)), Accept(W), Accept(B))
    score = over.score()
    assert (score.black.territory, score.white.territory, score.white.dead) == (10, 15, 1)
    by_area = {"black": 15, "white": 20}
    by_territory = {"black": 11, "white": 15}
    counted = by_territory if name in {*TERRITORY, "aga-territory"} else by_area
    tokens = 1 if name == "aga-territory" else 0
    assert score.black.total == counted["black"] + tokens
    assert score.white.total == counted["white"] + tokens + score.white.komi


@pytest.mark.parametrize("name", TERRITORY)
def test_no_points_in_seki(name):
    score = go(stopped(name, [".X.O."]), AgreeDead()).score()
    assert (score.black.territory, score.white.territory) == (0, 0)


@pytest.mark.parametrize("name", ["chinese", "aga", "aga-territory", "bga", "french", "new-zealand", "ing"])
def test_elsewhere_eyes_in_seki_count(name):
    score = go(stopped(name, [".X.O."]), AgreeDead()).score()
    assert (score.black.territory, score.white.territory) == (1, 1)


@pytest.mark.parametrize(
    ("name", "winner"), [("ing", B), ("chinese", None), ("japanese", None), ("new-zealand", None)]
)
def test_equal_totals_are_black_s_win_under_ing_and_a_draw_elsewhere(name, winner):
    game = go(begun(name, [".X.O."], komi=0), "b pass", "w pass", AgreeDead())
    assert game.outcome == Outcome(winner=winner, margin=0, by="score")


def test_ing_black_wins_with_just_the_komi():
    game = go(begun("ing", [".X......"]), "b pass", "w pass", "b pass", "w pass")
    assert (game.score().margin, str(game.outcome)) == (0, "B+0")
    assert str(go(begun("ing", [".X....."]), *["b pass", "w pass"] * 2).outcome) == "W+1"


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_simple_ko_is_lifted_by_any_move_elsewhere(name):
    game = go(begun(name, KO), "b C2")
    assert refused(game, "w B2").reason is Reason.KO
    assert go(game, "w D3", "b A1", "w B2").board["C2"] is None
    assert go(game, "w pass", "b A1", "w B2").board["C2"] is None


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_simple_ko_lets_longer_cycles_go_round(name):
    assert go(begun(name, TRIPLE_KO), *ROUND, *ROUND).board.to_diagram() == TRIPLE_KO


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_on_a_repeated_board_the_players_may_agree_on_no_result(name):
    before = go(begun(name, TRIPLE_KO), *ROUND[:-1])
    assert refused(before, AgreeDraw()).reason is Reason.NO_DRAW_RIGHT
    over = go(before, ROUND[-1], AgreeDraw())
    assert (over.phase, str(over.outcome)) == (Phase.OVER, "Void")


@pytest.mark.parametrize(
    ("name", "illegal", "repeats"),
    [
        ("aga", 6, 0),
        ("aga-territory", 6, 0),
        ("bga", 7, 1),  # nobody had played the first board
        ("french", 7, 1),
        ("new-zealand", 7, 1),
        ("ing", 6, 0),
    ],
)
def test_superko_ends_a_triple_ko(name, illegal, repeats):
    moves = [*ROUND, *ROUND]
    game = go(begun(name, TRIPLE_KO), *moves[: illegal - 1])
    answer = refused(game, moves[illegal - 1])
    assert (answer.reason, answer.repeats_turn) == (Reason.SUPERKO, repeats)
    assert refused(game, AgreeDraw()).reason is Reason.NO_DRAW_RIGHT


@pytest.mark.parametrize(
    ("name", "axes", "allowed"),
    [
        ("aga", {}, True),
        ("aga-territory", {}, True),
        ("bga", {}, True),
        ("french", {}, True),
        ("new-zealand", {}, True),
        ("chinese", {}, True),
        ("chinese", {"repetition": "positional"}, False),
        ("ing", {}, False),
    ],
)
def test_only_positional_superko_forbids_an_earlier_board_with_the_other_player_to_move(name, axes, allowed):
    game = go(begun(name, ONE_SENT, W, **axes), "w A1", "b C1")
    answer = game.apply(action("w B1"))
    assert getattr(answer, "repeats_turn", None) == (None if allowed else 0)
    assert isinstance(answer, Game) is allowed


@pytest.mark.parametrize(
    ("name", "allowed"),
    [("aga", False), ("aga-territory", False), ("french", True), ("new-zealand", False)],
)
def test_natural_situational_superko_lets_a_player_bring_back_what_he_left_by_passing(name, allowed):
    moves = ["b B3", "w C3", "b B1", "w C1", "b E3", "w D2", "b E1", "w B2", "b A2", "w pass", "b C2"]
    game = go(Game.start(RULESETS[name], 5, 3), *moves)
    answer = game.apply(action("w B2"))
    assert getattr(answer, "repeats_turn", None) == (None if allowed else 10)
    assert isinstance(answer, Game) is allowed


def test_bga_forbids_the_immediate_recapture_in_a_ko_beside_superko():
    moves = ["b B3", "w C3", "b B1", "w C1", "b E3", "w D2", "b E1", "w B2", "b A2", "w pass", "b C2"]
    game = go(Game.start(RULESETS["bga"], 5, 3), *moves)
    assert refused(game, "w B2").reason is Reason.KO
    assert go(game, "w D1", "b A1", "w B2").board["C2"] is None


def test_first_editions_keep_the_repetition_rules_of_their_time():
    moves = ["b B3", "w C3", "b B1", "w C1", "b E3", "w D2", "b E1", "w B2", "b A2", "w pass", "b C2"]
    for name, allowed in (("french@1", False), ("bga@1", True), ("new-zealand@1", False)):
        game = go(Game.start(Ruleset.parse(name), 5, 3), *moves)
        assert isinstance(game.apply(action("w B2")), Game) is allowed


@pytest.mark.parametrize("name", [*PLAYED_OUT, *AMERICAN])
@pytest.mark.parametrize(("rows", "at"), [([".O.", "O..", "..."], "A3"), (["X.O", "OO.", "..."], "B3")])
def test_no_suicide(name, rows, at):
    assert refused(begun(name, rows), f"b {at}").reason is Reason.SUICIDE


@pytest.mark.parametrize("name", ["new-zealand", "ing"])
def test_suicide_of_several_stones(name):
    game = go(begun(name, ["X.O", "OO.", "..."]), "b B3")
    assert (game.board.to_diagram(), game.prisoners[W]) == (["..O", "OO.", "..."], 2)


def test_suicide_of_one_stone_repeats_the_board_but_not_the_situation():
    rows = [".O.", "O..", "..."]
    assert go(begun("new-zealand", rows), "b A3").board.to_diagram() == rows
    assert refused(begun("ing", rows), "b A3").reason is Reason.SUPERKO
    again = go(begun("new-zealand", rows), "b A3", "w pass")
    assert refused(again, "b A3").reason is Reason.SUPERKO


@pytest.mark.parametrize("name", ALL)
def test_two_passes_stop_the_game(name):
    assert go(Game.start(RULESETS[name], 9), "b pass").phase is Phase.PLAY
    game = stopped(name)
    assert (game.phase, game.outcome) == (Phase.STOPPED, None)


@pytest.mark.parametrize("name", ALL)
def test_players_who_disagree_are_not_counted(name):
    game = go(stopped(name), MarkDead(B, ("A3",)), MarkDead(W), Accept(B))
    assert refused(game, Accept(W)).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("name", FOUR_END)
def test_the_fourth_consecutive_pass_ends_the_game_with_every_stone_alive(name):
    game = go(stopped(name), Resume(B), "b pass")
    over = go(game, "w pass")
    assert (game.phase, over.phase) == (Phase.PLAY, Phase.OVER)
    assert (over.score().white.dead, over.score().black.territory) == (0, 0)


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_a_game_that_was_resumed_is_stopped_again_by_two_passes(name):
    game = go(stopped(name), Resume(W), "b pass")
    assert game.phase is Phase.PLAY
    assert go(game, "w pass").phase is Phase.STOPPED


@pytest.mark.parametrize("name", TERRITORY)
@pytest.mark.parametrize("asker", list(Color))
@pytest.mark.parametrize("to_play", list(Color))
def test_the_opponent_of_the_player_who_asks_for_resumption_moves_first(name, asker, to_play):
    assert go(stopped(name, WALLS, to_play), Resume(asker)).to_play is asker.other


@pytest.mark.parametrize("name", ["chinese", *FOUR_END])
@pytest.mark.parametrize("asker", list(Color))
@pytest.mark.parametrize("to_play", list(Color))
def test_elsewhere_the_opponent_of_the_last_to_pass_moves_first(name, asker, to_play):
    assert go(stopped(name, WALLS, to_play), Resume(asker)).to_play is to_play


@pytest.mark.parametrize("name", ["chinese", *FOUR_END])
def test_elsewhere_there_is_no_hypothetical_play(name):
    assert refused(stopped(name), Claim(B, ("A3",))).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("name", TERRITORY)
@pytest.mark.parametrize("to_play", list(Color))
@pytest.mark.parametrize(
    "claim", [Claim(B, ("A3",)), Claim(W, ("A3",), capturable=False)], ids=["can", "not"]
)
@pytest.mark.parametrize("asker", list(Color))
def test_hypothetical_play_begins_with_who_wants_to_capture(name, to_play, claim, asker):
    game = go(stopped(name, WALLS, to_play), claim, Confirm(asker))
    assert (game.phase, game.to_play, game.disputed) == (Phase.CONFIRMATION, B, ["A3"])


@pytest.mark.parametrize("name", TERRITORY)
def test_what_hypothetical_play_captures_is_dead_and_the_board_is_restored(name):
    before = go(stopped(name), Claim(B, ("A3",)), MarkDead(B, ("A3",)), MarkDead(W))
    captured = go(before, Confirm(B), "b A2", "w pass", "b A4", "w pass", "b B3")
    after = go(captured, "w pass", "b pass")
    assert captured.disputed == []
    assert (after.phase, after.board, after.prisoners) == (Phase.STOPPED, before.board, {B: 0, W: 0})
    assert (before.claims[0].proved, after.claims[0].proved) == (None, True)
    assert str(go(after, Accept(B), Accept(W)).outcome) == "W+10.5"


@pytest.mark.parametrize("name", TERRITORY)
def test_what_hypothetical_play_does_not_capture_is_alive(name):
    before = go(stopped(name), Claim(B, ("A3",)), MarkDead(B, ("A3",)), MarkDead(W))
    after = go(before, Confirm(B), "b A2", "w B3", "b pass", "w pass")
    assert after.claims[0].proved is False
    over = go(after, Accept(B), Accept(W))
    assert (over.score().black.territory, over.score().white.territory) == (0, 15)


SNAPBACK = [".O.O", "OOOO", "OOOO", "XXXO", ".OXO"]  # who takes B1 by A1 is taken back there
TAKEN_BACK = ["b A1", "w B1", "b pass", "w pass"]


@pytest.mark.parametrize("name", TERRITORY)
@pytest.mark.parametrize("capturable", [True, False])
def test_stones_live_whose_capture_enables_a_new_stone_that_cannot_be_captured(name, capturable):
    claimed = go(stopped(name, SNAPBACK), Claim(B if capturable else W, ("B1",), capturable=capturable))
    game = go(claimed, Confirm(B), *TAKEN_BACK)
    assert (game.claims[0].proved, game.settled, game.proved_dead) == (not capturable, ["B1"], [])
    attacked = go(game, Claim(W, ("C1",)), Confirm(W, 1), "w A1", "b pass", "w pass")
    assert attacked.proved_dead == ["C1", "A2", "B2", "C2"]
    score = go(attacked, Accept(B), Accept(W)).score()
    assert (score.white.dead, score.white.territory, score.black.total) == (0, 7, 0)


def test_a_new_stone_that_is_taken_in_turn_saves_nothing():
    game = go(stopped("japanese", SNAPBACK), Claim(B, ("B1",)), Confirm(B), "b A1", "w pass", "b pass")
    assert game.proved_dead == ["B1"]


MOONSHINE = [".OOOOOX.", "OO.OOOXX", ".OOOOXX.", "OXOOXXOX", "XXOXXOOO", ".XOXO.O."]


def test_moonshine_life_is_dead_as_a_ko_is_retaken_only_after_a_pass_for_it():
    game = go(begun("japanese", MOONSHINE), "b A4", "w pass", "b pass", Claim(W, ("A2",)), Confirm(W), "w A3")
    assert refused(game, "b A4").reason is Reason.KO
    assert refused(go(game, "b F1", "w H4"), "b A4").reason is Reason.LOCKED_KO
    captured = go(game, ChallengeKo(B, "A4"), "w A1", "b pass", "w pass")
    assert captured.proved_dead == ["B1", "A2", "B2", "B3"]


def test_moonshine_life_is_alive_where_strings_are_judged_locally_with_kos_as_in_play():
    game = go(begun("korean", MOONSHINE), "b A4", "w pass", "b pass", Claim(W, ("A2",)), Confirm(W), "w A3")
    assert refused(game, "b A4").reason is Reason.KO
    assert refused(game, ChallengeKo(B, "A4")).reason is Reason.WRONG_PHASE
    assert go(game, "b F1", "w H4", "b A4", "w pass", "b pass").claims[0].proved is False


def test_under_002_the_captured_stones_alone_decide():
    game = go(stopped("makrai-territory", SNAPBACK), Claim(B, ("B1",)), Confirm(B), *TAKEN_BACK)
    assert game.proved_dead == ["B1"]


def test_hypothetical_play_may_be_conceded_and_the_last_sequence_decides():
    game = go(stopped("japanese"), Claim(B, ("A3",)), Confirm(B), Concede(B))
    assert game.claims[0].proved is False
    assert go(game, Confirm(B), Concede(W)).claims[0].proved is True


def test_a_claim_that_strings_cannot_be_captured_is_refuted_by_capturing_them():
    game = go(stopped("japanese"), Claim(W, ("A3",), capturable=False), Confirm(W))
    gone = go(game, "b A2", "w pass", "b A4", "w pass", "b B3", "w pass", "b pass")
    assert gone.claims[0].proved is False
    assert str(go(gone, Accept(B), Accept(W)).outcome) == "W+10.5"
    assert go(game, "b pass", "w pass").claims[0].proved is True


def test_in_hypothetical_play_a_ko_is_retaken_only_after_a_pass_for_it():
    taken = go(stopped("japanese", KO), Claim(B, ("B2",)), Confirm(B), "b C2")
    assert refused(taken, "w B2").reason is Reason.KO
    for elsewhere in ("w D3", "w pass"):
        later = go(taken, elsewhere, "b A1")
        assert refused(later, "w B2").reason is Reason.LOCKED_KO
        assert go(later, ChallengeKo(W, "B2"), "b pass", "w B2").board["C2"] is None
    assert go(taken, ChallengeKo(W, "B2"), "b A1", "w B2").board["C2"] is None


def test_who_lost_the_ko_again_must_pass_for_it_in_turn():
    wide = [".XO..", "XO.O.", ".XO.."]
    game = go(stopped("japanese", wide), Claim(B, ("B2",)), Confirm(B), "b C2", ChallengeKo(W, "B2"), "b A1")
    retaken = go(game, "w B2", "b E3", "w E1")
    assert refused(retaken, "b C2").reason is Reason.LOCKED_KO
    assert go(retaken, ChallengeKo(B, "C2"), "w D3", "b C2").board["B2"] is None


def test_a_pass_for_one_ko_opens_no_other():
    fought = go(stopped("japanese", TRIPLE_KO), Claim(B, ("B8",)), Confirm(B), "b C8", "w B5", "b C2")
    game = go(fought, ChallengeKo(W, "B8"), "b A1")
    assert refused(game, "w B2").reason is Reason.LOCKED_KO
    assert go(game, "w B8").board["C8"] is None


def test_a_pass_for_a_ko_does_not_end_hypothetical_play():
    game = go(stopped("japanese", KO), Claim(B, ("B2",)), Confirm(B), "b C2", ChallengeKo(W, "B2"), "b pass")
    assert game.phase is Phase.CONFIRMATION
    after = go(game, "w pass")
    assert (after.phase, after.claims[0].proved) == (Phase.STOPPED, True)


def test_in_play_nobody_passes_for_a_ko_and_afterwards_simple_ko_holds_again():
    assert refused(go(begun("japanese", KO), "b C2"), ChallengeKo(W, "B2")).reason is Reason.WRONG_PHASE
    asked = go(stopped("japanese", KO), Claim(B, ("B2",)), Confirm(B), "b C2", "w pass", "b pass")
    assert go(asked, Resume(W), "b C2", "w D3", "b A1", "w B2").board["C2"] is None


KOMI = {  # even, with handicap
    "japanese": (6.5, 0.5),
    "korean": (6.5, 0.5),
    "chinese": (7.5, 0),
    "aga": (7.5, 0.5),
    "aga-territory": (7.5, 0.5),
    "bga": (7.5, 0.5),
    "french": (7.5, 0.5),
    "new-zealand": (7, 0),
    "ing": (8, 0),
}


@pytest.mark.parametrize("name", ALL)
def test_komi(name):
    even, handicap = KOMI[name]
    assert Game.start(RULESETS[name], 9).score().margin == -even
    assert [Game.start(RULESETS[name], 9, handicap=n).komi for n in range(1, 10)] == [handicap] * 9


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("japanese", 0, 0),
        ("korean", 0, 0),
        ("chinese", 2, 3),
        ("aga", 1, 2),
        ("aga-territory", 0, 0),
        ("bga", 1, 2),
        ("french", 1, 2),
        ("new-zealand", 0, 0),
        ("ing", 2, 3),
    ],
)
def test_compensation_for_two_stones_and_for_three(name, first, second):
    given = [Game.start(RULESETS[name], 9, handicap=n).score().white.compensation for n in range(4)]
    assert given == [0, 0, first, second]


@pytest.mark.parametrize("name", TERRITORY)
@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("stones", range(2, 10))
def test_fixed_handicap_stones_are_on_star_points_and_white_moves_first(name, size, stones):
    columns, rows = STARS[size]
    across = dict(zip(["left", "middle", "right"], columns, strict=True))
    up = dict(zip(["low", "center", "high"], rows, strict=True))
    wanted = [across[place.split()[0]] + up[place.split()[1]] for place in PLACES[stones]]
    game = Game.start(RULESETS[name], size, handicap=stones)
    assert sorted(game.board.stones(B)) == sorted(wanted)
    assert (game.to_play, game.board.stones(W), game.komi) == (W, [], 0.5)


@pytest.mark.parametrize("name", TERRITORY)
def test_a_fixed_handicap_of_one_is_the_first_move(name):
    game = Game.start(RULESETS[name], 19, handicap=1)
    assert (game.board.stones(B), game.to_play, game.komi) == ([], B, 0.5)


def test_a_board_without_as_many_star_points_has_no_such_fixed_handicap():
    assert len(Game.start(RULESETS["japanese"], 10, handicap=4).board.stones(B)) == 4
    for size, stones in ((10, 5), (7, 5), (5, 2), (19, 10)):
        with pytest.raises(ValueError, match="at most"):
            Game.start(RULESETS["japanese"], size, handicap=stones)


@pytest.mark.parametrize("name", ["chinese", *FOUR_END])
def test_elsewhere_black_places_his_stones_where_he_likes(name):
    game = go(Game.start(RULESETS[name], 9, handicap=3), "b A1", "b J9")
    assert refused(game, "w E5").reason is Reason.NOT_YOUR_TURN
    assert go(game, "b C4").to_play is W
