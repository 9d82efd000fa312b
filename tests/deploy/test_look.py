"""The style sheet's promises: tokens that can be read on every surface, no colour beside them, its size."""

import re
from pathlib import Path

import pytest

STATIC = Path("tournaments/static/nigiri")
SHEET = (STATIC / "nigiri.css").read_text()
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", block))
    for block in re.findall(r":root \{([^}]*--paper[^}]*)\}", SHEET)[:2]
)
TEXTS = ("ink", "muted", "accent", "danger", "warning", "info")
SURFACES = ("paper", "card", "note", "lit")


def luminance(colour):
    """Relative luminance as WCAG 2.2 defines it, 0 to 1."""
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_every_surface(tokens):
    pairs = {
        (text, surface): contrast(tokens[text], tokens[surface]) for text in TEXTS for surface in SURFACES
    }
    assert {pair: value for pair, value in pairs.items() if value < 5.5} == {}
    assert contrast(tokens["on-accent"], tokens["accent"]) >= 7


ROWS = {"_costs.html", "_game_row.html"}
"""Rows of which a page has hundreds: each space of theirs is sent as often."""


def test_templates_wrap_at_120_characters():
    templates = [*Path("tournaments/templates").rglob("*.html"), *Path("deploy/templates").rglob("*.html")]
    long = {
        template.name
        for template in templates
        for line in template.read_text(encoding="utf-8").splitlines()
        if len(line) > 120
    }
    assert long - ROWS == set()
