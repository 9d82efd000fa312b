"""A receiver that asks for a rest by ``Retry-After`` has it, for a day at most."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.builders import NOW, a_ping, a_webhook
from tests.tournaments.webhooks.receiver import at_home, receiving, says
from tournaments.events.declared import News
from tournaments.webhooks.commands import replay
from tournaments.webhooks.retry_after import LONGEST, asked_again
from tournaments.webhooks.rows import Delivery, Endpoint
from tournaments.webhooks.sending import SCHEDULE, send, send_due

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
SECONDS = timedelta(seconds=1)
SAID = {
    "120": 120 * SECONDS,
    " 7 ": 7 * SECONDS,
    "Sat, 21 Nov 2026 09:31:00 GMT": 60 * SECONDS,
    "Saturday, 21-Nov-26 09:31:00 GMT": 60 * SECONDS,
    "86401": LONGEST,
    "9" * 5000: LONGEST,
    "Wed, 21 Nov 2096 09:31:00 GMT": LONGEST,
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
def test_seconds_and_dates_are_understood_and_bounded(text):
    assert asked_again(text, AT) == AT + SAID[text]


@pytest.mark.parametrize("text", NOTHING)
def test_what_says_no_moment_to_come_is_nothing(text):
    assert asked_again(text, AT) is None


@pytest.fixture
def busy():
    with receiving() as receiver:
        receiver.answers = [says(429, {"Retry-After": "600"}), says(204)]
        yield receiver


def messages(endpoint, number):
    rows = [a_ping(endpoint) for _ in range(number)]
    Delivery.objects.update(kind=News.RESULT)
    return rows


@pytest.mark.django_db
def test_nothing_is_sent_before_and_then_all_of_it_in_order(busy):
    endpoint = a_webhook(url=busy.url)
    rows = messages(endpoint, 3)
    send_due(lambda: NOW, at_home())
    until = NOW + timedelta(seconds=600)
    assert Endpoint.objects.get().rests_until == until
    assert set(Delivery.objects.values_list("next_at", flat=True)) == {until}
    send_due(lambda: until - SECONDS, at_home())
    assert len(busy.got) == 1
    send_due(lambda: until, at_home())
    assert busy.ids == [str(rows[0].id), *(str(row.id) for row in rows)]
    assert [got.headers["webhook-sequence"] for got in busy.got] == ["1", "1", "2", "3"]
    assert Endpoint.objects.get().rests_until is None


@pytest.mark.django_db
def test_a_shorter_rest_than_the_schedule_has_does_not_hurry_us(busy):
    busy.answers = [says(503, {"Retry-After": "1"})]
    [row] = messages(a_webhook(url=busy.url), 1)
    send(row.id, lambda: NOW, at_home())
    assert Delivery.objects.get().next_at == NOW + SCHEDULE[0]


@pytest.mark.django_db
def test_who_took_the_message_is_not_asked_to_rest(busy):
    busy.answers = [says(200, {"Retry-After": "600"})]
    [row] = messages(a_webhook(url=busy.url), 1)
    assert send(row.id, lambda: NOW, at_home()) is True
    assert Endpoint.objects.get().rests_until is None


@pytest.mark.django_db
def test_a_message_that_is_asked_for_meanwhile_waits_too(busy):
    row, _ = messages(a_webhook(url=busy.url), 2)
    send(row.id, lambda: NOW, at_home())
    assert replay(Delivery.objects.get(pk=row.pk), NOW + SECONDS).next_at == NOW + timedelta(seconds=600)
