"""A marked sentence in the language of whoever asks."""

from typing import Any

from django.utils.translation import gettext, ngettext

from games.marking import Marked


def spoken(text: Any) -> str:
    """What is not marked stays as it is: a name, a number, what a person wrote."""
    if not isinstance(text, Marked) or not text.one:  # the empty sentence is a catalogue's head
        return str(text)
    facts = {name: spoken(fact) if isinstance(fact, str) else fact for name, fact in text.facts.items()}
    said = ngettext(text.one, text.many, text.n) if text.many else gettext(text.one)
    return said % facts if facts else said
