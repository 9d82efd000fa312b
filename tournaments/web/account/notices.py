"""The notices of an account, and which ones it receives."""

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
from django.views.decorators.http import require_safe

from tournaments.access.table import SITE
from tournaments.notices.rows import Kind
from tournaments.notices.storing import mark_read, notice_settings_of, notices_of, set_notice_settings
from tournaments.notices.texts import notice_text, notice_texts
from tournaments.web.base import allow, form_action, form_page
from tournaments.web.forms import PlainForm

MOST_SHOWN = 50


class WishesForm(PlainForm):
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Notify me when"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.BooleanField(label=gettext_lazy("Also by mail"), required=False)


def notice_settings_form(request: HttpRequest, *, verified: bool) -> dict[str, Any]:
    """Return the form of the account's page; it offers mail only where one would arrive."""
    form = WishesForm(initial=notice_settings_of(cast("int", request.user.pk)))
    if not (settings.MAIL and verified):
        del form.fields["mail"]
    return {"wishes_form": form}


@require_safe
@form_page
def notices_page(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    newest = list(notices_of(cast("int", request.user.pk))[:MOST_SHOWN])
    lines = [
        {"of": notice, "said": words} for notice, words in zip(newest, notice_texts(newest), strict=True)
    ]
    unread = any(notice.read_at is None for notice in newest)
    return render(request, "nigiri/notices.html", {"lines": lines, "unread": unread})


@require_safe
@form_page
def follow(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """To the page that a notice is about; it is read now."""
    allow(request, "account.own", SITE)
    notice = notices_of(cast("int", request.user.pk)).filter(pk=notice_id).first()
    if notice is None:  # another account's, or deleted
        return redirect("web:notices")
    mark_read(notice.user_id, [notice.pk], timezone.now())
    return redirect(notice_text(notice).path)


@form_action
def read_all(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    mark_read(cast("int", request.user.pk), None, timezone.now())
    return redirect("web:notices")


@form_action
def choose(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    form = WishesForm(request.POST)
    if form.is_valid():
        set_notice_settings(
            cast("int", request.user.pk), form.cleaned_data["kinds"], mail=form.cleaned_data["mail"]
        )
        messages.success(request, _("Your choice of notices is saved."))
    return redirect("web:account")
