"""How a sheet is asked for, and the head of every sheet."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.reading.queries import settings_of
from tournaments.tables.rows import RoundRow, TournamentRow
from tournaments.web.addresses import absolute, qr_picture
from tournaments.wording import dates

PAPERS = {"a4": "A4", "letter": "Letter"}
POINTS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}  # width and height of the paper
Sheet = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``officer``: unpublished rounds may be shown; ``personal``: so may what lists of players say.

    ``round``: of sheets about one round, None where there is none; ``number``: up to which round, if asked.
    """

    request: HttpRequest
    row: TournamentRow
    paper: str
    officer: bool
    personal: bool
    round: RoundRow | None = None
    number: int | None = None

    def said(self, name: str, most: int, usual: int) -> int:
        """A number of the address, between 1 and ``most``; else the usual one."""
        text = self.request.GET.get(name, "")
        fits = text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= most
        return int(text) if fits else usual


def paper_of(request: HttpRequest) -> str:
    said = request.GET.get("paper", "")
    return said if said in PAPERS else "a4"


def language_of(request: HttpRequest) -> str:
    """The one asked for, if there is such a one; else the asker's."""
    said = request.GET.get("language", "")
    return said if said in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def head(asked: Asked, title: str, **more: Any) -> Sheet:
    """What ``frame.typ`` wants. ``title`` has the round in it, where the sheet is of one."""
    return {
        "event": asked.row.name,
        "title": title,
        "day": _day(asked.row, asked.round.number if asked.round else None),
        "paper": asked.paper,
        "language": (get_language() or "en").partition("-")[0],
        # Translators: at the head of a printed sheet.
        "pages": _("page %(page)s of %(pages)s"),
        "printed": _("Printed %(moment)s") % {"moment": dates.day_and_clock(timezone.localtime())},
        "nothing": _("There is nothing to print yet."),
        **more,
    }


def code_of_page(asked: Asked) -> str:
    """The picture of a code that leads to the page of the round, or of the standings."""
    slug = asked.row.slug
    page = (
        reverse("web:round", args=(slug, asked.round.number))
        if asked.round
        else reverse("web:standings", args=(slug,))
    )
    return qr_picture(absolute(asked.request, page))


def _day(row: TournamentRow, number: int | None) -> str:
    """Of the round if it has one; else where and when the tournament is."""
    of_rounds = settings_of(row).schedule.dates
    if number and number <= len(of_rounds):
        return dates.day(of_rounds[number - 1])
    return " · ".join(part for part in (row.place, dates.days(row.begins, row.ends)) if part)


LAID = {"size": 10, "pad": 3, "across": 1, "wide": False, "whole": False, "key": ""}
"""``size`` of letters and ``pad`` above and below a line in points; how many columns ``across``; ``wide``:
the longer side of the paper lies below; ``whole``: no table is broken; ``key``: what its signs mean."""


def table_sheet(asked: Asked, title: str, sections: list[dict[str, Any]], **laid: Any) -> Sheet:
    """Tables, laid out as ``LAID`` says but for what is named."""
    shown = [one for one in sections if one["rows"]]
    return head(asked, title, sections=shown, qr=code_of_page(asked), **{**LAID, **laid})


def section(
    columns: list[dict[str, Any]], rows: list[list[str]], *, title: str = "", note: str = ""
) -> dict[str, Any]:
    return {"title": title, "note": note, "columns": columns, "rows": rows}


def column(head_: str, side: str = "left", *, wide: bool = False, bold: bool = False) -> dict[str, Any]:
    return {"head": head_, "side": side, "wide": wide, "bold": bold}
