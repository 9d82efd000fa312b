"""A sheet as PDF: values go into a template of this room, as data and never as markup.

What a template reads is JSON in ``sys.inputs``, so that a name can be no command; it sees no file but those
of this room, and asks the network for nothing.
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
    """The bytes of a PDF; ``sheet`` is plain data, with what ``frame.typ`` wants of every sheet."""
    made = subprocess.run(  # noqa: S603 - our own script, and the name of one of our templates
        [sys.executable, "-P", PRINTER, template],
        input=_data(sheet),
        stdout=subprocess.PIPE,
        timeout=LONGEST,
        check=True,
    )
    return made.stdout


def _data(sheet: Mapping[str, Any]) -> bytes:
    """Composed letters: the fonts have no accent that stands alone. Nothing turns a line around."""
    text = normalize("NFC", json.dumps(sheet, ensure_ascii=False)).translate(TURNING)
    return text.encode("utf-8", "replace")
