"""Places and ratings as SVG of attributes and the style sheet; the same numbers are beside each picture."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.reading.place_paths import PlacePath

STEP, HEIGHT, TOP, LEFT = 56, 72, 22, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """``height``: from 0, the lowest, to 1; ``text`` stands above it, ``foot`` at the bottom."""

    height: float
    text: str
    foot: str


def places_picture(places: Sequence[tuple[int, int]], of: int) -> SafeString | str:
    """``places``: rounds with the place after each, the best at the top; nothing of fewer than two.

    The height is divided between the best and the worst place that the line comes to, at least five.
    """
    best, worst = _ends(place for _, place in places)
    span = max(worst - best, min(4, of - 1), 1)
    parts = [
        gettext("after round %(round)d place %(place)d") % {"round": number, "place": place}
        for number, place in places
    ]
    dots = [
        Dot(height=1 - (place - best) / span, text=str(place), foot=gettext("R%(round)d") % {"round": number})
        for number, place in places
    ]
    return _drawn(dots, gettext("Place after each round: %(places)s") % {"places": ", ".join(parts)})


def ratings_picture(ratings: Sequence[tuple[str, int]]) -> SafeString | str:
    """``ratings``: days ("2026-11-22") with the rating on each; the lowest at the bottom."""
    lowest, highest = _ends(rating for _, rating in ratings)
    span = max(highest - lowest, 50)
    dots = [Dot(height=(rating - lowest) / span, text=str(rating), foot=day[:7]) for day, rating in ratings]
    ratings_in_words = ", ".join(f"{day} {rating}" for day, rating in ratings)
    return _drawn(dots, gettext("Rating after each tournament: %(ratings)s") % {"ratings": ratings_in_words})


def _ends(values: Iterable[int]) -> tuple[int, int]:
    known = sorted(values)
    return (known[0], known[-1]) if known else (0, 0)


def _drawn(dots: Sequence[Dot], label: str) -> SafeString | str:
    if len(dots) < 2:
        return ""
    spots = [(LEFT + STEP * i, TOP + round(HEIGHT * (1 - dot.height)), dot) for i, dot in enumerate(dots)]
    # No air below a line that stays near the top.
    width, height = LEFT * 2 + STEP * (len(dots) - 1), max(y for _, y, _ in spots) + 34
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" '
        'aria-label="{label}" font-size="12" text-anchor="middle" fill="currentColor">'
        '<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2"/>{dots}</svg>',
        w=width,
        h=height,
        label=label,
        line=" ".join(f"{x},{y}" for x, y, _ in spots),
        dots=format_html_join(
            "",
            '<circle cx="{}" cy="{}" r="4"/><text x="{}" y="{}">{}</text><text x="{}" y="{}">{}</text>',
            ((x, y, x, y - 9, dot.text, x, height - 6, dot.foot) for x, y, dot in spots),
        ),
    )


ROUND_WIDTH, PATH_LEFT, PATH_TOP, NAMES = 56, 34, 30, 180
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
    rows = {place: PATH_TOP + row * at for at, place in enumerate(held)}
    ends = _apart([rows[way.places[-1]] for way in ways])
    rounds = len(ways[0].places)
    width, height = PATH_LEFT + ROUND_WIDTH * (rounds - 1) + NAMES, max(*ends, *rows.values()) + APART
    said = escape(gettext("Places of the first after each round; the table below has the same numbers"))
    head = "".join(_text(PATH_LEFT + ROUND_WIDTH * at, 12, _round(at + 1), "middle") for at in range(rounds))
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
            drawn, last = drawn + _text(PATH_LEFT - 14, height + 4, str(place), "end"), round(height)
    return drawn


def _line(number: int, way: PlacePath, rows: Mapping[int, float], end: float) -> str:
    points = [(PATH_LEFT + ROUND_WIDTH * at, rows[place]) for at, place in enumerate(way.places)]
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
