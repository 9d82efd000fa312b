"""A sheet as PDF: values go into a template of this room, as data and never as markup.

What a template reads is JSON in ``sys.inputs``, so that a name can be no command; it sees no file but those
of this room, and asks the network for nothing. Typst lets other threads run while it works.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import typst

HERE = Path(__file__).parent
TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that reverse what follows them, on the whole line."""
Template = Literal["table", "slips", "badges", "cards", "bracket"]


def pdf(template: Template, sheet: Mapping[str, Any]) -> bytes:
    """The bytes of a PDF; ``sheet`` is plain data, with what ``frame.typ`` wants of every sheet."""
    compiler = typst.Compiler(
        input=HERE / f"{template}.typ",
        root=HERE,
        font_paths=_fonts(),
        package_path=HERE,
        package_cache_path=HERE,
    )
    made = compiler.compile(format="pdf", sys_inputs={"data": _data(sheet)})
    if not isinstance(made, bytes):
        raise TypeError("Typst made no document")
    return made


def _data(sheet: Mapping[str, Any]) -> str:
    """Composed letters: the fonts have no accent that stands alone. Nothing turns a line around."""
    return normalize("NFC", json.dumps(sheet, ensure_ascii=False)).translate(TURNING)


@cache
def _fonts() -> typst.Fonts:
    """Ours first; those of the machine for what ours lack. Looked through once in a process."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=[HERE / "fonts"])
