"""Typeset sheets as PDF; templates receive values as data, never as markup.

A template reads JSON from ``sys.inputs``, so a name cannot be a command. It can read only files of this
package and has no access to the network.
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
    """Return the bytes of a PDF; ``sheet`` is plain data with the members that ``frame.typ`` requires."""
    made = subprocess.run(  # noqa: S603 - our own script, and the name of one of our templates
        [sys.executable, "-P", PRINTER, template],
        input=_data(sheet),
        stdout=subprocess.PIPE,
        timeout=LONGEST,
        check=True,
    )
    return made.stdout


def _data(sheet: Mapping[str, Any]) -> bytes:
    """Encode the data with composed letters, as the fonts lack combining accents, and no bidi controls."""
    text = normalize("NFC", json.dumps(sheet, ensure_ascii=False)).translate(TURNING)
    return text.encode("utf-8", "replace")
