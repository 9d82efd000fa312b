"""The webhooks of an organisation on a page: how each fares is seen, and what is missed sent by a button."""

from datetime import timedelta

import pytest

from games.refusals import CODES
from tests.builders import NOW, a_message, a_tournament, a_webhook, an_account, an_organisation, messages
from tests.tournaments.web.visitor import Visitor
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.outbox.rows import Endpoint, EndpointState, JobState
from tournaments.outbox.running import run_job
from tournaments.tables.people import Office
from tournaments.tables.rows import TournamentRow
from tournaments.web.organisations.webhooks import WebhookThrottle
from tournaments.webhooks.news import PING

pytestmark = pytest.mark.django_db
PAGE = "/organisations/home/webhooks/"
ACTIVATE, SEND = "Activate it again", "Send what it missed"
TEST, PAUSE = "Send a test", "Pause"


@pytest.fixture
def endpoint():
    """One that was disabled after two messages, and missed three."""
    row = a_tournament(players=2)
    made = a_webhook(tournament_id=row.id, kinds=["result"], state=EndpointState.DISABLED, failures=5)
    for hours in range(5):
        a_message(made, NOW + timedelta(hours=hours))
    messages().filter(sequence__lte=2).update(state=JobState.DONE)
    messages().filter(sequence__gt=2).update(state=JobState.CANCELLED)
    return made


@pytest.fixture
def director():
    return Visitor(an_account("director", Office.DIRECTOR))


def states():
    return list(messages().order_by("sequence").values_list("state", flat=True))


def test_what_it_missed_is_seen_and_sent_and_nothing_that_it_has_had(endpoint, director, settings):
    settings.WEBHOOK_PRIVATE = True
    page = director.open(PAGE)
    assert "It missed 3 messages, the first of " in page.text
    assert f"disabled by failures · {TournamentRow.objects.get().name} · result" in page.text
    page = director.press(ACTIVATE)
    assert "It is active again." in page.text
    assert (Endpoint.objects.get().state, Endpoint.objects.get().failures) == ("active", 0)
    assert states() == ["done"] * 2 + ["cancelled"] * 3
    page = director.press(SEND)
    assert "3 messages are on their way." in page.text
    assert "No missed messages." in page.text
    assert "3 messages are waiting; next try: " in page.text
    assert states() == ["done"] * 2 + ["queued"] * 3
    assert SEND not in page.text


def test_who_may_not_see_webhooks_finds_neither_page_nor_link(endpoint, client):
    client.force_login(an_account("referee", Office.REFEREE))
    assert client.get(PAGE).status_code == 403
    assert PAGE not in client.get("/organisations/home/").content.decode()
    assert client.post(f"{PAGE}{endpoint.id}/missed/").status_code == 403
    assert states() == ["done"] * 2 + ["cancelled"] * 3


def test_nobody_sends_for_another_house(endpoint, client):
    theirs = a_webhook(an_organisation("elsewhere"))
    client.force_login(an_account("director", Office.DIRECTOR))
    assert client.post(f"{PAGE}{theirs.id}/missed/").status_code == 404
    assert client.post(f"{PAGE}{theirs.id}/resume/").status_code == 404


@pytest.fixture(autouse=True)
def _private(settings):
    settings.WEBHOOK_PRIVATE = True


def sent_to_one_that_answers(status):
    """News of a result, tried once."""
    with receiving() as receiver:
        receiver.answers = [says(status)]
        endpoint = a_webhook(url=receiver.url)
        run_job(a_message(endpoint).id, lambda: NOW)
        return endpoint


def test_a_receiver_that_is_gone_is_said_to_be_and_what_it_refused_is_sent_when_it_is_back(director):
    sent_to_one_that_answers(410)
    page = director.open(PAGE)
    assert "disabled by an answer of 410" in page.text
    assert "1 message could not be delivered and was given up." in page.text
    assert "Last try, " in page.text
    assert "refused by the receiver (410)." in page.text
    assert "No missed messages." not in page.text
    director.press(ACTIVATE)
    assert "1 message is on its way." in director.press(SEND).text
    assert states() == ["queued"]


def test_a_test_is_sent_and_one_that_fails_is_no_missed_message(director):
    with receiving() as receiver:
        receiver.answers = [says(500)]
        a_webhook(an_organisation(), url=receiver.url)
        director.open(PAGE)
        assert "The test is on its way." in director.press(TEST).text
        ping = messages().get()
        assert ping.kind == PING
        run_job(ping.id, lambda: ping.due_at)
    page = director.open(PAGE)
    assert "No missed messages." in page.text
    assert "refused by the receiver (500)." in page.text


def test_tests_are_limited_as_over_rest(director, monkeypatch):
    monkeypatch.setitem(WebhookThrottle.THROTTLE_RATES, "webhooks", "1/min")
    a_webhook(an_organisation())
    director.open(PAGE)
    director.press(TEST)
    assert str(CODES["throttled"].title) in director.press(TEST).text
    assert messages().count() == 1
