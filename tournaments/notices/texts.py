"""The texts of notices, without reasons. Names are looked up when a notice is read, and not stored."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.speaking import translate
from tournaments.competition.history import Result, Winner
from tournaments.domain.result_words import RESULT_WORDS, with_default
from tournaments.notices.rows import Kind, Notice
from tournaments.reading.queries import names_of_entries
from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import zone_of_tournament
from tournaments.wording import dates
from tournaments.wording.record_outcomes import outcome_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeText:
    """A notice as text. ``path``: its page; "/" if that no longer exists."""

    title: str
    text: str
    path: str


def notice_text(notice: Notice) -> NoticeText:
    return notice_texts([notice])[0]


def notice_texts(notices: Sequence[Notice]) -> list[NoticeText]:
    """Return the texts in the same order, with three queries in all."""
    rows = TournamentRow.objects.in_bulk({notice.tournament_id for notice in notices})
    names = _names({notice.facts["opponent"] for notice in notices if "opponent" in notice.facts})
    return [_text_of(notice, rows.get(notice.tournament_id), names) for notice in notices]


def _text_of(notice: Notice, row: TournamentRow | None, names: Mapping[str, str]) -> NoticeText:
    if row is None:
        return NoticeText(title=_("A deleted tournament"), text="", path="/")
    facts: dict[str, Any] = {
        "claim": "",
        "event": "",
        "until": "",
        "colour": "",
        "table": None,
        "name": names.get(notice.facts.get("opponent", ""), _("a removed player")),
        **notice.facts,
    }
    with timezone.override(zone_of_tournament(row)):
        title, text = WORDS[Kind(notice.kind)](facts)
    return NoticeText(title=f"{row.name}: {title}", text=text, path=_path(row, facts))


def address(path: str) -> str:
    """Return the URL of a page for a mail; only its path if the settings have no address."""
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
    if facts["event"] == "record":
        return _("another result in the record at table %(table)s") % facts, _contradiction(facts)
    if facts["event"] == "dead":
        text = _(
            "The other player marked the dead stones of the game in round %(round)s."
            " Accept them, or make a claim."
        )
        return _("dead stones to accept at table %(table)s") % facts, text % facts
    title = _("a disputed result at table %(table)s") % facts
    return title, _(
        "The two reports of the game in round %(round)s differ. A referee has to look at it."
    ) % facts


def _contradiction(facts: dict[str, Any]) -> str:
    """Return what the record says against a report; notices of earlier versions lack its outcome."""
    text = _("The result reported for the game in round %(round)s differs from its record.") % facts
    if "outcome" not in facts:
        return text
    return f"{text} {outcome_sentence(facts['source'], facts['outcome'])}"


def _ruling(facts: dict[str, Any]) -> tuple[str, str]:
    said = [_decision(facts) % facts]
    if facts.get("result", Winner.NOBODY_YET) != Winner.NOBODY_YET:
        result = Result(winner=Winner(facts["result"]), by_default=facts["by_default"])
        words = translate(with_default(RESULT_WORDS[result.winner], result))
        said.append(_("Result: %(now)s.") % {"now": words})
    if facts["event"] == "claim.appeal-decided.v1":
        said.append(_("This is final."))
    elif facts["until"]:
        said.append(_("It may be appealed until %s.") % _clock(facts["until"]))
    return _("a ruling on table %(table)s") % facts, " ".join(said)


def _decision(facts: dict[str, Any]) -> str:
    """Return what was decided; notices of earlier versions lack it."""
    decision = facts.get("decision", "")
    if facts["event"] == "claim.appeal-decided.v1":
        return {
            "upheld": _("The appeal on the game in round %(round)s is decided: the ruling is confirmed."),
            "changed": _("The appeal on the game in round %(round)s is decided: the ruling was changed."),
        }.get(decision, _("The appeal on the game in round %(round)s is decided."))
    if facts["event"] == "claim.ruling-restored.v1":
        return _("The earlier ruling on the game in round %(round)s counts again.")
    if facts.get("corrects"):
        return _("The ruling on the game in round %(round)s was corrected.")
    return {
        "upheld": _("The claim on the game in round %(round)s was upheld."),
        "partly": _("The claim on the game in round %(round)s was upheld in part."),
        "denied": _("The claim on the game in round %(round)s was denied."),
    }.get(decision, _("A referee has ruled on the claim on the game in round %(round)s."))


def _appeal(facts: dict[str, Any]) -> tuple[str, str]:
    text = (
        _("The ruling on the game in round %(round)s is appealed. It counts until the appeal is decided.")
        % facts
    )
    return _("an appeal at table %(table)s") % facts, text


def _deadline(facts: dict[str, Any]) -> tuple[str, str]:
    if facts["event"] == "game":
        return _("your game of round %(round)s") % facts, _("You play %(name)s on %(until)s.") % facts
    values = facts | {"until": _clock(facts["until"])}
    if facts["claim"]:
        return _("an appeal period ends soon"), _(
            "The ruling on table %(table)s may be appealed until %(until)s."
        ) % values
    return _("a claim period ends soon"), _(
        "Claims about results of round %(round)s are possible until %(until)s."
    ) % values


WORDS = {
    Kind.ROUND: _round,
    Kind.DISPUTE: _dispute,
    Kind.RULING: _ruling,
    Kind.APPEAL: _appeal,
    Kind.DEADLINE: _deadline,
}


def _names(entry_ids: Collection[str]) -> dict[str, str]:
    """Return the current names of entries that still exist."""
    return {entry_id: str(name) for entry_id, name in names_of_entries(entry_ids).items()}


def _clock(iso: str) -> str:
    return dates.moment(iso)
