"""Reading players from spreadsheets: delimiters, encodings, headings, and the place of each fault."""

from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.tournaments.competition.standings.builders import played
from tests.tournaments.formats.outgoings import as_played, outgoing
from tests.tournaments.persons.lists.files import zipped
from tournaments.formats import ExchangeError, Person
from tournaments.formats.csv_in import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, MAX_UNZIPPED
from tournaments.formats.csv_players import TEMPLATE, read_players, write_players

HEAD = "family_name,given_name,rank,rating,country,club"
ROW = "Vos,Anna,3d,2312,NL,Leid"


def sheet(*rows, head=HEAD):
    return "\r\n".join([head, *rows, ""]).encode()


def one(*rows, head=HEAD):
    (line,) = read_players(sheet(*rows, head=head)).lines
    return line


def test_reads_a_row():
    line = one(ROW)
    assert (line.line, line.person) == (2, Person(name="Vos", first_name="Anna", country="NL", club="Leid"))
    assert (line.rank, line.rating, line.correction, line.absent, line.final) == (
        2,
        2312,
        0,
        None,
        True,
    )


def test_reads_every_column():
    head = "family_name,rank,egf_pin,ffg_licence,aga_id,absent,correction,registration,known_player,group"
    line = one('Vos,12 kyu,10213786,26A0123,489,"1, 3",-2,preliminary,new,B', head=head)
    assert (line.person.egf_pin, line.person.ffg_licence, line.person.aga_id) == (
        "10213786",
        "26A0123",
        "489",
    )
    assert (line.rank, line.rating, line.absent) == (-12, None, frozenset({1, 3}))
    assert (line.correction, line.final, line.known_player) == (-2, False, "new")
    assert line.group == "B"


@pytest.mark.parametrize(
    ("text", "encoding", "names"),
    [
        (
            "Nazwisko;Imię;Rank;Country;Club\nŁukaszewicz;Żaneta;5k;PL;Łódź\nŠimková;Jiří;2d;CZ;Brno\n",
            "cp1250",
            ["Łukaszewicz Żaneta", "Šimková Jiří"],
        ),
        ("name,country\nDvořák Jiří,CZ\n", "cp1250", ["Dvořák Jiří"]),
        ("name,country\nDvořák Jiří,CZ\n", "iso-8859-2", ["Dvořák Jiří"]),
        ("name,country\nNyírő Bő,HU\n", "cp1250", ["Nyírő Bő"]),
        ("name,country\nLefèvre Zoé,FR\nMüller Jörg,DE\nPeña Íñigo,ES\n", "cp1252", None),
        ("name,country\nSørensen Åse,DK\nÞórsson Æ,IS\nLefèvre Zoé,FR\n", "cp1252", None),
        ("name,country\nŒuvre Émile,FR\n", "iso-8859-15", None),
        ("name\nLefèvre Zoé\n", "cp1252", None),
    ],
)
def test_recognises_encoding_by_letters_and_countries(text, encoding, names):
    expected = names or [line.partition(",")[0] for line in text.splitlines()[1:]]
    assert [line.person.full for line in read_players(text.encode(encoding)).lines] == expected


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "iso-8859-15", "cp1252", "utf-16"])
def test_reads_any_delimiter_and_encoding(delimiter, encoding):
    text = "nom,prénom,rang\nLefèvre,Zoé,3d\n".replace(",", delimiter)
    table = read_players(text.encode(encoding))
    assert table.delimiter == delimiter
    assert [line.person.full for line in table.lines] == ["Lefèvre Zoé"]


@pytest.mark.parametrize(
    "head",
    [
        "Nachname,Vorname,Grad",
        "Nom,Prénom,Niveau",
        "ACHTERNAAM,Voornaam,Graad",
        "Apellidos,Nombre,Rango",
        "Last Name,First-Name,Grade",
        "Фамилия,Имя,Ранг",
    ],
)
def test_reads_headings_in_other_languages(head):
    assert one("Vos,Anna,3d", head=head).person == Person(name="Vos", first_name="Anna")


@pytest.mark.parametrize("name", ['"Vos, Anna"', "Vos Anna"])
def test_reads_a_name_in_one_column(name):
    assert one(f"{name},3d", head="name,rank").person == Person(name="Vos", first_name="Anna")


def test_reports_unknown_columns():
    table = read_players(sheet("Vos,3d,vegetarian", head="name,rank,dinner"))
    assert table.passed_over == ("dinner",)


@pytest.mark.parametrize("told", [as_played(), outgoing(played("AB w"))])
def test_reads_exported_table(told):
    lines = read_players(write_players(told).data).lines
    written = {(person.name, person.first_name) for person in told.persons.values()}
    assert {(line.person.name, line.person.first_name) for line in lines} == written
    ranks = sorted(entrant.rank for entrant in told.history.entrants.values())
    assert sorted(line.rank for line in lines) == ranks


def test_removes_apostrophes_of_exported_names():
    told = outgoing(played("AB w"), {"A": Person(name="=Vos", first_name="Anna")})
    assert read_players(write_players(told).data).lines[0].person.name == "=Vos"


def test_reads_the_template():
    data = ",".join(TEMPLATE) + "\nVos" + "," * (len(TEMPLATE) - 1) + "\n"
    assert len(read_players(data.encode()).lines) == 1


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        ("Vos,Anna,3d,2312,NL", "", "uneven_row"),
        (ROW + ",more", "", "uneven_row"),
        (",Anna,3d,,,", "family_name", "missing_name"),
        ("Vos,Anna,31k,,,", "rank", "bad_rank"),
        ("Vos,Anna,strong,,,", "rank", "bad_rank"),
        ("Vos,Anna,3d,many,,", "rating", "bad_number"),
        ("Vos,Anna,3d,9999,,", "rating", "out_of_range"),
        ("Vos,Anna,3d,,Holland,", "country", "bad_country"),
        (f"{'x' * 61},Anna,3d,,,", "family_name", "text_too_long"),
        (f"{'x' * 501},Anna,3d,,,", "family_name", "cell_too_long"),
        ('"Vo\ns",Anna,3d,,,', "family_name", "not_one_line"),
        ("Vos\u202e,Anna,3d,,,", "family_name", "not_one_line"),
        ('"=HYPERLINK(""x"")",Anna,3d,,,', "family_name", "formula_cell"),
        ("@SUM(A1),Anna,3d,,,", "family_name", "formula_cell"),
        ("Vos,+1+1,3d,,,", "given_name", "formula_cell"),
        ("Vos,-cmd,3d,,,", "given_name", "formula_cell"),
    ],
)
def test_faults_of_a_row_name_line_and_column(row, column, code):
    table = read_players(sheet(ROW, row))
    assert [(fault.line, fault.column, fault.code) for fault in table.faults] == [(3, column, code)]
    assert len(table.lines) == 1


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("egf_pin", "12a", "bad_number"),
        ("aga_id", "٣", "bad_number"),
        ("ffg_licence", "26-0", "bad_number"),
        ("absent", "first", "bad_rounds"),
        ("absent", "41", "bad_rounds"),
        ("correction", "51", "out_of_range"),
        ("registration", "maybe", "unknown_value"),
        ("known_player", "him", "unknown_value"),
    ],
)
def test_faults_of_other_columns_name_the_column(column, value, code):
    (fault,) = read_players(sheet(f"Vos,{value}", head=f"name,{column}")).faults
    assert (fault.line, fault.column, fault.code) == (2, column, code)


def test_counts_lines_as_in_the_file():
    table = read_players(sheet("", '"Vo\ns",Anna,3d,,,', "", ROW))
    assert [fault.line for fault in table.faults] == [3]
    assert [line.line for line in table.lines] == [6]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "no_rows", 1),
        (b"\n\n\n", "no_rows", 1),
        (HEAD.encode(), "no_rows", 1),
        (b"a,b\nc,d\n", "no_names", 1),
        (b"PK\x03\x04 no table", "bad_workbook", None),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504), "unknown_format", None),
        (sheet(ROW).replace(b"Anna", b"An\0a"), "encoding", 2),
        (sheet(ROW).replace(b"Anna", b"An\x81a"), "encoding", 2),
        (sheet(ROW).decode().encode("utf-16-le"), "encoding", 1),
        (sheet(ROW, '"Vos,Anna,3d'), "bad_csv", 3),
        (b"x" * (MAX_BYTES + 1), "too_large", None),
        (("name" + "," * 10**6).encode(), "too_many_columns", 1),
        (sheet(ROW, "," * MAX_COLUMNS), "too_many_columns", 3),
        (sheet(*["a"] * (MAX_ROWS + 1), head="name"), "too_many_rows", MAX_ROWS + 2),
        (sheet(*["=1"] * 300, head="name"), "too_many_faults", 202),
        (b"name,surname,nom\nx,y,z\n", "column_twice", 1),
    ],
)
def test_rejects_files_that_are_no_table_of_players(data, code, line):
    with pytest.raises(ExchangeError) as caught:
        read_players(data)
    assert (caught.value.code, caught.value.line) == (code, line)


@given(st.binary(max_size=300) | st.text(alphabet=',;\t\n\r"=name', max_size=100).map(str.encode))
def test_reads_or_refuses_any_bytes(data):
    with suppress(ExchangeError):
        read_players(data)


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_reads_the_first_sheet_of_a_workbook():
    data = workbook(
        ["name", "rank", "rating", "egf_pin", "absent", None],
        ["Łukaszewicz, Żaneta", "5k", 1600.0, 10213786, 2, None],
        [None] * 6,
        ["Vos, Anna", "3d", None, None, "1 3", None],
    )
    table = read_players(data)
    assert (table.encoding, table.faults) == ("xlsx", ())
    assert [(line.line, line.person.full, line.rating, sorted(line.absent)) for line in table.lines] == [
        (2, "Łukaszewicz Żaneta", 1600, [2]),
        (4, "Vos Anna", None, [1, 3]),
    ]
    assert table.lines[0].person.egf_pin == "10213786"


def test_faults_of_a_workbook_name_the_row():
    table = read_players(workbook(["name", "rank"], ["Vos", "3x"], ["=1+1", "1d"], ["Wit", "1d", "x"]))
    assert [(fault.line, fault.column, fault.code) for fault in table.faults] == [
        (2, "rank", "bad_rank"),
        (3, "family_name", "missing_name"),
        (4, "", "uneven_row"),
    ]


def test_rejects_a_zip_that_is_no_workbook():
    with pytest.raises(ExchangeError, match="a zip file that is not"):
        read_players(zipped(b"name\nVos\n", "a.csv"))


def test_rejects_a_workbook_that_unpacks_to_too_much():
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (MAX_UNZIPPED + 1))
    with pytest.raises(ExchangeError, match="more than 10000000 bytes"):
        read_players(file.getvalue())


def changed(data, part, old, new):
    """Return the workbook with other bytes in one of its parts."""
    file = BytesIO()
    with ZipFile(BytesIO(data)) as book, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name in book.namelist():
            content = book.read(name)
            archive.writestr(name, content.replace(old, new) if name == part else content)
    return file.getvalue()


SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"


@pytest.mark.parametrize(
    ("part", "old", "new", "code"),
    [
        (SHEET, b'<row r="2"', b'<row r="1000000000000"', "too_many_rows"),
        (SHEET, b"</sheetData>", b"<row/>" * 200_000 + b"</sheetData>", "too_many_rows"),
        (SHEET, b"</row>", b"<c/>" * 600_000 + b"</row>", "too_large"),
        (STYLES, b"</cellXfs>", b"<xf/>" * 1_200_000 + b"</cellXfs>", "too_large"),
        (SHEET, b"</sheetData>", b"<a>" * 1_200_000, "too_large"),
        (STYLES, b"<patternFill", b'<patternFill x="1"', "bad_workbook"),
        (SHEET, b' t="n"', b' t="d"', "bad_workbook"),
        ("[Content_Types].xml", b"sheet.main", b"none", "bad_workbook"),
    ],
)
def test_rejects_hostile_or_damaged_workbooks_in_bounded_time(part, old, new, code):
    data = changed(workbook(["name", "rating"], ["Vos, Anna", 2000]), part, old, new)
    with pytest.raises(ExchangeError) as caught:
        read_players(data)
    assert caught.value.code == code


def test_reads_a_table_above_formatted_empty_rows():
    data = changed(workbook(["name"], ["Vos"]), SHEET, b"</sheetData>", b"<row/>" * 50_000 + b"</sheetData>")
    assert [line.person.name for line in read_players(data).lines] == ["Vos"]


def test_reads_or_refuses_a_workbook_with_any_byte_changed():
    data = workbook(["name", "rank"], ["Vos", "3d"])
    for place in range(0, len(data), 7):
        with suppress(ExchangeError):
            read_players(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        with suppress(ExchangeError):
            read_players(data[:place])


def test_reads_list_of_participants_of_macmahon():
    data = "; participants\nMüller|Jörg|2k|DE|Köln|1900|f|\nŁuczak|Ola|5k|PL|Waw|1600|p|1,2\n\nSmith|||||||\n"
    table = read_players(data.encode())
    assert table.faults == ()
    assert [(line.line, line.person.full, line.rank, line.rating, line.final) for line in table.lines] == [
        (2, "Müller Jörg", -2, 1900, True),
        (3, "Łuczak Ola", -5, 1600, False),
        (5, "Smith", None, None, True),
    ]
    assert [line.plays for line in table.lines] == [None, {1, 2}, None]


def test_cuts_clubs_that_are_too_long_with_a_note():
    line = one("Vos,Anna,3d,2312,NL,Association de Go")
    assert line.person.club == "Association"
    assert line.notes == ("The club 'Association de Go' is cut to 'Association'.",)
