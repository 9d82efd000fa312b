"""Entries of a tournament: who plays, check-in, absence."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.inputs import ALWAYS
from games.log.store import StoredEvent
from games.rest.forms import TableView
from games.rest.operations import Operation
from games.rest.orderings import ordering_parameter, requested_order
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView
from tournaments.api.courses import course_of
from tournaments.api.paging import ListFilters, filter_parameters, filtered, page, paged
from tournaments.domain.entries import ChangeEntry, EnterPlayer, PlayerEntered, RemoveEntry, ReplacePlayer
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.persons.sides import entry_fields, replacement_fields
from tournaments.reading.courses import CourseBody, course_csv
from tournaments.reading.entries import EntryBody, EntryDetailBody, entry_body, entry_detail_body
from tournaments.reading.queries import entry_names
from tournaments.reading.sheets import csv_of, players_sheet
from tournaments.tables.rows import EntryRow, TournamentRow

ORDERS = {"number": ("number",), "rank": ("rank", "number"), "rating": ("rating", "number")}


class Filters(ListFilters):
    class Meta:
        model = EntryRow
        fields = ("country", "club", "checked_in", "withdrawn", "final", "group")


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
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {"POST": Operation(EnterPlayer, "enter_player")}
    statuses: ClassVar = {"POST": 201}

    @extend_schema(
        operation_id="list_entries",
        parameters=[*filter_parameters(Filters), ordering_parameter(ORDERS)],
        responses=page(EntryBody),
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the entries of a tournament."""
        row = self.tournament(slug)
        names = entry_names(row)
        rows = filtered(Filters, request, EntryRow.objects.filter(tournament=row))
        if "club" in request.query_params:  # no club is told of who is hidden, nor asked for
            rows = rows.exclude(pk__in=[id_ for id_, name in names.items() if name.hidden])
        return paged(
            self, rows, lambda entry: entry_body(entry, names), ordering=requested_order(ORDERS, request)
        )

    def csv(self, body: Any) -> bytes:
        return csv_of(players_sheet({"players": body["results"]}))

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return entry_fields(row, values)


class EntryPlayer(EntryView):
    """Whose entry it is: another player takes it over (PUT)."""

    operations: ClassVar = {"PUT": Operation(ReplacePlayer, "replace_player")}

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return replacement_fields(row, values)


class EntryDetail(TableView, EntryView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {
        "PATCH": Operation(ChangeEntry, "change_entry"),
        "DELETE": Operation(RemoveEntry, "remove_entry"),
    }
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="get_entry", responses=CourseBody)
    def get(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Get an entry: the player's games, with points and place after each round."""
        row = self.tournament(slug)
        return respond_with_etag(course_of(row, entry_id, officer=self.officer(row)), version=row.version)

    def csv(self, body: Any) -> bytes:
        return course_csv(body)


class EntryPresence(EntryView):
    """DELETE withdraws the player from all rounds to come, PUT takes that back."""

    operations: ClassVar = {
        "PUT": Operation(ReinstateEntry, "reinstate_entry"),
        "DELETE": Operation(WithdrawEntry, "withdraw_entry", fixed={"void": False}),
    }


class EntryVoid(EntryView):
    """The player leaves, and none of their games counts for places."""

    operations: ClassVar = {
        "PUT": Operation(
            WithdrawEntry,
            "void_entry",
            title="Withdraw a player from a round robin, and take all of their games out of the standings.",
            reason=ALWAYS,
            reason_in_body=True,
            fixed={"void": True},
        )
    }


class EntryCheckIn(EntryView):
    """The player is in the hall (PUT), or is not after all (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(CheckIn, "check_in_player", title="Check a player in.", fixed={"here": True}),
        "DELETE": Operation(
            CheckIn, "undo_check_in", title="Undo the check-in of a player.", fixed={"here": False}
        ),
    }


class EntryAbsence(EntryView):
    """The player misses a round (PUT), or comes after all (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(
            SetPresence,
            "declare_absence",
            title="Declare that a player misses a round.",
            fixed={"present": False},
        ),
        "DELETE": Operation(
            SetPresence,
            "withdraw_absence",
            title="Declare that a player plays in a round after all.",
            fixed={"present": True},
        ),
    }


def _entry_answer(row: TournamentRow, entry_id: str, status: int) -> Response:
    """The version is read first: an answer never claims to show what came after it."""
    version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    body = entry_detail_body(entry, entry_names(row), officer=True)
    place = reverse("api:entry", args=(row.slug, entry_id))
    return respond_with_etag(body, version=version, status=status, location=place)
