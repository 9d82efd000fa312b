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


def test_a_legal_record(run):
    out, status = run(ENDED, "--json")
    assert (json.loads(out), status) == (
        {
            "name": "tromp-taylor",
            "ruleset": "tromp-taylor komi=0.5",
            "unfit": "",
            "legal": True,
            "turns": 4,
            "illegal": None,
            "komi": 0.5,
            "phase": "over",
            "to_play": "b",
            "prisoners": {"b": 0, "w": 0},
            "score": {
                "black": TALLY | {"stones": 1, "total": 1.0},
                "white": TALLY | {"stones": 1, "komi": 0.5, "total": 1.5},
                "margin": -0.5,
                "winner": "w",
                "owner": ["O..", ".X.", "..."],
            },
            "outcome": "W+0.5",
            "result": "W+0.5",
            "by": "score",
            "note": "",
            "notes": [],
        },
        0,
    )


def test_an_illegal_record_has_a_valid_prefix_and_exit_status_1(run):
    out, status = run(ILLEGAL, "--json")
    answer = json.loads(out)
    assert (answer["turns"], answer["outcome"], status) == (2, None, 1)
    assert answer["illegal"] == {
        "turn": 3,
        "reason": "superko",
        "clause": REPEATED,
        "repeats_turn": 1,
    }
    assert answer["prisoners"] == {"b": 0, "w": 1}


def test_the_ruleset_and_its_axes_can_be_chosen(run):
    out, _ = run(ENDED, "--json", "--ruleset", "tromp-taylor-agreement", "--set", "komi=7.5")
    answer = json.loads(out)
    assert (answer["ruleset"], answer["phase"]) == ("tromp-taylor-agreement komi=7.5", "stopped")
    assert json.loads(run(ILLEGAL, "--json", "--set", "repetition=none")[0])["illegal"] is None


def test_a_button_is_reported_with_who_took_it(run):
    taken = "(;SZ[5:1]RU[chinese button=0.5]KM[0];AB[ba]AW[da];B[ca];BUTTON[W];B[];W[])"
    said, _ = run(taken)
    assert "White has taken the button.\n" in said
    assert json.loads(run(taken, "--json")[0])["score"]["white"]["button"] == 0.5
    twice = run(taken.replace("B[];", "BUTTON[B];"))
    assert "Turn 3, Black take button, is illegal: no_button (the button is taken once" in twice[0]
    assert twice[1] == 1
    assert "Nobody has taken the button." in run(taken.replace("BUTTON[W]", "W[]"))[0]


def test_a_record_that_names_a_ruleset_of_ours_is_judged_by_it(run):
    out, _ = run("(;SZ[3]RU[tromp-taylor-agreement komi=3];B[];W[])", "--json")
    assert json.loads(out)["ruleset"] == "tromp-taylor-agreement komi=3.0"


def test_a_ruleset_that_is_not_known_is_said_to_be_assumed(run):
    sgf = "(;SZ[3]RU[Japanese, or so];B[];W[])"
    said = "RU 'Japanese, or so' is not known: tromp-taylor assumed"
    answer = json.loads(run(sgf, "--json")[0])
    assert (answer["ruleset"], answer["note"]) == ("tromp-taylor", said)
    assert run(sgf)[0].splitlines()[0] == f"{said}."
    assert json.loads(run(sgf, "--json", "--ruleset", "arg")[0])["note"] == ""
    long = json.loads(run(f"(;SZ[3]RU[{'x' * 1000}];B[];W[])", "--json")[0])["note"]
    assert long == f"RU '{'x' * 40}...' is not known: tromp-taylor assumed"


@pytest.mark.parametrize(
    "sgf",
    ["(;SZ[3]HA[2];B[aa];B[cc];W[bb])", "(;SZ[3]HA[2]AB[aa][cc];W[bb])", "(;SZ[3]HA[2];B[aa];W[bb];B[cc])"],
)
def test_handicaps_are_taken_as_the_record_gives_them(run, sgf):
    out, status = run(sgf, "--json")
    assert (json.loads(out)["illegal"], json.loads(out)["to_play"], status) == (
        None,
        "w" if sgf.endswith("B[cc])") else "b",
        0,
    )


def test_one_game_of_several(run):
    both = "(;SZ[3];B[aa])(;SZ[3];B[bb];W[cc])"
    assert [json.loads(run(both, "--json", "--game", n)[0])["turns"] for n in ("1", "2")] == [1, 2]
    assert run(both, "--game", "3")[1] == 1


def test_people_read_a_board_and_what_is_wrong(run):
    out, _ = run(ILLEGAL)
    assert out.splitlines() == [
        "2 of 3 moves are legal under tromp-taylor.",
        "1 . O",
        "  A B",
        f"Turn 3, Black A1, is illegal: superko ({REPEATED}).",
        "Not over: Black to play.",
    ]


def test_a_game_that_has_stopped_says_what_it_would_come_to(run):
    lines = run(STOPPED, "--ruleset", "chinese")[0].splitlines()
    assert lines[-1] == "Stopped: both passed. As it stands: W+0.5; --dead names dead stones."


@pytest.mark.parametrize("options", [[], ["--ruleset", "chinese"], ["--all"]])
def test_an_empty_point_is_not_dead(run, options):
    assert run(STOPPED, *options, "--dead", "D1,c1") == ("no stone at C1", 2)


def test_dead_that_were_agreed_on_were_stones(run):
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
def test_what_cannot_be_replayed_says_so(run, sgf, options, status):
    assert run(sgf, *options)[1] == status


def test_the_agreed_dead_end_a_stopped_game(run):
    answer = json.loads(run(STOPPED, "--json", "--ruleset", "chinese", "--dead", "d1")[0])
    assert (answer["outcome"], answer["phase"], answer["by"]) == ("B+4.5", "over", "score")
    out, status = run(STOPPED, "--ruleset", "chinese", "--dead", "D1")
    assert (out.splitlines()[-1], status) == ("Proved: B+4.5.", 0)


def test_dead_stones_of_a_game_that_goes_on_are_a_supposition(run):
    out, _ = run("(;SZ[5:1]KM[0.5];B[ba];W[da])", "--ruleset", "chinese", "--dead", "D1")
    assert out.splitlines()[-2:] == ["Not over: Black to play.", "With these dead: B+4.5."]


def test_every_ruleset_side_by_side(run):
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


def test_every_ruleset_as_json(run):
    rows = {row["name"]: row for row in json.loads(run(STOPPED, "--json", "--all")[0])["rulesets"]}
    assert list(rows) == list(RULESETS)
    assert {name: row["result"] for name, row in rows.items() if row["legal"]} == {
        name: row["result"] for name, row in rows.items() if name != "ultimate"
    }
    assert (rows["tromp-taylor"]["result"], rows["tromp-taylor"]["by"]) == ("0", "score")
    assert (rows["chinese"]["result"], rows["chinese"]["by"]) == ("W+7.5", "as it stands")
    assert rows["ultimate"]["illegal"]["reason"] == "pass_not_allowed"


def test_a_komi_for_every_ruleset(run):
    rows = json.loads(run(STOPPED, "--json", "--all", "--set", "komi=1.5")[0])["rulesets"]
    assert {row["komi"] for row in rows} == {1.5}


def test_one_ruleset_is_not_all_of_them(run):
    out, status = run(STOPPED, "--all", "--ruleset", "arg")
    assert ("not allowed with argument" in out, status) == (True, 1)


def test_a_record_that_no_ruleset_allows_is_status_1(run):
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
def test_questions_that_are_none_say_so(run, options):
    assert run(ENDED, *options)[1] == 2


def test_which_of_several_games_is_taken_is_said(run):
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
