"""The scripts say nothing that the page has no words for, and leave no fact of a sentence out."""

import re
from pathlib import Path

import pytest

from tournaments.templatetags.spoken import AT_THE_DESK, ON_MY_PHONE

STATIC = Path("tournaments/static/nigiri")
PAGES = {"results.js": AT_THE_DESK, "mine.js": ON_MY_PHONE}


def said(script):
    """What stands in quotes where the script says or hints something."""
    text = (STATIC / script).read_text()
    calls = re.findall(r"\b(?:say|hint)\(([^)]*)", text)
    return {name for call in calls for name in re.findall(r'"([a-z 0-9]+)"', call.partition("{")[0])}


@pytest.mark.parametrize("script", PAGES)
def test_what_a_script_says_is_among_the_words_of_its_page(script):
    asked = said(script) | said("kept.js")
    assert {"saving", "lost", "again", "drop", "another", "failed", "waits"} <= asked
    assert asked - {"refused"} <= PAGES[script].keys()
