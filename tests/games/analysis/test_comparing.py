"""A course under any ruleset: handicaps in every form, komi, the dead, and what a ruleset lacks."""

import pytest

from games.analysis.comparing import AS_IT_STANDS, WITH_THESE_DEAD, compare, judge_replay
from games.analysis.course import Course, course_of_record, replay_course
from games.analysis.replaying import answer_of_one, question_about_record, row_data
from games.analysis.terms import change_ruleset, read_changes, resolve_ruleset, with_komi
from games.sgf import read
from rules import RULESETS, AgreeDead, Board, Color, Pass, Play, Reason, Resign, Ruleset

B, W = Color.BLACK, Color.WHITE
STOPPED = Course(
    board=Board(5, 1), actions=[Play(B, "B1"), Play(W, "D1"), Play(B, "A1"), Play(W, "E1"), Pass(B), Pass(W)]
)


def course(sgf):
    return course_of_record(read(sgf.encode()).games[0])


def row(name, given=STOPPED, **asked):
    (found,) = compare(given, rulesets=[RULESETS[name]], **asked)
    return found


HANDICAPS = ["(;SZ[9]HA[2];B[cc];B[gg];W[ee])", "(;SZ[9]HA[2]AB[cc][gg];W[ee])"]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("sgf", HANDICAPS)
def test_a_handicap_is_the_same_however_it_is_told(name, sgf):
    followed = replay_course(course(sgf), RULESETS[name])
    assert followed.first_illegal is None
    assert followed.game.board.to_diagram()[2] == "..X......"
    assert (followed.game.board.count(B), followed.game.board.count(W), followed.game.to_play) == (2, 1, B)
    assert followed.game.prisoners == {B: 0, W: 0}


@pytest.mark.parametrize("name", ["japanese", "ultimate"])
def test_moves_that_become_handicap_stones_count_as_turns(name):
    followed = replay_course(course("(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[cc])"), RULESETS[name])
    assert (followed.placed, followed.turns, followed.first_illegal.turn) == (2, 3, 4)
    assert followed.first_illegal.illegal.reason is Reason.OCCUPIED


def test_a_board_that_returns_is_counted_from_the_first_move_of_the_record():
    sgf = "(;SZ[5]HA[3];B[ba];B[ab];B[bc];W[ca];B[ee];W[db];B[de];W[cc];B[ec];W[bb];B[cb];W[bb])"
    followed = replay_course(course(sgf), RULESETS["japanese"])
    assert (followed.first_illegal.turn, followed.first_illegal.illegal.repeats_turn) == (12, 10)


def test_a_handicap_that_nobody_played_is_none():
    alternating = course("(;SZ[9]HA[2];B[cc];W[gg];B[ee])")
    assert replay_course(alternating, RULESETS["japanese"]).game.komi == RULESETS["japanese"].komi
    assert {found.legal for found in compare(alternating)} == {True}


def test_a_bowl_holds_the_handicap_that_is_not_on_the_board():
    alternating = course("(;SZ[9]HA[2];B[cc];W[gg];B[ee])")
    assert replay_course(alternating, RULESETS["ultimate"]).game.prisoners == {B: 2, W: 0}


def test_without_a_move_a_handicap_is_given_as_the_ruleset_has_it():
    empty = Course(board=Board(9), handicap=2)
    assert replay_course(empty, RULESETS["japanese"]).game.board.stones(B) == ["C3", "G7"]
    assert replay_course(empty, RULESETS["ultimate"]).game.prisoners == {B: 2, W: 0}
    assert replay_course(empty, RULESETS["tromp-taylor"]).game.board.stones(B) == []


def test_a_game_that_cannot_start_says_why():
    many = course("(;SZ[9]HA[10];B[aa];B[ba];B[ca];B[da];B[ea];B[fa];B[ga];B[ha];B[ia];B[ab];W[ee])")
    assert row("tromp-taylor", many).legal
    assert not row("japanese", many).legal
    assert row("japanese", many).unfit == "a handicap is at most 9 stones under these rules, not 10"
    assert row_data(row("japanese", many))["phase"] is None


def test_two_handicap_stones_on_one_point_are_no_handicap():
    twice = Course(board=Board(9), handicap=2, actions=[Play(B, "C3"), Play(B, "c3"), Play(W, "E5")])
    assert row("japanese", twice).unfit == "two handicap stones on one point: C3, c3"
    assert row("tromp-taylor", twice).followed.first_illegal.turn == 2


@pytest.mark.parametrize(("name", "before"), [("japanese", [Play(B, "A1")]), ("ultimate", [])])
def test_a_resignation_among_the_first_moves_is_no_handicap_stone(name, before):
    resigned = Course(board=Board(9), handicap=2, actions=[*before, Resign(B)])
    found = row(name, resigned)
    assert (found.legal, found.followed.turns, str(found.game.outcome)) == (True, len(before) + 1, "W+R")


def test_passes_are_no_handicap_stones():
    found = row("japanese", course("(;SZ[9]HA[2];B[];B[])"))
    assert (found.followed.first_illegal.turn, found.followed.placed) == (2, 0)
    assert found.followed.first_illegal.illegal.reason is Reason.NOT_YOUR_TURN


def test_a_stone_beside_the_board_is_refused_at_its_turn():
    beside = Course(board=Board(9), handicap=2, actions=[Play(B, "Z99"), Play(B, "A1")])
    first = row("japanese", beside).followed.first_illegal
    assert (first.turn, first.illegal.reason) == (1, Reason.OFF_BOARD)


def test_each_ruleset_has_its_own_komi_and_compensation():
    komi = {found.ruleset.name: found.game.komi for found in compare(STOPPED)}
    assert komi == {name: ruleset.komi for name, ruleset in RULESETS.items()}
    handicap = {found.ruleset.name: found.game for found in compare(course(HANDICAPS[1]))}
    assert (handicap["aga"].komi, handicap["aga"].compensation) == (0.5, 1.0)


def test_requested_komi_applies_to_all_rulesets_even_with_handicap():
    rows = compare(course(HANDICAPS[0]), changes={"komi": 3.5})
    assert {found.game.komi for found in rows} == {3.5}


def test_what_stands_is_scored_and_no_proof():
    found = row("chinese")
    assert (found.result, found.by, found.game.outcome) == ("W+7.5", AS_IT_STANDS, None)


def test_a_game_that_ends_by_itself_is_proved():
    found = row("tromp-taylor")
    assert (found.result, found.by, str(found.game.outcome)) == ("0", "score", "0")


def test_a_tie_is_what_the_ruleset_makes_of_it():
    assert row("ing", changes={"komi": 0}).result == "B+0"
    assert row("chinese", changes={"komi": 0}).result == "0"


def test_agreed_dead_end_a_game_that_stopped():
    found = row("chinese", dead=["D1"])
    assert (found.result, found.by, found.game.outcome is not None) == ("W+2.5", "score", True)


def test_dead_are_whole_strings_even_in_a_supposition():
    going_on = Course(board=STOPPED.board, actions=STOPPED.actions[:4])
    found = row("chinese", going_on, dead=["D1"])
    assert (found.result, found.by, found.game.outcome) == ("W+2.5", WITH_THESE_DEAD, None)
    points = row("tromp-taylor-agreement", going_on, dead=["D1"])
    assert (points.score.white.stones, points.by) == (1, WITH_THESE_DEAD)


@pytest.mark.parametrize("name", ["tromp-taylor", "ultimate"])
def test_where_the_board_stands_as_it_is_nobody_is_dead_by_agreement(name):
    assert row(name, dead=["D1"]).result == row(name).result


def test_an_action_that_a_ruleset_lacks_is_illegal_at_its_turn():
    agreed = Course(board=STOPPED.board, actions=[*STOPPED.actions, AgreeDead(("D1",))])
    illegal = {
        found.ruleset.name: (found.followed.first_illegal.turn, found.followed.first_illegal.illegal.reason)
        for found in compare(agreed)
        if not found.legal
    }
    assert illegal == {"tromp-taylor": (7, Reason.GAME_OVER), "ultimate": (5, Reason.PASS_NOT_ALLOWED)}
    assert row("tromp-taylor", agreed).result == "0"


def test_what_turned_illegal_has_no_result():
    found = row("arg", Course(board=Board(3), actions=[Play(B, "A1"), Play(W, "A1")]))
    assert (found.result, found.by, found.followed.turns) == ("", "", 1)
    assert found.score.black.stones == 1


def test_a_resignation_is_one_everywhere_and_ultimate_go_counts_nothing():
    rows = compare(Course(board=Board(3), actions=[Play(B, "A1"), Resign(W)]))
    assert {(found.result, found.by) for found in rows} == {("B+R", "resignation")}
    assert [found.ruleset.name for found in rows if found.score is None] == ["ultimate"]


def test_dead_off_the_board_are_refused_whatever_comes_of_the_game():
    with pytest.raises(ValueError, match="not a point on 5x1: 'D2'"):
        compare(STOPPED, dead=["D2"])


def test_a_game_under_its_own_terms_is_judged_as_in_a_table():
    followed = replay_course(STOPPED, RULESETS["arg"])
    assert row_data(judge_replay(followed, ["D1"])) == row_data(row("arg", dead=["D1"]))


@pytest.mark.parametrize(
    ("sgf", "named", "texts", "printed"),
    [
        ("(;SZ[3])", None, [], "tromp-taylor"),
        ("(;SZ[3]KM[5.5])", None, [], "tromp-taylor komi=5.5"),
        ("(;SZ[3]KM[5.5])", "arg", [], "arg@2 komi=5.5 handicap_komi=none"),
        ("(;SZ[3]KM[5.5])", "arg", ["komi=7"], "arg@2 komi=7.0 handicap_komi=none"),
        ("(;SZ[3]KM[5.5])", "arg komi=7", [], "arg@2 komi=7.0"),
        ("(;SZ[3]RU[arg komi=7]KM[5.5])", None, ["fine=1"], "arg@2 fine=1.0 komi=7.0"),
        ("(;SZ[3]RU[House])", None, ["ties=black"], "tromp-taylor ties=black"),
        ("(;SZ[3]RU[Japanese])", None, ["ties=black"], "japanese@2 ties=black"),
        ("(;SZ[3]RU[japanese@1 ties=black])", None, [], "japanese ties=black"),
    ],
)
def test_a_record_is_asked_under_the_ruleset_that_is_meant(sgf, named, texts, printed):
    record = read(sgf.encode()).games[0]
    question = question_about_record(record, ruleset=named, changes=read_changes(texts))
    assert str(answer_of_one(question).ruleset) == printed


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        ([], {}),
        (["komi=7.5"], {"komi": 7.5}),
        (["komi=7 modified_ko", "continuations=3"], {"komi": 7.0, "modified_ko": True, "continuations": 3}),
        (["handicap_komi=none"], {"handicap_komi": None}),
    ],
)
def test_changes_are_read_from_texts(texts, read):
    assert read_changes(texts) == read


@pytest.mark.parametrize(
    "texts", [["komi=1/3"], ["komi=1", "komi=1"], ["luck=1"], ["self=1"], ["name=arg"], ["komi"], ["=1"]]
)
def test_texts_that_change_no_ruleset(texts):
    with pytest.raises(ValueError, match=r"komi|axis"):
        read_changes(texts)


@pytest.mark.parametrize(
    "changes", [{"self": 1}, {"komi": "7"}, {"komi": True}, {"ruleset": "arg"}, {"modified_ko": 1}]
)
def test_values_that_change_no_ruleset(changes):
    with pytest.raises(ValueError, match=r"axis|komi|modified_ko"):
        change_ruleset(RULESETS["arg"], changes)


def test_a_komi_that_is_named_beside_a_handicap_komi_leaves_it():
    both = change_ruleset(RULESETS["arg"], {"komi": 1, "handicap_komi": 2})
    assert (both.komi, both.handicap_komi) == (1.0, 2.0)
    assert with_komi(RULESETS["arg"], 1).handicap_komi is None
    assert resolve_ruleset("arg", {}) == Ruleset.parse("arg")
