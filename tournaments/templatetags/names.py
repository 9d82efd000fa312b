"""How pages name somebody: always by ``{% entry_link %}``, so that a name leads to its page everywhere."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def entry_link(slug: str, entry: object, name: object, native: str = "") -> SafeString:
    """The name of an entry, leading to its page: ``{% entry_link tournament.slug row.entry row.name %}``.

    ``entry``: its id, as text or not; empty for a bye, a team or somebody who was removed: the name alone.
    ``native``: the name in another script, shown beside it; for where there is room. All bodies have names
    already as the reader may see them: of who is hidden it is "Player 17", and the page says no more.
    """
    beside = format_html(' <span class="native">{}</span>', native) if native else ""
    if not entry:
        return format_html("{}{}", name, beside)
    page = reverse("web:entry", args=(slug, entry))
    return format_html('<a href="{}">{}</a>{}', page, name, beside)
