"""The private link of an entry over REST: shown for badges, replaced, revoked."""

import pytest

from tests.builders import a_tournament, an_account
from tournaments.accounts.private_links import open_link
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(api):
    a_tournament(players=2)
    api.force_authenticate(an_account("desk", "desk"))
    return f"/api/v1/tournaments/open/entries/{EntryRow.objects.first().id}/link/"


def test_shows_the_current_link_and_no_cache_keeps_it(api, path):
    response = api.get(path)
    link = response.json()
    assert (link["serial"], link["revoked"]) == (1, False)
    assert link["address"].endswith(f"/my/{link['token']}/")
    assert str(open_link(link["token"]).entry.id) in path
    assert response["Cache-Control"] == "private, no-store"


def test_replaces_the_link_once_however_often_it_is_sent(api, path):
    before = api.get(path).json()["token"]
    first, second = (api.put(path, {"serial": 1}).json() for _ in range(2))
    assert first == second == api.get(path).json()
    assert (first["serial"], first["token"] != before) == (2, True)
    assert api.put(path, {}).status_code == 422


def test_revokes_the_link_until_it_is_replaced(api, path):
    assert api.delete(path).status_code == 204
    assert api.get(path).json() == {"serial": 1, "revoked": True, "token": None, "address": None}
    assert api.put(path, {"serial": 1}).json()["revoked"] is False


@pytest.mark.parametrize(("office", "status"), [(None, 403), ("director", 200)])
def test_needs_the_right_to_give_links(api, path, office, status):
    api.force_authenticate(an_account("other", office))
    assert api.get(path).status_code == status


def test_finds_no_entry_of_another_tournament(api, path):
    a_tournament(players=2, slug="other")
    assert api.get(path.replace("/open/", "/other/")).status_code == 404
