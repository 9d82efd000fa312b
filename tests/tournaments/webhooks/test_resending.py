"""Retrieval and resending of lost or missed messages."""

import json
from datetime import timedelta

import pytest

from tests.builders import NOW, a_ping, a_webhook, an_account, an_organisation, messages
from tests.tournaments.webhooks.receiver import receiving
from tournaments.outbox.rows import EndpointState, JobState
from tournaments.outbox.running import run_due
from tournaments.tables.people import Office
from tournaments.tasks import delete_old_rows
from tournaments.webhooks import commands
from tournaments.webhooks.commands import retention

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def director(api):
    an_organisation()
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    return api


@pytest.fixture
def receiver(settings):
    settings.WEBHOOK_PRIVATE = True
    with receiving() as found:
        yield found


def address(endpoint, *rest):
    return "/".join(["/api/v1/organisations/home/webhooks", str(endpoint.id), *rest, ""])


def delivered(endpoint, number):
    """So many messages, an hour apart, all of which arrived."""
    for place in range(number):
        a_ping(endpoint, NOW + place * HOUR)
    messages().filter(endpoint=endpoint).update(state=JobState.DONE, ended_at=NOW)


def waiting(endpoint):
    found = endpoint.messages.filter(state=JobState.QUEUED)
    return list(found.order_by("sequence").values_list("sequence", flat=True))


def test_list_after_a_number_starts_with_the_oldest(director):
    endpoint = a_webhook()
    delivered(endpoint, 5)
    first = director.get(address(endpoint, "deliveries"), {"after": 2, "page_size": 2}).json()
    rest = director.get(first["next"]).json()
    numbers = [[one["sequence"] for one in page["results"]] for page in (first, rest)]
    assert (numbers, rest["next"]) == ([[3, 4], [5]], None)
    assert director.get(address(endpoint, "deliveries"), {"after": 5}).json()["results"] == []
    newest, *_ = director.get(address(endpoint, "deliveries")).json()["results"]
    assert newest["sequence"] == 5


NO_NUMBERS = ["-1", "x", "1.5", "", str(2**63), "9" * 400, "\u0663"]


def test_rejects_invalid_number(director):
    endpoint = a_webhook()
    for after in NO_NUMBERS:
        assert director.get(address(endpoint, "deliveries"), {"after": after}).status_code in (400, 422)


def test_resends_all_after_a_number_in_order_with_their_ids(director, receiver):
    endpoint = a_webhook(url=receiver.url)
    delivered(endpoint, 5)
    asked = director.post(address(endpoint, "resend"), {"after": 2})
    assert (asked.status_code, asked.json()) == (202, {"messages": 3, "first": 3, "last": 5, "more": False})
    due = messages().filter(state=JobState.QUEUED).latest("due_at").due_at
    run_due(lambda: due)
    assert [int(got.headers["webhook-sequence"]) for got in receiver.got] == [3, 4, 5]
    ids = endpoint.messages.filter(sequence__gt=2).order_by("sequence").values_list("id", flat=True)
    assert receiver.ids == [str(one) for one in ids]


def test_resends_all_since_a_time(director):
    endpoint = a_webhook()
    delivered(endpoint, 5)
    asked = director.post(address(endpoint, "resend"), {"since": (NOW + 3 * HOUR).isoformat()})
    assert asked.json() == {"messages": 2, "first": 4, "last": 5, "more": False}
    assert waiting(endpoint) == [4, 5]


def test_messages_missed_while_paused_are_counted_and_resent(director):
    endpoint = a_webhook(state=EndpointState.PAUSED)
    delivered(endpoint, 3)
    messages().filter(sequence__gt=1).update(state=JobState.CANCELLED)
    body = director.get(address(endpoint)).json()
    assert (body["last_sequence"], body["first_kept"], body["missed"]) == (3, 1, 2)
    refused = director.post(address(endpoint, "resend"), {"after": 1})
    assert (refused.status_code, json.loads(refused.content)["code"]) == (409, "webhook_not_active")
    director.patch(address(endpoint), {"paused": False})
    assert waiting(endpoint) == []
    director.post(address(endpoint, "resend"), {"after": 1})
    assert waiting(endpoint) == [2, 3]
    assert director.get(address(endpoint)).json()["missed"] == 0


def test_resends_in_batches_on_repeated_requests(director, monkeypatch):
    monkeypatch.setattr(commands, "MAX_RESENT", 2)
    endpoint = a_webhook()
    delivered(endpoint, 5)
    asked = []
    after, more = 0, True
    while more:
        asked.append(director.post(address(endpoint, "resend"), {"after": after}).json())
        after, more = asked[-1]["last"], asked[-1]["more"]
    assert [(one["first"], one["last"], one["messages"]) for one in asked] == [
        (1, 2, 2),
        (3, 4, 2),
        (5, 5, 1),
    ]
    assert waiting(endpoint) == [1, 2, 3, 4, 5]


def test_repeated_request_resends_once(director, receiver):
    endpoint = a_webhook(url=receiver.url)
    delivered(endpoint, 3)
    first, second = (director.post(address(endpoint, "resend"), {"after": 0}).json() for _ in range(2))
    assert first == second
    due = messages().latest("due_at").due_at
    assert run_due(lambda: due) == 3
    assert len(receiver.got) == 3


def test_nothing_follows_the_last_message(director):
    endpoint = a_webhook()
    delivered(endpoint, 2)
    nothing = director.post(address(endpoint, "resend"), {"after": 2})
    assert nothing.json() == {"messages": 0, "first": None, "last": None, "more": False}
    beyond = director.post(address(endpoint, "resend"), {"after": 3})
    assert beyond.status_code == 422
    assert "The last number that was given is 2." in beyond.content.decode()


WRONG = {
    "nothing": {},
    "both": {"after": 1, "since": "2026-11-21T09:30:00Z"},
    "below": {"after": -1},
    "far beyond": {"after": 2**62},
    "a million": {"after": 1_000_000},
    "no number": {"after": "last"},
    "null": {"after": None},
    "no moment": {"since": "yesterday"},
    "another": {"before": 3},
}


def test_rejects_request_without_number_or_time(director):
    endpoint = a_webhook()
    delivered(endpoint, 2)
    for body in WRONG.values():
        refused = director.post(address(endpoint, "resend"), body)
        assert (refused.status_code, json.loads(refused.content)["code"]) == (422, "invalid")
        assert waiting(endpoint) == []


def test_rejects_access_to_messages_of_another_organisation(director):
    theirs = a_webhook(an_organisation("elsewhere"))
    delivered(theirs, 2)
    assert director.post(address(theirs, "resend"), {"after": 0}).status_code == 404
    assert waiting(theirs) == []


def test_messages_expire_after_a_month_and_webhook_states_the_oldest_number():
    endpoint = a_webhook(state=EndpointState.DISABLED)
    a_ping(endpoint, NOW - 2 * HOUR)
    late = a_ping(endpoint, NOW)
    assert delete_old_rows(NOW + timedelta(days=30) - HOUR) == 1
    assert retention(endpoint) == {"first_kept": late.sequence, "missed": 0, "missed_since": None}
