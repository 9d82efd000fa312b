"""Read the first sheet of a workbook (.xlsx) as rows of texts, within limits."""

from collections.abc import Iterator
from datetime import date, datetime
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from openpyxl import load_workbook  # type: ignore[import-untyped]  # ships no types
from openpyxl.utils.exceptions import InvalidFileException  # type: ignore[import-untyped]

from tournaments.formats.errors import ExchangeError

ZIPPED = b"PK\x03\x04"
CONTENT = "xl/workbook.xml"
MAX_UNZIPPED = 50_000_000


def is_workbook(data: bytes) -> bool:
    return data.startswith(ZIPPED)


def workbook_rows(data: bytes, columns: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield row number, from 1, and texts of every row that is not empty; at most ``columns`` + 1 cells.

    Raises ``ExchangeError`` for a file that is no such workbook.
    """
    _check_archive(data)
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # programs may write wrong ones
        for number, cells in enumerate(sheet.iter_rows(max_col=columns + 1, values_only=True), start=1):
            texts = tuple(map(_text, cells))
            if any(texts):
                yield number, texts
    except (InvalidFileException, BadZipFile, KeyError, ValueError, IndexError, SyntaxError) as fault:
        message = "the workbook is damaged: save it again, or as CSV"
        raise ExchangeError("bad_workbook", message) from fault


def _check_archive(data: bytes) -> None:
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = {part.filename: part.file_size for part in archive.infolist()}
    except BadZipFile as fault:
        raise ExchangeError("bad_workbook", "the workbook is cut off: save it again") from fault
    if CONTENT not in parts:
        raise ExchangeError("unknown_format", "a zip that is no .xlsx: save the table as .xlsx or as CSV")
    if sum(parts.values()) > MAX_UNZIPPED:
        message = f"the workbook unpacks to more than {MAX_UNZIPPED} bytes: save the table as CSV"
        raise ExchangeError("too_large", message)


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
