"""Sentences of code that knows no framework, marked for translation.

A marked sentence is text, in English. It remembers how it was made, so that ``games.speaking`` can say it in
the language of whoever asks: ``marked("%(n)s characters at most", n=40)``. Joined with other text it is
English.
"""

from collections.abc import Iterable, Mapping
from typing import Any


class Marked(str):
    """``many``: the sentence for other numbers than one, or empty; ``n``: the number."""

    __slots__ = ("facts", "many", "n", "one")

    one: str
    many: str
    n: int
    facts: Mapping[str, Any]


def marked(sentence: str, /, **facts: Any) -> Marked:
    """``facts`` fill its ``%(name)s``; without any it stays as it is. They may be marked themselves."""
    return _build(sentence, "", 1, facts)


def marked_many(one: str, many: str, n: int, /, **facts: Any) -> Marked:
    """The sentence for a number ``n``, which is the fact ``n`` too."""
    return _build(one, many, n, {"n": n, **facts})


def counted(one: str, many: str, number: float, /, **facts: Any) -> Marked:
    """The same with the number as text, the fact ``number``: half a point is said as several are."""
    n = int(number) if number == int(number) else 2
    return _build(one, many, n, {"number": f"{number:g}", **facts})


def join_marked(parts: Iterable[str], between: str = " ") -> Marked:
    """Sentences or names one after the other, each said in its language by itself."""
    facts = {f"part_{at}": part for at, part in enumerate(parts)}
    return _build(between.join(f"%({name})s" for name in facts), "", 1, facts)


def _build(one: str, many: str, n: int, facts: Mapping[str, Any]) -> Marked:
    said = one if n == 1 or not many else many
    text = Marked(said % facts if facts else said)
    text.one, text.many, text.n, text.facts = one, many, n, facts
    return text
