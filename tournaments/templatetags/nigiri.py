"""Template tags and filters for results, scores, times and other texts of the field."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import uuid4

from django import template
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.adjudication.clauses import marked_clause
from games.speaking import translate
from games.story.base import text_or_erased
from tournaments.competition.history import Winner
from tournaments.wording import dates

register = template.Library()
SELECTED = SafeString(" selected")
MARKED, NOT_MARKED = SafeString(' aria-current="page"'), SafeString("")

OPTIONS = (
    (Winner.NOBODY_YET.value, "?-?"),
    (Winner.WHITE.value, _("1-0 White")),
    (Winner.BLACK.value, _("0-1 Black")),
    (Winner.JIGO.value, _("½-½ jigo")),
    (Winner.BOTH.value, _("1-1 both win")),
    (Winner.NEITHER.value, _("0-0 both lose")),
    ("white!", _("1-0 by default")),
    ("black!", _("0-1 by default")),
    ("both_lose!", _("0-0 by default")),
    ("both_win!", _("1-1 by default")),
    ("jigo!", _("½-½ by default")),
)
COMPONENTS = {
    "base": pgettext_lazy("criterion of a pairing", "base"),
    "repeated": pgettext_lazy("criterion of a pairing", "repeated"),
    "random": pgettext_lazy("criterion of a pairing", "random"),
    "colours": pgettext_lazy("criterion of a pairing", "colours"),
    "category": pgettext_lazy("criterion of a pairing", "category"),
    "score": pgettext_lazy("criterion of a pairing", "score"),
    "draw": pgettext_lazy("criterion of a pairing", "draw"),
    "seeding": pgettext_lazy("criterion of a pairing", "seeding"),
    "handicap": pgettext_lazy("criterion of a pairing", "handicap"),
    "geography": pgettext_lazy("criterion of a pairing", "geography"),
    "meetings": pgettext_lazy("criterion of a pairing", "meetings"),
    "byes": pgettext_lazy("criterion of a pairing", "byes"),
}
UNRATED = {
    "no_result": pgettext_lazy("why a game is not rated", "no result"),
    "no_time_class": pgettext_lazy("why a game is not rated", "no time class"),
    "pair_go": pgettext_lazy("why a game is not rated", "pair go"),
    "by_default": pgettext_lazy("why a game is not rated", "by default"),
    "board_is_not_19x19": pgettext_lazy("why a game is not rated", "board is not 19x19"),
    "colours_unknown": pgettext_lazy("why a game is not rated", "colours unknown"),
    "rating_off_scale": pgettext_lazy("why a game is not rated", "rating off scale"),
}
SYSTEM_NAMES = {
    "mcmahon": _("McMahon"),
    "swiss": _("Swiss"),
    "swiss_categories": _("Swiss by categories"),
    "cup": _("Cup"),
    "league": _("Swiss by dates"),
    "round_robin": _("Round robin"),
    "knock_out": _("Knock-out"),
    "double_elimination": _("Double elimination"),
}
PLAN_NAMES = {
    "round_robin": _("Schedule"),
    "knock_out": _("Bracket"),
    "double_elimination": _("Bracket"),
}
BUTTONS = (
    (Winner.WHITE.value, "1-0", _("White won")),
    (Winner.BLACK.value, "0-1", _("Black won")),
    (Winner.JIGO.value, "½-½", _("jigo")),
)
"""The results that nearly all games have; the others are behind a menu."""


@register.simple_tag
def result_buttons() -> tuple[tuple[str, str, Any], ...]:
    """Return code, notation and meaning of each result."""
    return BUTTONS


@register.simple_tag
def is_rare(game: dict[str, Any]) -> bool:
    """Return whether the current result has no button of its own."""
    return game["now"] not in (Winner.NOBODY_YET.value, *(value for value, _, _ in BUTTONS))


@register.filter
def left(until: datetime | None) -> str:
    """Return the time left in whole minutes: "25 min left"; "" once it is over."""
    minutes = int((until - timezone.now()).total_seconds() // 60) if until else -1
    if minutes < 0:
        return ""
    if minutes >= 180:
        return gettext("%(n)d h left") % {"n": minutes // 60}
    return gettext("%(n)d min left") % {"n": minutes}


@register.simple_tag
def command_id() -> str:
    """Return a new id for a form: if it is sent twice, the command is carried out once."""
    return str(uuid4())


@register.simple_tag
def result_options(game: dict[str, Any], typed: str = "") -> SafeString:
    """Return the options of a result, with ``typed`` selected, or else the current one."""
    now = typed or game["now"]
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((value, SELECTED if value == now else "", text) for value, text in OPTIONS),
    )


@register.simple_tag
def receipt_link(code: str) -> SafeString:
    """Return the code of a receipt, linked to its page."""
    before, after = _around_receipts(get_script_prefix())
    return format_html('<a href="{}{}{}">{}</a>', before, code, after, code)


@cache
def _around_receipts(_prefix: str) -> tuple[str, str]:
    """Return the address of receipts before and after the code, cached as a story has hundreds."""
    before, _, after = reverse("web:receipt", args=("CODE",)).rpartition("CODE")
    return before, after


@register.simple_tag
def score_cells(scores: Mapping[str, float], after: int) -> SafeString:
    """Return a row's scores after a round as table cells; a page has thousands of them.

    The round of elimination is empty for a player who is still in.
    """
    return SafeString(
        "".join(
            [
                f'<td class="num">{"" if name == "OUT" and score > after else plain(score)}</td>'
                for name, score in scores.items()
            ]
        )
    )


@register.filter
def plain(score: float) -> str:
    """Format a score: 36, 35½, -2½."""
    whole, rest = divmod(abs(score), 1)
    if rest not in (0, 0.5):
        return f"{score:g}"
    return f"{'-' if score < 0 else ''}{int(whole)}{'½' if rest else ''}"


@register.filter
def points(number: float) -> str:
    """Format komi, and points of a board: 6.5, -2.5, 43."""
    return f"{number:g}"


@register.filter
def true_minus(number: float | str) -> str:
    """Return a number with a minus sign in place of its hyphen."""
    return str(number).replace("-", "\N{MINUS SIGN}", 1)


@register.filter
def side(color: str) -> str:
    return {"b": gettext("Black"), "w": gettext("White")}[color]


@register.filter
def typed(words: str) -> str:
    """Return text that a user entered, or a note that it was erased."""
    return translate(text_or_erased(words))


@register.filter
def clause(said: str) -> str:
    """Return a clause of the rules with its meaning in the reader's language."""
    return translate(marked_clause(said))


@register.filter
def prisoners(counts: dict[str, int]) -> str:
    """Return the numbers of prisoners: "Black 3, White 0"."""
    return ", ".join(f"{side(color[0])} {count}" for color, count in counts.items())


@register.filter
def moment(at: str | datetime) -> str:
    """Return a moment, also from ISO 8601, in the tournament's time zone: "21 November, 10:30 CET"."""
    return dates.moment(at)


@register.filter
def clock(at: str | datetime) -> str:
    """Return the time of day: "10:30"."""
    return dates.clock(at)


@register.filter
def exact_clock(at: str | datetime) -> str:
    """Return the time of day with seconds: "10:30:05"."""
    return dates.exact_clock(at)


@register.filter
def exact_moment(at: str | datetime) -> str:
    """Return a moment with year and seconds: "21 November 2026, 10:30:05 CET"."""
    return dates.exact_moment(at)


@register.filter
def day_and_clock(at: datetime) -> str:
    """Return day and time, ``{{ asked_at|timezone:zone|day_and_clock }}``: "21 November 2026, 10:30"."""
    return dates.day_and_clock(at)


@register.filter
def day(said: str | date) -> str:
    """Return a day, from ISO 8601, in the active language: "21 November 2026"."""
    return dates.day(said)


@register.filter
def days(begins: str, ends: str = "") -> str:
    """Return a range of days: ``{{ tournament.begins|days:tournament.ends }}``."""
    return dates.days(begins, ends)


@register.filter
def said(text: Any) -> str:
    """Return a marked sentence in the reader's language; anything else unchanged."""
    return translate(text)


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any], name: str, *args: Any) -> SafeString:
    """Return the attribute that marks a link to the current page."""
    request = context.get("request")
    shown = request is not None and request.path == reverse(name, args=args)
    return MARKED if shown else NOT_MARKED


@register.filter
def spaced(name: str) -> str:
    return name.replace("_", " ")


@register.filter
def component_name(name: str) -> str:
    """Return the name of a component of a pairing's weight."""
    return str(COMPONENTS.get(name, spaced(name)))


@register.filter
def unrated(why: str) -> str:
    """Return the reason why a game is not rated."""
    return str(UNRATED.get(why, spaced(why)))


@register.filter
def system_name(system: str) -> str:
    """Return the name of a system. A "league" is paired by points among those present on each date."""
    return str(SYSTEM_NAMES.get(system, spaced(system).capitalize()))


@register.filter
def plan_name(system: str) -> str:
    """Return the title of a schedule's page; "" for systems that are paired by weights."""
    return str(PLAN_NAMES.get(system, ""))
