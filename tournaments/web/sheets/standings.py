"""Sheets of standings and prizes."""

from collections.abc import Iterator, Sequence
from typing import Any
from unicodedata import east_asian_width

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.speaking import translate
from tournaments.competition.standings.prizes import PrizeChoices as Wished
from tournaments.reading.bodies import StandingBody, StandingsBody, places_are_shared, standings_body
from tournaments.reading.prize_bodies import PrizeBody, PrizeLineBody, prizes_body
from tournaments.reading.queries import settings_of
from tournaments.reading.team_bodies import team_sections, team_standings_body
from tournaments.templatetags.nigiri import plain
from tournaments.web.sheets.sheet import POINTS, Asked, Sheet, column, section, table_sheet

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
        section(columns, _prize_rows(prize), title=translate(prize["title"]), note=translate(prize["rule"]))
        for prize in body["prizes"]
    ]
    title = after(_("Prizes after round %(number)s"), _("Prizes before round 1"), body["round"])
    return table_sheet(asked, title, sections, size=11, pad=3, whole=_short(body["prizes"]))


def _prize_rows(prize: PrizeBody) -> list[list[str]]:
    return [[str(line["place"]), _who(line), translate(line["by"])] for line in prize["lines"]]


def _who(line: PrizeLineBody) -> str:
    players = ", ".join(f"{one['name']} {translate(one['rank'])}" for one in line["players"])
    return f"{line['team']} ({players})" if line["team"] else players


def _short(prizes: list[PrizeBody]) -> bool:
    """Whether each fits a page, so that none need be broken."""
    return all(len(prize["lines"]) <= 15 for prize in prizes)


MOST_ROUNDS = 12  # beside each other; the rest follows below


def groups_of(asked: Asked) -> tuple[StandingsBody, list[StandingsBody]]:
    """Of all, and of each group where an event has some."""
    table = standings_body(asked.row, asked.number, officer=asked.officer)
    if len(table["groups"]) <= 1:
        return table, [table]
    of_each = [
        standings_body(asked.row, asked.number, officer=asked.officer, group=group)
        for group in table["groups"]
    ]
    return table, of_each


def after(title_after: str, title_before: str, number: int) -> str:
    return title_after % {"number": number} if number else title_before


def standings(asked: Asked) -> Sheet:
    """The list for the wall: twelve rounds beside each other; the scores stand with the last of them."""
    table, groups = groups_of(asked)
    sections = [part for one in groups for part in _wall_list(one)]
    title = after(_("Standings after round %(number)s"), _("Standings before round 1"), table["round"])
    key = _(
        "12+/w3: won (+) as White against line 12, three stones given; - lost; = jigo; ? no result yet; "
        "! instead of / by default; 0+ bye; 0- no game; in brackets: does not count."
    )
    size, wide = _as_large_as_fits(asked, sections)
    return table_sheet(
        asked,
        title,
        [*_teams(asked, table["round"]), *sections],
        size=size,
        pad=2.4,
        wide=wide,
        key=key if table["round"] else "",
    )


MARGINS, CELL = 2 * 37, 7  # points beside the table, and around the text of a cell
LETTER = 0.6  # width of a letter or digit, in ems
LARGEST, READABLE, SMALLEST = 12, 9, 6


def _as_large_as_fits(asked: Asked, sections: Sequence[dict[str, Any]]) -> tuple[float, bool]:
    """Return the size of the letters, and whether the longer side of the paper lies below."""
    upright, lying = (
        min((_size_in(points - MARGINS, one) for one in sections), default=LARGEST)
        for points in POINTS[asked.paper]
    )
    wide = upright < READABLE
    return max(SMALLEST, min(LARGEST, lying if wide else upright)), wide


def _size_in(width: float, part: dict[str, Any]) -> float:
    """Return the size at which the columns of a section, each as wide as its widest cell, fill a width."""
    lines = [[one["head"] for one in part["columns"]], *part["rows"]]
    letters = sum(max(map(_letters, cells)) for cells in zip(*lines, strict=True))
    return (width - CELL * len(part["columns"])) / (LETTER * letters)


def _letters(text: str) -> int:
    """Return how many letters a text is wide; Chinese, Japanese and Korean ones count twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _wall_list(table: StandingsBody) -> Iterator[dict[str, Any]]:
    shared, wins = places_are_shared(table), "NBW" not in table["criteria"]
    for first, last in _parts(table["round"]):
        ends = last == table["round"]
        columns = [
            *([column(_("Line"), "right")] if shared else ()),
            column(_("Place"), "right", bold=True),
            column(_("Name")),
            column(_("Rank"), "right"),
            column(_("Club")),
            column(_("Country")),
            *(column(str(number), "center") for number in range(first, last + 1)),
            *([column(_("Wins"), "right")] if ends and wins else ()),
            *(column(name, "right") for name in (table["criteria"] if ends else ())),
        ]
        rows = [
            [
                *([str(line)] if shared else ()),
                str(one["place"]),
                _named(one),
                *(translate(one["rank"]), one["club"], one["country"]),
                *one["games"][first - 1 : last],
                *([plain(one["wins"])] if ends and wins else ()),
                *(_scores(one) if ends else ()),
            ]
            for line, one in enumerate(table["results"], start=1)
        ]
        yield section(columns, rows, title=table["group"])


def _named(one: StandingBody) -> str:
    """With the name in another script, where there is one."""
    return f"{one['name']} {one['native']}".rstrip()


def _scores(one: StandingBody) -> list[str]:
    return [plain(score) for score in one["scores"].values()]


def _teams(asked: Asked, number: int) -> list[dict[str, Any]]:
    """Theirs stand first."""
    if not settings_of(asked.row).teams.boards:
        return []
    body = team_standings_body(asked.row, number, officer=asked.officer)
    return [
        section(
            [
                column(_("Place"), "right", bold=True),
                column(_("Team")),
                *(column(name, "right") for name in table["criteria"]),
            ],
            [[str(one["place"]), one["name"], *_team_scores(one)] for one in table["results"]],
            title=table["group"] or _("Teams"),
        )
        for table in team_sections(body, asked.row, officer=asked.officer)
    ]


def _team_scores(one: Any) -> list[str]:
    return [plain(score) for score in one["scores"].values()]


def _parts(rounds: int) -> Sequence[tuple[int, int]]:
    """The first and the last round of each part; one empty part where nothing is played."""
    starts = range(1, max(rounds, 1) + 1, MOST_ROUNDS)
    return [(first, min(first + MOST_ROUNDS - 1, rounds)) for first in starts]
