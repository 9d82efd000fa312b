"""How pages name somebody: always by ``{% entry_link %}``, so that a name leads to its page everywhere."""

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
    """The name of an entry, leading to its page: ``{% entry_link tournament.slug row.entry row.name %}``.

    ``entry``: its id, as text or not; empty for a bye, a team or somebody who was removed: the name alone.
    ``native``: the name in another script, shown beside it; for where there is room. All bodies have names
    already as the reader may see them: of who is hidden it is "Player 17", and the page says no more.
    """
    beside = f' <span class="native">{conditional_escape(native)}</span>' if native else ""
    told = conditional_escape(name)
    if not entry:
        return SafeString(f"{told}{beside}")
    before, after = _around("web:entry", slug, get_script_prefix())
    return SafeString(f'<a href="{before}{conditional_escape(str(entry))}{after}">{told}</a>{beside}')


@register.simple_tag
def game_link(slug: str, game: object, text: str) -> SafeString:
    """A text that leads to the page of a game, for where a page has very many of them."""
    before, after = _around("web:game", slug, get_script_prefix())
    return SafeString(
        f'<a href="{before}{conditional_escape(str(game))}{after}">{conditional_escape(text)}</a>'
    )


@lru_cache(maxsize=500)
def _around(page: str, slug: str, prefix: str) -> tuple[str, str]:
    """The address of a page of a tournament before and after an id; finding it costs more than the rest.

    ``prefix``: which the address begins with.
    """
    before, _, after = reverse(page, args=(slug, NOBODY)).partition(NOBODY)
    return before, after
