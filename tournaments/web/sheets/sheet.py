"""How a sheet is asked for, and what every sheet says of itself."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.log.tree import signed_checkpoints
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import RoundRow, TournamentRow

PAPERS = {"a4": "A4", "letter": "Letter"}
POINTS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}  # width and height of the paper
Sheet = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``officer``: rounds that are not published may be told; ``personal``: what lists of players say too.

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
        "printed": _("Printed %(moment)s") % {"moment": date_format(timezone.localtime(), "DATETIME_FORMAT")},
        "signed": signed_lines(),
        "nothing": _("There is nothing to print yet."),
        **more,
    }


def signed_lines() -> list[str]:
    """The last signed head of the log, and the key that signs, each in one line; none where there is none."""
    last, signer = signed_checkpoints.latest_checkpoint(), signed_checkpoints.log_signer()
    return [signed_checkpoints.one_line(last), str(signer.verifier)] if last and signer else []


def _day(row: TournamentRow, number: int | None) -> str:
    """Of the round if it has one; else where and when the tournament is."""
    dates = settings_of(row).schedule.dates
    if number and number <= len(dates):
        return written(dates[number - 1])
    return " · ".join(part for part in (row.place, _days(row)) if part)


def _days(row: TournamentRow) -> str:
    days = dict.fromkeys(day for day in (row.begins, row.ends) if day)
    return " - ".join(written(day) for day in days)


def written(day: str) -> str:
    """A day of ISO 8601 as the language writes it."""
    known = parse_date(day)
    return date_format(known, "DATE_FORMAT") if known else day


LAID = {"size": 10, "pad": 3, "across": 1, "wide": False, "whole": False, "key": ""}
"""``size`` of letters and ``pad`` above and below a line in points; how many columns ``across``; ``wide``:
the longer side of the paper lies below; ``whole``: no table is broken; ``key``: what its signs mean."""


def table_sheet(asked: Asked, title: str, sections: list[dict[str, Any]], **laid: Any) -> Sheet:
    """Tables, laid out as ``LAID`` says but for what is named."""
    return head(asked, title, sections=[one for one in sections if one["rows"]], **{**LAID, **laid})


def section(
    columns: list[dict[str, Any]], rows: list[list[str]], *, title: str = "", note: str = ""
) -> dict[str, Any]:
    return {"title": title, "note": note, "columns": columns, "rows": rows}


def column(head_: str, side: str = "left", *, wide: bool = False, bold: bool = False) -> dict[str, Any]:
    return {"head": head_, "side": side, "wide": wide, "bold": bold}
