"""The place after each round as a small line, the best at the top: SVG of presentation attributes alone."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

STEP, HEIGHT, TOP, LEFT = 56, 72, 22, 24


def places_picture(places: Sequence[tuple[int, int]], of: int) -> SafeString | str:
    """``places``: rounds with the place after each; of fewer than two nothing is drawn.

    The height is divided between the best and the worst place that the line comes to, at least five.
    """
    if len(places) < 2:
        return ""
    best, worst = min(place for _, place in places), max(place for _, place in places)
    span = max(worst - best, min(4, of - 1), 1)
    dots = [
        (LEFT + STEP * index, TOP + round(HEIGHT * (place - best) / span), place, number)
        for index, (number, place) in enumerate(places)
    ]
    width, height = LEFT * 2 + STEP * (len(places) - 1), TOP + HEIGHT + 34
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
        'class="places" role="img" aria-label="{label}" font-size="12" text-anchor="middle" '
        'fill="currentColor">'
        '<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2"/>{dots}</svg>',
        w=width,
        h=height,
        label=_said(places),
        line=" ".join(f"{x},{y}" for x, y, _, _ in dots),
        dots=format_html_join(
            "",
            '<circle cx="{}" cy="{}" r="4"/><text x="{}" y="{}">{}</text>'
            '<text x="{}" y="{}" opacity=".75">{}</text>',
            ((x, y, x, y - 9, place, x, height - 6, _short(number)) for x, y, place, number in dots),
        ),
    )


def _said(places: Sequence[tuple[int, int]]) -> str:
    told = [
        gettext("after round %(round)d place %(place)d") % {"round": number, "place": place}
        for number, place in places
    ]
    return gettext("Place after each round: %(places)s") % {"places": ", ".join(told)}


def _short(number: int) -> str:
    """The head of a column: round 3."""
    return gettext("R%(number)d") % {"number": number}
