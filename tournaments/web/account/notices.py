"""What one was told, and what one wants to be told, where."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.refusals import Refusal
from tournaments.access.table import SITE
from tournaments.notices.commands import Subscribe, mark_read, own, set_wishes, subscribe, wishes_of
from tournaments.notices.rows import Device, Kind
from tournaments.notices.words import said, said_of
from tournaments.web.account.sessions import device
from tournaments.web.base import allow, form_page
from tournaments.web.plain_forms import PlainForm

MOST_SHOWN = 50


class WishesForm(PlainForm):
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me when"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.BooleanField(label=gettext_lazy("Also by mail"), required=False)


def wishes_shown(request: HttpRequest, *, verified: bool) -> dict[str, Any]:
    """For the account's page: the form, which offers mail only where one would arrive, and the devices."""
    form = WishesForm(initial=wishes_of(cast("int", request.user.pk)))
    if not (settings.MAIL and verified):
        del form.fields["mail"]
    return {"wishes_form": form, "devices": Device.objects.filter(user_id=cast("int", request.user.pk))}


@require_safe
@form_page
def notices_page(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    newest = list(own(cast("int", request.user.pk))[:MOST_SHOWN])
    lines = [{"of": notice, "said": words} for notice, words in zip(newest, said_of(newest), strict=True)]
    unread = any(notice.read_at is None for notice in newest)
    return render(request, "nigiri/notices.html", {"lines": lines, "unread": unread})


@require_safe
@form_page
def follow(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """To the page that a notice is about; it is read now."""
    allow(request, "account.own", SITE)
    notice = own(cast("int", request.user.pk)).filter(pk=notice_id).first()
    if notice is None:  # one of somebody else, or of long ago
        return redirect("web:notices")
    mark_read(notice.user_id, [notice.pk], timezone.now())
    return redirect(said(notice).path)


@require_POST
@form_page
def read_all(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    mark_read(cast("int", request.user.pk), None, timezone.now())
    return redirect("web:notices")


@require_POST
@form_page
def choose(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    form = WishesForm(request.POST)
    if form.is_valid():
        set_wishes(cast("int", request.user.pk), form.cleaned_data["kinds"], mail=form.cleaned_data["mail"])
        messages.success(request, _("Your choice of notices is kept."))
    return redirect("web:account")


@require_POST
@form_page
def add_device(request: HttpRequest) -> HttpResponse:
    """By the script of the account's page, once the browser has been asked; it wants a status."""
    allow(request, "account.own", SITE)
    posted = {name: request.POST.get(name, "") for name in ("endpoint", "key", "secret")}
    name = device(request.headers.get("User-Agent", ""))
    try:
        subscribe(Subscribe(user_id=cast("int", request.user.pk), agent=name, **posted), timezone.now())
    except Refusal as no:
        return HttpResponse(str(no), status=no.status, content_type="text/plain")
    messages.success(request, _("Notices are shown on this device now."))
    return HttpResponse(status=201)


@require_POST
@form_page
def remove_device(request: HttpRequest, device_id: UUID) -> HttpResponse:
    allow(request, "account.own", SITE)
    Device.objects.filter(user_id=cast("int", request.user.pk), pk=device_id).delete()
    messages.success(request, _("Nothing is sent to that device any more."))
    return redirect("web:account")
