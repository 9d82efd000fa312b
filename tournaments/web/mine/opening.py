"""A link is opened, exchanged for another that this browser has opened, or closed.

Its token is in the address once: what follows is an address without it, and the cookie.
"""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from tournaments.access.link_holders import count_failed_link
from tournaments.access.table import SITE
from tournaments.accounts.private_links import (
    PrivateLink,
    connect_account,
    open_link,
    players_without_account,
)
from tournaments.reading.queries import entry_names
from tournaments.web.base import allow, form_action, form_page
from tournaments.web.mine.cookie import keep, links_of
from tournaments.web.refusal_words import why


@require_safe
@form_page
def open_page(request: HttpRequest, token: str) -> HttpResponse:
    """A logged-in user is asked first: nobody else makes them act as another person."""
    try:
        link = _open_link(request, token)
    except Refusal as no:
        return untold(closed(request, no))
    if not request.user.is_authenticated:
        return untold(keep(redirect("web:my"), links_of(request).beside(link, request.user)))
    context = {
        "token": token,
        "name": str(_name(link)),
        "tournament": link.entry.tournament,
        "untied": players_without_account(link),
    }
    return untold(render(request, "nigiri/my_open.html", context))


@form_action
def open_as(request: HttpRequest, token: str) -> HttpResponse:
    """A logged-in user acts as the entry from now on, until they switch back."""
    try:
        link = _open_link(request, token)
    except Refusal as no:
        return untold(closed(request, no))
    return untold(keep(redirect("web:my"), links_of(request).beside(link, request.user)))


@form_action
def tie_player(request: HttpRequest, token: str, player_id: UUID) -> HttpResponse:
    """A logged-in user who has the link speaks for the player from this account too."""
    allow(request, "account.own", SITE)
    try:
        link = _open_link(request, token)
        connect_account(link, str(player_id), cast("int", request.user.pk))
    except Refusal as no:
        return untold(closed(request, no))
    messages.success(request, _("This player is you: report your games from this account too."))
    return untold(redirect("web:my"))


@form_action
def switch(request: HttpRequest) -> HttpResponse:
    """As another entry whose link was opened here, or as none."""
    links = links_of(request)
    return keep(redirect("web:my"), links.acting_as(request.POST.get("entry", ""), request.user))


@form_action
def close(request: HttpRequest) -> HttpResponse:
    """This browser forgets a link."""
    return keep(redirect("web:my"), links_of(request).without(request.POST.get("entry", "")))


def _open_link(request: HttpRequest, token: str) -> PrivateLink:
    """Refuses as ``open_link``, and ``too_many_links``."""
    try:
        return open_link(token)
    except Refusal:
        count_failed_link(request)
        raise


def _name(link: PrivateLink) -> object:
    return entry_names(link.entry.tournament)[str(link.entry.id)]


def closed(request: HttpRequest, no: Refusal) -> HttpResponse:
    """The link does not hold: why, and what to do."""
    return render(request, "nigiri/my_closed.html", {"why": why(no)}, status=no.status)


def untold(response: HttpResponse) -> HttpResponse:
    """Keep an address with a token out of caches and referrers.

    Not ``no-referrer``: browsers then send forms with ``Origin: null``, which Django refuses.
    """
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "strict-origin"
    return response
