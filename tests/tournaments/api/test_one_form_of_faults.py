"""Every refusal has the one form of faults."""

import pytest

from tests.builders import a_tournament, an_account
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db


def test_every_refusal_names_its_fault(api):
    a_tournament(players=2)
    unknown = api.get("/api/v1/tournaments/none/")
    anonymous = api.get("/api/v1/account/")
    method = api.put("/api/v1/tournaments/open/")
    api.force_authenticate(an_account("user"))
    forbidden = api.patch("/api/v1/tournaments/open/", {"name": "A"}, headers={"If-Match": "*"})
    api.force_authenticate(an_account("owner", Office.OWNER))
    conflict = api.post("/api/v1/tournaments/open/rounds/1/pairings/", {}, headers={"If-Match": "*"})
    again = api.post("/api/v1/tournaments/open/rounds/1/pairings/", {}, headers={"If-Match": "*"})
    assert conflict.status_code == 201
    for answer, status in ((unknown, 404), (anonymous, 401), (method, 405), (forbidden, 403), (again, 409)):
        problem = answer.json()
        [fault] = problem["errors"]
        assert answer.status_code == status
        assert (fault["place"], fault["code"]) == (None, problem["code"])
        assert fault["message"]
