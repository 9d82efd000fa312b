"""The translation of marked sentences into the active language."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from games.marking import Marked


def translate(text: Any) -> str:
    """Return the translation of a marked sentence; other values, such as names, become plain text."""
    return _translate(text, get_language()) if isinstance(text, Marked) else str(text)


def _translate(text: Marked, language: str | None) -> str:
    if not text.one:  # the empty sentence is a catalogue's head
        return str(text)
    facts = {
        name: _translate(fact, language) if isinstance(fact, Marked) else fact
        for name, fact in text.facts.items()
    }
    said = ngettext(text.one, text.many, text.n) if text.many else _catalogue_text(text.one, language)
    return said % facts if facts else said


@lru_cache(maxsize=5000)
def _catalogue_text(sentence: str, _language: str | None) -> str:
    """Return the catalogue's text in the active language; cached because tables repeat sentences."""
    return gettext(sentence)
