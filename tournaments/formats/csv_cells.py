"""The CSV files of all exports: UTF-8 with a byte order mark, without cells that spreadsheets compute.

| in a cell                                           | written                                      |
|-----------------------------------------------------|----------------------------------------------|
| `=`, `+` ... at its beginning, full width or not    | with an apostrophe in front                  |
| the same after a `;` or tab, with or without quotes  | with an apostrophe after the `;` or tab     |
| a `;` or tab anywhere                               | all texts of the row in quotes               |

If lists are separated by `;` (German, French, Spanish), a spreadsheet may split cells at it, and quotes in
the middle of a line do not prevent that.
"""

import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from defusedcsv import csv

ENCODING = "utf-8-sig"
SIGNS = "=+\\-@|%\uff1d\uff0b\uff0d\uff20"
"""The first characters of formulas, also in full width, for a class of a regular expression."""
FULL_WIDTH = ("\uff1d", "\uff0b", "\uff0d", "\uff20")
_SEPARATED = re.compile(rf"([;\t])(?=[\s\"']*[{SIGNS}])")
_SEPARATED_INERT = re.compile(rf"([;\t])'(?=[\s\"']*[{SIGNS}])")


def csv_file(rows: Iterable[Sequence[Any]]) -> bytes:
    """Return a file of rows of texts and numbers, the heading first."""
    file = StringIO()
    usual = csv.writer(file, lineterminator="\r\n")
    quoting = csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer = quoting if any(isinstance(cell, str) and _is_splittable(cell) for cell in row) else usual
        writer.writerow([add_apostrophes(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue().encode(ENCODING)


def _is_splittable(text: str) -> bool:
    return ";" in text or "\t" in text


def add_apostrophes(text: str) -> str:
    """Add the apostrophes that defusedcsv omits: before full width characters and after a separator."""
    split = _SEPARATED.sub(r"\1'", text)
    return f"'{split}" if split.startswith(FULL_WIDTH) else split


def remove_separator_apostrophes(text: str) -> str:
    """Remove the apostrophes that ``add_apostrophes`` put after separators from a cell that was read."""
    return _SEPARATED_INERT.sub(r"\1", text)
