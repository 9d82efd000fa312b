"""The webhooks of an organisation on a page: what each missed, and the ways to send it again and to go on."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.actors import organisation_subject
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, form_page
from tournaments.web.people.importing import organisation_for
from tournaments.webhooks import commands
from tournaments.webhooks.posting import postman
from tournaments.webhooks.rows import Endpoint, EndpointState

STATES = {
    EndpointState.ACTIVE: gettext_lazy("active"),
    EndpointState.PAUSED: gettext_lazy("paused"),
    EndpointState.DISABLED: gettext_lazy("disabled by failures"),
}


@require_safe
@form_page
def webhooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of each where it sends, whether it listens, and what it missed."""
    house = organisation_for(request, slug, "webhook.read")
    context = {
        "organisation": house,
        "webhooks": _lines(house),
        "may_change": allowed(request, "webhook.change", organisation_subject(house)),
    }
    return render(request, "nigiri/webhooks.html", context)


def _lines(house: Organisation) -> list[dict[str, Any]]:
    endpoints = list(Endpoint.objects.filter(organisation=house))
    asked = [one.tournament_id for one in endpoints if one.tournament_id]
    names = dict(TournamentRow.objects.filter(pk__in=asked).values_list("id", "name"))
    return [
        {
            "of": one,
            "tournament": names.get(one.tournament_id, "") if one.tournament_id else "",
            "state": STATES[EndpointState(one.state)],
            "listens": one.state == EndpointState.ACTIVE,
            **commands.kept(one),
        }
        for one in endpoints
    ]


@require_POST
@form_page
def resume_webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """Listen again after a pause, or after it was disabled."""
    endpoint = _endpoint(request, slug, webhook_id)
    commands.change_endpoint(endpoint, {"state": EndpointState.ACTIVE}, postman())
    messages.success(request, gettext("It is active again. What it missed is sent when you ask for it."))
    return redirect("web:webhooks", slug=slug)


@require_POST
@form_page
def send_missed(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponse:
    """All that it missed, and nothing that it has had. Refuses ``webhook_not_active``."""
    endpoint = _endpoint(request, slug, webhook_id)
    sent = commands.resend(endpoint, timezone.now(), missed=True)
    said = ngettext(
        "%(number)s message is on its way.", "%(number)s messages are on their way.", sent.messages
    )
    messages.success(request, said % {"number": sent.messages})
    return redirect("web:webhooks", slug=slug)


def _endpoint(request: HttpRequest, slug: str, webhook_id: UUID) -> Endpoint:
    house = organisation_for(request, slug, "webhook.change")
    endpoint = Endpoint.objects.filter(organisation=house, pk=webhook_id).first()
    if endpoint is None:
        raise Http404
    return endpoint
