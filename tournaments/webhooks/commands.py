"""Commands on endpoints, which are rows, not events, since the log keeps everything and a secret must go.

Names are resolved before the transaction begins.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Count, Min, Q

from games.log.digests import timestamp
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.outbox.rows import UNENDED, Attempt, Endpoint, EndpointState, Job, JobState
from tournaments.outbox.waking import wake_after_commit
from tournaments.tables.people import Organisation
from tournaments.webhooks.deliveries import message
from tournaments.webhooks.messages import ping_message, with_full_url
from tournaments.webhooks.news import PING
from tournaments.webhooks.posting import Sender
from tournaments.webhooks.sending import new_secret
from tournaments.webhooks.targets import BadTarget

GIVEN_UP = Q(state=JobState.FAILED) & ~Q(kind=PING)
"""A failed test loses no news."""
MISSED = Q(state=JobState.CANCELLED)
MAX_ENDPOINTS = 10
MAX_RESENT = 1000
OLD_SECRET_SIGNS = timedelta(hours=24)

FITTING = marked("Use an https URL of a public name, port 443 or 8443, without a password in it.")


def delivery_status(endpoint: Endpoint) -> dict[str, Any]:
    """Return the numbers of waiting and failed messages, the time of the next attempt, and the last one."""
    waits = Q(state__in=UNENDED)
    return {
        **endpoint.messages.aggregate(
            waiting=Count("pk", filter=waits),
            next_at=Min("due_at", filter=waits),
            failed=Count("pk", filter=GIVEN_UP),
        ),
        "last": Attempt.objects.filter(message__endpoint=endpoint).order_by("-at", "-id").first(),
    }


def retention(endpoint: Endpoint) -> dict[str, Any]:
    """Return ``first_kept``, the oldest number still stored, and ``missed``, the number of lost messages.

    ``missed_since``: when the oldest of these was written.
    """
    return endpoint.messages.aggregate(
        first_kept=Min("sequence"),
        missed=Count("pk", filter=MISSED),
        missed_since=Min("asked_at", filter=MISSED),
    )


register(
    {
        "webhook_address": Code(
            status=422,
            title=marked("No webhook can be sent to this address."),
            advice=FITTING,
        ),
        "too_many_webhooks": Code(
            status=409,
            title=marked("The organisation has reached the webhook limit."),
            advice=marked("Delete one first."),
        ),
        "webhook_not_active": Code(
            status=409,
            title=marked("The webhook is paused or disabled."),
            advice=marked("Set paused to false first."),
        ),
    }
)


def add_endpoint(
    organisation: Organisation, values: dict[str, Any], context: Context, by: Sender
) -> Endpoint:
    """Add an endpoint; ``values`` has url, kinds and tournament_id.

    Refuses ``webhook_address``, ``too_many_webhooks``.
    """
    id_ = uuid5(context.command_id, "webhook")
    if made := Endpoint.objects.filter(pk=id_).first():
        return made
    _check(values["url"], by)
    with transaction.atomic():
        owner = Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        if Endpoint.objects.filter(organisation=owner).exclude(pk=id_).count() >= MAX_ENDPOINTS:
            refuse("too_many_webhooks", most=MAX_ENDPOINTS)
        endpoint, _ = Endpoint.objects.get_or_create(
            id=id_,
            defaults={
                **values,
                "organisation": owner,
                "secret": new_secret(),
                "created_at": context.at,
            },
        )
        return endpoint


def change_endpoint(endpoint: Endpoint, values: dict[str, Any], by: Sender) -> Endpoint:
    """Change url, kinds, tournament_id or state; ``state`` ACTIVE clears earlier failures.

    Refuses ``webhook_address``, ``not_found`` when it was deleted meanwhile.
    """
    if "url" in values:
        _check(values["url"], by)
    with transaction.atomic():
        endpoint = _lock(endpoint)
        for name, value in values.items():
            setattr(endpoint, name, value)
        if values.get("state") == EndpointState.ACTIVE:
            endpoint.failures, endpoint.rests_until, endpoint.busy_until = 0, None, None
        endpoint.save()
        if endpoint.state == EndpointState.ACTIVE:
            _wake_worker(endpoint)
        return endpoint


def delete_endpoint(endpoint: Endpoint) -> None:
    """Delete an endpoint with all its messages."""
    with transaction.atomic():
        _lock(endpoint).delete()


def rotate_secret(endpoint: Endpoint, context: Context) -> Endpoint:
    """Set a new secret; the old one also signs for a day, so that a receiver can change over."""
    with transaction.atomic():
        endpoint = _lock(endpoint)
        if endpoint.rotated_by != context.command_id:
            endpoint.old_secret, endpoint.secret = endpoint.secret, new_secret()
            endpoint.old_secret_until = context.at + OLD_SECRET_SIGNS
            endpoint.rotated_by = context.command_id
            endpoint.save()
        return endpoint


def ping(endpoint: Endpoint, context: Context) -> Job:
    """Send a test message, tried once. Refuses ``webhook_not_active``."""
    with transaction.atomic():
        endpoint = _lock_active(endpoint)
        id_ = uuid5(context.command_id, PING)
        if made := Job.objects.filter(pk=id_).first():
            return made
        body = with_full_url(ping_message(endpoint, timestamp(context.at)), endpoint.origin)
        made = message(endpoint, body, at=context.at, about="", kind=PING)
        made.id = id_
        made.save(force_insert=True)
        endpoint.save(update_fields=["last_sequence"])
        wake_after_commit(made.id)
        return made


def replay(endpoint: Endpoint, message_id: UUID, at: datetime) -> Job:
    """Send a message again, under the same id and with all its attempts.

    Refuses ``webhook_not_active``, ``not_found``.
    """
    with transaction.atomic():
        endpoint = _lock_active(endpoint)
        found = Job.objects.filter(endpoint=endpoint, pk=message_id)
        if not found.update(**_resend_columns(endpoint, at)):
            refuse("not_found", delivery=str(message_id))
        wake_after_commit(message_id)
        return found.get()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResentMessages:
    """The number of messages that are due again, and their range; ``more``: later ones are left."""

    messages: int
    first: int | None
    last: int | None
    more: bool


def resend(
    endpoint: Endpoint,
    at: datetime,
    *,
    after: int = 0,
    since: datetime | None = None,
    missed: bool = False,
) -> ResentMessages:
    """Send the messages after number ``after`` and since a moment again, in order, as ``replay`` does.

    ``missed``: only those that were written while the endpoint was not active, or that failed.

    At most 1000; messages that are already due are not changed. Refuses ``webhook_not_active``.
    """
    with transaction.atomic():
        endpoint = _lock_active(endpoint)
        messages = endpoint.messages.filter(sequence__gt=after)
        if since is not None:
            messages = messages.filter(asked_at__gte=since)
        if missed:
            messages = messages.filter(MISSED | GIVEN_UP)
        numbers = messages.order_by("sequence").values_list("sequence", flat=True)
        found: list[int] = [number for number in numbers[: MAX_RESENT + 1] if number is not None]
        chosen = found[:MAX_RESENT]
        if chosen:
            again = messages.filter(sequence__lte=chosen[-1])
            again.exclude(state=JobState.QUEUED, due_at__lte=at).update(**_resend_columns(endpoint, at))
            _wake_worker(endpoint)
        first, last = (chosen[0], chosen[-1]) if chosen else (None, None)
        return ResentMessages(messages=len(chosen), first=first, last=last, more=len(found) > MAX_RESENT)


def _resend_columns(endpoint: Endpoint, at: datetime) -> dict[str, Any]:
    """Return the columns of a message to send again: now, or after the pause its receiver asked for."""
    due_at = max(at, endpoint.rests_until or at)
    return {"state": JobState.QUEUED, "ended_at": None, "attempts": 0, "leased_by": "", "due_at": due_at}


def _check(url: str, by: Sender) -> None:
    try:
        by.check(url)
    except BadTarget as unfit:
        refuse("webhook_address", reason=str(unfit.why), field="url", fault=FITTING)


def _lock(endpoint: Endpoint) -> Endpoint:
    found = Endpoint.objects.select_for_update().filter(pk=endpoint.pk).first()
    if found is None:
        refuse("not_found", webhook=str(endpoint.pk))
    return found


def _lock_active(endpoint: Endpoint) -> Endpoint:
    found = _lock(endpoint)
    if found.state != EndpointState.ACTIVE:
        refuse("webhook_not_active", state=found.state)
    return found


def _wake_worker(endpoint: Endpoint) -> None:
    """Wake a worker for the endpoint's waiting messages."""
    waiting = endpoint.messages.filter(state__in=UNENDED).order_by("due_at")
    wake_after_commit(*waiting.values_list("pk", flat=True)[:1])
