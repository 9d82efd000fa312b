"""The page behind an invitation's link: what is offered, and yes, from an account there is or a new one."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.refusals import Refusal
from tournaments.access.table import SITE
from tournaments.accounts.accounts import create_account
from tournaments.organisations.invitations import (
    accept,
    accept_with_new_account,
    invitation_of,
    require_pending,
    token_of,
)
from tournaments.tables.accounts import Invitation
from tournaments.tables.rows import TournamentRow
from tournaments.web.addresses import absolute, is_only_here
from tournaments.web.base import allow, form_action, read_page
from tournaments.web.forms import AccountForm
from tournaments.web.refusal_words import why

OFFICES = {
    "owner": (gettext_lazy("an owner"), gettext_lazy("assigns roles and has all other rights")),
    "director": (
        gettext_lazy("a director"),
        gettext_lazy("sets tournaments up, enters players, pairs and publishes"),
    ),
    "referee": (
        gettext_lazy("a referee"),
        gettext_lazy("rules on claims, records results and checks players in"),
    ),
    "committee": (gettext_lazy("of the appeals committee"), gettext_lazy("decides appeals against rulings")),
    "desk": (gettext_lazy("at the desk"), gettext_lazy("checks players in and records results")),
}
"""Office -> what whoever holds it is, and does."""
YOURS = {
    "owner": gettext_lazy("you assign roles and have all other rights"),
    "director": gettext_lazy("you set up tournaments, enter players, pair and publish"),
    "referee": gettext_lazy("you rule on claims, record results and check players in"),
    "committee": gettext_lazy("you decide appeals against rulings"),
    "desk": gettext_lazy("you check players in and record results"),
}
"""Office -> the same, said to whoever holds it."""


def shown(request: HttpRequest, invitation: Invitation) -> dict[str, Any]:
    """An invitation as its makers see it: the link while it can be taken, else what became of it."""
    link = absolute(request, reverse("web:invitation", args=(token_of(invitation),)))
    return {
        "of": invitation,
        "office": OFFICES.get(invitation.office, ("", ""))[0],
        "tournament": _tournament(invitation),
        "state": _state(invitation),
        "link": link,
        "only_here": is_only_here(link),
    }


def _state(invitation: Invitation) -> str:
    try:
        require_pending(invitation, timezone.now())
    except Refusal as no:
        return no.code.removeprefix("invitation_")
    return "waiting"


def _tournament(invitation: Invitation) -> str:
    if invitation.tournament_id is None:
        return ""
    row = TournamentRow.objects.filter(pk=invitation.tournament_id).first()
    return row.name if row else gettext("a deleted tournament")


@read_page
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    try:
        invitation = _waiting(request, token)
    except Refusal as no:
        return _closed_page(request, no)
    return _page(request, token, invitation, AccountForm())


@form_action
def accept_page(request: HttpRequest, token: str) -> HttpResponse:
    """By whoever is logged in; they have read on the page what it is."""
    allow(request, "account.own", SITE)
    try:
        invitation = invitation_of(token)
        accept(invitation, cast("int", request.user.pk), timezone.now())
    except Refusal as no:
        return _closed_page(request, no)
    return _welcome(request, invitation)


@form_action
def join_page(request: HttpRequest, token: str) -> HttpResponse:
    """A new account that has taken it; neither without the other."""
    if request.user.is_authenticated:
        return redirect("web:invitation", token=token)
    form = AccountForm(request.POST)
    try:
        invitation = _waiting(request, token)
    except Refusal as no:
        return _closed_page(request, no)
    if not form.is_valid():
        return _page(request, token, invitation, form, status=422)
    typed = form.cleaned_data
    try:
        user = accept_with_new_account(
            invitation, lambda: create_account(typed["username"], typed["password"]), timezone.now()
        )
    except Refusal as no:
        form.add_refusal(no)
        return _page(request, token, invitation, form, status=422)
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return _welcome(request, invitation)


def _waiting(request: HttpRequest, token: str) -> Invitation:
    """The invitation, if it can be taken now, or was taken by whoever asks."""
    invitation = invitation_of(token)
    if not request.user.is_authenticated or invitation.used_by_id != request.user.pk:
        require_pending(invitation, timezone.now())
    return invitation


def _page(
    request: HttpRequest, token: str, invitation: Invitation, form: AccountForm, status: int = 200
) -> HttpResponse:
    context = {
        "token": token,
        "of": invitation,
        "office": OFFICES.get(invitation.office),
        "tournament": _tournament(invitation),
        "form": form,
        "taken": invitation.used_at is not None,
    }
    return render(request, "nigiri/invitation.html", context, status=status)


def _closed_page(request: HttpRequest, no: Refusal) -> HttpResponse:
    return render(request, "nigiri/invitation_closed.html", {"why": why(no)}, status=no.status)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    organisation = invitation.organisation
    if organisation is None:
        messages.success(request, gettext("You may now create organisations."))
        return redirect("web:found")
    if invitation.player is not None:
        messages.success(
            request,
            gettext("%(name)s is you: report your games from this account.")
            % {"name": invitation.player.name},
        )
        return redirect("web:home")
    messages.success(
        request,
        gettext("You are now %(office)s of %(name)s.")
        % {"office": OFFICES[invitation.office][0], "name": organisation.name},
    )
    return redirect("web:organisation", slug=organisation.slug)
