"""Contradictory and excessive records are noted or refused with a place, and never wrongly proved."""

import pytest

from games.game import events as e
from games.game.deciding import ReceiveRecord, decide
from games.refusals import Refusal
from games.sgf import GUESSES, SgfFault, read
from tests.games.game_builders import given, opened

VARIATIONS = "".join(f"(;W[{chr(97 + at % 9)}{chr(97 + at // 9 % 9)}])" for at in range(400))
BAD = {
    "two komi": "(;SZ[9]KM[6.5]KM[0.5];B[aa];W[bb])",
    "two sizes": "(;SZ[9]SZ[13];B[aa];W[bb])",
    "two results": "(;SZ[9]RE[B+R]RE[W+R];B[aa];W[bb])",
    "handicap without stones": "(;SZ[9]HA[2];W[ee];B[dd])",
    "stones of both colours on a point": "(;SZ[9]AB[aa]AW[aa];B[bb])",
    "move after resignation": "(;SZ[9];B[aa];W[resign];B[bb])",
    "setup inside play": "(;SZ[9];B[aa];AB[bb][cc];W[dd])",
    "setup with a move": "(;SZ[9];B[aa]AW[bb];W[dd])",
    "two moves of one player": "(;SZ[9];B[aa];B[bb];W[cc])",
    "two moves in a node": "(;SZ[9];B[aa]W[bb];B[cc])",
    "a move on a stone": "(;SZ[9];B[aa];W[aa])",
    "a point off the board": "(;SZ[9];B[zz];W[aa])",
    "variations": f"(;SZ[9];B[ee]{VARIATIONS})",
    "five thousand passes": f"(;SZ[9]{';B[];W[]' * 2500})",
    "no end": "(;SZ[9];B[aa];W[bb]",
}
PLACES = ("turn", "offset", "notes", "limit")


def outcome(sgf):
    """The events of a record and its notes; or the refusal, with the facts that tell its place."""
    try:
        collection = read(sgf.encode())
        record = collection.games[0]
        command = ReceiveRecord(record=record, encoding="utf-8", sha256="0" * 64)
        events = decide(command, given(opened(width=9, height=9)))
        return events, [*collection.notes, *record.notes]
    except SgfFault as fault:
        return {"offset": fault.offset}, []
    except Refusal as refusal:
        return refusal.facts, []


@pytest.mark.parametrize("name", BAD)
def test_bad_record_is_noted_or_refused_with_a_place_and_never_wrongly_proved(name):
    found, notes = outcome(BAD[name])
    if isinstance(found, dict):
        assert any(place in found for place in PLACES)
        return
    assert notes or name == "five thousand passes"
    ends = [event for event in found if isinstance(event, e.GameEnded)]
    assert not ends or not GUESSES.intersection(note.code for note in notes)


MOVES, COUNT = "SZ[9]KM[0.5];B[ee];W[cc]", ";B[];W[]"


def proved(data, ruleset="tromp-taylor komi=0.5"):
    """The result that a record proves, and the codes of what was assumed in reading it."""
    record = read(data).games[0]
    command = ReceiveRecord(record=record, encoding="utf-8", sha256="0" * 64)
    try:
        events = decide(command, given(opened(ruleset=ruleset, width=9, height=9)))
    except Refusal as refusal:
        events = [refusal] if refusal.code != "guessed_score" else []
    ended = (e.GameEnded, Refusal)
    return [getattr(event, "text", event) for event in events if isinstance(event, ended)], record.assumptions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "RE[?]",
        "RE[Unknown]",
        "RE[W+0.5]",
        "RE[W+]",
        ";SZ[9]",
        ";SZ[9:9];SZ[]",
        "PL[B];PL[Black]",
        "PL[B][B]",
    ],
)
def test_record_that_states_the_same_twice_proves_its_count(text):
    sgf = f"(;{MOVES}{COUNT})".replace("KM[0.5]", f"KM[0.5]{text}", 1)
    assert proved(sgf.encode()) == (["W+0.5"], ())


MARK = ';ACTION[{"do":"mark_dead","color":"w","points":["C7"\\]}]'
AGREE = ';ACTION[{"do":"agree_dead","points":["C7"\\]}]'
RESIGN = ';ACTION[{"do":"resign","color":"w"}]'
DRAW = ';ACTION[{"do":"agree_draw"}]'
RESUME = ';ACTION[{"do":"resume","color":"b"}]'


@pytest.mark.parametrize(
    ("text", "after", "code"),
    [
        ("RE[?]", ";W[resign]", None),
        ("", ";W[resign]", None),
        ("RE[W+0.5]", ";W[resign]", "several_values"),
        ("RE[W+0.5]", ";B[resign]", "several_values"),
        ("RE[W+]", ";W[resign]", "several_values"),
        ("RE[?]", ";W[resign];B[resign]", "several_values"),
        ("RE[Suspended]", "", "result_unread"),
        ("RE[Left unfinished]", "", "result_unread"),
        ("RE[Unfinished (time)]", "", "result_unread"),
        ("RE[打掛]", "", "result_unread"),
        *(("", words, "words_left_out") for words in (MARK, AGREE, RESIGN, DRAW, RESUME)),
        (";SZ[13]", "", "several_readings"),
        ("SZ[13]", "", "several_readings"),
        ("GM[1]GM[2]", "", "several_readings"),
        ("GM[1]", ";GM[2]", "several_readings"),
        ("PL[W];PL[B]", "", "several_readings"),
        ("PL[B][W]", "", "several_readings"),
        ("PL[][W]", "", "several_readings"),
        ("", "TB[aa];TB[bb]", "marking_unread"),
        ("", "TB[aa];TW[bb];C[thanks]", "marking_unread"),
    ],
)
def test_record_that_contradicts_its_count_proves_none(text, after, code):
    sgf = f"(;{MOVES}{COUNT}{after})".replace("KM[0.5]", f"KM[0.5]{text}", 1)
    ended, assumed = proved(sgf.encode())
    assert ended == []
    assert code is None or code in assumed


def test_territory_marked_twice_in_the_same_way_is_no_guess():
    assert proved(f"(;{MOVES}{COUNT}TB[aa][ab];TB[aa:ab])".encode()) == (["W+0.5"], ())


TAKE, PENALISE = '{"do":"take_button","color":"b"}', '{"do":"penalise","color":"w"}'


@pytest.mark.parametrize(
    ("node", "code"),
    [
        (";BUTTON[B][W]", "several_readings"),
        (";BUTTON[x][W]", "several_readings"),
        (f";ACTION[{TAKE}][{PENALISE}]", "several_readings"),
        (f";ACTION[something][{TAKE}]", "several_readings"),
        (";B[cd]BUTTON[W]", "several_readings"),
        (f";B[cd]ACTION[{PENALISE}]", "several_readings"),
        (f";BUTTON[B]ACTION[{PENALISE}]", "several_readings"),
    ],
)
def test_several_turns_in_a_node_are_a_guess(node, code):
    record = read(f"(;{MOVES}{node})".encode()).games[0]
    assert record.guesses == (code,)


@pytest.mark.parametrize(
    "node", [";BUTTON[B][B ]", ";B[cd]BUTTON[x]ACTION[y]", ";ACTION[x][y]", f";ACTION[{TAKE}][{TAKE}]"]
)
def test_one_turn_in_a_node_is_no_guess(node):
    assert read(f"(;{MOVES}{node})".encode()).games[0].assumptions == ()


SWALLOWED = b"(;%bSZ[9]KM[0.5]PB[%b];B[ee]C[\x8d\x95\x83];W[cc]C[\x94\x92\x83];B[dd]C[x];W[ff];B[];W[])"
HALF = "(;SZ[9]KM[0.5]RE[%s]C[%s];B[ee];W[cc]C[%s];B[];W[])"


@pytest.mark.parametrize("declared", ["", "CA[ISO-8859-1]", "CA[UTF-8]", "CA[klingon]"])
def test_moves_that_rest_on_an_inferred_encoding_are_a_guess(declared):
    data = SWALLOWED % (declared.encode(), "本因坊戦 小林".encode("cp932"))
    assert proved(data) == ([], ("several_readings",))


def test_declared_encoding_decides_on_moves():
    data = SWALLOWED % (b"CA[Shift_JIS]", "本因坊戦 小林".encode("cp932"))
    assert proved(data) == (["W+0.5"], ())


@pytest.mark.parametrize(
    ("codec", "result", "text"),
    [
        ("gb18030", "白胜半目", "柯洁 古力 黑棋占角 白棋"),
        ("cp950", "白勝半目", "許皓鋐 王元均 第十屆海峰盃決賽"),
        ("cp932", "白半目勝", "表 本因坊戦 小林光一"),
        ("cp949", "백 반집승", "이창호 조훈현 제회 결승"),
        ("utf-8", "白半目勝", "本因坊戦 小林光一"),
    ],
)
def test_moves_that_do_not_rest_on_the_encoding_are_no_guess(codec, result, text):
    ended, assumed = proved((HALF % (result, text, text + ".")).encode(codec))
    assert (ended, assumed) == (["W+0.5"], ())
