"""Texts on one line, as in lists, files and mails: no line breaks, controls or marks of direction.

Joiners are permitted, as Persian and Indic names need them.
"""

import re

CONTROLS = "\x00-\x1f\x7f-\x9f"
SEPARATORS = "\u2028\u2029"  # of lines and paragraphs
TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"  # marks and overrides of direction
_UNFIT = re.compile(f"[{CONTROLS}{SEPARATORS}{TURNING}]")
_TURNING = re.compile(f"[{TURNING}]")


def is_one_line(text: str) -> bool:
    """Return whether the text is on one line, without controls or marks of direction."""
    return not _UNFIT.search(text)


def to_one_line(text: str) -> str:
    """Return the text on one line: a space for a run of controls or breaks, no marks of direction."""
    without = _TURNING.sub("", text)
    return without.strip() if is_one_line(without) else " ".join(_UNFIT.sub(" ", without).split())
