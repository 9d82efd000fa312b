"""What changes in a tournament, asked of a server without streams: which form is wanted decides."""

import pytest

from tests.builders import a_tournament

pytestmark = pytest.mark.django_db
LIVE = "/api/v1/tournaments/open/live/"
JSON = "application/json"


@pytest.fixture(autouse=True)
def row():
    return a_tournament(players=4)


@pytest.mark.parametrize(
    "accept",
    ["*/*", JSON, f"{JSON}, text/event-stream", f"text/event-stream;q=0.5, {JSON}", "text/html, */*;q=0.1"],
)
def test_json_where_it_is_wanted_as_much(client, accept):
    answer = client.get(LIVE, headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, JSON)
    again = client.get(LIVE, headers={"Accept": accept, "If-None-Match": f"W/{answer['ETag']}"})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("accept", ["text/event-stream", "text/event-stream;q=0", "image/png"])
def test_no_stream_under_another_name(client, accept):
    answer = client.get(LIVE, headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")


def test_of_an_unknown_tournament_nothing_is_offered(client):
    answer = client.get("/api/v1/tournaments/nothing/live/", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(("accept", "status"), [("TEXT/EVENT-STREAM", 204), ("text/*", 200), ("*/*", 200)])
def test_pages_ask_for_a_stream_by_name(client, accept, status):
    assert client.get("/tournaments/open/live/", headers={"Accept": accept}).status_code == status
