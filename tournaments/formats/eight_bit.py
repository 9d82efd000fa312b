"""Text for files with limited character sets, with a warning for each loss."""

import unicodedata
from collections.abc import Callable

from games.marking import marked

Warn = Callable[[str], object]
UNKNOWN = "?"


def encodable(text: str, where: str, warn: Warn, *, encoding: str, without: str = "") -> str:
    """Return the text on one line, limited to ``encoding`` and without the characters of ``without``.

    A letter loses its accent if that suffices, anything else becomes "?"; characters of ``without`` become
    blanks. A warning that names ``where`` reports every such change.
    """
    line = " ".join("".join(" " if each in without else each for each in text).split())
    if line != " ".join(text.split()):
        said = marked(
            "%(where)s: %(text)s is written %(line)s, since the format keeps %(kept)s for itself.",
        )
        warn(marked(said, where=where, text=repr(text), line=repr(line), kept=repr(without)))
    elif line != text:
        said = marked("%(where)s: %(text)s is written %(line)s, on one line.")
        warn(marked(said, where=where, text=repr(text), line=repr(line)))
    composed = unicodedata.normalize("NFC", line)
    written = "".join(_nearest_character(each, encoding) for each in composed)
    lost = sorted({each for each in composed if _nearest_character(each, encoding) != each})
    if lost:
        said = marked("%(where)s: %(line)s is written %(written)s; %(encoding)s has no %(lost)s.")
        facts = {"line": repr(line), "written": repr(written), "lost": " ".join(lost)}
        warn(marked(said, where=where, encoding=encoding, **facts))
    return written


def _nearest_character(character: str, encoding: str) -> str:
    if _is_encodable(character, encoding):
        return character
    base = "".join(
        each for each in unicodedata.normalize("NFD", character) if not unicodedata.combining(each)
    )
    return base if _is_encodable(base, encoding) else UNKNOWN


def _is_encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return text.isprintable()


def fixed_width(text: str, width: int, where: str, warn: Warn) -> str:
    """Return the first ``width`` characters, blanks as "_"; a warning reports a cut."""
    joined = text.replace(" ", "_")
    if len(joined) > width:
        warn(cut_warning(where, text, joined[:width], width))
    return joined[:width]


def cut_warning(where: str, text: str, left: str, width: int) -> str:
    """Return the warning that a column has no space for more of a text than ``left``."""
    said = marked("%(where)s: %(text)s is cut to %(left)s: the column has %(n)s characters.")
    return marked(said, where=where, text=repr(text), left=repr(left), n=width)
