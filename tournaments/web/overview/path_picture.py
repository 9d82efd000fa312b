"""The way of the leaders: a line for each, place after round, as SVG by attributes and the style sheet.

The same numbers stand in a table below it.
"""

from collections.abc import Mapping, Sequence
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.reading.place_paths import PlacePath

STEP, LEFT, TOP, NAMES = 56, 34, 30, 180
TALL, HIGHEST_ROW = 230, 26
APART = 16  # of two texts, one above the other
LONGEST = 22
COLOURS = ("line-0", "line-1", "line-2", "line-3")
"""Four colours, then the same with dashes: no line differs by colour alone."""


def path_picture(ways: Sequence[PlacePath]) -> SafeString:
    """Empty without ways. Rows are those places that one of them has had, the best first."""
    if not ways:
        return SafeString("")
    held = sorted({place for way in ways for place in way.places})
    row = min(HIGHEST_ROW, TALL / len(held))
    rows = {place: TOP + row * at for at, place in enumerate(held)}
    ends = _apart([rows[way.places[-1]] for way in ways])
    rounds = len(ways[0].places)
    width, height = LEFT + STEP * (rounds - 1) + NAMES, max(*ends, *rows.values()) + APART
    said = escape(gettext("Places of the first after each round; the table below has the same numbers"))
    head = "".join(_text(LEFT + STEP * at, 12, _round(at + 1), "middle") for at in range(rounds))
    lines = "".join(_line(at, way, rows, ends[at]) for at, way in enumerate(ways))
    # Of names that are escaped here, and of numbers.
    return SafeString(
        f'<svg class="path" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" role="img" '
        f'aria-label="{said}" font-size="13">{_scale(rows)}{head}{lines}</svg>'
    )


def _apart(wished: Sequence[float]) -> list[float]:
    """The heights of names, from above, so that none covers another."""
    placed: list[float] = []
    for height in wished:
        placed.append(max(height, placed[-1] + APART) if placed else height)
    return placed


def _scale(rows: Mapping[int, float]) -> str:
    """The places at the left, as many as there is room for."""
    drawn, last = "", -APART
    for place, height in rows.items():
        if height - last >= APART:
            drawn, last = drawn + _text(LEFT - 14, height + 4, str(place), "end"), round(height)
    return drawn


def _line(number: int, way: PlacePath, rows: Mapping[int, float], end: float) -> str:
    points = [(LEFT + STEP * at, rows[place]) for at, place in enumerate(way.places)]
    drawn = " ".join(f"{x},{y:g}" for x, y in points)
    dots = "".join(f'<circle cx="{x}" cy="{y:g}" r="4" fill="currentColor"/>' for x, y in points)
    dash = ' stroke-dasharray="5 4"' if number >= len(COLOURS) else ""
    name = way.name if len(way.name) <= LONGEST else way.name[: LONGEST - 1] + "…"
    return (
        f'<g class="{COLOURS[number % len(COLOURS)]}"><polyline points="{drawn}" fill="none" '
        f'stroke="currentColor" stroke-width="2"{dash}/>{dots}'
        f'<text x="{points[-1][0] + 12}" y="{end + 4:g}" fill="currentColor">{escape(name)}</text></g>'
    )


def _round(number: int) -> str:
    return gettext("R%(n)d") % {"n": number}


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="soft" text-anchor="{anchor}">{escape(text)}</text>'
