"""Places and ratings as SVG of attributes and the style sheet; the same numbers are beside each picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

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
