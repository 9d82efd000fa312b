"""Rows of published lists, and faults of a row or a file."""

from contextlib import suppress
from datetime import date
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_LZMA

import pytest

from tests.tournaments.persons.lists.files import aga, aga_row, egd, egd_row, ffg, ffg_row, gzipped, zipped
from tournaments.formats import ExchangeError
from tournaments.formats.player_lists import MAX_FAULTS, MAX_LINE, MAX_LINES, Listed, ListKind, ListReader
from tournaments.formats.unpacking import Unpacked

FILES = {
    ListKind.EGD: egd(egd_row(17, "Vos Anna"), egd_row(18, "De_Wit Jan_Piet")),
    ListKind.FFG: ffg(ffg_row("VOS Anna"), ffg_row("DE_WIT Jan", licence="2600124")),
    ListKind.AGA: aga(aga_row("Vos, Anna", 17), aga_row("De Wit, Jan", 18)),
}


def read(kind, data):
    reader = ListReader(kind=kind)
    return list(reader.read(BytesIO(data))), reader


def fault_of(kind, data):
    _, reader = read(kind, data)
    (fault,) = reader.faults
    return fault.line, fault.column, fault.code


def refused(kind, data):
    with pytest.raises(ExchangeError) as caught:
        read(kind, data)
    return caught.value.code, caught.value.line


def test_reads_row_of_the_egd():
    rows, reader = read(ListKind.EGD, egd(egd_row(16749645, "De_Wit Jan_Piet", "NL", "Leid", "2k", 1912)))
    assert rows == [
        Listed(
            number="16749645",
            family_name="De Wit",
            given_name="Jan Piet",
            country="NL",
            club="Leid",
            rank=-2,
            rating=1912,
            last_event="T260101A",
        )
    ]
    assert (reader.published, reader.faults) == (date(2026, 11, 21), [])


def test_reads_list_of_the_aga_in_columns():
    data = (
        b"Birch, Ada                   15648 Full   -20.1   7/2/2028 none NY\n"
        b"Cedar, Bo                     9616 Full     5.3   1/1/2028 NOVA VA\n"
        b"Dogwood, Cy                  19806 Limit   -3.2 12/28/2028 none MA\n"
        b"Elm, Di                      20001 Full         12/28/2028 BGAM\n"
    )
    by_tabs = (
        b"Birch, Ada\t15648\tFull\t-20.1\t7/2/2028\t\tNY\n"
        b"Cedar, Bo\t9616\tFull\t5.3\t1/1/2028\tNOVA\tVA\n"
        b"Dogwood, Cy\t19806\tLimit\t-3.2\t12/28/2028\t\tMA\n"
        b"Elm, Di\t20001\tFull\t\t12/28/2028\tBGAM\t\n"
    )
    rows, reader = read(ListKind.AGA, data)
    assert (rows, reader.faults) == (read(ListKind.AGA, by_tabs)[0], [])
    assert [(row.number, row.club, row.rank) for row in rows][1] == ("9616", "NOVA", 4)


def test_reads_row_of_the_ffg():
    rows, reader = read(
        ListKind.FFG,
        ffg(ffg_row("ÉVRARD Zoé", -312), ffg_row("NEUF Éloi", -9999, "-")[:46] + "------- xxxx XX"),
    )
    assert rows == [
        Listed(
            number="2600123",
            family_name="ÉVRARD",
            given_name="Zoé",
            country="FR",
            club="75Op",
            rank=-4,
            rating=1738,
            status="L",
        ),
        Listed(number="", family_name="NEUF", given_name="Éloi", status="-"),
    ]
    assert reader.published == date(2026, 11, 21)


def test_reads_row_of_the_aga():
    rows, _ = read(
        ListKind.AGA,
        aga(aga_row("Vos, Anna B.", 101), aga_row("Ito", 7, "3.5", "Forgn"), aga_row("New, Al", 8, "")),
    )
    assert [(row.number, row.family_name, row.given_name, row.country) for row in rows] == [
        ("101", "Vos", "Anna B.", "US"),
        ("7", "Ito", "", ""),
        ("8", "New", "Al", "US"),
    ]
    assert [(row.rank, row.rating) for row in rows] == [(-2, 1940), (2, 2300), (None, None)]
    assert (rows[0].club, rows[0].last_event, rows[0].status) == ("LAKE", "6/21/2026", "Full")


@pytest.mark.parametrize(("grade", "rank"), [("30k", -30), ("1k", -1), ("1d", 0), ("7d", 6), ("9p", 8)])
def test_reads_grades_of_the_egd(grade, rank):
    assert read(ListKind.EGD, egd(egd_row(1, "Vos Anna", grade=grade)))[0][0].rank == rank


@pytest.mark.parametrize(("club", "kept"), [("xxxx", ""), ("xxx", ""), ("XXXX", ""), ("Xena", "Xena")])
def test_missing_club_is_empty(club, kept):
    assert read(ListKind.EGD, egd(egd_row(1, "Vos Anna", club=club)))[0][0].club == kept


def test_ratings_are_limited_to_the_scale():
    rows, _ = read(
        ListKind.EGD, egd(egd_row(1, "Vos Anna", rating=-1200), egd_row(2, "Wit Jan", rating=3000))
    )
    assert [row.rating for row in rows] == [-900, 2949]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "cp1252", "utf-16"])
def test_reads_any_encoding(encoding):
    text = ffg(ffg_row("MÜLLER Zoé")).decode("iso-8859-1")
    if encoding == "utf-16":  # read line by line: there is no such list
        assert refused(ListKind.FFG, text.encode(encoding))[0] == "encoding"
    else:
        assert read(ListKind.FFG, text.encode(encoding))[0][0].family_name == "MÜLLER"


@pytest.mark.parametrize(
    ("kind", "row", "column", "code"),
    [
        (ListKind.EGD, egd_row(17, "Vos Anna")[:70], "", "truncated"),
        (ListKind.EGD, egd_row(17, "Vos Anna", grade="31k"), "grade", "bad_rank"),
        (ListKind.EGD, egd_row(17, "Vos Anna", rating="many"), "rating", "bad_number"),
        (ListKind.EGD, egd_row(17, ""), "name", "missing_name"),
        (ListKind.EGD, egd_row(17, "Vos \u0080nna"), "name", "bad_name"),
        (ListKind.EGD, egd_row(17, "Vos Anna", country="4!"), "country", "bad_country"),
        (ListKind.FFG, ffg_row("VOS Anna")[:50], "", "bad_row"),
        (ListKind.FFG, ffg_row("VOS Anna") + "x" * 9, "", "bad_row"),
        (ListKind.FFG, ffg_row("VOS Anna", rating="=1+1"), "rating", "bad_number"),
        (ListKind.AGA, "Vos, Anna\t17\tFull", "", "bad_row"),
        (ListKind.AGA, aga_row("Vos, Anna", 17) + "\tx" * 900, "", "bad_row"),
        (ListKind.AGA, aga_row("Vos, Anna", "=2"), "number", "bad_number"),
        (ListKind.AGA, aga_row("Vos, Anna", "٣"), "number", "bad_number"),
        (ListKind.AGA, aga_row("Vos, Anna", 17, "0.5"), "rating", "bad_number"),
        (ListKind.AGA, aga_row("Vos, Anna", 17, "1e9"), "rating", "bad_number"),
        (ListKind.AGA, aga_row("x" * 61 + ", Anna", 17), "name", "bad_name"),
    ],
)
def test_reports_unreadable_rows(kind, row, column, code):
    whole = {ListKind.EGD: egd, ListKind.FFG: ffg, ListKind.AGA: aga}[kind]("ROW").decode()
    line = 1 + whole[: whole.index("ROW")].count("\n")
    assert fault_of(kind, whole.replace("ROW", row).encode()) == (line, column, code)


def test_reports_duplicate_number():
    data = egd(egd_row(17, "Vos Anna"), egd_row(17, "Wit Jan"))
    assert fault_of(ListKind.EGD, data) == (7, "number", "duplicate_number")


@pytest.mark.parametrize(
    ("kind", "data", "code", "line"),
    [
        *((kind, b"", "no_players", 1) for kind in ListKind),
        *((kind, b"\n" * 50, "no_players", 1) for kind in ListKind),
        *((kind, b"x" * (MAX_LINE + 1), "line_too_long", 1) for kind in ListKind),
        *((kind, data.replace(b"Anna", b"An\0a"), "encoding", None) for kind, data in FILES.items()),
        (ListKind.EGD, egd(egd_row(17, "Vos Anna"), ended=False), "truncated", 6),
        (ListKind.FFG, b"\n" * (MAX_LINES + 1), "too_many_lines", MAX_LINES + 1),
        (ListKind.EGD, FILES[ListKind.FFG], "no_players", 1),
        (ListKind.FFG, ffg(*["no row"] * (MAX_FAULTS + 1)), "not_this_list", 2),
    ],
)
def test_rejects_files_that_are_no_such_list(kind, data, code, line):
    told = refused(kind, data)
    assert told[0] == code
    assert line is None or told[1] == line


@pytest.mark.parametrize("kind", [ListKind.FFG, ListKind.AGA])
def test_rejects_a_list_that_ends_inside_of_a_row_and_a_web_page(kind):
    lines = FILES[kind].splitlines(keepends=True)
    assert refused(kind, b"".join(lines[:-1]) + lines[-1][:25]) == ("truncated", len(lines))
    assert refused(kind, b"<html>\n<h1>502</h1>\n") == ("unknown_format", 1)


def test_reads_numbers_between_any_blanks():
    row = egd_row(17, "Vos Anna").replace(" 1912 ", "\x1e1912\x1f")
    rows, _ = read(ListKind.EGD, egd(row))
    assert [one.rating for one in rows] == [1912]


def unpacked(data, longest=10_000):
    return Unpacked(BytesIO(data), longest)


@pytest.mark.parametrize("pack", [lambda data: data, gzipped, zipped])
@pytest.mark.parametrize("kind", ListKind)
def test_reads_zipped_list(kind, pack):
    file = unpacked(pack(FILES[kind]))
    assert len(list(ListReader(kind=kind).read(file))) == 2
    assert file.digest == plain_digest(FILES[kind])


def plain_digest(data):
    file = unpacked(data)
    file.read()
    return file.digest


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x\n" * 6_000, "too_large"),
        (gzipped(b"x" * 10**7), "too_large"),
        (zipped(b"x" * 10**7), "too_large"),
        (gzipped(b"x" * 100)[:-20], "bad_archive"),
        (zipped(b"x" * 100)[:-20], "bad_archive"),
        (zipped(b"x", "a", "b"), "bad_archive"),
        (zipped(b"x" * 100, method=ZIP_LZMA), "bad_archive"),
        (zipped(b"x" * 100, method=ZIP_BZIP2), "bad_archive"),
        (b"PK\x03\x04" + b"x" * 100, "bad_archive"),
        (b"\x1f\x8b" + b"x" * 100, "bad_archive"),
    ],
    ids=[
        "text",
        "gzip",
        "zip",
        "cut gzip",
        "cut zip",
        "two files",
        "lzma",
        "bzip2",
        "no zip",
        "no gzip",
    ],  # an archive has a date
)
def test_rejects_invalid_archives(data, code):
    with pytest.raises(ExchangeError) as caught:
        unpacked(data).read()
    assert caught.value.code == code


def test_reads_or_refuses_a_zip_with_any_byte_changed():
    data = zipped(b"x" * 100)
    for place, byte in enumerate(data):
        with suppress(ExchangeError):
            unpacked(data[:place] + bytes([byte ^ 0xFF]) + data[place + 1 :]).read()
