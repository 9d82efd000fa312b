"""What goes away is said in one table, in the document, in headers and on the page; all say the same."""

import json
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from deploy.openapi import written
from games.rest.outdated import Outdated, outdated, outdated_in
from games.rest.views import NigiriView
from tests.builders import a_tournament, a_webhook, an_account
from tournaments.api.outdated import OUTDATED
from tournaments.tables.people import Office

LEAST = timedelta(days=365)
OLD = Outdated(what="old_one", since=date(2026, 1, 2), until=date(2027, 3, 4), instead="new_one")


@pytest.fixture(scope="module")
def document():
    return json.loads(written())


def operations():
    """Operation, view and method of each, as the generator has them."""
    generator = SchemaGenerator()
    schema = generator.get_schema(request=None, public=True)
    for path, _, method, callback in generator.endpoints:
        if method.lower() in schema["paths"].get(path, {}):
            yield schema["paths"][path][method.lower()], callback.cls, method


def deprecated_in(node, document, name="", seen=()):
    """Every member that a part of the document calls deprecated, by schema and member."""
    if isinstance(node, list):
        for one in node:
            yield from deprecated_in(one, document, name, seen)
    if not isinstance(node, dict):
        return
    place = node.get("$ref", "")
    if place and place not in seen:
        kind, own = place.split("/")[-2:]
        yield from deprecated_in(document["components"][kind][own], document, own, (*seen, place))
    for member, schema in node.get("properties", {}).items():
        if schema.get("deprecated"):
            yield f"{name}.{member}"
    for inner in node.values():
        yield from deprecated_in(inner, document, name, seen)


def test_what_the_document_calls_deprecated_is_in_the_table_and_said_by_each_answer(document):
    told = {one.what: one for one in OUTDATED}
    public = [document["paths"], document["webhooks"]]
    members = {found.replace("WebhookMade.", "Webhook.") for found in deprecated_in(public, document)}
    assert members == {what for what, one in told.items() if one.is_member}
    for operation, view, method in operations():
        answers = {status: one for status, one in operation["responses"].items() if status[0] < "4"}
        found = {name.replace("WebhookMade.", "Webhook.") for name in deprecated_in(answers, document)}
        if operation.get("deprecated"):
            found.add(operation["operationId"])
        assert {one.what for one in outdated_in(view, method)} == found, operation["operationId"]
        for status, one in answers.items():
            assert ("Deprecation" in one.get("headers", {})) == bool(found), (
                operation["operationId"],
                status,
            )


def test_whatever_goes_away_is_told_a_year_before_and_is_not_overdue():
    today = datetime.now(UTC).date()
    for one in OUTDATED:
        assert one.until - one.since >= LEAST, one.what
        assert one.instead, one.what
        assert one.until > today, f"{one.what} may go: take it away, or give it longer"


@pytest.mark.django_db
def test_answers_say_since_when_and_until_when(api):
    row = a_tournament()
    endpoint = a_webhook(tournament_id=row.id)
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    house = "/api/v1/organisations/home/webhooks/"
    for answer in (api.get(house), api.head(house), api.get(f"{house}{endpoint.id}/")):
        since = datetime.fromtimestamp(int(answer["Deprecation"].removeprefix("@")), UTC)
        assert since == datetime(2026, 11, 24, tzinfo=UTC)
        assert parsedate_to_datetime(answer["Sunset"]) == datetime(2027, 12, 1, tzinfo=UTC)
        assert answer["Link"].endswith('</help/versions/>; rel="deprecation"; type="text/html"')
    assert "Deprecation" not in api.get(f"{house}{endpoint.id}/deliveries/")
    assert "Deprecation" not in api.get(f"{house}{row.id}/")  # there is none of that id


@pytest.mark.django_db
def test_an_answer_that_is_kept_for_everybody_says_so_too(client):
    a_tournament()
    for address in ("/api/v1/tournaments/open/", "/api/v1/tournaments/"):
        said = [client.get(address).headers.get("Deprecation") for _ in range(3)]
        assert said == ["@1795478400"] * 3, address


class Old(NigiriView):
    @outdated(OLD)
    def get(self, request):
        """Get the old one."""
        return Response({"a": 1}, headers={"Link": '</next/>; rel="next"'})


@pytest.mark.django_db
def test_an_operation_that_goes_away_says_so_beside_its_own_links():
    answer = Old.as_view()(APIRequestFactory().get("/old/"))
    assert (answer["Deprecation"], answer["Sunset"]) == ("@1767312000", "Thu, 04 Mar 2027 00:00:00 GMT")
    assert answer["Link"].startswith('</next/>; rel="next", </help/versions/>; rel="deprecation"')
    view = Old()
    view.schema.view, view.schema.method = view, "GET"
    assert view.schema.is_deprecated()
    assert "old_one (use new_one)" in view.schema._headers("200")["Deprecation"]["description"]
