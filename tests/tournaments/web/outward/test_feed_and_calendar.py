"""What other programs are told of a tournament: nothing that is hidden, and each thing once."""

from dataclasses import replace
from datetime import UTC
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar

from tests.builders import a_context, a_tournament, an_account, do, finish, pair, state_of
from tournaments.commands import carry_out
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.round_stages import PublishRound, UnpublishRound
from tournaments.domain.tournament import ChangeDetails
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}
EVENT = "/tournaments/open/"


def entries(client):
    feed = ET.fromstring(client.get(f"{EVENT}feed.atom").content)
    return [
        (one.find("a:title", ATOM).text, one.find("a:link", ATOM).get("href"))
        for one in feed.findall("a:entry", ATOM)
    ]


def test_a_feed_tells_what_was_published_newest_first(client):
    row = a_tournament(players=4, finished=1)
    pair(row, 2)
    host = "http://testserver"
    assert entries(client) == [
        ("Pairings of round 2", f"{host}{EVENT}rounds/2/"),
        ("Pairings of round 1", f"{host}{EVENT}rounds/1/"),
        ("The tournament is open to the public", f"{host}{EVENT}"),
    ]


def test_a_round_that_was_taken_from_view_is_not_told(client):
    row = a_tournament(players=4)
    pair(row, 1)
    carry_out(str(row.id), UnpublishRound(round=1, reason="a wrong bye"), a_context())
    assert [title for title, _ in entries(client)] == ["The tournament is open to the public"]


def test_a_calendar_has_the_days_and_the_games_that_were_put_off(client):
    a_tournament(players=4)
    calendar = Calendar.from_ical(client.get(f"{EVENT}calendar.ics").content)
    (event,) = calendar.events
    assert (str(event["summary"]), event.start.isoformat(), event.end.isoformat()) == (
        "The Open",
        "2026-11-21",
        "2026-11-23",
    )


def test_calendar_has_times_in_the_zone_of_the_tournament(client):
    row = a_tournament(players=4)
    do(row, ChangeDetails(details=replace(state_of(row).details, time_zone="Europe/Helsinki")))
    pair(row, 1)
    do(row, PublishRound(round=1))
    game = PairingRow.objects.filter(tournament=row).first()
    do(row, SetGameDate(game_id=str(game.game_id), date="2026-11-28", time="19:30"))
    calendar = Calendar.from_ical(client.get(f"{EVENT}calendar.ics").content)
    (postponed,) = (event for event in calendar.events if "and" in str(event["summary"]))
    assert postponed.start.astimezone(UTC).isoformat() == "2026-11-28T17:30:00+00:00"
    assert [str(zone.tz_name) for zone in calendar.timezones] == ["Europe/Helsinki"]


@pytest.mark.parametrize("path", ["feed.atom", "calendar.ics", "embed/", "copy.zip"])
def test_nothing_of_a_hidden_tournament_leads_out(client, path):
    a_tournament(players=4, published=False)
    assert client.get(EVENT + path).status_code == 404


def test_standings_may_stand_in_a_frame_and_no_other_page(client):
    pair(a_tournament(players=4, finished=1), 2)
    shown = client.get(f"{EVENT}embed/?rows=2")
    assert "frame-ancestors *" in shown["Content-Security-Policy"]
    assert "script-src 'self'" in shown["Content-Security-Policy"]
    assert shown.content.count(b"<tr>") == 3
    html = " ".join(shown.content.decode().split())
    assert '<h1 id="title"><a href="http://testserver/tournaments/open/">' in html
    assert "<strong>Round 2 of 5 is being played</strong></a> · 0 of 2 results in" in html
    page = client.get(EVENT)
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_an_officer_sees_in_a_frame_what_everybody_sees(client):
    row = a_tournament(players=4)
    pair(row, 1)
    finish(row, 1)
    before = client.get(f"{EVENT}embed/").content
    client.force_login(an_account("director", Office.DIRECTOR))
    assert client.get(f"{EVENT}embed/").content == before
    assert PairingRow.objects.count() == 2


def test_pages_tell_other_sites_of_the_name_and_the_feed(client):
    a_tournament(players=4)
    page = " ".join(client.get(f"{EVENT}players/").content.decode().split())
    assert '<meta property="og:title" content="' in page
    assert "og:image" not in page
    assert f'type="application/atom+xml" title="Feed of news" href="{EVENT}feed.atom"' in page
