"""Pages whose every word is marked for translation; more of them as they are."""

import pytest

from tests.languages.brackets import OPEN, SHUT, bracketed, unmarked
from tests.languages.pages import checked
from tests.languages.unmarked import MARKED

pytestmark = pytest.mark.django_db


def test_these_pages_say_nothing_that_is_not_marked():
    found = dict(checked(MARKED))
    assert found.keys() >= set(MARKED)
    assert {name: texts for name, texts in found.items() if texts and name in MARKED} == {}


def test_what_is_not_marked_is_found():
    html = f"""<html lang="en"><title>Players</title>
<h1 title="Round">{OPEN}Round <b>three</b>{SHUT} of Vos Anna</h1>
<p>{OPEN}by {OPEN}White{SHUT} now{SHUT}, 3d, D4, B+3.5, 22 November 2026</p><code>manage.py</code>
<p lang="de">Deutsch</p><p translate="no">Some Name</p>
<input placeholder="a name"><img alt="{OPEN}board{SHUT}">"""
    assert unmarked(html, ["Vos Anna"]) == ["Players", "Round", "of Vos Anna", "a name"]


def test_a_code_that_holds_a_country_is_still_a_code():
    assert unmarked("<p>000Z8-W2Y2X-DE8MM-0CSBQ-0AJ3F</p>", ["DE"]) == []


def test_brackets_are_gone_afterwards():
    from django.utils.translation import gettext, ngettext, pgettext

    with bracketed():
        said = gettext("Players"), ngettext("%(n)s stone", "%(n)s stones", 2), pgettext("a colour", "White")
    assert said == (f"{OPEN}Players{SHUT}", f"{OPEN}%(n)s stones{SHUT}", f"{OPEN}White{SHUT}")
    assert gettext("Players") == "Players"
