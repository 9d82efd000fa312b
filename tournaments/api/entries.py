"""Entries of a tournament: who plays, check-in, strengths from a federation's list, private links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypedDict
from urllib.parse import urljoin
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.inputs import Id, Input
from games.log.store import StoredEvent
from games.rest.bodies import IdText, RankText, UriText
from games.rest.operated import operation_handler, reads, writes
from games.rest.operations import Operation
from games.rest.paging import LONGEST_SEARCH, SEARCH, ListFilters, lists
from games.rest.views import context_of, respond_with_etag
from tournaments.access.actors import tournament_subject
from tournaments.accounts.private_links import link_state, renew, revoke, token_for_serial
from tournaments.api.base import TournamentView, version_after
from tournaments.api.resources import TableView, ViewSet
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank
from tournaments.domain.bulk_entries import ChangeEntries, SetStrengths
from tournaments.domain.entries import ChangeEntry, EnterPlayer, PlayerEntered, RemoveEntry, ReplacePlayer
from tournaments.domain.inputs import MOST_ENTRIES
from tournaments.domain.presence import ChangePresence, WithdrawEntry
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.folding import is_called
from tournaments.persons.lists.rating_updates import (
    RatingUpdate,
    RatingUpdates,
    chosen_strengths,
    rating_updates,
)
from tournaments.persons.sides import entry_fields, replacement_fields
from tournaments.reading.courses import CourseBody, course_body, course_csv
from tournaments.reading.entries import EntryBody, entry_body
from tournaments.reading.queries import Name, entry_names, tournament_by_slug
from tournaments.reading.sheets import ENTERED
from tournaments.tables.rows import EntryRow, TournamentRow

CHANGE_ENTRIES = Operation(ChangeEntries, "change_entries")
ORDERS = {"number": ("number",), "rank": ("rank", "number"), "rating": ("rating", "number")}


class Filters(ListFilters):
    class Meta:
        model = EntryRow
        fields = ("country", "club", "checked_in", "withdrawn", "final", "group")


class ChangedBody(TypedDict):
    """``changed``: the entries that are not as they were before."""

    changed: list[IdText]


def changed_body(stored: list[StoredEvent]) -> ChangedBody:
    changed = dict.fromkeys(one.event.entry_id for one in stored if hasattr(one.event, "entry_id"))
    return {"changed": list(changed)}


class EntryView(TournamentView):
    """Operations on an entry, which are answered as its read."""

    answers: ClassVar[Any] = CourseBody

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> HttpResponse:
        entered = [one.event.entry_id for one in stored if isinstance(one.event, PlayerEntered)]
        return self.entry_answer(tournament_by_slug(row.slug), address.get("entry_id") or entered[0])

    def entry_answer(self, row: TournamentRow, entry_id: UUID | str) -> Response:
        """Return the response with an entry. ``row`` is as of the version that the answer names."""
        entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
        page = reverse("web:entry", args=(row.slug, entry_id))
        body = course_body(row, entry, page, officer=self.officer(row))
        place = ("api:entry", row.slug, entry_id)
        return respond_with_etag(body, version=row.version, status=self.status, location=place)


class EntryList(TableView, EntryView):
    columns = ENTERED
    operations: ClassVar = {"POST": Operation(EnterPlayer, "enter_player", status=201)}

    @lists("list_entries", "tournament.read", EntryBody, filters=Filters, orders=ORDERS, parameters=[SEARCH])
    def get(self, request: Request, slug: str) -> Any:
        """List the entries of a tournament."""
        row = self.tournament(slug)
        names, rows = entry_names(row), EntryRow.objects.filter(tournament=row)
        if text := request.query_params.get("q", "")[:LONGEST_SEARCH]:
            rows = rows.filter(pk__in=[id_ for id_, name in names.items() if is_called(str(name), text)])
        if "club" in request.query_params:  # the club of a hidden player is neither shown nor filtered by
            rows = rows.exclude(pk__in=[id_ for id_, name in names.items() if name.hidden])
        return rows, lambda entry: entry_body(entry, names)

    @operation_handler(CHANGE_ENTRIES, responses=ChangedBody)
    def patch(self, request: Request, slug: str) -> Response:
        row, context = self.tournament(slug), context_of(request)
        command = CHANGE_ENTRIES.command_for(CHANGE_ENTRIES.from_request(request), context)
        stored = carry_out(str(row.id), command, context)
        return respond_with_etag(changed_body(stored), version=version_after(row))

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return entry_fields(row, values)


class EntryDetail(TableView, EntryView):
    csv = staticmethod(course_csv)
    operations: ClassVar = {
        "PATCH": Operation(ChangeEntry, "change_entry"),
        "DELETE": Operation(RemoveEntry, "remove_entry", status=204),
    }

    @reads("get_entry", "tournament.read", CourseBody)
    def get(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Get an entry: the player's games, with points and place after each round."""
        return self.entry_answer(self.tournament(slug), entry_id)


class EntryOperations(ViewSet, EntryView):
    """Another player takes the entry over; its presence."""

    lookup_url_kwarg = "entry_id"
    operations: ClassVar = {
        "PUT player": Operation(ReplacePlayer, "replace_player"),
        "PATCH presence": Operation(ChangePresence, "change_presence"),
    }

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if self.right == ReplacePlayer.right:
            return replacement_fields(row, values)
        if values.get("state") is not None:
            self.allow(tournament_subject(row), right=WithdrawEntry.right)
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedStrengths:
    """A request for strengths of a federation's list; without ``entries`` for all that differ from it."""

    list: Annotated[ListKind, Input()]
    seen: Annotated[int | None, Input(low=1, high=2**31 - 1, help="From a dry run.")] = None
    entries: Annotated[tuple[Id, ...], Input(low=1, high=MOST_ENTRIES)] = ()
    ranks: Annotated[bool, Input(help="Whether to set ranks too.")] = False


class RefreshedBody(TypedDict):
    """The strength of an entry, and that of its player in the list now."""

    entry: IdText
    name: str
    rank: RankText
    rating: int
    listed_rank: RankText
    listed_rating: int


class RefreshingBody(TypedDict):
    """``seen``: the version of the list. ``same``: how many stay; ``unknown``: not in the list."""

    list: Annotated[str, ("enum", [*ListKind])]
    seen: int
    changes: Sequence[RefreshedBody]
    same: int
    unknown: Sequence[IdText]


class ChangedStrengthsBody(ChangedBody):
    """``difference``: what the list changes; null unless ``dry_run`` is true."""

    difference: RefreshingBody | None


class EntriesStrengths(TournamentView):
    answers: ClassVar[Any] = ChangedStrengthsBody
    difference: RefreshingBody | None = None
    operations: ClassVar = {
        "POST": Operation(
            SetStrengths,
            "set_strengths",
            match=True,
            dry_run=True,
            asks=RequestedStrengths,
        )
    }

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        kind, seen = values["list"], values.get("seen")
        updates = rating_updates(row, kind)
        if self.dry_run:
            self.difference, seen = _refreshing_body(row, updates), updates.listing.version
        elif seen is None:
            raise ValidationError({"seen": ["Required, unless dry_run is true."]})
        chosen = values["entries"] or [str(one.entry.id) for one in updates.lines]
        strengths = chosen_strengths(row, kind, seen, chosen, ranks=values["ranks"])
        return {"strengths": strengths, "reason": values["reason"]}

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        return {**changed_body(stored), "difference": self.difference}


def _refreshing_body(row: TournamentRow, updates: RatingUpdates) -> RefreshingBody:
    names = entry_names(row)
    return {
        "list": ListKind(updates.listing.kind),
        "seen": updates.listing.version,
        "changes": [_refreshed_body(one, names) for one in updates.lines],
        "same": updates.same,
        "unknown": [str(entry.id) for entry in updates.unknown],
    }


def _refreshed_body(one: RatingUpdate, names: Mapping[str, Name]) -> RefreshedBody:
    return {
        "entry": str(one.entry.id),
        "name": str(names[str(one.entry.id)]),
        "rank": format_rank(one.entry.rank),
        "rating": one.entry.rating,
        "listed_rank": format_rank(one.rank),
        "listed_rating": one.rating,
    }


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
    compares = False

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
    def delete(self, request: Request, slug: str, entry_id: UUID) -> None:
        """Revoke the private link of an entry until it is replaced."""
        revoke(self.entry(slug, entry_id).id, timezone.now())

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
