"""Private links: which of them this browser has opened, as whom it acts, and how the desk hands them out.

A token is in the address once: what follows is an address without it, and the signed cookie, which no script
reads. A logged-in user acts as their account, unless they have said on this login that they act as an entry.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.refusals import Refusal, refuse
from tournaments.access.link_holders import LinkHolder, count_failed_link
from tournaments.access.table import SITE
from tournaments.accounts.private_links import (
    PrivateLink,
    connect_account,
    link_by_mark,
    link_state,
    open_link,
    players_without_account,
    renew,
    revoke,
)
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.addresses import absolute, own_link, with_code
from tournaments.web.base import allow, form_action, number_in_form, read_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why

COOKIE = f"{settings.COOKIE_PREFIX}nigiri_links"
SALT = "nigiri.links"
MOST = 8
KEPT = 60 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """``held``: entry id -> which link; ``now``: who acts, or ""; ``user``: whose login it is."""

    held: dict[str, str]
    now: str = ""
    user: int = 0

    def acts_for(self, user: Any) -> str:
        """The entry as which a request of this account, or of none, acts; "" for none."""
        return self.now if self.now in self.held and self.user == (user.pk or 0) else ""

    def beside(self, link: PrivateLink, user: Any) -> "Links":
        """With a link that was opened now; the oldest goes where there are too many."""
        entry_id = str(link.entry.id)
        others = [(id_, mark) for id_, mark in self.held.items() if id_ != entry_id]
        held = dict([*others, (entry_id, link.mark)][-MOST:])
        return Links(held=held, now=entry_id, user=user.pk or 0)

    def acting_as(self, entry_id: str, user: Any) -> "Links":
        return replace(self, now=entry_id if entry_id in self.held else "", user=user.pk or 0)

    def without(self, entry_id: str) -> "Links":
        left = {id_: mark for id_, mark in self.held.items() if id_ != entry_id}
        return replace(self, held=left, now="" if self.now == entry_id else self.now)


def links_of(request: HttpRequest) -> Links:
    """What the cookie says; nothing where it was not written here."""
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
        return Links(held=dict(said["held"]), now=said["now"], user=said["user"])
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return Links(held={})


def keep(response: HttpResponse, links: Links) -> HttpResponse:
    said = {"held": list(links.held.items()), "now": links.now, "user": links.user}
    response.set_cookie(
        COOKIE,
        signing.dumps(said, salt=SALT),
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def holder_of(links: Links, entry_id: str) -> LinkHolder:
    """Refuses as ``opened`` does, where the link does not hold any more."""
    entry = EntryRow.objects.select_related("tournament").filter(pk=entry_id).first()
    if entry is None:
        refuse("link_ended")
    return LinkHolder(link_by_mark(entry, links.held[entry_id]))


OTHERS = ("/accounts/", "/api/", "/static/")
"""Where links open nothing: what is an account's, and REST, where the token is sent with the request."""


class ActsByLink:
    """Middleware, after the one that knows the account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if COOKIE in request.COOKIES and not request.path.startswith(OTHERS):
            links = links_of(request)
            if entry_id := links.acts_for(request.user):
                with suppress(Refusal):  # nobody, until the page of the link says why
                    request.user = holder_of(links, entry_id)
        return self.get_response(request)


@read_page
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
    messages.success(request, _("You are this player. You can also report your games from this account."))
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


RIGHT = "link.give"


@read_page
def link_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """The link of an entry, to be scanned from the screen; renewed or revoked with one press."""
    row, entry = _entry(request, slug, entry_id)
    now = link_state(entry.id)
    context: dict[str, Any] = {
        **frame(request, row),
        "entry": entry,
        "name": str(entry_names(row)[entry.id]),
        "standing": now,
        "line": None if now.revoked else shown(request, own_link(entry, now)),
    }
    return untold(render(request, "nigiri/entry_link.html", context))


@form_action
def renew_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    renew(entry.id, number_in_form(request, "seen") or 0, timezone.now())
    messages.success(request, _("This is the new link. Older links no longer work on any phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


@form_action
def revoke_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    revoke(entry.id, timezone.now())
    messages.success(request, _("Link revoked. It no longer works on any phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


def _entry(request: HttpRequest, slug: str, entry_id: UUID) -> tuple[TournamentRow, EntryRow]:
    row = tournament_for(request, slug, RIGHT)
    entry = get_object_or_404(EntryRow, tournament=row, pk=str(entry_id))
    return row, entry


def shown(request: HttpRequest, path: str) -> dict[str, Any]:
    """A link as the desk shows it, with its QR."""
    return with_code(absolute(request, path))
