"""Read the first sheet of a workbook (.xlsx) as rows of texts, within limits."""

from collections.abc import Iterator
from datetime import date, datetime
from io import BytesIO
from zipfile import ZipFile

from openpyxl import load_workbook  # type: ignore[import-untyped]  # ships no types

from games.marking import marked
from tournaments.formats.errors import ExchangeError

ZIPPED = b"PK\x03\x04"
OLD_FORMAT = bytes.fromhex("d0cf11e0")  # .xls, and .xlsx with a password
CONTENT = "xl/workbook.xml"
MAX_UNZIPPED = 10_000_000
MAX_TAGS = 500_000
MAX_LINES = 100_000  # empty ones too


def is_workbook(data: bytes) -> bool:
    return data.startswith((ZIPPED, OLD_FORMAT))


def workbook_rows(data: bytes, columns: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield row number, from 1, and texts of every row that is not empty; at most ``columns`` + 1 cells.

    Raises ``ExchangeError`` for a file that is no such workbook.
    """
    _check_archive(data)
    for number, cells in enumerate(_rows(data, columns), start=1):
        if number > MAX_LINES:
            message = marked(
                "more than %(most)s rows, empty ones too: delete those below the table", most=MAX_LINES
            )
            raise ExchangeError("too_many_rows", message, line=number)
        texts = tuple(map(_text, cells))
        if any(texts):
            yield number, texts


def _rows(data: bytes, columns: int) -> Iterator[tuple[object, ...]]:
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
            "unknown_format", marked("a zip that is no .xlsx: save the table as .xlsx or as CSV")
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


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()
