"""Text for files with limited character sets, with a warning for each loss."""

import unicodedata
from collections.abc import Callable, Iterable

from anyascii import anyascii

from games.marking import marked

Warn = Callable[[str], object]
UNKNOWN = "?"
LOST = marked("%(where)s: %(line)s is written %(written)s: correct it by hand, there is no %(lost)s.")


def encodable(text: str, where: str, warn: Warn, *, encoding: str, without: str = "") -> str:
    """Return the text on one line, limited to ``encoding`` and without the characters of ``without``.

    A letter loses its accent if that suffices, another one is transliterated ("Ł" to "L", "ß" to "ss"). A
    Chinese character becomes "?", as its reading depends on the person, and so does a symbol; characters of
    ``without`` become blanks. A warning that names ``where`` reports every such change.
    """
    line = _replace_reserved(text, without)
    if line != " ".join(text.split()):
        said = marked(
            "%(where)s: %(text)s is written %(line)s, since the format keeps %(kept)s for itself.",
        )
        warn(marked(said, where=where, text=repr(text), line=repr(line), kept=repr(without)))
    elif line != text:
        said = marked("%(where)s: %(text)s is written %(line)s, on one line.")
        warn(marked(said, where=where, text=repr(text), line=repr(line)))
    composed = unicodedata.normalize("NFC", line)
    nearest = {each: _nearest_text(each, encoding) for each in composed}
    changed = sorted(each for each in nearest if nearest[each] != each)
    if not changed:
        return composed
    written = _replace_reserved("".join(nearest[each] for each in composed), without)
    facts = {"where": where, "line": repr(line), "written": repr(written)}
    if lost := [each for each in changed if nearest[each] == UNKNOWN]:
        warn(marked(LOST, **facts, lost=" ".join(lost)))
    else:
        said = marked("%(where)s: %(line)s is written %(written)s; %(encoding)s has no %(lost)s.")
        warn(marked(said, **facts, encoding=encoding, lost=" ".join(changed)))
    return written


def lost_first(warnings: Iterable[str]) -> tuple[str, ...]:
    """Return the warnings in their order, those of lost characters before all others."""
    return tuple(sorted(warnings, key=lambda each: getattr(each, "one", "") != LOST))


def _replace_reserved(text: str, reserved: str) -> str:
    return " ".join("".join(" " if each in reserved else each for each in text).split())


def _nearest_text(character: str, encoding: str) -> str:
    if _is_encodable(character, encoding):
        return character
    base = "".join(
        each for each in unicodedata.normalize("NFD", character) if not unicodedata.combining(each)
    )
    if _is_encodable(base, encoding):
        return base
    if unicodedata.category(character)[0] not in "LP" or "CJK" in unicodedata.name(character, "CJK"):
        return UNKNOWN
    return anyascii(character) or UNKNOWN


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
