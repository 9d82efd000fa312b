"""A tournament's pages by its own clocks, and in its own language for anyone who has chosen none."""

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils import timezone, translation

from games.log.serialisation import decode
from tests.builders import a_context, a_tournament, an_account
from tournaments.commands import carry_out
from tournaments.domain.tournament import ChangeDetails
from tournaments.state.tournament import Details
from tournaments.tables.rows import RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/open/"
COOKIE = settings.LANGUAGE_COOKIE_NAME


@pytest.fixture(autouse=True)
def _as_before():
    yield
    timezone.deactivate()
    translation.activate(settings.LANGUAGE_CODE)


def telling(row, **changes):
    details = replace(decode(Details, row.poster), **changes)
    carry_out(str(row.id), ChangeDetails(details=details), a_context())
    return TournamentRow.objects.get(pk=row.pk)


def language_of(response):
    return re.search(r'<html lang="([\w-]+)">', response.content.decode())[1]


@pytest.mark.parametrize(
    ("own", "chosen", "browser", "language"),
    [
        ("", "", "fr", "fr"),
        ("de", "", "", "de"),
        ("de", "", "fr", "de"),
        ("de", "ja", "fr", "ja"),
        ("de", "nonsense", "fr", "de"),
    ],
)
def test_chosen_before_the_tournaments_own_before_the_browsers(client, own, chosen, browser, language):
    telling(a_tournament(4), language=own)
    client.cookies[COOKIE] = chosen
    response = client.get(PAGE, headers={"accept-language": browser})
    assert language_of(response) == response["Content-Language"] == language
    home = client.get("/accounts/login/", headers={"accept-language": browser or "en"})
    assert language_of(home) == (chosen if chosen == "ja" else browser or "en")


def test_times_are_those_of_its_clocks_and_of_no_other_page(client):
    row = telling(a_tournament(4, finished=1), time_zone="Asia/Tokyo")
    RoundRow.objects.filter(tournament=row).update(closed=True, claims_until="2026-11-21T16:30:00+00:00")
    there = client.get(f"{PAGE}rounds/1/", headers={"accept-language": "ja"}).content.decode()
    assert "11月22日 1:30 JST" in there
    a_tournament(4, slug="elsewhere", finished=1)
    RoundRow.objects.update(closed=True, claims_until="2026-11-21T16:30:00+00:00")
    assert "21 November, 16:30 UTC" in client.get("/tournaments/elsewhere/rounds/1/").content.decode()


def test_they_are_set_over_rest(api):
    row = a_tournament(4)
    api.force_authenticate(an_account("ann", "director"))
    address = "/api/v1/tournaments/open/"
    assert api.get(address).json()["time_zone"] == api.get(address).json()["language"] is None
    match = {"headers": {"If-Match": f'"{row.version}"'}}
    refused = [api.patch(address, {name: "xx"}, **match).status_code for name in ("time_zone", "language")]
    assert refused == [422, 422]
    changed = api.patch(address, {"time_zone": "Asia/Seoul", "language": "ko"}, **match)
    assert (changed.status_code, changed.json()["time_zone"]) == (200, "Asia/Seoul")


def test_a_poster_of_before_says_nothing_of_either():
    old = {"name": "Open", "begins": "2026-11-21"}
    assert decode(Details, old) == Details(name="Open", begins="2026-11-21", time_zone="", language="")
