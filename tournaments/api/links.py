"""The private link of an entry: for badges, replaced when it is lost, revoked."""

from typing import Any, TypedDict
from urllib.parse import urljoin
from uuid import UUID

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.bodies import UriText
from games.rest.operated import reads, writes
from games.rest.views import respond_with_etag
from tournaments.accounts.private_links import link_state, renew, revoke, token_for_serial
from tournaments.api.base import TournamentView
from tournaments.tables.rows import EntryRow

RIGHT = "link.give"


class EntryLinkBody(TypedDict):
    """``serial``: how many links the entry has had. ``token``: for ``Authorization: Link TOKEN``.

    ``address``: the page that the link opens. Both are null while the link is revoked.
    """

    serial: int
    revoked: bool
    token: str | None
    address: UriText | None


class RenewEntryLink(serializers.Serializer[Any]):
    """``serial``: of the link to replace; nothing happens if it has been replaced already."""

    serial = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class EntryLinkView(TournamentView):
    kept = False

    @reads("get_entry_link", RIGHT, EntryLinkBody)
    def get(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Get the private link of an entry, by which its players report results without an account."""
        return self.link(self.entry(slug, entry_id))

    @writes("renew_entry_link", RIGHT, EntryLinkBody, request=RenewEntryLink, secret=True)
    def put(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Replace the private link of an entry; the old one stops working."""
        entry = self.entry(slug, entry_id)
        renew(entry.id, self.body(RenewEntryLink)["serial"], timezone.now())
        return self.link(entry)

    @writes("revoke_entry_link", RIGHT)
    def delete(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Revoke the private link of an entry until it is replaced."""
        revoke(self.entry(slug, entry_id).id, timezone.now())
        return respond_with_etag(None, status=204)

    def entry(self, slug: str, entry_id: UUID) -> EntryRow:
        return get_object_or_404(EntryRow, tournament=self.tournament(slug), pk=entry_id)

    def link(self, entry: EntryRow) -> Response:
        now = link_state(entry.id)
        token = None if now.revoked else token_for_serial(entry, now.serial)
        base = settings.ADDRESS or self.request.build_absolute_uri("/")
        body: EntryLinkBody = {
            "serial": now.serial,
            "revoked": now.revoked,
            "token": token,
            "address": urljoin(base, reverse("web:open-link", args=(token,))) if token else None,
        }
        return respond_with_etag(body)
