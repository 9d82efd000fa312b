"""The laboratory: short texts of positions and moves, every ruleset's answer, the famous cases."""

import pytest

from games.analysis.laboratory.answers import compare_rulesets, game_of
from games.analysis.laboratory.experiment import (
    MOST_MOVES,
    Experiment,
    experiment_of_record,
    experiment_text,
    parse_experiment,
)
from games.analysis.laboratory.famous import CASES
from games.analysis.laboratory.notation import CHOICES, InvalidExperiment, moves_text, read_board, read_moves
from games.analysis.terms import change_ruleset, read_changes
from games.sgf import read
from rules import RULESETS, Board, ChallengeKo, Claim, Color, Confirm, Pass, Play, Resume
from rules.impossible import Impossible
from tests.rules.records import action
from tests.rules.test_japanese_examples import BENT_FOUR
from tests.rules.test_mainstream import MOONSHINE, ONE_SENT, TRIPLE_KO
from tests.rules.test_makrai_example import BOARD, CONTINUED, MOVES

B, W = Color
ALL = frozenset(RULESETS)
SIMPLE = {"japanese", "korean", "chinese", "makrai", "makrai-territory"}
SUICIDE = {"tromp-taylor", "tromp-taylor-agreement", "new-zealand", "ing", "makrai", "makrai-territory"}
POSITIONAL = {"tromp-taylor", "tromp-taylor-agreement", "ultimate", "ing"}
SITUATIONAL = {"aga", "aga-territory", "arg"}
OWN = {"bga", "french", "new-zealand"}  # nobody left the first board
BY_BOARDS = POSITIONAL | SITUATIONAL
CYCLES = SIMPLE | {"nieminen"}


def groups(name, **parts):
    tried = parse_experiment({**CASES[name].said, **parts})
    return {
        (group.verdict, group.turn): {answer.name for answer in group.answers}
        for group in compare_rulesets(tried).groups
    }


KNOWN = {
    "ko": {
        ("superko", 2): BY_BOARDS,
        ("ko", 2): SIMPLE | {"bga"},
        ("legal", 2): {"nieminen", *OWN} - {"bga"},
    },
    "snapback": {("legal", 2): ALL},
    "suicide-of-one": {
        ("suicide", 1): ALL - SUICIDE,
        ("superko", 1): {"tromp-taylor", "tromp-taylor-agreement", "ing"},
        ("legal", 1): {"new-zealand", "makrai", "makrai-territory"},
    },
    "suicide-of-several": {("suicide", 1): ALL - SUICIDE, ("legal", 1): SUICIDE},
    "triple-ko": {("superko", 6): BY_BOARDS, ("superko", 7): OWN, ("legal", 7): CYCLES},
    "eternal-life": {("superko", 4): BY_BOARDS, ("superko", 5): OWN, ("legal", 8): CYCLES},
    "sending-two-returning-one": {("superko", 3): POSITIONAL, ("legal", 3): ALL - POSITIONAL},
    "pass-and-retake": {
        ("legal", 12): {"french"},
        ("ko", 12): CYCLES | {"bga"},
        ("superko", 12): BY_BOARDS - {"ultimate"} | {"new-zealand"},
        ("pass_not_allowed", 10): {"ultimate"},
    },
    "moonshine-life": {("superko", 6): BY_BOARDS, ("superko", 7): OWN, ("legal", 7): CYCLES},
    "moonshine-in-twenty-moves": {
        ("legal", 21): {"makrai", "makrai-territory"},
        ("game_over", 4): {"tromp-taylor"},
        ("pass_not_allowed", 2): {"ultimate"},
        ("wrong_phase", 4): ALL - {"makrai", "makrai-territory", "tromp-taylor", "ultimate"},
    },
    "moonshine-in-confirmation": {
        ("legal", 12): {"japanese"},
        ("game_over", 4): {"tromp-taylor"},
        ("pass_not_allowed", 2): {"ultimate"},
        ("wrong_phase", 5): {"nieminen"},
        ("wrong_phase", 9): {"makrai-territory", "korean"},
        ("wrong_phase", 4): ALL
        - {"japanese", "korean", "tromp-taylor", "ultimate", "nieminen", "makrai-territory"},
    },
    "bent-four": {("legal", 2): ALL - {"ultimate"}, ("pass_not_allowed", 1): {"ultimate"}},
    "bent-four-played": {("ko", 6): CYCLES, ("superko", 6): BY_BOARDS | OWN},
    "bent-four-in-confirmation": {
        ("legal", 13): {"japanese"},
        ("wrong_phase", 10): {"korean"},
        ("game_over", 3): {"tromp-taylor"},
        ("pass_not_allowed", 1): {"ultimate"},
        ("wrong_phase", 4): {"nieminen"},
        ("not_your_turn", 5): {"makrai-territory"},
        ("wrong_phase", 3): ALL
        - {"japanese", "korean", "tromp-taylor", "ultimate", "nieminen", "makrai-territory"},
    },
}


def test_every_famous_case_has_its_known_answers():
    assert KNOWN.keys() == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_famous_case_is_answered_as_the_rules_are_known_to(name):
    assert groups(name) == KNOWN[name]


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("triple-ko", TRIPLE_KO),
        ("sending-two-returning-one", ONE_SENT),
        ("moonshine-in-twenty-moves", BOARD),
        ("moonshine-in-confirmation", MOONSHINE),
        ("bent-four", BENT_FOUR),
    ],
)
def test_the_boards_are_those_of_the_rules_tests(name, board):
    assert CASES[name].experiment.board.to_diagram() == board


def test_the_twenty_moves_are_those_of_the_text():
    steps = [action(step) if isinstance(step, str) else step for step in [*MOVES[:3], CONTINUED, *MOVES[3:]]]
    assert list(CASES["moonshine-in-twenty-moves"].experiment.actions) == steps


def test_bent_four_taken_off_as_dead_is_counted_as_each_ruleset_counts():
    results = {
        answer.name: (answer.result, answer.by)
        for group in compare_rulesets(CASES["bent-four"].experiment).groups
        for answer in group.answers
    }
    assert results["japanese"] == ("W+26.5", "score")
    assert results["chinese"] == ("W+37.5", "score")
    assert results["aga-territory"] == ("W+27.5", "score")
    assert results["tromp-taylor"] == ("W+14", "score")  # which knows no agreement
    assert results["ultimate"] == ("", "")


@pytest.mark.parametrize("name", CASES)
def test_an_address_comes_back_as_it_was(name):
    tried = CASES[name].experiment
    assert experiment_text(tried) == dict(CASES[name].said)
    assert parse_experiment(experiment_text(tried)) == tried
    assert parse_experiment(experiment_text(tried.at(1))) == tried.at(1)


def test_every_action_that_the_page_offers_has_a_text():
    actions = (
        Play(W, "A1"), Pass(B), Resume(B), Claim(W, ("A1",)), Confirm(W, 0), ChallengeKo(B, "C3"),
        Claim(B, ("B2",)), Confirm(B, 1), Resume(B, modified_ko=True), Play(B, "B3"),
    )  # fmt: skip
    board = Board(3)
    text = moves_text(actions, board, B)
    assert text == "WacPBRWCacQBKcaBCbbQMba"
    assert read_moves(text, board, B) == actions


def test_one_axis_is_changed_for_all_and_what_differs_comes_first():
    tried = parse_experiment({**CASES["suicide-of-several"].said, "change": "suicide=allowed"})
    found = compare_rulesets(tried)
    first = found.groups[0]
    assert [len(group.answers) for group in found.groups] == [16]
    assert found.differing == 10
    assert {answer.name for answer in first.answers[:10]} == ALL - SUICIDE
    assert [answer.differs for answer in first.answers] == [True] * 10 + [False] * 6


def test_a_change_that_some_rulesets_cannot_take_leaves_them_out():
    verdicts = {
        answer.name: group.verdict
        for group in compare_rulesets(parse_experiment({"change": "stopping=two_stop"})).groups
        for answer in group.answers
    }
    assert {name for name, verdict in verdicts.items() if verdict == "unfit"} == {"tromp-taylor", "ultimate"}


def test_what_the_repetition_rule_remembers():
    found = compare_rulesets(parse_experiment({**CASES["ko"].said, "turn": "1"}))
    by_name = {answer.name: answer.remembers for group in found.groups for answer in group.answers}
    assert [(each.at, each.reason, each.repeats_turn) for each in by_name["japanese"].barred] == [
        ("B2", "ko", 0)
    ]
    assert [(each.at, each.reason) for each in by_name["aga"].barred] == [("B2", "superko")]
    assert by_name["french"].barred == ()
    assert (by_name["japanese"].boards, by_name["aga"].boards) == (0, 2)


def test_the_words_of_a_clause_lead_to_their_axis():
    refused = {
        answer.name: answer.refused.axis
        for group in compare_rulesets(CASES["suicide-of-one"].experiment).groups
        for answer in group.answers
        if answer.refused
    }
    assert (refused["japanese"], refused["ing"]) == ("suicide", "repetition")


def test_the_board_that_is_shown_is_of_the_ruleset_that_goes_furthest():
    tried = CASES["moonshine-in-twenty-moves"].experiment
    assert compare_rulesets(tried).best in ("makrai", "makrai-territory")
    assert game_of(tried, "makrai").prisoners == {B: 6, W: 10}
    assert game_of(tried, "japanese").turn == 3


def test_every_value_that_is_offered_can_be_read_and_some_ruleset_takes_it():
    for axis, values in CHOICES.items():
        for value in values:
            fits = 0
            for ruleset in RULESETS.values():
                try:
                    change_ruleset(ruleset, read_changes([f"{axis}={value}"]))
                except Impossible:
                    continue
                fits += 1
            assert fits, (axis, value)


@pytest.mark.parametrize(
    ("said", "code", "facts"),
    [
        ({"board": "3/2/3"}, "uneven_rows", {"row": 2, "points": 2, "first": 3}),
        ({"board": "3/q2/3"}, "bad_row", {"row": 2, "text": "q2"}),
        ({"board": "20/20"}, "board_size", {"least": 2, "most": 19, "size": "20x2"}),
        ({"size": "4"}, "board_size", {"least": 5, "most": 19, "size": 4}),
        ({"size": "99"}, "bad_number", {"name": "size", "most": 19, "text": "99"}),
        ({"moves": "aabb!"}, "bad_move", {"text": "!", "letter": 5}),
        ({"moves": "aazz"}, "bad_move", {"text": "zz", "letter": 3}),
        ({"moves": "aass"}, "off_board", {"text": "ss", "letter": 3}),
        ({"moves": "P" * (MOST_MOVES + 1)}, "too_many_moves", {"moves": 401, "most": 400}),
        ({"moves": "P" * 4000}, "too_long", {"name": "moves", "most": 3000}),
        ({"to": "x"}, "bad_color", {"text": "x"}),
        ({"komi": "1/3"}, "bad_komi", {"text": "1/3"}),
        ({"komi": "7 ties=black"}, "bad_komi", {"text": "7 ties=black"}),
        ({"change": "luck=1"}, "bad_change", {"text": "luck=1"}),
        ({"change": "suicide=maybe"}, "bad_change", {"text": "suicide=maybe"}),
        ({"dead": "Z9"}, "bad_dead", {"text": "Z9"}),
        ({"under": "mine"}, "bad_ruleset", {"text": "mine"}),
        ({"handicap": "-1"}, "bad_number", {"name": "handicap", "most": 9, "text": "-1"}),
    ],
)
def test_what_cannot_be_tried_says_where(said, code, facts):
    with pytest.raises(InvalidExperiment) as refused:
        parse_experiment(said)
    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_record_becomes_an_experiment_with_its_own_komi_and_handicap():
    sgf = b"(;SZ[9]KM[5.5]HA[2]AB[gc][cg]PL[W];W[ee];B[])"
    tried = experiment_of_record(read(sgf).games[0])
    assert experiment_text(tried) == {
        "board": "9/9/6x2/9/9/9/2x6/9/9", "to": "w", "handicap": "2", "moves": "eeP", "komi": "5.5",
    }  # fmt: skip
    assert read_board("9/9/6x2/9/9/9/2x6/9/9") == tried.board


def test_a_record_that_is_too_long_or_too_large_is_refused():
    long = "".join(f";{'BW'[n % 2]}[]" for n in range(401))
    with pytest.raises(InvalidExperiment, match="too_many_moves"):
        experiment_of_record(read(f"(;SZ[9]{long})".encode()).games[0])
    with pytest.raises(InvalidExperiment, match="board_size"):
        experiment_of_record(read(b"(;SZ[21];B[aa])").games[0])


def test_an_empty_experiment_says_nothing():
    assert experiment_text(Experiment()) == {}
    assert parse_experiment({}) == Experiment()
