"""Attempts, retries and giving up, with a simulated clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook

from tests.builders import NOW, a_context, a_message, a_ping, a_webhook, messages
from tests.faults.test_two_directors import at_once
from tests.tournaments.webhooks.receiver import Resolver, receiving, says
from tournaments.outbox.rows import Attempt, Endpoint, EndpointState, Job, JobState
from tournaments.outbox.running import run_due, run_job
from tournaments.tasks import delete_old_rows
from tournaments.webhooks import sending
from tournaments.webhooks.commands import OLD_SECRET_SIGNS, delete_endpoint, replay, rotate_secret
from tournaments.webhooks.posting import Response, Sender
from tournaments.webhooks.sending import GIVE_UP_AFTER, LEASE, MAX_TRIES, PAUSE, SCHEDULE

HOUR = timedelta(hours=1)


@dataclass(slots=True)
class Clock:
    now: datetime = NOW

    def __call__(self):
        return self.now


@pytest.fixture(autouse=True)
def _private(settings):
    settings.WEBHOOK_PRIVATE = True


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def clock():
    return Clock()


def a_fresh(row):
    return type(row).objects.get(pk=row.pk)


def sent(message, clock):
    """The state of the message after a run of it."""
    run_job(message.id, clock)
    return a_fresh(message).state


def by(monkeypatch, postman):
    monkeypatch.setattr(sending, "default_sender", lambda: postman)


@pytest.mark.django_db
class TestSingleMessage:
    def test_arrives_signed_with_its_id(self, receiver, clock):
        endpoint = a_webhook(url=receiver.url)
        clock.now = timezone.now()  # the package that verifies looks at the real clock
        message = a_message(endpoint, clock.now)
        assert sent(message, clock) == JobState.DONE
        [got] = receiver.got
        assert Webhook(endpoint.secret).verify(got.body, got.headers) == message.params
        assert got.headers["webhook-id"] == str(message.id)
        assert got.headers["webhook-sequence"] == "1"
        assert got.headers["webhook-timestamp"] == str(int(clock.now.timestamp()))
        assert got.headers["content-type"] == "application/json"
        message = a_fresh(message)
        assert (message.attempts, message.ended_at) == (1, clock.now)

    def test_records_an_attempt_with_its_outcome(self, receiver, clock):
        receiver.answers = [says(503)]
        message = a_message(a_webhook(url=receiver.url))
        assert sent(message, clock) == JobState.QUEUED
        attempt = Attempt.objects.get()
        assert (attempt.message, attempt.at, attempt.status, attempt.error) == (message, NOW, 503, "status")
        assert 0 <= attempt.milliseconds < 10_000

    def test_is_sent_once(self, receiver, clock):
        message = a_message(a_webhook(url=receiver.url))
        assert [sent(message, clock) for _ in range(3)] == [JobState.DONE] * 3
        assert receiver.ids == [str(message.id)]

    def test_is_not_sent_before_it_is_due(self, receiver, clock):
        message = a_message(a_webhook(url=receiver.url), NOW + HOUR)
        assert sent(message, clock) == JobState.QUEUED
        clock.now += HOUR
        assert sent(message, clock) == JobState.DONE

    @pytest.mark.parametrize("state", [EndpointState.PAUSED, EndpointState.DISABLED])
    def test_is_not_sent_to_an_inactive_endpoint(self, receiver, clock, state):
        message = a_message(a_webhook(url=receiver.url, state=state))
        assert sent(message, clock) == JobState.QUEUED
        assert (receiver.got, run_due(clock)) == ([], 0)

    def test_redirect_is_not_followed(self, receiver, clock):
        with receiving() as elsewhere:
            receiver.answers = [says(307, {"Location": elsewhere.url})]
            sent(a_message(a_webhook(url=receiver.url)), clock)
            assert elsewhere.got == []
        assert (Attempt.objects.get().status, Attempt.objects.get().error) == (307, "redirect")

    def test_address_that_became_private_is_not_contacted_and_retried(self, clock, monkeypatch):
        postman = Sender(resolve=Resolver([["93.184.216.34"], ["10.0.0.1"]]))
        postman.check("https://hooks.example/news")
        by(monkeypatch, postman)
        message = a_message(a_webhook())
        assert sent(message, clock) == JobState.QUEUED
        assert (Attempt.objects.get().status, Attempt.objects.get().error) == (None, "address")
        assert a_fresh(message).due_at == NOW + SCHEDULE[0]

    def test_also_signs_with_the_old_secret_for_a_day(self, receiver, clock):
        clock.now = timezone.now()
        endpoint = a_webhook(url=receiver.url)
        old = endpoint.secret
        endpoint = rotate_secret(endpoint, a_context())
        Endpoint.objects.update(old_secret_until=clock.now + OLD_SECRET_SIGNS)
        sent(a_message(endpoint, clock.now), clock)
        for secret in (old, endpoint.secret):
            Webhook(secret).verify(receiver.got[0].body, receiver.got[0].headers)
        clock.now += OLD_SECRET_SIGNS
        sent(a_message(endpoint, clock.now), clock)
        assert [len(got.headers["webhook-signature"].split()) for got in receiver.got] == [2, 1]


@pytest.mark.django_db
class TestRetries:
    def test_retries_on_schedule_with_the_same_id_until_giving_up(self, receiver, clock):
        receiver.answers = [says(500)]
        message = a_message(a_webhook(url=receiver.url))
        for wait in SCHEDULE:
            assert sent(message, clock) == JobState.QUEUED
            assert a_fresh(message).due_at == clock.now + wait
            clock.now += wait - timedelta(seconds=1)
            sent(message, clock)
            clock.now += timedelta(seconds=1)
        assert sent(message, clock) == JobState.FAILED
        message = a_fresh(message)
        assert (message.attempts, message.ended_at) == (MAX_TRIES, clock.now)
        assert Attempt.objects.count() == MAX_TRIES == 8
        assert set(receiver.ids) == {str(message.id)}
        clock.now += 1000 * HOUR
        assert (sent(message, clock), len(receiver.got)) == (JobState.FAILED, 8)

    def test_arrives_after_two_failures_with_a_new_timestamp(self, receiver, clock):
        receiver.answers = [says(500), says(404), says(200)]
        message = a_message(a_webhook(url=receiver.url))
        for wait in (SCHEDULE[0], SCHEDULE[1], HOUR):
            assert run_due(clock) == 1
            clock.now += wait
        assert a_fresh(message).state == JobState.DONE
        moments = [int(got.headers["webhook-timestamp"]) for got in receiver.got]
        assert [moment - moments[0] for moment in moments] == [0, 5, 65]
        assert len({got.body for got in receiver.got}) == 1
        assert [attempt.status for attempt in Attempt.objects.all()] == [500, 404, 200]

    def test_ping_is_tried_once_and_does_not_disable_the_endpoint(self, receiver, clock):
        receiver.answers = [says(500)]
        endpoint = a_webhook(url=receiver.url)
        for _ in range(GIVE_UP_AFTER + 1):
            assert sent(a_ping(endpoint), clock) == JobState.FAILED
            clock.now += PAUSE
        assert (a_fresh(endpoint).state, a_fresh(endpoint).failures) == ("active", 0)

    def test_message_of_a_dead_sender_is_sent_by_another(self, receiver, clock, monkeypatch):
        """It had taken the message: nobody else may, until its time is over."""
        message = a_message(a_webhook(url=receiver.url))
        by(monkeypatch, _Interrupted(_die))
        with pytest.raises(KeyboardInterrupt):
            run_job(message.id, clock)
        monkeypatch.undo()
        assert run_due(clock) == 0
        clock.now += LEASE
        assert run_due(clock) == 1
        assert receiver.ids == [str(message.id)]

    def test_late_sender_only_records_its_attempt(self, clock, monkeypatch):
        endpoint = a_webhook()
        message = a_message(endpoint)
        by(monkeypatch, _Interrupted(lambda: replay(endpoint, message.pk, NOW + HOUR)))
        assert sent(message, clock) == JobState.QUEUED
        message = a_fresh(message)
        assert (message.attempts, message.due_at) == (0, NOW + HOUR)
        assert Attempt.objects.count() == 1

    def test_deleting_the_endpoint_meanwhile_leaves_nothing(self, clock, monkeypatch):
        endpoint = a_webhook()
        message = a_message(endpoint)
        by(monkeypatch, _Interrupted(lambda: delete_endpoint(endpoint)))
        run_job(message.id, clock)
        assert (Job.objects.count(), Attempt.objects.count()) == (0, 0)


def _die():
    raise KeyboardInterrupt


@dataclass(frozen=True, slots=True)
class _Interrupted:
    """A postman during whose errand something happens."""

    happens: object

    def post(self, url, headers, body):
        self.happens()
        return Response(status=200, error="", milliseconds=1)


def given_up(endpoint, clock):
    """A message whose last try fails now."""
    message = a_message(endpoint, clock.now)
    Job.objects.filter(pk=message.pk).update(attempts=MAX_TRIES - 1)
    assert sent(message, clock) == JobState.FAILED
    clock.now += PAUSE
    return a_fresh(endpoint)


@pytest.mark.django_db
class TestGivingUp:
    def test_five_failed_messages_in_a_row_disable_the_endpoint(self, receiver, clock):
        receiver.answers = [says(500)]
        endpoint = a_webhook(url=receiver.url)
        states = [(given_up(endpoint, clock).failures, a_fresh(endpoint).state) for _ in range(5)]
        assert states == [(1, "active"), (2, "active"), (3, "active"), (4, "active"), (5, "disabled")]

    def test_success_resets_the_count_of_failures(self, receiver, clock):
        receiver.answers = [*[says(500)] * 4, says(200), says(500)]
        endpoint = a_webhook(url=receiver.url)
        for _ in range(4):
            given_up(endpoint, clock)
        sent(a_message(endpoint), clock)
        assert a_fresh(endpoint).failures == 0
        assert given_up(endpoint, clock).state == EndpointState.ACTIVE

    def test_status_gone_disables_the_endpoint(self, receiver, clock):
        receiver.answers = [says(410)]
        endpoint = a_webhook(url=receiver.url)
        message = a_message(endpoint)
        assert sent(message, clock) == JobState.FAILED
        assert a_fresh(endpoint).state == "disabled"


@pytest.mark.django_db
class TestOrder:
    def test_oldest_message_is_sent_first(self, receiver, clock):
        endpoint = a_webhook(url=receiver.url)
        later, first = a_message(endpoint, NOW), a_message(endpoint, NOW - HOUR)
        assert run_job(later.id, clock) == later.id
        assert run_job(later.id, clock) is None
        assert receiver.ids == [str(first.id), str(later.id)]

    def test_failed_message_does_not_block_others(self, receiver, clock):
        with receiving() as broken:
            broken.answers = [says(500)]
            bad, good = a_webhook(url=broken.url), a_webhook(url=receiver.url)
            for hours in range(3):
                a_message(bad, NOW - hours * HOUR)
            a_message(good)
            assert run_due(clock) == 2
            assert (len(broken.got), len(receiver.got)) == (1, 1)
            clock.now += PAUSE
            broken.answers = [says(204)]
            assert run_due(clock) == 3
            assert [got.headers["webhook-sequence"] for got in broken.got] == ["3", "2", "1", "3"]

    def test_slow_receiver_leaves_time_for_others(self, clock, monkeypatch):
        endpoint = a_webhook()
        a_message(endpoint), a_message(endpoint)
        by(monkeypatch, _Slow())
        assert run_due(clock) == 1
        assert a_fresh(endpoint).busy_until == NOW + timedelta(seconds=8)
        clock.now += timedelta(seconds=8)
        assert run_due(clock) == 1


class _Slow:
    def post(self, url, headers, body):
        return Response(status=200, error="", milliseconds=8000)


@pytest.mark.django_db
def test_finished_messages_are_deleted_after_a_month(receiver, clock):
    endpoint = a_webhook(url=receiver.url)
    message, waiting = a_message(endpoint), a_message(endpoint, NOW + 9999 * HOUR)
    sent(message, clock)
    assert delete_old_rows(NOW + timedelta(days=30)) == 0
    assert delete_old_rows(NOW + timedelta(days=30, seconds=1)) == 2  # with its attempt
    assert (list(messages()), Attempt.objects.count()) == ([waiting], 0)


@pytest.mark.django_db
def test_replay_sends_the_same_message_again(receiver, clock):
    endpoint = a_webhook(url=receiver.url)
    message = a_message(endpoint)
    sent(message, clock)
    clock.now += HOUR
    assert replay(endpoint, message.pk, clock.now).state == JobState.QUEUED
    assert run_due(clock) == 1
    assert receiver.ids == [str(message.id)] * 2
    assert receiver.got[0].body == receiver.got[1].body
    assert [attempt.at for attempt in Attempt.objects.all()] == [NOW, NOW + HOUR]


@pytest.mark.django_db
def test_replay_of_a_given_up_message_restarts_its_attempts(receiver, clock):
    receiver.answers = [says(500)]
    endpoint = a_webhook(url=receiver.url)
    given_up(endpoint, clock)
    message = replay(endpoint, messages().get().pk, clock.now)
    assert sent(message, clock) == JobState.QUEUED
    message = a_fresh(message)
    assert (message.attempts, message.due_at) == (1, clock.now + SCHEDULE[0])


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_inside_a_transaction(receiver, clock):
    message = a_message(a_webhook(url=receiver.url))
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        run_job(message.id, clock)
    assert receiver.got == []
    assert sent(message, clock) == JobState.DONE


@pytest.mark.django_db(transaction=True)
def test_concurrent_sweeps_deliver_everything_once(receiver):
    """On both databases: four sweeps, each with a connection of its own, want the same twenty messages."""
    endpoints = [a_webhook(url=receiver.url) for _ in range(2)]
    wanted = sorted(str(a_message(endpoint).id) for endpoint in endpoints for _ in range(10))
    at_once(*[run_due] * 4)
    assert sorted(receiver.ids) == wanted
    assert set(messages().values_list("state", flat=True)) == {JobState.DONE}
