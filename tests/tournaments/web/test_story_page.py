"""Taking back on the page of the story: a reason is asked for once a round is paired."""

import pytest

from tests.builders import a_context, a_tournament, pair
from tests.tournaments.web.disputed import visitors
from tests.tournaments.web.visitor import Page
from tournaments.commands import carry_out
from tournaments.domain.presence import CheckIn
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
STORY = "/tournaments/open/story/"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    carry_out(str(row.id), CheckIn(entry_id=EntryRow.objects.first().id), a_context())
    return row


@pytest.fixture
def director():
    return visitors("director")[0]


def test_who_is_refused_is_back_at_the_line(row, director):
    pair(row, 1)
    form = next(form for form in director.open(f"{STORY}?before=999").forms if "Undo" in str(form.buttons))
    page = Page(director.client.post(form.action, {**form.fields, "next": f"{STORY}?before=999#v3"}))
    assert page.status == 422
    assert "Give a reason" in page.html.partition(f'action="{form.action}"')[2].partition("</form>")[0]
