"""Send one message to a webhook, and record the attempt.

No transaction is open while a message is sent: a receiver may take its time.
"""

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from secrets import token_bytes
from uuid import UUID

from django.db import transaction
from standardwebhooks import Webhook

from games.log.canonical import canonical
from tournaments.outbox.rows import UNENDED, Attempt, Endpoint, EndpointState, Job
from tournaments.outbox.running import Failed, Lost, Run, kind
from tournaments.webhooks.news import MESSAGE, PING
from tournaments.webhooks.posting import Response, default_sender

PREFIX = "whsec_"
SECRET_BYTES = 32  # the specification requires 24 to 64
MAX_PAUSE = timedelta(hours=24)


def new_secret() -> str:
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def signed_headers(message_id: str, at: datetime, body: str, secrets: Sequence[str]) -> dict[str, str]:
    """Return the three headers, with a signature for each secret, for an attempt at the (aware) time."""
    at = at.astimezone(UTC)  # the package reads the numbers of any time zone as UTC
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message_id, at, body) for secret in secrets),
    }


def retry_time(text: str, at: datetime) -> datetime | None:
    """Return the requested moment, at most a day after ``at``; None if absent or past."""
    text = text.strip()
    if text.isascii() and text.isdecimal():
        wait = timedelta(seconds=int(text)) if len(text) < 9 else MAX_PAUSE
    else:
        try:
            then = parsedate_to_datetime(text)
        except ValueError:
            return None
        wait = (then if then.tzinfo else then.replace(tzinfo=UTC)) - at
    return at + min(wait, MAX_PAUSE) if wait > timedelta(0) else None


SCHEDULE = tuple(timedelta(seconds=seconds) for seconds in (5, 60, 600, 3600, 6 * 3600, 24 * 3600, 24 * 3600))


MAX_TRIES = len(SCHEDULE) + 1


GIVE_UP_AFTER = 5  # consecutive messages that could not be delivered


LEASE = timedelta(seconds=30)  # longer than any attempt


SLOW = timedelta(seconds=2)


PAUSE = SCHEDULE[0]  # at least, after an attempt that failed


HEADERS = {"content-type": "application/json", "user-agent": "Nigiri-Webhooks/1", "connection": "close"}


@kind(MESSAGE, waits=SCHEDULE, lease=LEASE)
@kind(PING, waits=(), lease=LEASE)
def deliver(run: Run) -> bool:
    """Send the message. Raises Failed, with the pause that the receiver asked for."""
    message, endpoint = run.job, run.job.endpoint
    if endpoint is None:
        raise Lost
    body = canonical(message.params)
    headers = signed_headers(str(message.id), run.begun, body, _secrets(endpoint, run.begun))
    if message.sequence is not None:
        headers["webhook-sequence"] = str(message.sequence)
    response = default_sender().post(endpoint.url, HEADERS | headers, body.encode())
    rests_until = _record(run, endpoint.pk, response)
    if not response.is_success:
        raise Failed(final=response.status == HTTPStatus.GONE, not_before=rests_until)
    return True


def _secrets(endpoint: Endpoint, at: datetime) -> list[str]:
    until = endpoint.old_secret_until
    return [endpoint.secret, *([endpoint.old_secret] if until and at < until else [])]


def _record(run: Run, endpoint_id: UUID, response: Response) -> datetime | None:
    """Record the attempt and release the endpoint; return the end of the pause its receiver asked for."""
    at, message = run.clock(), run.job
    with transaction.atomic():
        # The endpoint is locked first, as in all transactions that lock both.
        endpoint = Endpoint.objects.select_for_update(no_key=True).filter(pk=endpoint_id).first()
        if endpoint is None or not Job.objects.filter(pk=message.pk).exists():
            raise Lost
        Attempt.objects.create(
            message=message,
            at=run.begun,
            status=response.status,
            error=response.error,
            milliseconds=response.milliseconds,
        )
        gone = response.status == HTTPStatus.GONE
        given_up = message.kind == MESSAGE and (gone or run.is_last)
        endpoint.failures = 0 if response.is_success else endpoint.failures + given_up
        if gone or endpoint.failures >= GIVE_UP_AFTER:
            endpoint.state = EndpointState.DISABLED
        endpoint.rests_until = None if response.is_success else retry_time(response.retry_after, at)
        endpoint.busy_until = _pause_until(response, at)
        if endpoint.rests_until:
            waiting = endpoint.messages.filter(state__in=UNENDED, due_at__lt=endpoint.rests_until)
            waiting.exclude(pk=message.pk).update(due_at=endpoint.rests_until)
        endpoint.save(update_fields=["failures", "state", "rests_until", "busy_until"])
        return endpoint.rests_until


def _pause_until(response: Response, at: datetime) -> datetime | None:
    """Return the end of a pause as long as a slow or failed attempt, in which others are served."""
    took = timedelta(milliseconds=response.milliseconds)
    if response.is_success:
        return at + took if took > SLOW else None
    return at + max(took, PAUSE)
