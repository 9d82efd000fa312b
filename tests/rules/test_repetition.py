"""Ko and superko: the sequences of other projects (tests/data/rules_repetition.json), and our own."""

import pytest

from rules import RULESETS, AgreeDraw, Color, DeclareDraw, Game, Illegal, Play, Reason
from tests.rules.records import action, play, read, start

FACTS = read("rules_repetition.json")
BASE = RULESETS["tromp-taylor"].replace(stopping="two_stop_four_end")
KO = [".XO.", "X.XO", ".XO."]  # Black has just taken; White's B2 would take back


def barred(game: Game, color: Color) -> list[str]:
    points = game.legal_points(color).items()
    return [at for at, why in points if why and why.reason in {Reason.KO, Reason.SUPERKO}]


def check(game: Game, step: dict) -> Game:
    match step:
        case {"play": text}:
            return play(game, text)
        case {"barred": points, "to": color}:
            assert sorted(barred(game, Color(color))) == sorted(points)
        case {"legal": text}:
            assert isinstance(game.apply(action(text)), Game)
        case {"illegal": text}:
            assert game.apply(action(text)).reason in {Reason.KO, Reason.SUPERKO}
    return game


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["id"])
def test_sequences_of_other_projects(case):
    rules = BASE.replace(repetition=case["repetition"], suicide=case["suicide"])
    game = start(rules, case["board"], Color(case["to_play"]))
    for step in case["steps"]:
        game = check(game, step)


@pytest.mark.parametrize("case", FACTS["cycles"], ids=lambda case: case["id"])
def test_a_cycle_lets_the_players_do_without_a_result(case):
    japanese, nieminen = (
        start(rules, case["board"], Color(case["to_play"]))
        for rules in (RULESETS["japanese"], RULESETS["nieminen"].replace(repetition="simple_ko"))
    )
    for text in case["plays"]:
        assert isinstance(nieminen.apply(DeclareDraw(nieminen.to_play)), Illegal)
        japanese, nieminen = play(japanese, text), play(nieminen, text)
    assert str(japanese.apply(AgreeDraw()).outcome) == "Void"
    claimed = nieminen.apply(DeclareDraw(Color.WHITE))
    assert (claimed.outcome, str(claimed.apply(AgreeDraw()).outcome)) == (None, "Void")


def ko_taken(repetition: str) -> Game:
    before = start(BASE.replace(repetition=repetition), [".XO.", "XO.O", ".XO."])
    after = play(before, "b C2")
    assert after.board.to_diagram() == KO
    return after


@pytest.mark.parametrize(
    ("repetition", "reason", "clause"),
    [
        ("simple_ko", "ko", "the lone stone that took a ko may not be taken back at once"),
        ("positional", "superko", "Tromp-Taylor rule 6: a play may not repeat an earlier board"),
        (
            "situational",
            "superko",
            "Tromp-Taylor comment 6: a play may not repeat an earlier board with the same player to move",
        ),
    ],
)
def test_the_refusal_names_the_clause_and_the_turn(repetition, reason, clause):
    assert ko_taken(repetition).apply(Play(Color.WHITE, "B2")) == Illegal(Reason(reason), clause, 0)


def test_natural_situational_superko_does_not_count_a_board_that_nobody_played():
    assert isinstance(ko_taken("natural_situational").apply(Play(Color.WHITE, "B2")), Game)


def test_without_a_rule_everything_may_return():
    game = play(ko_taken("none"), "w B2", "b C2", "w B2")
    assert game.turn == 4


def test_the_ko_is_closed_to_the_opponent_only():
    assert barred(ko_taken("simple_ko"), Color.WHITE) == ["B2"]
    assert barred(ko_taken("simple_ko"), Color.BLACK) == []


def test_a_pass_lifts_the_simple_ko_but_not_superko():
    assert barred(play(ko_taken("simple_ko"), "w pass", "b pass"), Color.WHITE) == []
    assert "B2" in barred(play(ko_taken("positional"), "w pass", "b pass"), Color.WHITE)


def test_a_snapback_is_no_ko():
    game = start(BASE.replace(repetition="simple_ko"), [".XXO", "XOOO", "X.XO", "XXOO"], Color.WHITE)
    after = play(game, "w B2")
    assert after.prisoners[Color.WHITE] == 1
    assert barred(after, Color.BLACK) == []


def test_the_first_of_several_equal_boards_is_named():
    rules = BASE.replace(repetition="situational")
    game = play(start(rules, [".XO.", "XO.O", ".XO."]), "b pass", "w pass", "b C2")
    assert game.apply(Play(Color.WHITE, "B2")).repeats_turn == 0


def test_superko_remembers_through_a_stopped_game():
    rules = RULESETS["tromp-taylor-agreement"]
    stopped = play(start(rules, [".XO.", "XO.O", ".XO."]), "b C2", "w pass", "b pass")
    assert stopped.apply(Play(Color.WHITE, "B2")).repeats_turn == 0


def test_suicide_under_each_choice():
    one, two = [".O.", "O..", "..."], ["X.O", "OO.", "..."]
    verdicts = {}
    for suicide in ("forbidden", "multi_stone", "allowed"):
        rules = BASE.replace(suicide=suicide, repetition="none")
        verdicts[suicide] = [
            start(rules, rows).legal_points(Color.BLACK)[at] for rows, at in ((one, "A3"), (two, "B3"))
        ]
    assert verdicts["allowed"] == [None, None]
    assert verdicts["multi_stone"] == [
        Illegal(Reason.SUICIDE, "a play may take off its own string, but not the played stone alone"),
        None,
    ]
    assert [why.clause for why in verdicts["forbidden"]] == [
        "a play may not leave its own string without a liberty"
    ] * 2


def test_a_stone_that_kills_itself_goes_to_the_opponent():
    game = play(start(BASE.replace(repetition="none"), [".O.", "O..", "..."]), "b A3")
    assert game.board.to_diagram() == [".O.", "O..", "..."]
    assert game.prisoners == {Color.BLACK: 0, Color.WHITE: 1}


def test_black_alone_fills_a_board_until_the_last_stone_empties_it():
    points = list(Game.start(BASE, 9).board)
    game = Game.start(BASE, 9)
    for at in points[:-1]:
        game = play(game, f"b {at}", "w pass")
    assert game.apply(Play(Color.BLACK, points[-1])).repeats_turn == 0
    freely = Game.start(BASE.replace(repetition="none"), 9)
    for at in points[:-1]:
        freely = play(freely, f"b {at}", "w pass")
    assert play(freely, f"b {points[-1]}").board == Game.start(BASE, 9).board
