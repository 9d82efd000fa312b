"""Sheets as PDF: values are inserted into a template of this package, as data and never as markup.

A template reads JSON from ``sys.inputs``, so that a name cannot be a command; it sees only the files of this
package, and has no network.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

PRINTER = Path(__file__).with_name("printer.py")
LONGEST = 60  # seconds
TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that reverse what follows them, on the whole line."""
Template = Literal["table", "slips", "badges", "cards", "bracket"]


def pdf(template: Template, sheet: Mapping[str, Any]) -> bytes:
    """Return a PDF; ``sheet`` is plain data, with the members that ``frame.typ`` needs for every sheet."""
    made = subprocess.run(  # noqa: S603 - our own script, and the name of one of our templates
        [sys.executable, "-P", PRINTER, template],
        input=_data(sheet),
        stdout=subprocess.PIPE,
        timeout=LONGEST,
        check=True,
    )
    return made.stdout


def _data(sheet: Mapping[str, Any]) -> bytes:
    """Return the data with composed letters, as the fonts lack combining accents, and no direction marks."""
    text = normalize("NFC", json.dumps(sheet, ensure_ascii=False)).translate(TURNING)
    return text.encode("utf-8", "replace")
