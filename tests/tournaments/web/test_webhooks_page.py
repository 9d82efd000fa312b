"""The webhooks of an organisation on a page: what was missed is seen, and sent again by a button."""

from datetime import timedelta

import pytest

from tests.builders import NOW, a_ping, a_tournament, a_webhook, an_account, an_organisation
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.people import Office
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks.rows import Delivery, DeliveryState, Endpoint, EndpointState

pytestmark = pytest.mark.django_db
PAGE = "/organisations/home/webhooks/"
ACTIVATE, SEND = "Activate it again", "Send what it missed"


@pytest.fixture
def endpoint():
    """One that was disabled after two messages, and missed three."""
    row = a_tournament(players=2)
    made = a_webhook(tournament_id=row.id, kinds=["result"], state=EndpointState.DISABLED, failures=5)
    for hours in range(5):
        a_ping(made, NOW + timedelta(hours=hours))
    Delivery.objects.filter(sequence__lte=2).update(state=DeliveryState.DELIVERED)
    Delivery.objects.filter(sequence__gt=2).update(state=DeliveryState.MISSED)
    return made


@pytest.fixture
def director():
    return Visitor(an_account("director", Office.DIRECTOR))


def states():
    return list(Delivery.objects.order_by("sequence").values_list("state", flat=True))


def test_what_it_missed_is_seen_and_sent_and_nothing_that_it_has_had(endpoint, director, settings):
    settings.WEBHOOK_PRIVATE = True
    page = director.open(PAGE)
    assert "It missed 3 messages, the first of " in page.text
    assert f"disabled by failures · {TournamentRow.objects.get().name} · result" in page.text
    page = director.press(ACTIVATE)
    assert "It is active again." in page.text
    assert (Endpoint.objects.get().state, Endpoint.objects.get().failures) == ("active", 0)
    assert states() == ["delivered"] * 2 + ["missed"] * 3
    page = director.press(SEND)
    assert "3 messages are on their way." in page.text
    assert "It missed nothing that is still kept." in page.text
    assert states() == ["delivered"] * 2 + ["waiting"] * 3
    assert SEND not in page.text


def test_one_is_said_as_one(endpoint, director):
    Delivery.objects.filter(sequence__gt=3).delete()
    assert "It missed 1 message, of " in director.open(PAGE).text


def test_who_may_not_see_webhooks_finds_neither_page_nor_link(endpoint, client):
    client.force_login(an_account("referee", Office.REFEREE))
    assert client.get(PAGE).status_code == 403
    assert PAGE not in client.get("/organisations/home/").content.decode()
    assert client.post(f"{PAGE}{endpoint.id}/missed/").status_code == 403
    assert states() == ["delivered"] * 2 + ["missed"] * 3


def test_the_way_there_is_on_the_organisation_s_page(endpoint, director):
    assert PAGE in [address for _, address in director.open("/organisations/home/").links]


def test_nobody_sends_for_another_house(endpoint, client):
    theirs = a_webhook(an_organisation("elsewhere"))
    client.force_login(an_account("director", Office.DIRECTOR))
    assert client.post(f"{PAGE}{theirs.id}/missed/").status_code == 404
    assert client.post(f"{PAGE}{theirs.id}/resume/").status_code == 404


def test_a_webhook_that_does_not_listen_is_sent_nothing(endpoint, director):
    Endpoint.objects.update(state=EndpointState.ACTIVE)
    director.open(PAGE)
    Endpoint.objects.update(state=EndpointState.PAUSED)
    assert "The webhook is paused or disabled." in director.press(SEND).text
    assert states() == ["delivered"] * 2 + ["missed"] * 3
