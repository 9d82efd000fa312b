"""Names stand on one line, in lists, files and mails: no line breaks, no controls, nothing that turns text.

Joiners stay, Persian and Indic names need them.
"""

import re

CONTROLS = "\x00-\x1f\x7f-\x9f"
SEPARATORS = "\u2028\u2029"  # of lines and paragraphs
TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"  # marks and overrides of direction
_UNFIT = re.compile(f"[{CONTROLS}{SEPARATORS}{TURNING}]")
_TURNING = re.compile(f"[{TURNING}]")


def fits(text: str) -> bool:
    return not _UNFIT.search(text)


def folded(text: str) -> str:
    """The text on one line: a blank for each run of controls or breaks, nothing for marks of direction."""
    without = _TURNING.sub("", text)
    return without.strip() if fits(without) else " ".join(_UNFIT.sub(" ", without).split())
