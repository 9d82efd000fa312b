"""Names on pages, always by ``{% entry_link %}``, so that every name links to its page."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.urls import get_script_prefix, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = template.Library()
NOBODY = str(UUID(int=0))


@register.simple_tag
def entry_link(slug: str, entry: object, name: Any, native: str = "") -> SafeString:
    """Return a linked name: ``{% entry_link tournament.slug row.entry row.name %}``.

    ``entry``: the id, as text or not; empty for a bye, a team or a removed entry: the name without link.
    ``native``: the name in another script, shown next to it if there is room. Bodies already contain names as
    the reader may see them: a hidden player is "Player 17".
    """
    beside = f' <span class="native">{conditional_escape(native)}</span>' if native else ""
    shown = conditional_escape(name)
    if not entry:
        return SafeString(f"{shown}{beside}")
    before, after = _around("web:entry", slug, get_script_prefix())
    return SafeString(f'<a href="{before}{conditional_escape(str(entry))}{after}">{shown}</a>{beside}')


@register.simple_tag
def game_link(slug: str, game: object, text: str) -> SafeString:
    """Return a text that links to the page of a game, for pages with very many games."""
    before, after = _around("web:game", slug, get_script_prefix())
    return SafeString(
        f'<a href="{before}{conditional_escape(str(game))}{after}">{conditional_escape(text)}</a>'
    )


@lru_cache(maxsize=500)
def _around(page: str, slug: str, prefix: str) -> tuple[str, str]:
    """Return the address of a tournament's page before and after an id, cached for speed.

    ``prefix``: the beginning of the address.
    """
    before, _, after = reverse(page, args=(slug, NOBODY)).partition(NOBODY)
    return before, after
