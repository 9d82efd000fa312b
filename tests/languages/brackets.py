"""A language in which every translated sentence stands in brackets, and the words of a page that do not."""

import copy
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

from django.utils import translation
from django.utils.translation import trans_real

from games import speaking

OPEN, SHUT = "⟦", "⟧"
SHOWN = ("title", "alt", "placeholder", "aria-label")
NOT_READ = ("script", "style", "code", "pre", "kbd")
VOID = ("input", "img", "br", "meta", "link", "hr", "path", "circle", "line", "rect", "use", "col", "wbr")
WORD = re.compile(r"[^\W\d_]{2,}")
CODES = re.compile(
    r"\b([A-Z][A-Z0-9]+-?\d*|[A-HJ-T]\d{1,2}|\d+[dkp]|[BW]\+\S*|[0-9a-f]{8,}|[0-9A-Z]{4,5}(-[0-9A-Z]{4,5})+|w\d|b\d)\b"
    r"|\S+@\S+|https?:\S+|/\S*/\S*|\S+\.(xml|sgf|csv|h9|json|tou|py|txt|zip|html)\b"
)
MONTHS = "January February March April May June July August September October November December"
RULESETS = ("Tromp", "Taylor", "Nieminen", "Ultimate", "Go", "Ing")
KNOWN = {
    "Nigiri",
    "OpenGotha",
    "REST",
    "UTC",
    *RULESETS,
    *MONTHS.split(),
    *(name[:3] for name in MONTHS.split()),
}
"""Names of months come from Babel; the others are the same in every language."""


class Bracketing(trans_real.DjangoTranslation):
    """Made of a language that is there: ``gettext`` and ``ngettext`` answer the source in brackets."""

    def gettext(self, message):
        return f"{OPEN}{message.rpartition(chr(4))[2]}{SHUT}" if message else message

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def bracketed() -> Iterator[None]:
    """English is in brackets inside."""
    real = trans_real.translation("en")
    marked = copy.copy(real)
    marked.__class__ = Bracketing
    trans_real._translations["en"], trans_real._default = marked, None
    speaking._catalogue_text.cache_clear()  # what was said in English before
    translation.activate("en")
    try:
        yield
    finally:
        trans_real._translations["en"], trans_real._default = real, None
        speaking._catalogue_text.cache_clear()
        translation.activate("en")


class Outside(HTMLParser):
    """``said``: the texts, and the attributes that people read, outside of brackets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth, self.mute, self.said = 0, [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        own = "lang" in given and tag != "html"  # in a language of its own
        if tag not in VOID and (self.mute or tag in NOT_READ or own or given.get("translate") == "no"):
            self.mute.append(tag)
        if not self.mute:
            named = [name for name in SHOWN if given.get(name)]
            if tag == "input" and given.get("type") in ("submit", "button"):
                named.append("value")
            self.said += [left for name in named if (left := _outside(given[name] or "", 0)[0].strip())]

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if self.mute and self.mute[-1] == tag:
            self.mute.pop()

    def handle_data(self, data):
        if self.mute:
            return
        left, self.depth = _outside(data, self.depth)
        if left.strip():
            self.said.append(" ".join(left.split()))


def _outside(text: str, depth: int) -> tuple[str, int]:
    """What of a text stands outside of brackets, and how deep in them it ends."""
    left = []
    for letter in text:
        if letter == OPEN:
            depth += 1
        elif letter == SHUT:
            depth -= 1
        elif depth <= 0:
            left.append(letter)
    return "".join(left), max(depth, 0)


def unmarked(html: str, data: Iterable[str]) -> list[str]:
    """Texts with words that are neither translated nor ``data``: names of people, clubs, tournaments."""
    names = re.compile(
        rf"\b({'|'.join(map(re.escape, sorted(set(filter(None, data)), key=len, reverse=True)))})\b"
    )
    found = []
    for text in Outside(html).said:
        words = set(WORD.findall(CODES.sub(" ", names.sub(" ", text)))) - KNOWN
        if words:
            found.append(text)
    return list(dict.fromkeys(found))
