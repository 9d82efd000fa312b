"""Holders of private links: users without an account who have opened the private link of an entry."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

from games.refusals import refuse
from tournaments.access.table import NOBODY, Actor
from tournaments.accounts.private_links import PrivateLink


class LinkHolder(AnonymousUser):
    """The ``request.user`` of a request by private link; it may only read once the tournament is archived."""

    def __init__(self, link: PrivateLink) -> None:
        super().__init__()
        self.link = link

    @property
    def nigiri_actor(self) -> Actor:
        return Actor(entry=self.entry_id) if self.link.writes else NOBODY

    @property
    def entry_id(self) -> str:
        return str(self.link.entry.id)

    @property
    def named_in_log(self) -> str:
        """Return the actor's name in events."""
        return self.nigiri_actor.name


def entry_of(user: Any) -> str:
    """Return the entry whose link was opened; "" for other users."""
    return user.entry_id if isinstance(user, LinkHolder) else ""


class LinkGuessThrottle(SimpleRateThrottle):
    scope = "link_guesses"

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        ident = self.get_ident(request)  # type: ignore[arg-type]  # it reads META alone
        return str(self.cache_format % {"scope": self.scope, "ident": ident})


def count_failed_link(request: HttpRequest) -> None:
    """Count an invalid link. Refuses with ``too_many_links`` after too many of them in a minute."""
    if not LinkGuessThrottle().allow_request(request, None):  # type: ignore[arg-type]  # it uses no view
        refuse("too_many_links")
