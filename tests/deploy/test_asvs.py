"""The table of ASVS: nothing left out, nothing named that is not there, counted as it stands."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "deploy" / "decisions" / "asvs.md").read_text()
IDS = re.findall(r"^(V\S+) [12]$", (ROOT / "tests" / "data" / "asvs-5.0.txt").read_text(), re.MULTILINE)
ROWS = re.findall(r"^\| (V\d+\.\d+\.\d+) \| (.+) \| (.+) \| (.+) \|$", TEXT, re.MULTILINE)
VERDICTS = ("yes", "partly", "no", "does not apply")
ROOMS = ("rules/", "games/", "tournaments/", "deploy/", "tests/")


def test_each_requirement_of_both_levels_stands_there_once():
    assert [row[0] for row in ROWS] == IDS
    assert len(IDS) == 253  # 70 of level 1 and 183 of level 2


def test_each_has_a_verdict():
    assert [row for row in ROWS if row[2] not in VERDICTS] == []


def test_each_place_that_is_named_exists():
    named = [place for row in ROWS for place in re.findall(r"`([^` ]+)`", row[3])]
    places = [place for place in named if place.startswith(ROOMS)]
    assert [place for place in places if not (ROOT / place).exists()] == []
    assert len(places) > 200


@pytest.mark.parametrize("chapter", [*(f"V{number}" for number in range(1, 18)), "all"])
def test_the_counts_are_those_of_the_rows(chapter):
    rows = [row for row in ROWS if chapter == "all" or row[0].startswith(f"{chapter}.")]
    counts = Counter(row[2] for row in rows)
    line = " | ".join(map(str, (chapter, *(counts[verdict] for verdict in VERDICTS), len(rows))))
    assert f"| {line} |" in TEXT.splitlines()
