"""``Retry-After`` of a receiver is respected, for a day at most."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.builders import NOW, a_message, a_webhook, messages
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.outbox.rows import Endpoint, JobState
from tournaments.outbox.running import run_due, run_job
from tournaments.webhooks.commands import replay
from tournaments.webhooks.sending import MAX_PAUSE, SCHEDULE, retry_time

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
SECONDS = timedelta(seconds=1)
SAID = {
    "120": 120 * SECONDS,
    " 7 ": 7 * SECONDS,
    "Sat, 21 Nov 2026 09:31:00 GMT": 60 * SECONDS,
    "Saturday, 21-Nov-26 09:31:00 GMT": 60 * SECONDS,
    "86401": MAX_PAUSE,
    "9" * 5000: MAX_PAUSE,
    "Wed, 21 Nov 2096 09:31:00 GMT": MAX_PAUSE,
}
NOTHING = [
    "",
    "0",
    "-5",
    "1.5",
    "soon",
    "\u0663",
    "Sat, 21 Nov 2026 09:29:00 GMT",
    "Sat, 99 Nov 2026 09:31:00 GMT",
]


@pytest.mark.parametrize("text", SAID)
def test_parses_and_limits_seconds_and_dates(text):
    assert retry_time(text, AT) == AT + SAID[text]


@pytest.mark.parametrize("text", NOTHING)
def test_ignores_invalid_or_past_values(text):
    assert retry_time(text, AT) is None


@pytest.fixture
def busy(settings):
    settings.WEBHOOK_PRIVATE = True
    with receiving() as receiver:
        receiver.answers = [says(429, {"Retry-After": "600"}), says(204)]
        yield receiver


def some(endpoint, number):
    return [a_message(endpoint) for _ in range(number)]


@pytest.mark.django_db
def test_nothing_is_sent_before_the_time_and_then_all_in_order(busy):
    endpoint = a_webhook(url=busy.url)
    rows = some(endpoint, 3)
    run_due(lambda: NOW)
    until = NOW + timedelta(seconds=600)
    assert Endpoint.objects.get().rests_until == until
    assert set(messages().values_list("due_at", flat=True)) == {until}
    run_due(lambda: until - SECONDS)
    assert len(busy.got) == 1
    run_due(lambda: until)
    assert busy.ids == [str(rows[0].id), *(str(row.id) for row in rows)]
    assert [got.headers["webhook-sequence"] for got in busy.got] == ["1", "1", "2", "3"]
    assert Endpoint.objects.get().rests_until is None


@pytest.mark.django_db
def test_shorter_delay_than_the_schedule_is_ignored(busy):
    busy.answers = [says(503, {"Retry-After": "1"})]
    [row] = some(a_webhook(url=busy.url), 1)
    run_job(row.id, lambda: NOW)
    assert messages().get().due_at == NOW + SCHEDULE[0]


@pytest.mark.django_db
def test_retry_after_of_a_success_is_ignored(busy):
    busy.answers = [says(200, {"Retry-After": "600"})]
    [row] = some(a_webhook(url=busy.url), 1)
    run_job(row.id, lambda: NOW)
    assert messages().get().state == JobState.DONE
    assert Endpoint.objects.get().rests_until is None


@pytest.mark.django_db
def test_message_requested_meanwhile_waits_too(busy):
    endpoint = a_webhook(url=busy.url)
    row, _ = some(endpoint, 2)
    run_job(row.id, lambda: NOW)
    assert replay(endpoint, row.pk, NOW + SECONDS).due_at == NOW + timedelta(seconds=600)
