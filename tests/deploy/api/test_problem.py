import json

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from deploy.api.problem import MEDIA_TYPE
from games.refusals import CODES, FAULTS, Refusal
from games.rest.faults import validation_faults
from tournaments.formats.errors import RowFault


def answer(error=None, *, method="get", **attributes):
    """What a view answers that raises `error` on GET and reads its body on POST."""

    class View(APIView):
        permission_classes = ()

        def get(self, request):
            raise error

        def post(self, request):
            return Response(request.data)

    request = getattr(APIRequestFactory(), method)("/", **attributes.pop("request", {}))
    response = type("Given", (View,), attributes).as_view()(request)
    return response.render() if isinstance(response, Response) else response


RAISED = [
    (Refusal("illegal_move", {"turn": 3, "reason": "superko"}), 422, "illegal_move"),
    (Http404(), 404, "not_found"),
    (PermissionDenied(), 403, "permission_denied"),
    (exceptions.NotAuthenticated(), 401, "not_authenticated"),
    (exceptions.AuthenticationFailed(), 401, "authentication_failed"),
    (exceptions.PermissionDenied(), 403, "permission_denied"),
    (exceptions.NotFound(), 404, "not_found"),
    (exceptions.NotAcceptable(), 406, "not_acceptable"),
    (exceptions.ParseError("Not JSON."), 400, "parse_error"),
    (exceptions.UnsupportedMediaType("text/csv"), 415, "unsupported_media_type"),
    (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
    (exceptions.Throttled(wait=12.3), 429, "throttled"),
    (serializers.ValidationError({"rank": ["Too high."]}), 422, "invalid"),
]


@pytest.mark.parametrize(("error", "status", "code"), RAISED, ids=lambda value: str(value)[:30])
def test_an_error_becomes_a_problem_document(error, status, code):
    response = answer(error)
    document = json.loads(response.content)
    assert (response.status_code, response["Content-Type"]) == (status, MEDIA_TYPE)
    assert document["status"] == status
    assert document["code"] == code
    assert document["type"] == f"/help/problems/#{code}"
    assert document["title"] == CODES[code].title
    assert document["detail"]


def test_the_facts_of_a_refusal_stand_in_the_document_and_replace_none_of_its_members():
    facts = {"turn": 3, "status": 200, "code": "fine", "type": "x", "title": "y"}
    document = json.loads(answer(Refusal("illegal_move", facts)).content)
    assert document["turn"] == 3
    assert (document["status"], document["code"]) == (422, "illegal_move")


def test_who_is_asked_to_log_in_is_told_how_and_who_is_throttled_how_long():
    assert answer(exceptions.NotAuthenticated())["WWW-Authenticate"] == "Bearer"
    assert answer(exceptions.Throttled(wait=12.3))["Retry-After"] == "13"


def test_messages_name_their_places():
    detail = {"name": ["Too long."], "entries": [{}, {"rank": ["Too high.", "Odd."]}], "seed": "Missing."}
    assert validation_faults(detail) == [
        {"place": "name", "code": "invalid", "message": "Too long."},
        {"place": "entries.1.rank", "code": "invalid", "message": "Too high."},
        {"place": "entries.1.rank", "code": "invalid", "message": "Odd."},
        {"place": "seed", "code": "invalid", "message": "Missing."},
    ]


@pytest.mark.django_db
def test_type_leads_to_a_page_about_each_code(client):
    page = client.get("/help/problems/").content.decode()
    assert [code for code in (*CODES, *FAULTS) if page.count(f'id="{code}"') != 1] == []
    assert {"required", "blank", "bad_rank", "wrong_type"} <= FAULTS.keys()


def test_fault_of_an_undeclared_code_is_invalid_or_a_mistake_of_ours():
    detail = {"name": [exceptions.ErrorDetail("Odd.", "surprising")]}
    assert [one["code"] for one in validation_faults(detail)] == ["invalid"]
    with pytest.raises(KeyError):
        RowFault("name", "surprising", "odd")


@pytest.mark.django_db
def test_an_unknown_address_is_a_problem_under_the_interface_and_a_page_elsewhere(client):
    under = client.get("/api/v1/no/such/thing/")
    assert (under.status_code, under["Content-Type"], under.json()["code"]) == (404, MEDIA_TYPE, "not_found")
    page = client.get("/no/such/page/")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_nul_in_an_address_is_refused(client):
    response = client.get("/api/v1/tournaments/?name=%00")
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert client.get("/a%00b").status_code == 400


def test_a_body_over_the_limit_is_refused_unread(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    under = client.post("/api/v1/tournaments/", b"12345678901", content_type="application/json")
    assert (under.status_code, under.json()["code"]) == (413, "too_large")
    assert client.post("/accounts/login/", b"12345678901", content_type="text/plain").status_code == 413


@pytest.mark.django_db
def test_a_session_without_its_token_may_not_write():
    from rest_framework.test import APIClient

    client = APIClient(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("ada"))
    response = client.post("/api/v1/tournaments/", {}, format="json")
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")
    assert "CSRF" in response.json()["detail"]


def test_a_form_without_its_token_is_a_page(db):
    from django.test import Client

    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ada", "password": "x"})
    assert (response.status_code, response["Content-Type"]) == (403, "text/html; charset=utf-8")


def test_requests_are_counted():
    class TwoAMinute(AnonRateThrottle):
        rate = "2/min"

    codes = [
        answer(
            method="post", request={"data": {}, "format": "json"}, throttle_classes=[TwoAMinute]
        ).status_code
        for _ in range(3)
    ]
    assert codes == [200, 200, 429]


@pytest.mark.django_db
def test_what_to_do_is_said_where_the_framework_says_what_is_wrong(client):
    def told(method, path, **headers):
        return getattr(client, method)(f"/api/v1/{path}", headers=headers).json()

    for path in ("tournaments/nothing/", "no/such/thing/", "tournaments/nothing/players.xml"):
        gone = told("get", path)
        assert gone["detail"].startswith("Check the address and its final slash")
        assert gone["detail"] != gone["title"]
    without, wrong = told("get", "account/"), told("get", "account/", Authorization="Token no")
    assert all("Authorization: Token" in one["detail"] for one in (without, wrong))
    assert "/api/v1/login/" in wrong["detail"]
    method = told("delete", "tournaments/")
    assert (method["allows"], method["detail"]) == (
        ["GET", "POST", "HEAD", "OPTIONS"],
        "Allowed here: GET, POST, HEAD, OPTIONS.",
    )
    form = told("get", "tournaments/", Accept="image/png")
    assert form["detail"] == f"Send one of these in Accept: {', '.join(form['offers'])}."
    german = told("delete", "tournaments/", **{"Accept-Language": "de"})
    assert german["detail"] == "Hier möglich: GET, POST, HEAD, OPTIONS."
