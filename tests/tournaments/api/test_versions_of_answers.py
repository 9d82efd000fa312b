"""An answer's ETag is of what it shows: a change that comes between is not claimed to be in it."""

import pytest

from games.rest.views import matched_tag
from tests.builders import a_context, a_tournament, an_account
from tournaments.api import entries
from tournaments.commands import carry_out
from tournaments.domain.entries import ChangeEntry
from tournaments.tables.people import Office
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["get", "patch"])
def test_what_changes_while_an_entry_is_shown_is_not_in_its_version(api, monkeypatch, method):
    row = a_tournament(players=2)
    entry = EntryRow.objects.filter(tournament=row).first()
    path = f"/api/v1/tournaments/open/entries/{entry.pk}/{'' if method == 'get' else 'presence/'}"
    api.force_authenticate(an_account("director", Office.OWNER))
    tell = entries.course_body

    def overtaken(*arguments, **more):
        body = tell(*arguments, **more)
        change = ChangeEntry(entry_id=str(entry.pk), reason="typed wrong", correction=3)
        carry_out(str(row.pk), change, a_context())
        return body

    before = api.get(path.removesuffix("presence/"))["ETag"]
    monkeypatch.setattr(entries, "course_body", overtaken)
    answer = getattr(api, method)(path, {"checked_in": True} if method == "patch" else None)
    assert answer.json()["correction"] == 0
    assert matched_tag(answer["ETag"]) - matched_tag(before) == (method == "patch")
