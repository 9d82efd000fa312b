"""A bracket as SVG, by presentation attributes alone; the same is told below it in words.

Columns are rounds. On the winners' side a match stands between the two that lead to it; the losers' side of a
double elimination is drawn below it, the finals to the right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from tournaments.competition.schedules.bracket import Filled, Takes

WIDTH, HEIGHT, GAP, ROW = 190, 44, 34, 58
LONGEST = 22
PARTS = "WLFTC"
ABOVE = {"T/1": "Third place", "C1/1": "Consolation"}
INK, SOFT, PAPER = "#1d1d1b", "#5c5a55", "#fffdf8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a match is drawn: left edge and the middle of its height, in pixels."""

    x: float
    y: float


def picture(matches: Sequence[Filled], names: Mapping[str, str], seeds: Sequence[str]) -> str:
    """An SVG element; empty without matches. ``seeds`` number the players from 1."""
    if not matches:
        return ""
    placed = spots(matches)
    numbers = {id_: number for number, id_ in enumerate(seeds, start=1)}
    width = max(spot.x for spot in placed.values()) + WIDTH + 4
    height = max(spot.y for spot in placed.values()) + HEIGHT / 2 + 4
    lines = "".join(_lines(one, placed) for one in matches)
    boxes = "".join(_box(one, placed[one.match.place], names, numbers) for one in matches)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="Bracket" '
        f'font-family="system-ui, sans-serif" font-size="13">{lines}{boxes}</svg>'
    )


def spots(matches: Sequence[Filled]) -> dict[str, Spot]:
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


def led_by(one: Filled, part: str) -> list[str]:
    """The matches whose winners come to it; of its own side, but for the finals."""
    sources = (one.match.one, one.match.other)
    winners = [source.of for source in sources if source.takes in (Takes.WINNER, Takes.AGAIN)]
    return [of for of in winners if of[0] == part or part == "F"]


def _lines(one: Filled, spots: Mapping[str, Spot]) -> str:
    to = spots[one.match.place]
    drawn = []
    for of in dict.fromkeys(led_by(one, one.match.place[0])):
        start = spots[of]
        middle = to.x - GAP / 2
        drawn.append(
            f'<path d="M{start.x + WIDTH:g} {start.y:g}H{middle:g}V{to.y:g}H{to.x:g}" fill="none" '
            f'stroke="{SOFT}"/>'
        )
    return "".join(drawn)


def _box(one: Filled, spot: Spot, names: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    top = spot.y - HEIGHT / 2
    sides = "".join(
        _side(one, player, (spot.x, top + offset), names, numbers)
        for player, offset in ((one.one, 17), (one.other, 37))
    )
    above = _text(spot.x, top - 6, ABOVE.get(one.match.place, ""), SOFT)
    return (
        f'{above}<rect x="{spot.x:g}" y="{top:g}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{PAPER}" '
        f'stroke="{INK}"/><path d="M{spot.x:g} {spot.y:g}h{WIDTH}" stroke="{SOFT}"/>{sides}'
    )


def _side(
    one: Filled,
    player: str | None,
    at: tuple[float, float],
    names: Mapping[str, str],
    numbers: Mapping[str, int],
) -> str:
    """A name with its seed; bold and marked whoever goes on."""
    x, y = at
    if not player:
        return _text(x + 8, y, "" if player is None else "-", SOFT)
    won = player == one.winner and one.game is not None
    mark = ("!" if one.game and one.game.result.by_default else "✓") if won else ""
    weight = ' font-weight="700"' if won else ""
    name = names[player]
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return (
        _text(x + 8, y, str(numbers.get(player, "")), SOFT)
        + _text(x + 30, y, short, INK, weight)
        + _text(x + WIDTH - 16, y, mark, INK, weight)
    )


def _text(x: float, y: float, text: str, fill: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{escape(text)}</text>' if text else ""
