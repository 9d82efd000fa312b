"""Translatable sentences for code that does not depend on Django.

A marked sentence is English text that remembers its template and facts, so that ``games.speaking`` can
translate it: ``marked("%(n)s characters at most", n=40)``. Joined with other text it becomes plain English
text.
"""

from collections.abc import Iterable, Mapping
from typing import Any


class Marked(str):
    """Text with its template ``one``, the plural ``many`` (or empty), the number ``n`` and the facts."""

    __slots__ = ("facts", "many", "n", "one")

    one: str
    many: str
    n: int
    facts: Mapping[str, Any]


def marked(sentence: str, /, **facts: Any) -> Marked:
    """Return a marked sentence.

    ``facts`` fill its ``%(name)s`` and may be marked themselves; without facts it is not formatted.
    """
    return _build(sentence, "", 1, facts)


def marked_many(one: str, many: str, n: int, /, **facts: Any) -> Marked:
    """Return a marked sentence for a number, which is the fact ``n`` as well."""
    return _build(one, many, n, {"n": n, **facts})


def counted(one: str, many: str, number: float, /, **facts: Any) -> Marked:
    """Return a marked sentence for a number that may have a fraction.

    The fact ``number`` is its text; fractions take the plural.
    """
    n = int(number) if number == int(number) else 2
    return _build(one, many, n, {"number": f"{number:g}", **facts})


def join_marked(parts: Iterable[str], between: str = " ") -> Marked:
    """Join sentences or names into one marked text; each is translated separately."""
    facts = {f"part_{at}": part for at, part in enumerate(parts)}
    return _build(between.join(f"%({name})s" for name in facts), "", 1, facts)


def _build(one: str, many: str, n: int, facts: Mapping[str, Any]) -> Marked:
    template = one if n == 1 or not many else many
    text = Marked(template % facts if facts else template)
    text.one, text.many, text.n, text.facts = one, many, n, facts
    return text
