"""Attempts, retries and giving up, with a clock that the test moves."""

import json
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.utils import timezone
from standardwebhooks import Webhook

from tests.builders import NOW, a_context, a_ping, a_tournament, a_webhook, pair
from tests.tournaments.webhooks.receiver import Resolver, at_home, receiving, says
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import ClearResult, RecordResult
from tournaments.events.declared import News
from tournaments.tables.rows import PairingRow
from tournaments.webhooks.commands import OLD_SECRET_SIGNS, delete_endpoint, replay, rotate_secret
from tournaments.webhooks.posting import Postman
from tournaments.webhooks.rows import Attempt, Delivery, DeliveryState, Endpoint, EndpointState
from tournaments.webhooks.sending import (
    GIVE_UP_AFTER,
    LEASE,
    MOST_TRIES,
    SCHEDULE,
    Swept,
    forget,
    next_due,
    send,
    send_due,
)

HOUR = timedelta(hours=1)
HOME = at_home()


@dataclass(slots=True)
class Clock:
    now: datetime = NOW

    def __call__(self):
        return self.now


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def clock():
    return Clock()


def a_message(endpoint, at=NOW):
    """As a result writes it; unlike a ping it is tried again."""
    message = a_ping(endpoint, at)
    Delivery.objects.filter(pk=message.pk).update(kind=News.RESULT)
    return Delivery.objects.get(pk=message.pk)


def a_fresh(row):
    return type(row).objects.get(pk=row.pk)


@pytest.mark.django_db
class TestOneMessage:
    def test_arrives_signed_under_its_id(self, receiver, clock):
        endpoint = a_webhook(url=receiver.url)
        clock.now = timezone.now()  # the package that verifies looks at the real clock
        message = a_message(endpoint, clock.now)
        assert send(message.id, clock, HOME) is True
        [got] = receiver.got
        assert Webhook(endpoint.secret).verify(got.body, got.headers) == message.payload
        assert got.headers["webhook-id"] == str(message.id)
        assert got.headers["webhook-timestamp"] == str(int(clock.now.timestamp()))
        assert got.headers["content-type"] == "application/json"
        message = a_fresh(message)
        assert (message.state, message.tries, message.ended_at) == (DeliveryState.DELIVERED, 1, clock.now)

    def test_leaves_an_attempt_with_what_came_of_it(self, receiver, clock):
        receiver.answers = [says(503)]
        message = a_message(a_webhook(url=receiver.url))
        assert send(message.id, clock, HOME) is False
        attempt = Attempt.objects.get()
        assert (attempt.delivery, attempt.at, attempt.status, attempt.error) == (message, NOW, 503, "status")
        assert 0 <= attempt.milliseconds < 10_000

    def test_is_sent_once(self, receiver, clock):
        message = a_message(a_webhook(url=receiver.url))
        assert [send(message.id, clock, HOME) for _ in range(3)] == [True, None, None]
        assert receiver.ids == [str(message.id)]

    def test_is_not_sent_before_it_is_due(self, receiver, clock):
        message = a_message(a_webhook(url=receiver.url), NOW + HOUR)
        assert send(message.id, clock, HOME) is None
        clock.now += HOUR
        assert send(message.id, clock, HOME) is True

    @pytest.mark.parametrize("state", [EndpointState.PAUSED, EndpointState.DISABLED])
    def test_is_not_sent_to_who_does_not_listen(self, receiver, clock, state):
        message = a_message(a_webhook(url=receiver.url, state=state))
        assert send(message.id, clock, HOME) is None
        assert (receiver.got, send_due(clock, HOME), next_due()) == ([], Swept(), None)

    def test_of_a_redirect_leads_nowhere(self, receiver, clock):
        with receiving() as elsewhere:
            receiver.answers = [says(307, {"Location": elsewhere.url})]
            message = a_message(a_webhook(url=receiver.url))
            assert send(message.id, clock, HOME) is False
            assert elsewhere.got == []
        assert (Attempt.objects.get().status, Attempt.objects.get().error) == (307, "redirect")

    def test_to_an_address_that_has_become_private_is_not_sent_and_tried_again(self, clock):
        resolve = Resolver([["93.184.216.34"], ["10.0.0.1"]])
        by = Postman(resolve=resolve)
        by.check("https://hooks.example/news")
        message = a_message(a_webhook())
        assert send(message.id, clock, by) is False
        assert (Attempt.objects.get().status, Attempt.objects.get().error) == (None, "address")
        assert a_fresh(message).next_at == NOW + SCHEDULE[0]

    def test_signs_with_the_old_secret_too_for_a_day(self, receiver, clock):
        clock.now = timezone.now()
        endpoint = a_webhook(url=receiver.url)
        old = endpoint.secret
        endpoint = rotate_secret(endpoint, a_context())
        Endpoint.objects.update(old_secret_until=clock.now + OLD_SECRET_SIGNS)
        send(a_message(endpoint, clock.now).id, clock, HOME)
        for secret in (old, endpoint.secret):
            Webhook(secret).verify(receiver.got[0].body, receiver.got[0].headers)
        clock.now += OLD_SECRET_SIGNS
        send(a_message(endpoint, clock.now).id, clock, HOME)
        assert [len(got.headers["webhook-signature"].split()) for got in receiver.got] == [2, 1]


@pytest.mark.django_db
class TestTriedAgain:
    def test_on_schedule_under_the_same_id_until_it_is_given_up(self, receiver, clock):
        receiver.answers = [says(500)]
        message = a_message(a_webhook(url=receiver.url))
        for wait in SCHEDULE:
            assert send(message.id, clock, HOME) is False
            assert (a_fresh(message).state, a_fresh(message).next_at) == ("waiting", clock.now + wait)
            clock.now += wait - timedelta(seconds=1)
            assert send(message.id, clock, HOME) is None
            clock.now += timedelta(seconds=1)
        assert send(message.id, clock, HOME) is False
        message = a_fresh(message)
        assert (message.state, message.tries, message.ended_at) == ("failed", MOST_TRIES, clock.now)
        assert Attempt.objects.count() == MOST_TRIES == 8
        assert set(receiver.ids) == {str(message.id)}
        clock.now += 1000 * HOUR
        assert (send(message.id, clock, HOME), len(receiver.got)) == (None, 8)

    def test_it_arrives_after_two_failures_with_a_fresh_timestamp(self, receiver, clock):
        receiver.answers = [says(500), says(404), says(200)]
        message = a_message(a_webhook(url=receiver.url))
        for wait in (SCHEDULE[0], SCHEDULE[1], HOUR):
            assert send_due(clock, HOME) in (Swept(failed=1), Swept(delivered=1))
            clock.now += wait
        assert a_fresh(message).state == DeliveryState.DELIVERED
        moments = [int(got.headers["webhook-timestamp"]) for got in receiver.got]
        assert [moment - moments[0] for moment in moments] == [0, 5, 65]
        assert len({got.body for got in receiver.got}) == 1
        assert [attempt.status for attempt in Attempt.objects.all()] == [500, 404, 200]

    def test_a_ping_is_tried_once_and_harms_nobody(self, receiver, clock):
        receiver.answers = [says(500)]
        endpoint = a_webhook(url=receiver.url)
        for _ in range(GIVE_UP_AFTER + 1):
            assert send(a_ping(endpoint).id, clock, HOME) is False
        assert set(Delivery.objects.values_list("state", flat=True)) == {"failed"}
        assert (a_fresh(endpoint).state, a_fresh(endpoint).failures) == ("active", 0)

    def test_a_sender_that_died_is_replaced(self, receiver, clock):
        """It had taken the message: nobody else may, until its time is over."""
        message = a_message(a_webhook(url=receiver.url))
        Delivery.objects.filter(pk=message.pk).update(next_at=NOW + LEASE)
        assert send_due(clock, HOME) == Swept()
        clock.now += LEASE
        assert send_due(clock, HOME) == Swept(delivered=1)

    def test_a_sender_that_comes_too_late_changes_nothing_but_the_record(self, receiver, clock):
        message = a_message(a_webhook(url=receiver.url))

        by = _Interrupted(lambda: Delivery.objects.update(next_at=NOW + 2 * LEASE))
        assert send(message.id, clock, by) is True
        message = a_fresh(message)
        assert (message.state, message.tries, message.next_at) == ("waiting", 0, NOW + 2 * LEASE)
        assert Attempt.objects.count() == 1

    def test_an_endpoint_that_is_deleted_meanwhile_leaves_nothing(self, clock):
        endpoint = a_webhook()
        message = a_message(endpoint)
        assert send(message.id, clock, _Interrupted(lambda: delete_endpoint(endpoint))) is True
        assert (Delivery.objects.count(), Attempt.objects.count()) == (0, 0)


@dataclass(frozen=True, slots=True)
class _Interrupted:
    """A postman during whose errand something happens."""

    happens: object

    def post(self, url, headers, body):
        from tournaments.webhooks.posting import Answer

        self.happens()
        return Answer(status=200, error="", milliseconds=1)


def given_up(endpoint, clock):
    """A message whose last try fails now."""
    message = a_message(endpoint, clock.now)
    Delivery.objects.filter(pk=message.pk).update(tries=MOST_TRIES - 1)
    assert send(message.id, clock, HOME) is False
    return a_fresh(endpoint)


@pytest.mark.django_db
class TestGivingUp:
    def test_after_five_messages_in_a_row_the_endpoint_is_disabled(self, receiver, clock):
        receiver.answers = [says(500)]
        endpoint = a_webhook(url=receiver.url)
        states = [(given_up(endpoint, clock).failures, a_fresh(endpoint).state) for _ in range(5)]
        assert states == [(1, "active"), (2, "active"), (3, "active"), (4, "active"), (5, "disabled")]

    def test_one_that_arrives_between_them_counts_anew(self, receiver, clock):
        receiver.answers = [*[says(500)] * 4, says(200), says(500)]
        endpoint = a_webhook(url=receiver.url)
        for _ in range(4):
            given_up(endpoint, clock)
        send(a_message(endpoint).id, clock, HOME)
        assert a_fresh(endpoint).failures == 0
        assert given_up(endpoint, clock).state == EndpointState.ACTIVE

    def test_who_says_gone_is_asked_no_more(self, receiver, clock):
        receiver.answers = [says(410)]
        endpoint = a_webhook(url=receiver.url)
        message = a_message(endpoint)
        send(message.id, clock, HOME)
        assert (a_fresh(message).state, a_fresh(endpoint).state) == ("failed", "disabled")


@pytest.mark.django_db
class TestSweeps:
    def test_send_what_is_due_the_oldest_first(self, receiver, clock):
        endpoint = a_webhook(url=receiver.url)
        later, first = a_message(endpoint, NOW), a_message(endpoint, NOW - HOUR)
        a_message(endpoint, NOW + HOUR)
        assert send_due(clock, HOME) == Swept(delivered=2)
        assert receiver.ids == [str(first.id), str(later.id)]
        assert next_due() == NOW + HOUR

    def test_do_not_let_one_endpoint_hold_up_the_others(self, receiver, clock):
        with receiving() as broken:
            broken.answers = [says(500)]
            bad, good = a_webhook(url=broken.url), a_webhook(url=receiver.url)
            for hours in range(3):
                a_message(bad, NOW - hours * HOUR)
            a_message(good)
            assert send_due(clock, HOME) == Swept(delivered=1, failed=1)
            assert (len(broken.got), len(receiver.got)) == (1, 1)

    def test_stop_after_so_many(self, receiver, clock):
        endpoint = a_webhook(url=receiver.url)
        for _ in range(3):
            a_message(endpoint)
        assert send_due(clock, HOME, most=2) == Swept(delivered=2)

    def test_by_the_command(self, receiver, settings, capsys):
        settings.WEBHOOK_PRIVATE = True
        a_message(a_webhook(url=receiver.url), timezone.now())
        call_command("webhooks", "--due", "--json")
        said = json.loads(capsys.readouterr().out)
        assert said == {"delivered": 1, "failed": 0, "waiting": 0, "forgotten": 0}

    def test_forget_what_ended_a_month_ago(self, receiver, clock, capsys):
        endpoint = a_webhook(url=receiver.url)
        sent, waiting = a_message(endpoint), a_message(endpoint, NOW + 9999 * HOUR)
        send(sent.id, clock, HOME)
        assert forget(NOW + timedelta(days=30)) == 0
        assert forget(NOW + timedelta(days=30, seconds=1)) == 1
        assert (list(Delivery.objects.all()), Attempt.objects.count()) == ([waiting], 0)
        call_command("webhooks", "--forget")
        assert capsys.readouterr().out == "0 delivered, 0 failed, 1 waiting, 0 forgotten\n"


@pytest.mark.django_db
def test_a_replay_sends_the_same_message_again(receiver, clock):
    message = a_message(a_webhook(url=receiver.url))
    send(message.id, clock, HOME)
    clock.now += HOUR
    assert replay(a_fresh(message), clock.now).state == DeliveryState.WAITING
    assert send_due(clock, HOME) == Swept(delivered=1)
    assert receiver.ids == [str(message.id)] * 2
    assert receiver.got[0].body == receiver.got[1].body
    assert [attempt.at for attempt in Attempt.objects.all()] == [NOW, NOW + HOUR]


@pytest.mark.django_db
def test_a_replay_of_one_that_was_given_up_has_all_its_tries_again(receiver, clock):
    receiver.answers = [says(500)]
    endpoint = a_webhook(url=receiver.url)
    given_up(endpoint, clock)
    message = replay(Delivery.objects.get(), clock.now)
    send(message.id, clock, HOME)
    message = a_fresh(message)
    assert (message.state, message.tries, message.next_at) == ("waiting", 1, NOW + SCHEDULE[0])


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_inside_a_transaction(receiver, clock):
    message = a_message(a_webhook(url=receiver.url))
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        send(message.id, clock, HOME)
    assert receiver.got == []
    assert send(message.id, clock, HOME) is True


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_deliver_everything_once(receiver, clock):
    """On both databases: four sweeps, each with a connection of its own, want the same twenty messages."""
    endpoints = [a_webhook(url=receiver.url) for _ in range(2)]
    wanted = sorted(str(a_message(endpoint).id) for endpoint in endpoints for _ in range(10))
    barrier, swept = threading.Barrier(4), []

    def sweep():
        try:
            barrier.wait()
            swept.append(send_due(clock, HOME))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(receiver.ids) == wanted
    assert (len(swept), sum(one.delivered for one in swept), sum(one.failed for one in swept)) == (4, 20, 0)
    assert Attempt.objects.count() == 20
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


@pytest.mark.django_db(transaction=True)
def test_one_message_that_many_send_at_once_is_sent_by_one(receiver, clock):
    message = a_message(a_webhook(url=receiver.url))
    barrier, sent = threading.Barrier(6), []

    def errand():
        try:
            barrier.wait()
            sent.append(send(message.id, clock, HOME))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=errand) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sent, key=str) == [None] * 5 + [True]
    assert receiver.ids == [str(message.id)]


@pytest.mark.django_db
def test_a_result_that_is_recorded_and_cleared_is_told_twice(receiver, clock):
    row = a_tournament(players=4)
    pair(row, 1)
    endpoint = a_webhook(url=receiver.url, kinds=[News.RESULT])
    game = str(PairingRow.objects.first().game_id)
    carry_out(str(row.id), RecordResult(game_id=game, result=Result(winner=Winner.JIGO)), a_context())
    carry_out(str(row.id), ClearResult(game_id=game, reason="typed wrong"), a_context())
    assert send_due(clock, HOME) == Swept(delivered=2)
    told = [json.loads(got.body)["data"] for got in receiver.got]
    assert [data["event"] for data in told] == [
        "tournament.result-recorded.v1",
        "tournament.result-cleared.v1",
    ]
    assert told[0]["position"] < told[1]["position"]
    assert endpoint.deliveries.filter(state="delivered").count() == 2
