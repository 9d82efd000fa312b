"""Which links this browser has opened, and as which entry it acts: signed, read by no script.

A logged-in user acts as their account, unless they have said on this login that they act as an entry.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.refusals import Refusal, refuse
from tournaments.access.link_holders import LinkHolder
from tournaments.accounts.private_links import PrivateLink, link_by_mark
from tournaments.tables.rows import EntryRow

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
