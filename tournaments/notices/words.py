"""A notice in words: what and where, never why. Names are looked up when it is read, and are nowhere kept."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.notices.rows import Kind, Notice
from tournaments.reading.queries import names_of_entries
from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import zone_of_tournament
from tournaments.wording import dates


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """``path``: the page that it is about; "/" where that is gone."""

    title: str
    text: str
    path: str


def said(notice: Notice) -> Said:
    return said_of([notice])[0]


def said_of(notices: Sequence[Notice]) -> list[Said]:
    """In the same order; however many there are, with the same three queries."""
    rows = TournamentRow.objects.in_bulk({notice.tournament_id for notice in notices})
    names = _names({notice.facts["opponent"] for notice in notices if "opponent" in notice.facts})
    return [_said(notice, rows.get(notice.tournament_id), names) for notice in notices]


def _said(notice: Notice, row: TournamentRow | None, names: Mapping[str, str]) -> Said:
    if row is None:
        return Said(title=_("A tournament that is gone"), text="", path="/")
    facts: dict[str, Any] = {
        "claim": "",
        "event": "",
        "until": "",
        "colour": "",
        "table": None,
        "name": names.get(notice.facts.get("opponent", ""), _("somebody who is gone")),
        **notice.facts,
    }
    with timezone.override(zone_of_tournament(row)):
        title, text = WORDS[Kind(notice.kind)](facts)
    return Said(title=f"{row.name}: {title}", text=text, path=_path(row, facts))


def address(path: str) -> str:
    """Of the page for a mail; only its path where nobody has said what this service is called."""
    origins = (origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin)
    return urljoin(settings.ADDRESS or next(origins, ""), path)


def _path(row: TournamentRow, facts: dict[str, Any]) -> str:
    if facts["claim"]:
        return reverse("web:claim", args=(row.slug, facts["claim"]))
    if facts.get("game"):
        return reverse("web:game", args=(row.slug, facts["game"]))
    return reverse("web:round", args=(row.slug, facts["round"]))


def _round(facts: dict[str, Any]) -> tuple[str, str]:
    title = _("round %(round)s is published") % facts
    if not facts.get("game"):
        return title, _("You have the bye.")
    if facts["colour"] == "black":
        return title, _("Table %(table)s: you have Black against %(name)s.") % facts
    if facts["colour"] == "white":
        return title, _("Table %(table)s: you have White against %(name)s.") % facts
    return title, _("Table %(table)s: you play %(name)s; choose colours.") % facts


def _dispute(facts: dict[str, Any]) -> tuple[str, str]:
    if facts["claim"]:
        return _("a claim at table %(table)s") % facts, _(
            "A claim was made on the game in round %(round)s."
        ) % facts
    title = _("a disputed result at table %(table)s") % facts
    return title, _(
        "The two reports of the game in round %(round)s differ. A referee has to look at it."
    ) % facts


def _ruling(facts: dict[str, Any]) -> tuple[str, str]:
    title = _("a ruling on table %(table)s") % facts
    if facts["event"] == "claim.appeal-decided.v1":
        return title, _("The appeal on the game in round %(round)s is decided.") % facts
    text = _("The claim on the game in round %(round)s is ruled on.") % facts
    return title, f"{text} {_('It may be appealed until %s.') % _clock(facts['until'])}" if facts[
        "until"
    ] else text


def _appeal(facts: dict[str, Any]) -> tuple[str, str]:
    text = (
        _("The ruling on the game in round %(round)s is appealed. It counts until the appeal is decided.")
        % facts
    )
    return _("an appeal at table %(table)s") % facts, text


def _deadline(facts: dict[str, Any]) -> tuple[str, str]:
    if facts["event"] == "game":
        return _("your game of round %(round)s") % facts, _("You play %(name)s on %(until)s.") % facts
    told = facts | {"until": _clock(facts["until"])}
    if facts["claim"]:
        return _("an appeal ends soon"), _(
            "The ruling on table %(table)s may be appealed until %(until)s."
        ) % told
    return _("claims end soon"), _(
        "Results of round %(round)s may be claimed to be wrong until %(until)s."
    ) % told


WORDS = {
    Kind.ROUND: _round,
    Kind.DISPUTE: _dispute,
    Kind.RULING: _ruling,
    Kind.APPEAL: _appeal,
    Kind.DEADLINE: _deadline,
}


def _names(entry_ids: Collection[str]) -> dict[str, str]:
    """Of those who are still entered, as they are called now."""
    return {entry_id: str(name) for entry_id, name in names_of_entries(entry_ids).items()}


def _clock(iso: str) -> str:
    return dates.moment(iso)
