"""Records as we write them, and that reading gives back what was written."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf, sgf_moves

from games.sgf import By, Claim, Comment, Info, read, write
from rules import (
    AgreeDead,
    Board,
    Color,
    Outcome,
    Pass,
    Play,
    Resign,
    TakeButton,
    format_vertex,
    parse_vertex,
)

B, W = Color.BLACK, Color.WHITE


def test_reads_all_fields_of_a_record():
    board = Board(9).with_stones(black=["G7", "C3"])
    actions = [Play(W, "E5"), Pass(B), Play(W, "A1"), Resign(B)]
    info = Info(black="Go [9p]", white="木谷", comments=(Comment(node=1, text="a\\b]"),))
    written = write(
        board, actions, to_play=W, handicap=2, komi=0.5, ruleset="Japanese", result="W+R", info=info
    )
    assert written.decode() == (
        "(;FF[4]AB[cg][gc]AP[Nigiri]CA[UTF-8]GM[1]HA[2]KM[0.5]PB[Go [9p\\]]PL[W]\n"
        "PW[木谷]RE[W+R]RU[Japanese]SZ[9];C[a\\\\b\\]]W[ee];B[];W[ai])\n"
    )


def test_writes_minimal_record_of_empty_game():
    assert write(Board(19, 13), []) == b"(;FF[4]AP[Nigiri]CA[UTF-8]GM[1]SZ[19:13])\n"


def test_omits_actions_that_sgf_has_no_move_for():
    actions = [Pass(B), Pass(W), AgreeDead(("A1",)), Resign(W)]
    (game,) = read(write(Board(9), actions, result=Claim(by=By.RESIGNATION, winner=B))).games
    assert (game.actions, game.result) == ((Pass(B), Pass(W)), Claim(by=By.RESIGNATION, winner=B))


def test_writes_button_as_private_property():
    actions = [Play(B, "E5"), TakeButton(W), Play(B, "C3"), Pass(W)]
    written = write(Board(9), actions)
    assert b";B[ee];BUTTON[W];B[cg];W[])" in written
    assert read(written).games[0].actions == tuple(actions)
    _, first, none, *_ = sgf.Sgf_game.from_bytes(written).get_main_sequence()
    assert (first.get_move(), none.get_move()) == (("b", (4, 4)), (None, None))


def test_ignores_invalid_button_and_orders_button_before_move():
    (game,) = read(b"(;SZ[9];BUTTON[best move?];B[aa]BUTTON[b];W[bb])").games
    assert game.actions == (TakeButton(B), Play(B, "A9"), Play(W, "B8"))


def test_writes_outcome_as_result():
    (game,) = read(write(Board(9), [], result=Outcome(winner=W, margin=3.5, by="score"))).games
    assert game.result == Claim(by=By.SCORE, winner=W, margin=3.5)


def test_refuses_to_write_play_off_the_board():
    with pytest.raises(ValueError, match="not on the board: 'K10'"):
        write(Board(9), [Play(B, "K10")])


def test_writes_text_that_cannot_be_encoded():
    assert b"PB[a?b]" in write(Board(9), [], info=Info(black="a\ud800b"))


LINES = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")).map(
    str.strip
)
PARAGRAPHS = st.lists(LINES.filter(bool), max_size=3).map("\n".join)
TEXTS = [field.name for field in dataclasses.fields(Info) if field.name not in ("about", "comments")]
CLAIMS = st.one_of(
    st.none(),
    st.sampled_from([By.DRAW, By.VOID, By.UNKNOWN]).map(lambda by: Claim(by=by)),
    st.builds(
        Claim,
        by=st.sampled_from([By.RESIGNATION, By.TIME, By.FORFEIT, By.UNSTATED]),
        winner=st.sampled_from(Color),
    ),
    st.builds(
        Claim,
        by=st.just(By.SCORE),
        winner=st.sampled_from(Color),
        margin=st.integers(0, 999).map(lambda n: n / 2),
    ),
)


@st.composite
def games(draw, square=False):
    """Arguments of `write`: any size, set-up and actions; `square`: 2 to 26, as other readers need."""
    side = draw(st.integers(2, 26) if square else st.integers(1, 52))
    board = Board(side, side if square else draw(st.integers(1, 52)))
    vertices = list(board)
    stones = draw(st.dictionaries(st.sampled_from(vertices), st.sampled_from(Color), max_size=20))
    board = board.with_stones(
        black=[at for at, color in stones.items() if color is B],
        white=[at for at, color in stones.items() if color is W],
    )
    board = board.with_stones(empty=board.without_liberty())
    plays = st.builds(Play, st.sampled_from(Color), st.sampled_from(vertices))
    actions = draw(st.lists(plays | st.builds(Pass, st.sampled_from(Color)), max_size=15))
    comments = draw(st.dictionaries(st.integers(0, len(actions)), PARAGRAPHS.filter(bool), max_size=3))
    return {
        "board": board,
        "actions": actions,
        "to_play": actions[0].color if actions else draw(st.sampled_from(Color)),
        "komi": draw(st.none() | st.integers(-100, 100).map(lambda n: n / 2)),
        "ruleset": draw(LINES),
        "result": draw(CLAIMS),
        "info": Info(
            **{name: draw(LINES) for name in draw(st.sets(st.sampled_from(TEXTS), max_size=4))},
            about=draw(PARAGRAPHS),
            comments=tuple(Comment(node=node, text=comments[node]) for node in sorted(comments)),
        ),
    }


@given(games())
def test_reads_back_written_record(game):
    found = read(write(game["board"], game["actions"], **{k: game[k] for k in list(game)[2:]}))
    assert found.notes == ()
    (record,) = found.games
    assert record.notes == ()
    assert record.actions == tuple(game["actions"])
    assert {name: getattr(record, name) for name in game if name != "actions"} == {
        name: game[name] for name in game if name != "actions"
    }


@given(games(square=True))
def test_sgfmill_reads_the_same_stones_and_moves(game):
    written = write(game["board"], game["actions"], to_play=game["to_play"])
    board, moves = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(written))
    stones = {format_vertex(column, row): color for color, (row, column) in board.list_occupied_points()}
    assert stones == {at: game["board"][at].value for at in game["board"] if game["board"][at]}
    assert moves == [
        (action.color.value, parse_vertex(action.at)[::-1] if isinstance(action, Play) else None)
        for action in game["actions"]
    ]


@given(st.integers(2, 9), st.booleans())
def test_handicaps_read_back(handicap, placed):
    stones = [f"{letter}4" for letter in "ABCDEFGHJ"[:handicap]]
    board = Board(19).with_stones(black=stones) if placed else Board(19)
    to_play = W if placed else B
    actions = [Play(W, "Q16")] if placed else [*(Play(B, at) for at in stones), Play(W, "Q16")]
    (record,) = read(write(board, actions, to_play=to_play, handicap=handicap)).games
    assert (record.board, record.to_play, record.handicap) == (board, to_play, handicap)
    assert record.actions == tuple(actions)
