"""What was drawn: every round of a round robin, brackets whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.schedules.bracket import NOBODY, FilledMatch
from tournaments.domain.schedule import bracket_matches, fields_of, seeds_of
from tournaments.reading.schedule_bodies import (
    ScheduleBody,
    ScheduledGameBody,
    ScheduledRoundBody,
    names_in,
    schedule_body,
    schedule_state,
)
from tournaments.web.rounds.brackets import ABOVE, HEIGHT, WIDTH, led_by, spots
from tournaments.web.sheets.sheet import (
    POINTS,
    Asked,
    Sheet,
    code_of_page,
    column,
    head,
    section,
    table_sheet,
)
from tournaments.wording import dates

MOST_FIRST = 16  # matches below each other in one picture
MARGIN = 14  # above the first match: what is written over it


def schedule(asked: Asked) -> Sheet:
    """All rounds of each group, two beside each other."""
    first = schedule_body(asked.row, None, officer=asked.officer)
    bodies = [
        first,
        *(schedule_body(asked.row, group, officer=asked.officer) for group in first["groups"][1:]),
    ]
    sections = [_round(body, one) for body in bodies for one in body["rounds"]]
    return table_sheet(asked, _("Schedule"), sections, size=10, pad=2.6, across=2, whole=True)


def _round(body: ScheduleBody, one: ScheduledRoundBody) -> dict[str, Any]:
    number = _("Round %(number)s") % {"number": one["number"]}
    day = dates.day(one["date"]) if one["date"] else ""
    columns = [column(_("White"), wide=True), column(_("Black"), wide=True), column(_("Result"), "center")]
    rows = [[game["white"]["name"], game["black"]["name"], _result(game)] for game in one["games"]]
    rows += [[free["name"], pgettext("without an opponent", "free"), ""] for free in one["free"]]
    title = " · ".join(part for part in (body["group"], number, day) if part)
    return section(columns, rows, title=title)


SIGNS = {"white": "1-0", "black": "0-1", "jigo": "½-½", "both_win": "1-1", "both_lose": "0-0"}


def _result(game: ScheduledGameBody) -> str:
    """What came of it; else the day of its own that it has."""
    day = f"{dates.day(game['date'])} {game['time']}".strip() if game["date"] else ""
    return SIGNS.get(game["result"], day)


def bracket(asked: Asked) -> Sheet:
    """One picture on a sheet; of a large field its parts first, then the last rounds."""
    state = schedule_state(asked.row, officer=asked.officer)
    names = {id_: str(name) for id_, name in names_in(asked.row, state).items()}
    pictures = []
    for group in fields_of(state):
        seeds = {id_: str(number) for number, id_ in enumerate(seeds_of(state, group), start=1)}
        for title, matches in _sheets(bracket_matches(state, group)):
            shown = " · ".join(part for part in (group, title) if part)
            pictures.append({"title": shown, **_picture(matches, names, seeds)})
    return head(asked, _("Bracket"), pictures=pictures, wide=_lies(asked, pictures), qr=code_of_page(asked))


def _lies(asked: Asked, pictures: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the smallest picture is larger where the longer side of the paper lies below."""
    short, long = POINTS[asked.paper]

    def scale(width: float, height: float) -> float:
        return min((min(height / one["height"], 1.5 * width / one["width"]) for one in pictures), default=0)

    return scale(long, short) > scale(short, long)


def _sheets(matches: Sequence[FilledMatch]) -> list[tuple[str, list[FilledMatch]]]:
    """Whole where it is small enough; else by side, and the winners' side by quarters of it."""
    if not matches:
        return []
    if max(_rows(matches, part) for part in "WL") + _rows(matches, "L") <= MOST_FIRST + MOST_FIRST // 2:
        return [("", list(matches))]
    return [*_winners([one for one in matches if one.match.place[0] == "W"]), *_others(matches)]


def _rows(matches: Sequence[FilledMatch], part: str) -> int:
    """How many matches the first level of a side has."""
    levels = [one.match.place.partition("/")[0] for one in matches if one.match.place[0] == part]
    return max((levels.count(level) for level in set(levels)), default=0)


def _winners(matches: list[FilledMatch]) -> list[tuple[str, list[FilledMatch]]]:
    """Subtrees of at most so many first matches, then what they lead to."""
    by_place = {one.match.place: one for one in matches}
    roots = [by_place[place] for place in _roots(matches)]
    parts = [_leading_to(root, by_place) for root in roots]
    inside = {one.match.place for part in parts for one in part}
    last = [one for one in matches if one.match.place not in inside]
    count = len(parts)
    if not last:
        return [(_("Winners' side"), matches)]
    titled = [
        (_("Part %(number)s of %(count)s") % {"number": number, "count": count}, part)
        for number, part in enumerate(parts, start=1)
    ]
    return [*titled, (_("Last rounds"), last)]


def _roots(matches: Sequence[FilledMatch]) -> list[str]:
    """The matches of the level to which at most so many first matches lead."""
    levels: dict[int, list[str]] = {}
    for one in matches:
        level = int(one.match.place[1:].partition("/")[0])
        levels.setdefault(level, []).append(one.match.place)
    first = min(levels)
    depth = first + MOST_FIRST.bit_length() - 1
    return levels[min(depth, max(levels))]


def _leading_to(root: FilledMatch, by_place: Mapping[str, FilledMatch]) -> list[FilledMatch]:
    before = [by_place[of] for of in led_by(root, "W") if of in by_place]
    return [*(one for match in before for one in _leading_to(match, by_place)), root]


def _others(matches: Sequence[FilledMatch]) -> list[tuple[str, list[FilledMatch]]]:
    titles = {
        "L": _("Losers' side"),
        "F": _("Final"),
        "T": _("Third place"),
        "C": _("Consolation"),
    }
    sides = {part: [one for one in matches if one.match.place[0] == part] for part in titles}
    return [(titles[part], side) for part, side in sides.items() if side]


def _picture(
    matches: Sequence[FilledMatch], names: Mapping[str, str], seeds: Mapping[str, str]
) -> dict[str, Any]:
    """Boxes and the lines between them, in the units of the picture on the page."""
    at = spots(matches)
    left = min(spot.x for spot in at.values())
    lines = [
        [
            (at[of].x - left + WIDTH, at[of].y + MARGIN),
            (at[one.match.place].x - left - 17, at[of].y + MARGIN),
            (at[one.match.place].x - left, at[one.match.place].y + MARGIN),
        ]
        for one in matches
        for of in dict.fromkeys(led_by(one, one.match.place[0]))
        if of in at
    ]
    boxes = [
        {
            "x": at[one.match.place].x - left,
            "y": at[one.match.place].y - HEIGHT / 2 + MARGIN,
            "width": WIDTH,
            "height": HEIGHT,
            "above": ABOVE.get(one.match.place, ""),
            "sides": [_side(one, player, names, seeds) for player in (one.one, one.other)],
        }
        for one in matches
    ]
    return {
        "width": max(spot.x for spot in at.values()) - left + WIDTH,
        "height": max(spot.y for spot in at.values()) + HEIGHT / 2 + MARGIN,
        "lines": lines,
        "boxes": boxes,
    }


def _side(
    one: FilledMatch, player: str | None, names: Mapping[str, str], seeds: Mapping[str, str]
) -> dict[str, str]:
    if not player:
        return {"seed": "", "name": "-" if player == NOBODY else "", "mark": ""}
    won = player == one.winner and one.game is not None
    mark = ("!" if one.game and one.game.result.by_default else "✓") if won else ""
    return {"seed": seeds.get(player, ""), "name": names[player], "mark": mark}
