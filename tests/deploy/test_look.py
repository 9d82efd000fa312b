"""The style sheet's promises: tokens that can be read on every surface, no colour beside them, its size."""

import re
from pathlib import Path

import pytest

STATIC = Path("tournaments/static/nigiri")
CHECK = STATIC / "check.js"
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


def test_dark_names_the_colours_that_light_names():
    assert set(DARK) == set(LIGHT)


def test_rules_name_tokens_and_no_colours():
    rules = re.sub(r":root \{[^}]*\}", "", SHEET)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*\})|\brgb\(|\bhsl\(", rules) == []


def test_every_class_of_the_sheet_is_on_some_page():
    """What nothing names any more is taken out of the sheet."""
    rules = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", SHEET, flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{}]+)\{", rules))
    named = set(re.findall(r"\.([a-z][\w-]*)", selectors))
    places = ("tournaments/templates", "tournaments/web", "tournaments/static/nigiri", "games", "deploy")
    pages = "\n".join(
        path.read_text()
        for place in places
        for path in Path(place).rglob("*")
        if path.suffix in {".html", ".py", ".js"}
    )
    said = set(re.findall(r"[\w-]+", pages))
    made = {name for name in named if name.split("-")[0] in {"in", "on", "size"}}  # by token
    assert named - made - said == set()


def test_the_style_guide_shows_every_token_of_text(client):
    page = client.get("/styleguide/").content.decode()
    assert set(re.findall(r'class="in-(\w+)"', page)) == set(TEXTS)
    assert set(re.findall(r'class="on-(\w+)"', page)) == {*SURFACES, "wood"}


@pytest.mark.parametrize("kind", ["css", "js"])
def test_it_stays_small(kind):
    """Lines that do something: comments and blank lines are the reader's."""
    assert sum(map(lines_of, set(STATIC.glob(f"*.{kind}")) - {CHECK})) <= 900


def test_what_checks_proofs_can_be_read_by_whoever_would_not_believe_the_service():
    """It is a program of its own, that a stranger copies and reads: not counted with the pages' scripts."""
    assert lines_of(CHECK) <= 135


def lines_of(path):
    text = path.read_text()
    code = re.sub(r"^\s*//.*$", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    return sum(1 for line in code.splitlines() if line.strip())
