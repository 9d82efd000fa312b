"""Every operation refuses what it does not know, in the one form of faults."""

import json
import re

import pytest

from deploy.api.openapi import render_document
from games.log.tables import Event
from tests.builders import a_tournament, an_account
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db
SOME = {"slug": "open", "number": "1", "office_id": "1"}
ID = "0f0e0d0c-0000-4000-8000-000000000001"


def requests():
    """Yield the method and an address of each operation in the document."""
    for path, methods in json.loads(render_document())["paths"].items():
        for method in methods:
            yield method, re.sub(r"{(\w+)}", lambda part: SOME.get(part[1], ID), path)


def test_every_operation_refuses_an_unknown_parameter(api, settings):
    uncounted = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = dict.fromkeys(settings.CACHES, uncounted)
    a_tournament(players=2)
    api.force_authenticate(an_account("owner", Office.OWNER))
    before, wrong = Event.objects.count(), []
    for method, address in requests():
        answer = getattr(api, method)(f"{address}?nonsense=1", headers={"If-Match": "*"})
        if answer.status_code != 422:
            wrong.append((method, address, answer.status_code))
            continue
        problem = answer.json()
        assert problem["code"] == "invalid"
        assert [(one["place"], one["code"]) for one in problem["errors"]] == [
            ("query:nonsense", "unknown_parameter")
        ]
    assert wrong == []
    assert Event.objects.count() == before


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
