"""Brackets: the columns of matches on a page, and their places on a sheet of paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, pgettext

from tournaments.competition.schedules.bracket import NOBODY, FilledMatch, PlayerSource

ORDER = "WLFTC"


def parts_of(
    matches: Sequence[FilledMatch],
    names: Mapping[str, str],
    ranks: Mapping[str, str],
    seeds: Sequence[str],
    worth: Mapping[tuple[int, str], str] | None = None,
) -> list[dict[str, Any]]:
    """``worth``: round and place of a match -> a game that is worth a link."""
    numbers = {id_: number for number, id_ in enumerate(seeds, start=1)}
    both = any(one.match.place[0] == "L" for one in matches)
    found = []
    for part in ORDER:
        own = [one for one in matches if one.match.place[0] == part and _is_needed(one)]
        if own:
            columns = _columns(own, part, both=both)
            for column in columns:
                column["matches"] = [
                    _match(one, names, ranks, numbers, worth or {}) for one in column["matches"]
                ]
            found.append({"part": part, "title": _title(part, both=both), "columns": columns})
    return found


def _is_needed(one: FilledMatch) -> bool:
    """A second final that nobody plays is left out."""
    return one.match.place[0] != "F" or {one.one, one.other} != {NOBODY}


def _title(part: str, *, both: bool) -> str:
    if part == "W":
        return gettext("Winners' side") if both else ""
    titles = {"L": gettext("Losers' side"), "F": gettext("Finals"), "C": gettext("Consolation bracket")}
    return titles.get(part, "")


def _columns(matches: Sequence[FilledMatch], part: str, *, both: bool) -> list[dict[str, Any]]:
    """``halves``: two matches lead to one of the next column; else one match does, or none follows."""
    levels = [list(level) for _, level in groupby(matches, key=_level)]
    sizes = [len(level) for level in levels]
    return [
        {
            "name": _stage(part, at, sizes, both=both),
            "round": level[0].match.round,
            "halves": at + 1 < len(sizes) and sizes[at + 1] * 2 == sizes[at],
            "goes_on": at + 1 < len(sizes) and part != "F",
            "matches": level,
        }
        for at, level in enumerate(levels)
    ]


def _level(one: FilledMatch) -> str:
    """Matches that are played side by side; each of the finals is a level of its own."""
    place = one.match.place
    return place if place[0] == "F" else place.partition("/")[0]


def _stage(part: str, at: int, sizes: Sequence[int], *, both: bool) -> str:
    """What players call it."""
    last = at == len(sizes) - 1
    if part == "T":
        return gettext("Third place")
    if part == "F":
        return gettext("Grand final") if at == 0 else gettext("Second final")
    if part == "L":
        return gettext("Losers' final") if last else gettext("Losers' round %(n)d") % {"n": at + 1}
    if part == "C":
        return gettext("Consolation final") if last else gettext("Consolation round %(n)d") % {"n": at + 1}
    if both and last:
        return gettext("Winners' final")
    return _of_size(sizes[at])


def _of_size(matches: int) -> str:
    named = {1: pgettext("bracket", "Final"), 2: gettext("Semi-finals"), 4: gettext("Quarter-finals")}
    return named.get(matches) or gettext("Round of %(n)d") % {"n": 2 * matches}


def _match(
    one: FilledMatch,
    names: Mapping[str, str],
    ranks: Mapping[str, str],
    numbers: Mapping[str, int],
    worth: Mapping[tuple[int, str], str],
) -> dict[str, Any]:
    game = one.game
    return {
        "place": one.match.place.replace("/", "-"),
        "table": game.table if game else "",
        "game": worth.get((one.match.round, one.match.place), ""),
        "free": NOBODY in (one.one, one.other),
        "by_default": bool(game and game.result.by_default),
        "sides": [
            {
                "id": player or "",
                "name": names.get(player or "", ""),
                "rank": ranks.get(player or "", ""),
                "seed": numbers.get(player or "", ""),
                "won": bool(player) and player == one.winner and game is not None,
                "open": player is None,
            }
            for player in (one.one, one.other)
        ],
    }


WIDTH, HEIGHT, GAP, ROW = 190, 44, 34, 58
PARTS = "WLFTC"
ABOVE = {"T/1": "Third place", "C1/1": "Consolation"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The place of a match in the picture: left edge and the middle of its height, in pixels."""

    x: float
    y: float


def spots(matches: Sequence[FilledMatch]) -> dict[str, Spot]:
    """Winners' side first; what hangs from nothing drawn yet takes the next free row of its part."""
    placed: dict[str, Spot] = {}
    rows = dict.fromkeys(PARTS, 0)
    floor = 0.0
    for part in PARTS:
        for one in (one for one in matches if one.match.place[0] == part):
            before = [placed[of] for of in led_by(one, part) if of in placed]
            x = (one.match.round - 1) * (WIDTH + GAP) + 2
            if before:
                y = sum(spot.y for spot in before) / len(before)
            else:
                y = floor + (rows[part] + 0.5) * ROW
                rows[part] += 1
            placed[one.match.place] = Spot(x=x, y=y)
        if part in "WLT":
            floor = max((spot.y + ROW / 2 for spot in placed.values()), default=0.0) + ROW / 2
    return placed


def led_by(one: FilledMatch, part: str) -> list[str]:
    """The matches whose winners come to it; of its own side, but for the finals."""
    sources = (one.match.one, one.match.other)
    winners = [source.of for source in sources if source.takes in (PlayerSource.WINNER, PlayerSource.AGAIN)]
    return [of for of in winners if of[0] == part or part == "F"]
