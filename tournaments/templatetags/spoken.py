"""The texts of results.js and mine.js in the reader's language; the scripts replace words in braces.

They are data next to the script, as only the server knows the language of the page.
"""

from collections.abc import Mapping

from django import template
from django.utils.functional import Promise
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

register = template.Library()

Words = Mapping[str, Promise | str]

TEXTS = {
    "white": "1-0",
    "black": "0-1",
    "jigo": "½-½",
    "both_win": "1-1",
    "both_lose": "0-0",
    "not_played": "?-?",
}

BOTH: Words = {
    "saving": _("… saving: {what}"),
    "saved": _("✓ saved"),
    "lost": _("✗ not saved: {what}."),
    "again": _("Send again"),
    "drop": _("Discard"),
    "refused": _("Refused ({status})."),
}
"""Of one result that is on its way, stored, or not."""

AT_THE_DESK: Words = {
    **BOTH,
    **TEXTS,
    "taken back": _("✓ undone"),
    "another": _("Entered with a different login in this browser."),
    "refused 403": _("Refused: this login may not enter it."),
    "refused 404": _("Refused: the game no longer exists."),
    "refused 412": _("Refused: this result has changed since you opened the page."),
    "waits": _(
        "No connection to this service. The result is kept on this device and sent when the connection is "
        "back."
    ),
    "waits 401": _("You are logged out. The result is kept on this device and sent when you log in again."),
    "waits 429": _("Too many requests at once. The result is kept on this device and sent soon."),
    "failed": _("The server failed ({status}). The result is kept on this device and sent again."),
    "login": _("Log in"),
    "all lost": _("✗ not saved ({count}):"),
    "where": _("round {round}, table {table}: {what}"),
    "was lost": _("Table {table}: {what} was NOT saved, see its line."),
    "missing": _("{missing} of {all} results missing: table {tables}"),
    "several missing": _("{missing} of {all} results missing: tables {tables}"),
    "all in": _("All {awaited} results are in"),
    "more": _("{count} more"),
    "put off": _("{count} postponed"),
    "stuck": _("✗ {count} not saved"),
    "save": _("Save {what}"),
    "help": _("Table, Return, then 1 White won, 0 Black won, = jigo, m more. u undoes the last one."),
    "nothing": _("Nothing was entered on this page."),
    "back": _("Table {table}: undone."),
    "which": _("Table {table}: White {white}, Black {black}. 1, 0 or = ?"),
    "twice": _("Table {table} is there more than once: use its buttons."),
    "none": _("There is no table {table}."),
    "why": _("Table {table}: a different result needs a reason."),
    "sure": _("Table {table} has {now}. Return makes it {what}, Esc leaves it."),
    "cancelled": _("✗ Table {table} stays {now}: Return was not pressed. Type the next table."),
    "already": _("Table {table} already has {what}."),
    "entered": _("Table {table}: {what}. Press u to undo."),
    "choose": _("Table {table}: choose, then press Save."),
}

ON_MY_PHONE: Words = {
    **BOTH,
    "what": _("round {round}, “{label}”"),
    "another": _("It was reported through a different link on this device."),
    "waits": _(
        "No connection to this service. The result is kept on this phone and sent when the connection is "
        "back."
    ),
    "waits 401": _("This link is closed, or you are logged out: scan your code again or ask the desk."),
    "waits 429": _("Too many requests at once. The result is kept on this phone and sent soon."),
    "failed": _("The service failed ({status}). The result is kept on this phone and sent again."),
}


@register.simple_tag
def words_at_the_desk() -> SafeString:
    return json_script(AT_THE_DESK, "words")


@register.simple_tag
def words_on_my_phone() -> SafeString:
    return json_script(ON_MY_PHONE, "words")
