"""Read tables from spreadsheets, as text with any delimiter and encoding or as .xlsx, within limits.

| what                                           | here                                                    |
|------------------------------------------------|---------------------------------------------------------|
| delimiter                                      | of `,` `;` `|` and tab the most frequent in the heading  |
| encoding                                       | ``decoding``                                            |
| the first line that is not empty               | the heading                                             |
| an apostrophe before `=`, `+` ..., or between `;` and these | removed: our own exports add it            |
| `=` `@` `|` `%`, `+` or `-` before no number   | a fault: a spreadsheet would compute it                 |
| a row with more or fewer cells than the heading | a fault                                                |
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO
from zipfile import ZipFile

from openpyxl import load_workbook  # type: ignore[import-untyped]  # ships no types

from games.marking import marked
from tournaments.formats.csv_tables import SIGNS, remove_separator_apostrophes
from tournaments.formats.decoding import check_no_web_page, text_of
from tournaments.formats.errors import ExchangeError, Fault, RowFault

COMMENT = ";"
MAX_BYTES = 2_000_000
MAX_COLUMNS = 60
MAX_ROWS = 10_000
MAX_CELL = 500
MAX_FAULTS = 200
DELIMITERS = ",;\t|"
ESCAPED = re.compile(rf"'[{SIGNS}\t\r]")
COMPUTED = re.compile(rf"(?![+-][0-9]+(?:[.,][0-9]+)?$)[{SIGNS}\t]")
ZIPPED = b"PK\x03\x04"
OLD_FORMAT = bytes.fromhex("d0cf11e0")  # .xls, and .xlsx with a password
CONTENT = "xl/workbook.xml"
MAX_UNZIPPED = 10_000_000
MAX_TAGS = 500_000
MAX_LINES = 100_000  # empty ones too


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table. ``rows``: (line in the file, cells), each as long as ``heading``.

    ``encoding`` "xlsx" and ``delimiter`` "": a workbook.
    """

    encoding: str
    delimiter: str
    heading: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    faults: tuple[Fault, ...]


def read_sheet(data: bytes, heading: tuple[str, ...] = ()) -> Sheet:
    """Read a table; ``faults`` are of single rows. Raises ``ExchangeError`` for a file that is no table.

    ``heading``: of a text without one, with "|" as delimiter and comments after ";".
    """
    if len(data) > MAX_BYTES:
        raise ExchangeError(
            "too_large", marked("%(n)s bytes; at most %(most)s are read", n=len(data), most=MAX_BYTES)
        )
    if is_workbook(data):
        encoding, delimiter = "xlsx", ""
        rows = _within_limits(_without_empty_end(workbook_rows(data, MAX_COLUMNS)))
    else:
        check_no_web_page(data)
        text, encoding = text_of(data)
        delimiter = "|" if heading else _delimiter(text)
        rows = _within_limits(_rows(text, delimiter))
    line = 1
    if heading:
        rows = ((line, cells) for line, cells in rows if not cells[0].startswith(COMMENT))
    else:
        line, heading = next(rows, (1, ()))
    if not heading:
        raise ExchangeError("no_rows", marked("the file is empty"), line=1)
    faults: list[Fault] = []
    kept = tuple(_valid_rows(heading, rows, faults))
    if not kept and not faults:
        raise ExchangeError("no_rows", marked("there is a heading and no row below it"), line=line)
    return Sheet(
        encoding=encoding,
        delimiter=delimiter,
        heading=tuple(cell.strip() for cell in heading),
        rows=kept,
        faults=tuple(faults),
    )


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield line, from 1, and cells of every row."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, tuple(cells)
            line = reader.line_num + 1
    except csv.Error as fault:
        raise ExchangeError(
            "bad_csv", marked("the quotes or line ends are broken: %(fault)s", fault=fault), line=line
        ) from None


def _without_empty_end(rows: Iterator[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows without empty cells at their end, but as long as the first one."""
    width = 0
    for line, cells in rows:
        filled = list(cells)
        while filled and not filled[-1]:
            filled.pop()
        width = width or len(filled)
        missing = [""] * (width - len(filled))
        yield line, (*filled, *missing)


def _within_limits(rows: Iterator[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows that are not empty. Raises ``ExchangeError`` for too many rows or columns."""
    for count, (line, cells) in enumerate(rows):
        if count > MAX_ROWS:
            raise ExchangeError("too_many_rows", marked("more than %(most)s rows", most=MAX_ROWS), line=line)
        if len(cells) > MAX_COLUMNS:
            raise ExchangeError(
                "too_many_columns",
                marked("%(n)s columns; at most %(most)s are read", n=len(cells), most=MAX_COLUMNS),
                line=line,
            )
        if any(cell.strip() for cell in cells):
            yield line, cells


def _valid_rows(
    heading: tuple[str, ...], rows: Iterator[tuple[int, tuple[str, ...]]], faults: list[Fault]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    for line, cells in rows:
        try:
            yield line, _cells(cells, heading)
        except RowFault as fault:
            faults.append(fault.at(line))
        if len(faults) > MAX_FAULTS:
            raise ExchangeError(
                "too_many_faults", marked("more than %(most)s rows are wrong", most=MAX_FAULTS), line=line
            )


def _cells(cells: tuple[str, ...], heading: tuple[str, ...]) -> tuple[str, ...]:
    if len(cells) != len(heading):
        message = marked(
            "the row has %(n)s cells, the heading %(heading)s", n=len(cells), heading=len(heading)
        )
        raise RowFault("", "uneven_row", message)
    return tuple(_cell(cell, name) for cell, name in zip(cells, heading, strict=True))


def _cell(cell: str, heading: str) -> str:
    text = cell.strip()
    if len(text) > MAX_CELL:
        raise RowFault(heading, "cell_too_long", marked("more than %(most)s characters", most=MAX_CELL))
    if ESCAPED.match(text):
        return remove_separator_apostrophes(text[1:])
    if COMPUTED.match(text):
        message = marked(
            "a spreadsheet would compute %(text)s: write it with an apostrophe in front", text=repr(text[:20])
        )
        raise RowFault(heading, "formula_cell", message)
    return remove_separator_apostrophes(text)


def is_workbook(data: bytes) -> bool:
    return data.startswith((ZIPPED, OLD_FORMAT))


def workbook_rows(data: bytes, columns: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield row number, from 1, and texts of every row that is not empty; at most ``columns`` + 1 cells.

    Raises ``ExchangeError`` for a file that is no such workbook.
    """
    _check_archive(data)
    for number, cells in enumerate(_cells_of_workbook(data, columns), start=1):
        if number > MAX_LINES:
            message = marked(
                "more than %(most)s rows, empty ones too: delete those below the table", most=MAX_LINES
            )
            raise ExchangeError("too_many_rows", message, line=number)
        texts = tuple(map(_cell_text, cells))
        if any(texts):
            yield number, texts


def _cells_of_workbook(data: bytes, columns: int) -> Iterator[tuple[object, ...]]:
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # programs may write wrong ones
        yield from sheet.iter_rows(max_col=columns + 1, values_only=True)
    except Exception as fault:  # openpyxl raises errors of many kinds for damaged parts
        message = marked("the workbook is damaged: save it again, or as CSV")
        raise ExchangeError("bad_workbook", message) from fault


def _check_archive(data: bytes) -> None:
    """Check all parts before openpyxl, which has no limits, holds their elements in memory."""
    if data.startswith(OLD_FORMAT):
        message = marked("an .xls, or a workbook with a password: save it as .xlsx without one, or as CSV")
        raise ExchangeError("unknown_format", message)
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            tags = _count_tags(archive) if sum(part.file_size for part in parts) <= MAX_UNZIPPED else None
    except Exception as fault:  # zipfile and its decompressors raise errors of many kinds
        raise ExchangeError(
            "bad_workbook", marked("the workbook is cut off or damaged: save it again")
        ) from fault
    if CONTENT not in {part.filename for part in parts}:
        raise ExchangeError(
            "unknown_format", marked("a zip file that is not .xlsx: save the table as .xlsx or CSV")
        )
    if tags is None or tags > MAX_TAGS:
        message = marked(
            "the workbook has more than %(most)s bytes or %(tags)s tags: save the table as CSV",
            most=MAX_UNZIPPED,
            tags=MAX_TAGS,
        )
        raise ExchangeError("too_large", message)


def _count_tags(archive: ZipFile) -> int:
    return sum(archive.read(part).count(b"<") for part in archive.infolist())


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()
