"""Tables for spreadsheets, none of whose cells is computed."""

import csv
from io import StringIO

import pytest

from tests.tournaments.competition.standings.builders import played
from tests.tournaments.formats.outgoings import outgoing
from tournaments.formats import Person
from tournaments.formats.csv_in import read_sheet
from tournaments.formats.csv_players import write_players
from tournaments.formats.csv_tables import csv_file, write_results, write_standings

HISTORY = played("AB w3, CD b!", ranks={"A": 2, "B": -4}, absent={"E": {1}})


def cells(written):
    """Rows of the file."""
    assert written.data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(written.data.decode("utf-8-sig"), newline="")))


def test_writes_players():
    persons = {"A": Person(name="Łoś", first_name="Ann", egf_pin="1", ffg_licence="2", aga_id="3")}
    names, first, *_, last = cells(write_players(outgoing(HISTORY, persons)))
    assert dict(zip(names, first, strict=True)) == {
        "family_name": "Łoś",
        "given_name": "Ann",
        "rank": "3d",
        "rating": "2100",
        "country": "",
        "club": "",
        "egf_pin": "1",
        "ffg_licence": "2",
        "aga_id": "3",
        "correction": "0",
        "absent": "",
        "registration": "final",
        "group": "",
    }
    assert last[:2] + last[-3:] == ["Ee", "E", "1", "final", ""]


def test_writes_results():
    assert cells(write_results(outgoing(HISTORY, komi={(1, "A"): 0.5}))) == [
        ["round", "table", "white", "black", "handicap", "komi", "result", "default"],
        ["1", "1", "Aa A", "Bb B", "3", "0.5", "white", ""],
        ["1", "2", "Cc C", "Dd D", "0", "6.5", "black", "by default"],
    ]


def test_writes_standings():
    rows = cells(write_standings(outgoing(HISTORY)))
    assert rows[0] == ["place", "name", "rank", "country", "club", "NBW"]
    assert rows[1:3] == [["1", "Aa A", "3d", "", "", "1.0"], ["1", "Dd D", "1d", "", "", "1.0"]]


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        "|x",
        "%0",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20SUM",
    ],
)
@pytest.mark.parametrize("write", [write_players, write_results, write_standings])
def test_computable_cell_is_written_as_text_with_a_warning(name, write):
    written = write(outgoing(HISTORY, {"A": Person(name=name, first_name="")}))
    computed = [
        cell
        for row in cells(written)
        for cell in row
        if cell.startswith(tuple("=+-@|%\uff1d\uff0b\uff0d\uff20"))
    ]
    assert computed == []
    assert [warning for warning in written.warnings if "apostrophe" in warning]


@pytest.mark.parametrize("name", ["Foo;=1+1", "Foo;=1+1;", 'Foo; "=1+1";', "Foo;\uff1d1;", "Foo; -2+3;x"])
@pytest.mark.parametrize("write", [write_players, write_results, write_standings])
def test_no_cell_is_computed_if_lists_are_separated_by_semicolons(name, write):
    written = write(outgoing(HISTORY, {"A": Person(name=name, first_name="")}))
    text = written.data.decode("utf-8-sig")
    split = [cell.strip() for row in csv.reader(StringIO(text, newline=""), delimiter=";") for cell in row]
    assert [cell for cell in split if cell.startswith(tuple("=+-@|%\uff1d\uff0b\uff0d\uff20"))] == []
    assert [warning for warning in written.warnings if "apostrophe" in warning]


def test_cell_with_any_separator_is_quoted():
    data = csv_file([("name", "rating"), ("Foo;Bar", 2100), ("Foo\tBar", -3.5), ("Foo", 1)])
    assert data.decode("utf-8-sig") == 'name,rating\r\n"Foo;Bar",2100\r\n"Foo\tBar",-3.5\r\nFoo,1\r\n'


@pytest.mark.parametrize("name", ["Foo;=1+1", "Foo; -2", "\uff1d1", "=1", "-x;@y;z", "Foo;Bar"])
def test_reads_cell_with_apostrophe_unchanged(name):
    assert read_sheet(csv_file([("name", "club"), (name, "x")])).rows == ((2, (name, "x")),)


def test_negative_numbers_stay_numbers():
    rows = cells(write_standings(outgoing(played("AB w", criteria=("RANK",), ranks={"A": -3, "B": -9}))))
    assert [row[-1] for row in rows[1:]] == ["-3.0", "-9.0"]
