"""Refused attempts: counted for the organisation that they concern, read on the page of its members."""

from datetime import timedelta
from uuid import uuid4

import pytest
from allauth.mfa.signals import authentication_failed
from django.test import Client
from django.utils import timezone

from tests.builders import a_tournament, an_account, an_organisation, pair
from tests.tournaments.web.disputed import visitors
from tournaments.tables.accounts import RefusedAttempt
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
DESK = "/tournaments/open/desk/"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def stranger(row):
    client = Client()
    client.force_login(an_account("stranger"))
    return client


def attempts():
    return list(RefusedAttempt.objects.order_by("pk").values_list("user__username", "what", "number"))


def test_a_refused_page_is_counted_and_owners_read_of_it(stranger):
    for _ in range(2):
        assert stranger.get(DESK).status_code == 403
    assert attempts() == [("stranger", f"GET {DESK}", 2)]
    (owner,) = visitors("owner")
    text = owner.open("/organisations/home/members/").text
    assert "Refused attempts" in text
    assert f"stranger GET {DESK} 2" in " ".join(text.split())


def test_refusals_over_rest_are_counted_by_tournament_game_and_organisation(row, stranger):
    game = PairingRow.objects.filter(tournament=row).first().game_id
    addresses = (
        "/api/v1/tournaments/open/entries/",
        f"/api/v1/games/{game}/claims/",
        "/api/v1/organisations/home/clubs/",
    )
    for address in addresses:
        key = {"Idempotency-Key": str(uuid4())}
        response = stranger.post(address, {}, content_type="application/json", headers=key)
        assert response.status_code == 403, (address, response.content)
    assert attempts() == [("stranger", f"POST {address}", 1) for address in addresses]


def test_who_has_no_account_and_what_is_allowed_is_not_counted(stranger):
    Client().get(DESK)
    stranger.get("/tournaments/open/")
    assert attempts() == []


def test_another_organisation_does_not_read_of_it(stranger):
    stranger.get(DESK)
    client = Client()
    client.force_login(an_account("other", "owner", an_organisation("away")))
    response = client.get("/organisations/away/members/")
    assert response.status_code == 200
    assert "Refused attempts" not in response.content.decode()


def test_a_wrong_second_factor_is_counted_where_the_account_has_an_office(row):
    authentication_failed.send(sender=None, request=None, user=an_account("dora", "director"))
    assert attempts() == [("dora", "second factor", 1)]


def test_what_is_older_than_thirty_days_is_deleted(stranger):
    stranger.get(DESK)
    RefusedAttempt.objects.update(day=(timezone.now() - timedelta(days=31)).date())
    stranger.get(DESK)
    assert attempts() == [("stranger", f"GET {DESK}", 1)]
