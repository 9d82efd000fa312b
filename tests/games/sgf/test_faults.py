"""Every fault has a code of a closed set, the byte where it shows, and the game it is in."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sgf import LIMITS, FaultCode, Limits, SgfFault, read


def fault(data: bytes, limits: Limits = LIMITS) -> SgfFault:
    with pytest.raises(SgfFault) as caught:
        read(data, limits=limits)
    return caught.value


@pytest.mark.parametrize(
    ("data", "code", "offset"),
    [
        (b"", FaultCode.EMPTY, 0),
        (b" \r\n\t", FaultCode.EMPTY, 0),
        (b"hello", FaultCode.NO_GAME, 0),
        (b"(", FaultCode.NO_GAME, 0),
        (b"()", FaultCode.NO_GAME, 0),
        (b"(;B[aa];", FaultCode.UNFINISHED, 8),
        (b"(;SZ[9];B[aa] (;SZ[9];B[bb])", FaultCode.UNFINISHED, 28),
        (b"(;B[aa];W[bb [3d]: x])", FaultCode.GRAMMAR, 17),
        (b"(;C[a [3d]: x;B[aa];W[bb]])", FaultCode.GRAMMAR, 10),
        (b"(;;B[aa];AE[bb])", FaultCode.LATE_SETUP, 11),
        (b"(;;B[aa];W[bb];AE[aa])", FaultCode.LATE_SETUP, 17),
        (b"(;SZ[3];B[ab];W[aa];B[ba];AE[ba])", FaultCode.LATE_SETUP, 28),
        (b"(;;B[];W[];AE[aa];B[aa])", FaultCode.LATE_SETUP, 13),
        (b"(;;W[resign];B[aa])", FaultCode.AFTER_RESIGNATION, 14),
        (b"(;B[aa];W[bb", FaultCode.UNFINISHED, 9),
        (b"(;C[never \\]", FaultCode.UNFINISHED, 3),
        (b"(;B)", FaultCode.GRAMMAR, 3),
        (b"(;B[aa] 5)", FaultCode.GRAMMAR, 8),
        (b"(;B[aa]()", FaultCode.GRAMMAR, 8),
        (b"(;B[aa](B[bb]))", FaultCode.GRAMMAR, 8),
        (b"(;[aa])", FaultCode.GRAMMAR, 2),
        (b"(;(;B[aa]);W[bb])", FaultCode.GRAMMAR, 10),
        (b"(;(;B[aa])W[bb])", FaultCode.GRAMMAR, 10),
        (b"(;SZ[9]\0)", FaultCode.BAD_BYTES, 7),
        (b"(;C[\0])", FaultCode.BAD_BYTES, 4),
        (b"\xff\xfe(\x00;\x00\x00\xd8", FaultCode.BAD_BYTES, 6),
        (b"\xff\xfe(\x00;\x00\x00\x00)\x00", FaultCode.BAD_BYTES, 6),
        (b"(;GM[2])", FaultCode.NOT_GO, 4),
        (b"(;GM[][2])", FaultCode.NOT_GO, 6),
        (b"(;SZ[9];GM[2])", FaultCode.NOT_GO, 10),
        (b"(;SZ[0])", FaultCode.BAD_SIZE, 4),
        (b"(;SZ[53])", FaultCode.BAD_SIZE, 4),
        (b"(;SZ[19:0])", FaultCode.BAD_SIZE, 4),
        (b"(;SZ[-9])", FaultCode.BAD_SIZE, 4),
        (b"(;SZ[nineteen])", FaultCode.BAD_SIZE, 4),
        ("(;SZ[\uff11\uff19])".encode(), FaultCode.BAD_SIZE, 4),
        (b"(;SZ[9];B[jk])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[9];B[tu])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[20];B[vv])", FaultCode.BAD_POINT, 10),
        (b"(;SZ[9];B[a])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[9];B[aa:bb])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[9]AB[aa:jj])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[9]AB[aa][:bb])", FaultCode.BAD_POINT, 13),
        (b"(;SZ[9]AB[:])", FaultCode.BAD_POINT, 9),
        (b"(;SZ[9]AB[aa]AW[bb][aa])", FaultCode.BAD_SETUP, 19),
        (b"(;SZ[9]AB[aa:ii])", FaultCode.BAD_SETUP, 9),
        (b"(;SZ[3]AB[ab][ba]AW[cc][aa])", FaultCode.BAD_SETUP, 23),
        (b"(;;B[aa];AB[bb])", FaultCode.LATE_SETUP, 11),
        (b"(;;B[aa][bb])", FaultCode.SEVERAL_MOVES, 8),
    ],
)
def test_locates_fault_in_file(data, code, offset):
    found = fault(data)
    assert (found.code, found.offset, found.game) == (code, offset, 0)


def test_fault_names_its_game():
    found = fault(b"(;SZ[9])(;SZ[9];B[zz])")
    assert (found.code, found.offset, found.game) == (FaultCode.BAD_POINT, 17, 1)
    assert str(found) == "Not a point on 9x9 (byte 17, game 2)"


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5", "shift_jis", "euc_kr", "utf-16"])
def test_maps_offset_to_byte_in_any_encoding(codec):
    text = "(;C[" + "中国 " * 1500 + "]SZ[9];B[aa];W[zz])"
    declared = text if codec == "utf-16" else text.replace("(;", f"(;CA[{codec}]", 1)
    before, _, _ = declared.partition("[zz]")
    data = declared.encode(codec, "replace")
    assert fault(data).offset == len(before.encode(codec, "replace"))


@pytest.mark.parametrize(
    ("data", "limits", "code", "offset"),
    [
        (b"(;)", {"bytes": 2}, FaultCode.TOO_LARGE, 2),
        (b"(;;;;)", {"nodes": 3}, FaultCode.TOO_MANY_NODES, 4),
        (b"(;;)(;;)", {"nodes": 3}, FaultCode.TOO_MANY_NODES, 6),
        (b"(;C[a]D[b]E[c])", {"values": 2}, FaultCode.TOO_MANY_VALUES, 11),
        (b"(;(;(;)))", {"depth": 2}, FaultCode.TOO_DEEP, 4),
        (b"(;)(;)(;)", {"games": 2}, FaultCode.TOO_MANY_GAMES, 6),
        (b"(;;B[];W[];B[])", {"moves": 2}, FaultCode.TOO_MANY_MOVES, 12),
        (b"(;AB[aa:bb]AW[cc])", {"setup_points": 4}, FaultCode.TOO_MUCH_SETUP, 13),
        (b"(;AB[aa:bb])(;AB[aa])", {"setup_points": 4}, FaultCode.TOO_MUCH_SETUP, 16),
    ],
)
def test_limits(data, limits, code, offset):
    exact = {name: limit + 1 for name, limit in limits.items()}
    read(data, limits=dataclasses.replace(LIMITS, **exact))
    found = fault(data, dataclasses.replace(LIMITS, **limits))
    assert (found.code, found.offset) == (code, offset)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"(" * 1_000_000, FaultCode.NO_GAME),
        (b"(;" * 500_000, FaultCode.TOO_DEEP),
        (b"(;)" * 300_000, FaultCode.TOO_MANY_GAMES),
        (b"(" + b";" * 1_000_000, FaultCode.TOO_MANY_NODES),
        (b"(;" + b"A[]" * 300_000, FaultCode.TOO_MANY_VALUES),
        (b"(;SZ[52]" + b";AE[aa:ZZ]" * 40_000 + b")", FaultCode.TOO_MUCH_SETUP),
        (b"(;C[" + b"\\a" * 500_000, FaultCode.UNFINISHED),
        (b"(;" + b";B[aa]" * 6_000 + b")", FaultCode.TOO_MANY_MOVES),
        (b"(;" + b"a" * 1_000_000, FaultCode.GRAMMAR),
    ],
    ids=str,
)
def test_rejects_hostile_file_at_a_limit(data, code):
    assert fault(data).code is code


def test_reads_longest_allowed_record():
    moves = b";B[aa];W[bb]" * (LIMITS.moves // 2)
    assert len(read(b"(;SZ[9]" + moves + b")").games[0].moves) == LIMITS.moves


def reads_or_faults(data: bytes) -> None:
    try:
        found = read(data)
    except SgfFault as caught:
        refused = caught
    else:
        refused = None
    if refused:
        assert 0 <= refused.offset <= len(data)
        return
    for game in found.games:
        assert [move.offset for move in game.moves] == sorted({move.offset for move in game.moves})
        assert all(data[move.offset : move.offset + 1] == b"[" for move in game.moves)
        assert all(0 <= note.offset <= len(data) for note in (*found.notes, *game.notes))
        repr(game.info).encode()  # no lone surrogate, nothing that cannot be stored


@given(st.binary(max_size=200))
def test_reads_or_rejects_any_bytes(data):
    reads_or_faults(data)


PIECES = [
    *(
        b"(",
        b";",
        b")",
        b"[",
        b"]",
        b"\\",
        b":",
        b"\n",
        b"(;",
        b"))",
        b"\xef\xbb\xbf",
        b"\xe9",
        b"\xed\xa0\x80",
    ),
    *(b"SZ[9]", b"SZ[3:52]", b"AB[aa:cc]", b"AW[dd]", b"AE[aa]", b"PL[W]", b"HA[3]", b"HA[0]", b"KM[375]"),
    *(b";B[aa]", b";W[]", b"B[tt]", b"W[zz]", b"C[\xb0\xa1\xb0\xa1]", b"RE[W+3]", b"CA[GBK]", b"CA[utf-16]"),
    *(b"CA[zip]", b"PB[\x8c\x5d]", b"C[\xff]", b"GM[1]", b"PW[\\]", b"CA[Big5]", b"CA[Shift_JIS]"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map(b"".join))
def test_reads_or_rejects_any_mixture_of_pieces(middle):
    reads_or_faults(b"(;" + middle + b")")


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_reads_or_rejects_any_record_with_closed_line(middle):
    reads_or_faults(b"(;SZ[19]PB[\xc0\xee];B[pd]" + middle + b";W[dd])(;B[cc])")
