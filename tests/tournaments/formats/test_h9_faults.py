"""Invalid results tables: each is rejected with a code and a line."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.formats.outgoings import as_played
from tournaments.formats import ExchangeError, read_tournament
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.egd_h9_in import read_h9
from tournaments.formats.results_rows import MAX_BYTES, MAX_LINE, MAX_ROWS

GOOD = write_h9(as_played()).data
HEAD = 11  # lines before the first row
A, B = "1 Aa A 1D NL Lei 1 0 0 0 2+/w0", "2 Bb B 1D NL Lei 0 0 0 0 1-/b0"


def refused(data):
    with pytest.raises(ExchangeError) as caught:
        read_h9(data)
    return caught.value.code, caught.value.line


def sheet(*rows):
    return "\n".join(rows).encode("iso-8859-15")


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "no_players", 1),
        (b"; EV[x]\n", "no_players", 1),
        (b"\n" * 1000, "no_players", 1),
        (b"x" * (MAX_BYTES + 1), "too_large", None),
        (b";\n" + b"x" * (MAX_LINE + 1), "line_too_long", 2),
        (
            sheet(*[f"1 P{n} A 1D NL Lei 0 0 0 0" for n in range(MAX_ROWS + 1)]),
            "too_many_players",
            MAX_ROWS + 1,
        ),
        (sheet(A + " 0-" * 41, B), "too_many_rounds", 1),
        (sheet("1 Aa A 1D NL Lei" + " 0" * 13), "bad_row", 1),
        (sheet("1 Aa A 1D NL Lei 2+/w0"), "bad_row", 1),
        (sheet("1 Aa A 1D NL"), "bad_row", 1),
        (sheet("1 1D NL Lei 0"), "bad_row", 1),
        (sheet("1 2 3 4"), "bad_row", 1),
        (sheet("PK\x03\x04"), "encoding", 1),
        (GOOD.replace(b"Kekos", b"K\x00kos"), "encoding", HEAD + 1),
        (GOOD.replace(b"Kekos", b"K\x81\x8dkos"), "encoding", HEAD + 1),
        (GOOD[: GOOD.index(b"   9 Kifol")], "unknown_player", HEAD + 7),
        (GOOD[: GOOD.index(b"   9 Kifol") + 70], "uneven_rows", HEAD + 9),
        (GOOD[: GOOD.index(b"   9 Kifol") + 44], "bad_row", HEAD + 9),
        (GOOD.replace(b"3D FR 92Le", b"0D FR 92Le"), "bad_rank", HEAD + 2),
        (GOOD.replace(b"; KM[7.5]", b"; KM[7.25]"), "bad_komi", 6),
        (GOOD.replace(b"; KM[7.5]", b"; KM[nan]"), "bad_komi", 6),
        (GOOD.replace(b"; KM[7.5]", b"; KM[1e999]"), "bad_komi", 6),
        (GOOD.replace(b"; KM[7.5]", b"; KM[x]"), "bad_komi", 6),
        (GOOD.replace(b"; TM[82]", b"; TM[soon]"), "bad_number", 7),
        (GOOD.replace(b"; TM[82]", b"; TM[99999]"), "bad_number", 7),
        (GOOD.replace(b"; DT[2019-10-26", b"; DT[26/10/2019"), "bad_date", 4),
        (GOOD.replace(b"; CL[A]", b"; CL[Q]"), "unknown_value", 1),
        (sheet(A.replace("2+/w0", "1+/w0"), B), "paired_with_self", 1),
        (sheet(A.replace("2+/w0", "9+/w0"), B), "unknown_player", 1),
        (sheet(A.replace("2+/w0", "99999+/w0"), B), "unknown_player", 1),
        (sheet(A.replace("2+/w0", "0="), B), "one_sided", 2),
        (sheet(A, B.replace("1-/b0", "1=/b0")), "results_differ", 2),
        (sheet(A, B.replace("1-/b0", "1-/w0")), "results_differ", 2),
        (sheet(A, B.replace("1-/b0", "1-/b4")), "results_differ", 2),
        (sheet(A, B.replace("1-/b0", "1-!b0")), "results_differ", 2),
        (sheet(A, B.replace("1-/b0", "1-")), "results_differ", 2),
        (sheet(A.replace("2+/w0", "2*/w0"), B), "bad_result", 1),
        (sheet(A, B + " 0-"), "uneven_rows", 2),
        (sheet(A, B.replace(" 0 0 0 0 ", " 0 0 0 ")), "uneven_rows", 2),
        (sheet(A, "2 <script> B ' OR 1=1 -- 1D"), "bad_row", 2),
    ],
)
def test_rejects_files_that_are_no_results_table(data, code, line):
    assert refused(data) == (code, line)


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x00\x01", b"=cmd()", b"PK\x03\x04"])
def test_rejects_files_that_begin_like_neither_format(data):
    with pytest.raises(ExchangeError) as caught:
        read_tournament(data)
    assert (caught.value.code, caught.value.line) == ("unknown_format", 1)


@pytest.mark.parametrize(("data", "code"), [(b"\xef\xbb\xbf<a/>", "not_opengotha"), (b"  1 x", "bad_row")])
def test_recognises_the_format_by_its_beginning(data, code):
    with pytest.raises(ExchangeError) as caught:
        read_tournament(data)
    assert caught.value.code == code


def test_accepts_windows_line_endings():
    assert read_h9(GOOD.replace(b"\n", b"\r\n")) == read_h9(GOOD)


def test_reads_names_that_look_like_formulas_or_markup():
    rows = sheet(A.replace("Aa A", "=1+1 <b>"), B)
    assert [p.full for p in read_h9(rows).details.persons.values()] == ["=1+1 <b>", "Bb B"]


@given(st.data())
@settings(max_examples=size(40, long=150))
def test_damaged_file_is_read_or_refused(data):
    begin = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(begin, min(len(GOOD), begin + 40)))
    damaged = GOOD[:begin] + data.draw(st.binary(max_size=20)) + GOOD[end:]
    with suppress(ExchangeError):
        read_h9(damaged)
