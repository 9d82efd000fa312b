"""Entries of a tournament: who plays, check-in, absence."""

from typing import Any, ClassVar, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.bodies import IdText
from games.rest.forms import TableView
from games.rest.operated import operation_handler, reads
from games.rest.operations import Operation
from games.rest.orderings import ordering_parameter, requested_order
from games.rest.paging import (
    LONGEST_SEARCH,
    SEARCH,
    ListFilters,
    filter_parameters,
    filtered,
    page,
    paged,
)
from games.rest.views import respond_with_etag
from tournaments.access.actors import tournament_subject
from tournaments.api.base import TournamentView, version_after
from tournaments.api.resources import ViewSet
from tournaments.domain.bulk_entries import ChangeEntries
from tournaments.domain.entries import ChangeEntry, EnterPlayer, PlayerEntered, RemoveEntry, ReplacePlayer
from tournaments.domain.presence import ChangePresence, WithdrawEntry
from tournaments.persons.lists.folding import is_called
from tournaments.persons.sides import entry_fields, replacement_fields
from tournaments.reading.courses import CourseBody, course_body, course_csv
from tournaments.reading.entries import EntryBody, EntryDetailBody, entry_body, entry_detail_body
from tournaments.reading.queries import entry_names
from tournaments.reading.sheets import csv_of, players_sheet
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


def changed_entries_answer(row: TournamentRow, stored: list[StoredEvent]) -> Response:
    version = version_after(row)
    changed = dict.fromkeys(one.event.entry_id for one in stored if hasattr(one.event, "entry_id"))
    return respond_with_etag(ChangedBody(changed=list(changed)), version=version)


class EntryView(TournamentView):
    answers: ClassVar[Any] = EntryDetailBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        if status == 204:
            return respond_with_etag(None, version=row.version, status=status)
        entered = [one.event.entry_id for one in stored if isinstance(one.event, PlayerEntered)]
        return _entry_answer(row, str(address.get("entry_id") or entered[0]), status)


class EntryList(TableView, EntryView):
    operations: ClassVar = {"POST": Operation(EnterPlayer, "enter_player"), "PATCH": CHANGE_ENTRIES}
    statuses: ClassVar = {"POST": 201}

    @reads(
        "list_entries",
        "tournament.read",
        page(EntryBody),
        parameters=[*filter_parameters(Filters), SEARCH, ordering_parameter(ORDERS)],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the entries of a tournament."""
        row = self.tournament(slug)
        names = entry_names(row)
        rows = filtered(Filters, request, EntryRow.objects.filter(tournament=row))
        if text := request.query_params.get("q", "")[:LONGEST_SEARCH]:
            rows = rows.filter(pk__in=[id_ for id_, name in names.items() if is_called(str(name), text)])
        if "club" in request.query_params:  # no club is told of who is hidden, nor asked for
            rows = rows.exclude(pk__in=[id_ for id_, name in names.items() if name.hidden])
        return paged(
            self, rows, lambda entry: entry_body(entry, names), ordering=requested_order(ORDERS, request)
        )

    @operation_handler(CHANGE_ENTRIES, responses=ChangedBody)
    def patch(self, request: Request, slug: str) -> HttpResponse:
        return self.perform(CHANGE_ENTRIES, 200, slug=slug)

    def csv(self, body: Any) -> bytes:
        return csv_of(players_sheet({"players": body["results"]}))

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return values if self.request.method == "PATCH" else entry_fields(row, values)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        if self.request.method == "PATCH":
            return changed_entries_answer(row, stored)
        return super().respond(row, stored, status, **address)


class EntryDetail(TableView, EntryView):
    operations: ClassVar = {
        "PATCH": Operation(ChangeEntry, "change_entry"),
        "DELETE": Operation(RemoveEntry, "remove_entry"),
    }
    statuses: ClassVar = {"DELETE": 204}

    @reads("get_entry", "tournament.read", CourseBody)
    def get(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Get an entry: the player's games, with points and place after each round."""
        row = self.tournament(slug)
        entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
        page = reverse("web:entry", args=(slug, entry_id))
        body = course_body(row, entry, page, officer=self.officer(row))
        return respond_with_etag(body, version=row.version)

    def csv(self, body: Any) -> bytes:
        return course_csv(body)


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


def _entry_answer(row: TournamentRow, entry_id: str, status: int) -> Response:
    """The version is read first: an answer never claims to show what came after it."""
    version = version_after(row)
    entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
    body = entry_detail_body(entry, entry_names(row), officer=True)
    place = reverse("api:entry", args=(row.slug, entry_id))
    return respond_with_etag(body, version=version, status=status, location=place)
