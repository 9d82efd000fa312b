"""Who gets what, for the ceremony."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.speaking import translate
from tournaments.competition.standings.prizes import PrizeChoices as Wished
from tournaments.reading.prize_bodies import PrizeBody, PrizeLineBody, prizes_body
from tournaments.web.sheets.asked import Asked, Sheet, column, section, table_sheet
from tournaments.web.sheets.standings import after

MOST = 99


def prizes(asked: Asked) -> Sheet:
    usual = Wished()
    wished = Wished(
        first=asked.said("first", MOST, usual.first), youth=asked.said("youth", MOST, usual.youth)
    )
    body = prizes_body(asked.row, asked.number, wished, officer=asked.officer, personal=asked.personal)
    columns = [
        column(_("Prize"), "right", bold=True),
        column(_("Who")),
        column(pgettext("prize", "By"), "right"),
    ]
    sections = [
        section(columns, _rows(prize), title=translate(prize["title"]), note=translate(prize["rule"]))
        for prize in body["prizes"]
    ]
    title = after(_("Prizes after round %(number)s"), _("Prizes before round 1"), body["round"])
    return table_sheet(asked, title, sections, size=11, pad=3, whole=_short(body["prizes"]))


def _rows(prize: PrizeBody) -> list[list[str]]:
    return [[str(line["place"]), _who(line), translate(line["by"])] for line in prize["lines"]]


def _who(line: PrizeLineBody) -> str:
    players = ", ".join(f"{one['name']} {one['rank']}" for one in line["players"])
    return f"{line['team']} ({players})" if line["team"] else players


def _short(prizes: list[PrizeBody]) -> bool:
    """Whether each fits a page, so that none need be broken."""
    return all(len(prize["lines"]) <= 15 for prize in prizes)
