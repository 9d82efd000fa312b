"""The ETag of every read of a tournament is accepted by its writes, and answers 304."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.commands import carry_out
from tournaments.domain.tournament import Publish
from tournaments.tables.people import Office
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
READS = (
    "",
    "settings/",
    "entries/",
    "entries.csv",
    "entries/{entry}/",
    "rounds/",
    "rounds/1/",
    "rounds/1/pairings/",
    "rounds/1/pairings/?page_size=1",
    "standings/",
    "standings.csv",
    "tiebreaks/",
    "events/",
    "limits/",
    "live/",
    "schedule/",
    "/api/v1/games/{game}/",
    "/api/v1/games/{game}/position/",
)


@pytest.fixture
def row():
    row = a_tournament(players=4)
    carry_out(str(row.id), Publish(), a_context())
    pair(row, 1)
    finish(row, 1)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("officer", [True, False])
@pytest.mark.parametrize("read", READS)
def test_write_accepts_the_etag_of_every_read(row, read, officer):
    desk, reader = APIClient(), APIClient()
    desk.force_authenticate(an_account("director", Office.DIRECTOR))
    found = {
        "entry": EntryRow.objects.filter(tournament=row).first().pk,
        "game": PairingRow.objects.filter(tournament=row).first().game_id,
    }
    address = read.format(**found) if read.startswith("/") else OPEN + read.format(**found)
    client = desk if officer else reader
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    written = desk.patch(OPEN, {"name": "Open again"}, headers={"If-Match": tag})
    assert written.status_code == 200, written.content
    again = desk.patch(OPEN, {"name": "Open once"}, headers={"If-Match": tag})
    assert (again.status_code, again.json()["code"]) == (412, "version_clash")


def test_writes_to_a_record_need_the_version_of_the_game(row):
    desk = APIClient()
    desk.force_authenticate(an_account("director", Office.DIRECTOR))
    game = f"/api/v1/games/{PairingRow.objects.filter(tournament=row).first().game_id}/"
    action = {"do": "pass", "colour": "black"}
    of_tournament = desk.get(OPEN)["ETag"]
    refused = desk.post(f"{game}moves/", action, headers={"If-Match": of_tournament})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_if_match")
    moved = desk.post(f"{game}moves/", action, headers={"If-Match": desk.get(game)["ETag"]})
    assert moved.status_code == 201, moved.content
    named = desk.patch(OPEN, {"name": "Open again"}, headers={"If-Match": moved["ETag"]})
    assert named.status_code == 200, named.content


def test_write_that_compares_no_version_refuses_what_is_no_etag(api):
    api.force_authenticate(an_account("somebody"))
    refused = api.post("/api/v1/account/notices/read/", {"ids": []}, headers={"If-Match": "12"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_if_match")
