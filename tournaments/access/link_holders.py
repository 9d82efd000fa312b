"""Whoever has opened the private link of an entry: asked in the place of a user, with no account."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

from games.refusals import refuse
from tournaments.access.table import NOBODY, Actor
from tournaments.accounts.private_links import PrivateLink


class LinkHolder(AnonymousUser):
    """``request.user`` of such a request. The link of what is over opens its pages and changes nothing."""

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
        """How events name them."""
        return self.nigiri_actor.name


def entry_of(user: Any) -> str:
    """The entry whose link was opened; "" for everybody else."""
    return user.entry_id if isinstance(user, LinkHolder) else ""


class LinkGuessThrottle(SimpleRateThrottle):
    scope = "link_guesses"

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        ident = self.get_ident(request)  # type: ignore[arg-type]  # it reads META alone
        return str(self.cache_format % {"scope": self.scope, "ident": ident})


def count_failed_link(request: HttpRequest) -> None:
    """Count one that did not open. Refuses with ``too_many_links`` when there were too many in a minute."""
    if not LinkGuessThrottle().allow_request(request, None):  # type: ignore[arg-type]  # a view is not asked
        refuse("too_many_links")
