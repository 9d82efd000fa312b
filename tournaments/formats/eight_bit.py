"""Text for files that hold few characters: nothing is lost without a word."""

import unicodedata
from collections.abc import Callable

Warn = Callable[[str], object]
UNKNOWN = "?"


def plain(text: str, where: str, warn: Warn, *, encoding: str, without: str = "") -> str:
    """The text on one line, as ``encoding`` can hold it and without the characters of ``without``.

    A letter loses its accent where only that stands in the way, anything else becomes "?"; characters of
    ``without`` become blanks. Every such change is told in a warning that names ``where``.
    """
    line = " ".join("".join(" " if each in without else each for each in text).split())
    if line != " ".join(text.split()):
        warn(f"{where}: {text!r} is written {line!r}, since the format keeps {without!r} for itself.")
    elif line != text:
        warn(f"{where}: {text!r} is written {line!r}, on one line.")
    composed = unicodedata.normalize("NFC", line)
    written = "".join(_nearest(each, encoding) for each in composed)
    lost = sorted({each for each in composed if _nearest(each, encoding) != each})
    if lost:
        warn(f"{where}: {line!r} is written {written!r}; {encoding} has no {' '.join(lost)}.")
    return written


def _nearest(character: str, encoding: str) -> str:
    if _fits(character, encoding):
        return character
    base = "".join(
        each for each in unicodedata.normalize("NFD", character) if not unicodedata.combining(each)
    )
    return base if _fits(base, encoding) else UNKNOWN


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return text.isprintable()


def field(text: str, width: int, where: str, warn: Warn) -> str:
    """The first ``width`` characters, blanks as "_"; a cut is told."""
    joined = text.replace(" ", "_")
    if len(joined) > width:
        warn(f"{where}: {text!r} is cut to {joined[:width]!r}: the column has {width} characters.")
    return joined[:width]
