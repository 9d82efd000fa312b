"""Files of which other programs were said to read the wrong thing: terms, moves and counts as they are meant.

The names of the files are in the table of records of many programs.
"""

import pytest

from games.analysis.comparing import judge_replay
from games.analysis.course import course_of_record, replay_course
from games.sgf import NoteCode, read
from games.sgf.rulesets import identify_ruleset
from games.sgf.uploads import read_record
from rules import Pass, Phase, Ruleset
from tests.games.sgf.worldly import HERE


def record_in(name):
    return read_record((HERE / f"{name}.sgf").read_bytes())[1]


def followed(name):
    """The record under its own rules and komi, and what it is worth with the stones that it marks as dead."""
    record = record_in(name)
    ruleset = Ruleset.parse(identify_ruleset(record.ruleset))
    if record.komi is not None:
        ruleset = ruleset.replace(komi=record.komi)
    replayed = replay_course(course_of_record(record), ruleset)
    assert replayed.first_illegal is None
    return replayed.game, judge_replay(replayed, record.dead).result


@pytest.mark.parametrize("name", ["three_passes_chinese", "three_passes_japanese"])
def test_third_pass_leaves_the_game_stopped(name):
    game, result = followed(name)
    assert (game.phase, game.turn, result) == (Phase.STOPPED, 13, "B+4.5")
    assert str(record_in(name).result) == "W+0.5"  # which no count of this board gives


@pytest.mark.parametrize(
    ("name", "komi", "handicap"),
    [
        ("komi_in_words", 6.5, 0),
        ("komi_in_stones", 7.5, 0),
        ("fox_saved_again", 7.0, 0),
        ("fox_handicap_saved_again", 0.5, 2),
    ],
)
def test_komi_in_other_units_is_read_with_a_note(name, komi, handicap):
    record = record_in(name)
    assert (record.komi, record.handicap) == (komi, handicap)
    assert NoteCode.KOMI_READ_AS in {note.code for note in record.notes}


@pytest.mark.parametrize("said", ["150", "-120", "7.3", "6.25", "1e3"])
def test_komi_above_a_hundred_or_not_a_half_is_never_taken_silently(said):
    record = read(f"(;SZ[9]KM[{said}];B[ee])".encode()).games[0]
    assert {note.code for note in record.notes} & {NoteCode.KOMI_READ_AS, NoteCode.KOMI_UNREAD}
    assert record.komi is None or abs(record.komi) <= 100


@pytest.mark.parametrize("name", ["pass_in_words", "pass_in_backquotes", "pass_beyond_corner"])
def test_pass_in_another_spelling_is_a_pass(name):
    assert [type(step) for step in record_in(name).actions[-2:]] == [Pass, Pass]


def test_stone_in_marked_territory_is_dead_in_the_count():
    record = record_in("territory_marked")
    assert record.dead == ("B5",)
    assert followed("territory_marked")[1] == "B+5.5"  # 10 points and a prisoner to 5.5; the file states 6.5


def test_removal_after_the_last_pass_takes_off_dead_stones():
    record = read(b"(;SZ[9];B[aa];W[bb];B[];W[];AE[aa])").games[0]
    assert (record.dead, len(record.moves)) == (("A9",), 4)


def test_removal_before_a_move_undoes_the_last_one():
    moves = [getattr(step, "at", "") for step in record_in("undo").actions]
    assert len(moves) == len(set(moves)) == 4


def test_one_of_two_miai_dame_has_to_be_filled():
    game, _ = followed("two_miai")
    assert game.score().white.territory == 24


@pytest.mark.parametrize("name", ["aga_button", "katago_rules"])
def test_rules_with_a_button_are_those_that_the_file_names(name):
    game, _ = followed(name)
    assert game.ruleset.button == 0.5
    assert str(record_in(name).result) == "B+1.5"


def test_guessed_handicap_stones_are_placed_where_no_move_becomes_illegal():
    record = record_in("fox_handicap_upright")
    assert record.board.count("b") == 6
    assert followed("fox_handicap_upright")[0].turn == len(record.moves)
