"""Officers and the public read two bodies at one address: neither's ETag stands for the other's."""

import pytest
from rest_framework.test import APIClient

from games.rest.views import matched_tag
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.commands import carry_out
from tournaments.domain.round_stages import UnpublishRound
from tournaments.domain.tournament import Publish

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
DOORS = ("standings/", "standings/changes/?since=1", "ratings/", "team-standings/")


@pytest.fixture
def row():
    """Round 1 is public; round 2 has results that are not."""
    row = a_tournament(players=4)
    carry_out(str(row.id), Publish(), a_context())
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    carry_out(str(row.id), UnpublishRound(round=2, reason="a draft again"), a_context())
    finish(row, 2)
    return row


@pytest.fixture
def officer():
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def test_equal_bodies_have_one_etag(row, officer):
    """The schedule of a McMahon tournament hides nothing."""
    mine, theirs = (client.get(f"{OPEN}schedule/") for client in (officer, APIClient()))
    assert (mine.content, mine["ETag"]) == (theirs.content, theirs["ETag"])


@pytest.mark.parametrize("door", DOORS)
def test_each_keeps_its_own(row, officer, door):
    clients = (officer, APIClient())
    seen = [client.get(OPEN + door)["ETag"] for client in clients]
    assert len(set(seen)) == 2
    for client, own, other in zip(clients, seen, reversed(seen), strict=True):
        for weak in ("", "W/"):
            assert client.get(OPEN + door, headers={"If-None-Match": weak + own}).status_code == 304
        again = client.get(OPEN + door, headers={"If-None-Match": other})
        assert (again.status_code, again["ETag"]) == (200, own)


def test_what_was_hidden_is_read_again(row, officer):
    public = APIClient()
    hidden = officer.get(OPEN + "standings/")
    told = public.get(OPEN + "standings/", headers={"If-None-Match": hidden["ETag"]})
    assert (hidden.json()["round"], told.json()["round"]) == (2, 1)


def test_either_names_the_version_to_write_on(row, officer):
    version = officer.get(OPEN + "standings/")["ETag"]
    theirs = APIClient().get(OPEN + "standings/")["ETag"]
    assert matched_tag(version) == matched_tag(theirs)
    body = {"name": "Open again"}
    assert officer.patch(OPEN, body, headers={"If-Match": version}).status_code == 200
    assert officer.patch(OPEN, body | {"place": "Delft"}, headers={"If-Match": version}).status_code == 412
