"""The webhooks of an organisation on a page: how each fares, and the ways to try, pause and go on."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from rest_framework.throttling import UserRateThrottle

from games.refusals import refuse
from tournaments.access.actors import organisation_subject
from tournaments.outbox.rows import Attempt, Endpoint, EndpointState
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, context_of, form_action, read_page, seconds_to_wait
from tournaments.web.people.importing import organisation_for
from tournaments.webhooks import commands
from tournaments.webhooks.commands import delivery_status, retention
from tournaments.webhooks.posting import Failure, default_sender

STATES = {
    EndpointState.ACTIVE: gettext_lazy("active"),
    EndpointState.PAUSED: gettext_lazy("paused"),
    EndpointState.DISABLED: gettext_lazy("disabled by failures"),
}
GONE = gettext_lazy("disabled by an answer of 410")
OUTCOMES = {
    "": gettext_lazy("delivered"),
    Failure.TIMEOUT: gettext_lazy("no answer in time"),
    Failure.TLS: gettext_lazy("no valid certificate"),
    Failure.CONNECTION: gettext_lazy("no connection"),
    Failure.BAD_ANSWER: gettext_lazy("an answer that cannot be read"),
    Failure.REDIRECT: gettext_lazy("a redirect, which is not followed"),
    Failure.STATUS: gettext_lazy("refused by the receiver"),
}
UNFIT = gettext_lazy("an address to which nothing is sent")


class WebhookThrottle(UserRateThrottle):
    """A test is sent to somebody else's machine: it counts as the same over REST does."""

    scope = "webhooks"


@read_page
def webhooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of each where it sends, whether it listens, what it missed, what waits, and how the last try went."""
    organisation = organisation_for(request, slug, "webhook.read")
    context = {
        "organisation": organisation,
        "webhooks": _lines(organisation),
        "may_change": allowed(request, "webhook.change", organisation_subject(organisation)),
    }
    return render(request, "nigiri/webhooks.html", context)


def _lines(organisation: Organisation) -> list[dict[str, Any]]:
    endpoints = list(Endpoint.objects.filter(organisation=organisation))
    asked = [one.tournament_id for one in endpoints if one.tournament_id]
    names = dict(TournamentRow.objects.filter(pk__in=asked).values_list("id", "name"))
    return [
        {
            "of": one,
            "tournament": names.get(one.tournament_id, "") if one.tournament_id else "",
            "listens": one.state == EndpointState.ACTIVE,
            **retention(one),
            **_fares(one),
        }
        for one in endpoints
    ]


def _fares(endpoint: Endpoint) -> dict[str, Any]:
    found = delivery_status(endpoint)
    last: Attempt | None = found["last"]
    gone = endpoint.state == EndpointState.DISABLED and last and last.status == HTTPStatus.GONE
    return {
        **found,
        "state": GONE if gone else STATES[EndpointState(endpoint.state)],
        "outcome": _outcome(last) if last else "",
    }


def _outcome(attempt: Attempt) -> str:
    said = str(OUTCOMES.get(attempt.error, UNFIT))
    return f"{said} ({attempt.status})" if attempt.status else said


@form_action
def resume_webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """Listen again after a pause, or after it was disabled."""
    endpoint = _endpoint(request, slug, webhook_id)
    commands.change_endpoint(endpoint, {"state": EndpointState.ACTIVE}, default_sender())
    messages.success(request, gettext("It is active again. What it missed is sent when you ask for it."))
    return redirect("web:webhooks", slug=slug)


@form_action
def pause_webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """Send nothing for now."""
    endpoint = _endpoint(request, slug, webhook_id)
    commands.change_endpoint(endpoint, {"state": EndpointState.PAUSED}, default_sender())
    messages.success(request, gettext("It is paused. What it misses is sent when you ask for it."))
    return redirect("web:webhooks", slug=slug)


@form_action
def try_webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """Send a ping. Refuses ``webhook_not_active``, ``throttled``."""
    endpoint = _endpoint(request, slug, webhook_id)
    if seconds_to_wait(request, WebhookThrottle()):
        refuse("throttled")
    commands.ping(endpoint, context_of(request))
    messages.success(request, gettext("The test is on its way. Load the page again to see how it went."))
    return redirect("web:webhooks", slug=slug)


@form_action
def send_missed(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """All that it missed or that was given up, nothing that it has taken. Refuses ``webhook_not_active``."""
    endpoint = _endpoint(request, slug, webhook_id)
    sent = commands.resend(endpoint, timezone.now(), missed=True)
    said = ngettext(
        "%(number)s message is on its way.", "%(number)s messages are on their way.", sent.messages
    )
    messages.success(request, said % {"number": sent.messages})
    return redirect("web:webhooks", slug=slug)


def _endpoint(request: HttpRequest, slug: str, webhook_id: UUID) -> Endpoint:
    organisation = organisation_for(request, slug, "webhook.change")
    return get_object_or_404(Endpoint, organisation=organisation, pk=webhook_id)
