"""The place of a fault that only the command can find: the member or parameter that has to change."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
ANY = {"If-Match": "*"}


@pytest.fixture
def director():
    row = a_tournament(players=4)
    pair(row, 1)
    client = APIClient()
    client.force_authenticate(an_account("director", Office.DIRECTOR))
    return client


def fault(response):
    [found] = response.json()["errors"]
    return response.status_code, found["place"], found["code"]


def test_unknown_ruleset_is_a_fault_of_the_ruleset(director):
    response = director.patch(f"{OPEN}settings/", {"ruleset": "japonese"}, format="json", headers=ANY)
    assert fault(response) == (422, "ruleset", "unknown_ruleset")


def test_missing_reason_is_a_fault_of_the_reason(director):
    response = director.patch(f"{OPEN}rounds/1/", {"published": False}, format="json", headers=ANY)
    assert fault(response) == (422, "reason", "reason_required")


def test_missing_reason_of_a_request_without_body_is_a_fault_of_the_parameter(director):
    game = PairingRow.objects.first()
    response = director.delete(f"/api/v1/games/{game.game_id}/", headers=ANY)
    assert fault(response) == (422, "query:reason", "reason_required")
