"""manage.py replay: the answer that other programs rely on."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rules import RULESETS

ENDED = "(;GM[1]SZ[3]KM[0.5]RE[B+8.5];B[bb];W[aa];B[];W[])"
ILLEGAL = "(;SZ[2:1];B[aa];W[ba];B[aa])"
STOPPED = "(;SZ[5:1]KM[0.5];B[ba];W[da];B[];W[])"
NO_PASS = "Ultimate Go rules 6 and 7: there is no pass: a turn without a stone returns a prisoner"
REPEATED = "Tromp-Taylor rule 6: a play may not repeat an earlier board"
TALLY = {
    "stones": 0,
    "territory": 0,
    "dead": 0,
    "prisoners": 0,
    "tokens": 0.0,
    "button": 0.0,
    "fines": 0.0,
    "komi": 0.0,
    "compensation": 0.0,
}


@pytest.fixture
def run(tmp_path):
    """Output and exit status of the command for a file with this text."""

    def run(sgf, *options):
        path = tmp_path / "game.sgf"
        path.write_text(sgf)
        out = StringIO()
        try:
            call_command("replay", str(path), *options, stdout=out)
        except SystemExit as end:
            return out.getvalue(), end.code
        except CommandError as error:
            return str(error), error.returncode
        return out.getvalue(), 0

    return run


def test_replays_legal_record(run):
    out, status = run(ENDED, "--json")
    assert (json.loads(out), status) == (
        {
            "name": "tromp-taylor",
            "ruleset": "tromp-taylor komi=0.5",
            "unfit": None,
            "legal": True,
            "turns": 4,
            "illegal": None,
            "komi": 0.5,
            "phase": "over",
            "to_play": "black",
            "prisoners": {"black": 0, "white": 0},
            "score": {
                "black": TALLY | {"stones": 1, "total": 1.0},
                "white": TALLY | {"stones": 1, "komi": 0.5, "total": 1.5},
                "margin": -0.5,
                "winner": "white",
                "owner": ["O..", ".X.", "..."],
            },
            "outcome": "W+0.5",
            "result": "W+0.5",
            "by": "score",
            "note": "No ruleset is named (RU): tromp-taylor assumed",
            "notes": [],
        },
        0,
    )


def test_illegal_record_has_valid_prefix_and_exit_status_1(run):
    out, status = run(ILLEGAL, "--json")
    answer = json.loads(out)
    assert (answer["turns"], answer["outcome"], status) == (2, None, 1)
    assert answer["illegal"] == {
        "turn": 3,
        "reason": "superko",
        "clause": REPEATED,
        "repeats_turn": 1,
    }
    assert answer["prisoners"] == {"black": 0, "white": 1}


def test_accepts_ruleset_and_changed_axes(run):
    out, _ = run(ENDED, "--json", "--ruleset", "tromp-taylor-agreement", "--set", "komi=7.5")
    answer = json.loads(out)
    assert (answer["ruleset"], answer["phase"]) == ("tromp-taylor-agreement komi=7.5", "stopped")
    assert json.loads(run(ILLEGAL, "--json", "--set", "repetition=none")[0])["illegal"] is None


def test_reports_button_and_its_taker(run):
    taken = "(;SZ[5:1]RU[chinese button=0.5]KM[0];AB[ba]AW[da];B[ca];BUTTON[W];B[];W[])"
    said, _ = run(taken)
    assert "White has taken the button.\n" in said
    assert json.loads(run(taken, "--json")[0])["score"]["white"]["button"] == 0.5
    twice = run(taken.replace("B[];", "BUTTON[B];"))
    assert "Turn 3, Black take button, is illegal: no_button (the button is taken once" in twice[0]
    assert twice[1] == 1
    assert "Nobody has taken the button." in run(taken.replace("BUTTON[W]", "W[]"))[0]


def test_judges_record_by_the_ruleset_that_it_names(run):
    out, _ = run("(;SZ[3]RU[tromp-taylor-agreement komi=3];B[];W[])", "--json")
    assert json.loads(out)["ruleset"] == "tromp-taylor-agreement komi=3.0"


def test_reports_assumed_ruleset_for_unknown_name(run):
    sgf = "(;SZ[3]RU[Japanese, or so];B[];W[])"
    said = "RU 'Japanese, or so' is not known: tromp-taylor assumed"
    answer = json.loads(run(sgf, "--json")[0])
    assert (answer["ruleset"], answer["note"]) == ("tromp-taylor", said)
    assert run(sgf)[0].splitlines()[0] == f"{said}."
    assert json.loads(run(sgf, "--json", "--ruleset", "arg")[0])["note"] is None
    long = json.loads(run(f"(;SZ[3]RU[{'x' * 1000}];B[];W[])", "--json")[0])["note"]
    assert long == f"RU '{'x' * 40}...' is not known: tromp-taylor assumed"


@pytest.mark.parametrize(
    "sgf",
    ["(;SZ[3]HA[2];B[aa];B[cc];W[bb])", "(;SZ[3]HA[2]AB[aa][cc];W[bb])", "(;SZ[3]HA[2];B[aa];W[bb];B[cc])"],
)
def test_keeps_handicap_of_the_record(run, sgf):
    out, status = run(sgf, "--json")
    assert (json.loads(out)["illegal"], json.loads(out)["to_play"], status) == (
        None,
        "white" if sgf.endswith("B[cc])") else "black",
        0,
    )


def test_reads_one_game_of_several(run):
    both = "(;SZ[3];B[aa])(;SZ[3];B[bb];W[cc])"
    assert [json.loads(run(both, "--json", "--game", n)[0])["turns"] for n in ("1", "2")] == [1, 2]
    assert run(both, "--game", "3")[1] == 1


def test_shows_board_and_fault_to_people(run):
    out, _ = run(ILLEGAL)
    assert out.splitlines() == [
        "No ruleset is named (RU): tromp-taylor assumed.",
        "2 of 3 moves are legal under tromp-taylor.",
        "1 . O",
        "  A B",
        f"Turn 3, Black A1, is illegal under the assumed rules: superko ({REPEATED}).",
        "Not over: Black to play.",
    ]


def test_rules_that_are_assumed_prove_nothing(run):
    assumed, named = (run(ENDED, *options)[0] for options in ([], ["--ruleset", "tromp-taylor"]))
    assert ("Under the assumed rules: W+0.5." in assumed, "Proved" in assumed) == (True, False)
    assert "Proved: W+0.5." in named


def test_stopped_game_shows_provisional_score(run):
    lines = run(STOPPED, "--ruleset", "chinese")[0].splitlines()
    assert lines[-1] == "Stopped: both passed. Every stone counted: W+0.5; name dead stones with --dead."


@pytest.mark.parametrize("options", [[], ["--ruleset", "chinese"], ["--all"]])
def test_rejects_empty_point_as_dead(run, options):
    assert run(STOPPED, *options, "--dead", "D1,c1") == ("no stone at C1", 2)


def test_agreed_dead_points_held_stones(run):
    assert run(STOPPED, "--ruleset", "tromp-taylor-agreement", "--dead", "D1")[1] == 0


@pytest.mark.parametrize(
    ("sgf", "options", "status"),
    [
        ("no record", [], 1),
        (ENDED, ["--ruleset", "go-moku"], 2),
        (ENDED, ["--set", "komi=1/3"], 2),
        (ENDED, ["--set", "komi=7.5", "--set", "komi=6.5"], 2),
    ],
)
def test_reports_record_that_cannot_be_replayed(run, sgf, options, status):
    assert run(sgf, *options)[1] == status


def test_agreed_dead_stones_end_stopped_game(run):
    answer = json.loads(run(STOPPED, "--json", "--ruleset", "chinese", "--dead", "d1")[0])
    assert (answer["outcome"], answer["phase"], answer["by"]) == ("B+4.5", "over", "score")
    out, status = run(STOPPED, "--ruleset", "chinese", "--dead", "D1")
    assert (out.splitlines()[-1], status) == ("Proved: B+4.5.", 0)


def test_dead_stones_of_a_game_that_goes_on_are_a_supposition(run):
    out, _ = run("(;SZ[5:1]KM[0.5];B[ba];W[da])", "--ruleset", "chinese", "--dead", "D1")
    assert out.splitlines()[-2:] == ["Not over: Black to play.", "With these dead: B+4.5."]


def test_compares_every_ruleset(run):
    out, status = run(STOPPED, "--all")
    lines = out.splitlines()
    assert (lines[:3], status) == (
        [
            "ruleset                 legal       Black  White  result",
            "tromp-taylor            yes             2      2  0 (score)",
            "tromp-taylor-agreement  yes             2      2  0 (as it stands)",
        ],
        0,
    )
    assert lines[7] == "ultimate                not turn 3      -      -  -"
    assert lines[len(RULESETS) + 1 :] == [
        "",
        f"ultimate: turn 3: pass_not_allowed ({NO_PASS})",
    ]


def test_answers_every_ruleset_as_json(run):
    rows = {row["name"]: row for row in json.loads(run(STOPPED, "--json", "--all")[0])["results"]}
    assert list(rows) == list(RULESETS)
    assert {name: row["result"] for name, row in rows.items() if row["legal"]} == {
        name: row["result"] for name, row in rows.items() if name != "ultimate"
    }
    assert (rows["tromp-taylor"]["result"], rows["tromp-taylor"]["by"]) == ("0", "score")
    assert (rows["chinese"]["result"], rows["chinese"]["by"]) == ("W+7.5", "as it stands")
    assert rows["ultimate"]["illegal"]["reason"] == "pass_not_allowed"


def test_applies_given_komi_to_every_ruleset(run):
    rows = json.loads(run(STOPPED, "--json", "--all", "--set", "komi=1.5")[0])["results"]
    assert {row["komi"] for row in rows} == {1.5}


def test_rejects_ruleset_together_with_all(run):
    out, status = run(STOPPED, "--all", "--ruleset", "arg")
    assert ("not allowed with argument" in out, status) == (True, 1)


def test_exits_with_1_if_no_ruleset_allows_the_record(run):
    out, status = run("(;SZ[3];B[aa];W[aa])", "--all")
    assert (out.count("not turn 2"), status) == (len(RULESETS), 1)


@pytest.mark.parametrize(
    "options",
    [
        ["--dead", "K9"],
        ["--all", "--dead", "nowhere"],
        ["--set", "self=1"],
        ["--set", "luck=1"],
        ["--all", "--set", "komi=seven"],
    ],
)
def test_rejects_invalid_questions(run, options):
    assert run(ENDED, *options)[1] == 2


def test_tells_which_of_several_games_was_read(run):
    several = "(;SZ[3];B[bb])(;SZ[3];B[aa];W[bb])"
    first, second = "The file holds 2 games; game 1 was taken.", "The file holds 2 games; game 2 was taken."
    assert run(several)[0].splitlines()[0] == first
    assert run(several, "--game", "2")[0].splitlines()[0] == second
    assert run(several, "--all")[0].splitlines()[0] == first
    assert "was taken" not in run("(;SZ[3];B[bb])")[0]
    notes = json.loads(run(several, "--json")[0])["notes"]
    assert [(note["code"], note["text"]) for note in notes] == [("one_of_several", first)]
    notes = json.loads(run(several, "--json", "--all")[0])["notes"]
    assert [note["code"] for note in notes] == ["one_of_several"]


def test_counts_stones_that_the_record_marks_as_dead(run):
    text, _ = run("(;SZ[3]RU[Japanese]KM[0.5]RE[B+9.5];B[ba];W[cc];B[bb];W[];B[bc];W[];B[]TB[ca:cc][aa:ac])")
    assert "The record marks C1 as dead: with these dead, B+6.5." in text
    assert "The record claims B+9.5." in text


@pytest.mark.parametrize(
    "sgf",
    [
        "(;SZ[7]RU[Tromp-Taylor]HA[2];W[aa];B[];W[])",
        "(;SZ[7]RU[tromp-taylor];B[aa];W[bb];AE[bb];W[cc];B[];W[])",
        "(;SZ[7]RU[koPOSITIONALscoreAREAtaxNONEsui0button1];B[aa];W[bb];B[];W[])",
    ],
)
def test_result_of_assumed_position_or_button_is_not_proved(run, sgf):
    text, _ = run(sgf)
    assert "By what was assumed in reading the record: " in text
    assert "Proved" not in text


@pytest.mark.parametrize("ruleset", ["Chinese", "Japanese"])
def test_counts_stopped_record_against_the_result_that_it_claims(run, ruleset):
    """A third pass leaves the game stopped, and the record is counted, whatever it claims (W+0.5).

    Black has the columns A to C, White D and E, and nobody has a prisoner. Area (Chinese, article 9):
    15 to 10 and komi 0.5, B+4.5. Territory (Japanese, article 10): 10 to 5 and komi 0.5, B+4.5 as well. No
    text counts passes here, so that the claimed W+0.5 is an error of the record.
    """
    wall = "".join(f";B[c{row}];W[d{row}]" for row in "cbdae")
    text, _ = run(f"(;GM[1]FF[4]SZ[5]RU[{ruleset}]KM[0.5]RE[W+0.5]{wall};B[];W[];B[])")
    assert "13 of 13 moves are legal" in text
    assert "Every stone counted: B+4.5" in text
    assert "The record claims W+0.5." in text


def test_counts_marked_dead_stone_as_point_and_prisoner_whatever_is_claimed(run):
    """The marked count is B+5.5, although the record claims B+6.5.

    Japanese, articles 8 and 10: Black has ten points of territory (A and B) and one prisoner, the stone at
    B5; White has five points (E) and komi 0.5: 11 - 5.5. The marks of the record (TB, TW) are these same
    fifteen points, and passes cost nothing, so that the claimed B+6.5 is an error of the record.
    """
    moves = ";B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[ba];B[];W[de];B[];W[]"
    text, _ = run(f"(;SZ[5]RU[Japanese]KM[0.5]RE[B+6.5]{moves}TB[aa:be]TW[ea:ee])")
    assert "The record marks B5 as dead: with these dead, B+5.5." in text
    assert "The record claims B+6.5." in text


def test_tells_how_the_record_was_read(run):
    said, _ = run("(;GM[1]SZ[9x9]KM[350]RU[chinese]AP[foxwq];B[ee];W[pass]")
    notes, _, _ = said.partition("2 of 2 moves are legal")
    assert notes.splitlines() == [
        'The last ")" is missing: the record was read as far as it goes.',
        "The size is read as 9 columns and 9 rows.",
        "The komi is written in hundredths of a stone: 7 points.",
        "A pass is written as a word.",
    ]
