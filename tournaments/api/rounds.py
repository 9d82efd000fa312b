"""Rounds: pairing one, undoing it, publishing it, byes."""

from typing import Any, ClassVar

import django_filters
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import Recorded
from games.rest.views import answer, context_of, writes
from tournaments.api.base import RoundView, TournamentView
from tournaments.api.jobs import JobOut
from tournaments.api.paging import PAGE, ListFilters, filtered, page, paged, told
from tournaments.commands import PairRound
from tournaments.competition.pairing import RULES
from tournaments.deciding.closing import CloseRound, ReopenRound
from tournaments.deciding.editing import UnpublishRound
from tournaments.deciding.rounds import PublishRound, UnpairRound
from tournaments.jobs.pairing import start_pairing
from tournaments.jobs.rows import Job
from tournaments.operations.pairs import GIVE_BYE, TAKE_BYE
from tournaments.reading.queries import entry_names
from tournaments.reading.rounds import PairingBody, RoundBody, pairing_body, round_body
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow


class PairIn(serializers.Serializer[Any]):
    """``seed`` makes every draw repeatable; without one a new seed is drawn and stored.

    ``group``: of an event with groups, the one that is paired; all of them if absent.
    """

    rules = serializers.ChoiceField(choices=tuple(RULES), required=False)
    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    group = serializers.CharField(max_length=20, allow_blank=True, required=False)


REASON = OpenApiParameter("reason", str, description="Why; needed where others rely on what is undone.")


class Filters(ListFilters):
    contradicted = django_filters.BooleanFilter(method="by_contradiction")

    class Meta:
        model = PairingRow
        fields = ("table", "result_state")

    def by_contradiction(self, rows: Any, _name: str, value: bool) -> Any:  # noqa: FBT001 - the library's
        told = PairingRow.objects.contradicted().values("pk")
        return rows.filter(pk__in=told) if value else rows.exclude(pk__in=told)


class RoundList(TournamentView):
    """Rounds that have been begun; the public sees those whose pairings are published."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(operation_id="rounds_list", parameters=[*PAGE], responses=page(RoundBody))
    def get(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        rounds = RoundRow.objects.filter(tournament=row)
        if not self.officer(row):
            rounds = rounds.filter(published=True)
        games = _games(row)
        return paged(
            self,
            rounds,
            lambda round_: round_body(row, round_, games.get(round_.number, 0)),
            ordering=("number",),
        )


class RoundDetail(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "round.read"}

    @extend_schema(operation_id="round", responses=RoundBody)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One round: its pairs, byes and state."""
        row, round_ = self.round(slug, number)
        return _said(row, round_ or RoundRow(tournament=row, number=number))


class RoundPairings(TournamentView):
    """The games of a round. POST pairs everyone who waits, DELETE undoes the whole round."""

    access: ClassVar[dict[str, str]] = {"GET": "round.read", "POST": "round.pair", "DELETE": "round.pair"}

    @extend_schema(operation_id="pairings_list", parameters=told(Filters), responses=page(PairingBody))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The games of a round."""
        row, _ = self.round(slug, number)
        pairings = PairingRow.objects.filter(tournament=row, round=number)
        rows = filtered(Filters, request, pairings)
        names = entry_names(row)
        response = paged(
            self, rows, lambda pairing: pairing_body(pairing, names), ordering=("table", "game_id")
        )
        response["ETag"] = f'"{row.version}"'
        return response

    @extend_schema(request=PairIn, responses={201: RoundBody, 202: JobOut})
    @writes(match=True)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pair everyone who waits."""
        row, _ = self.round(slug, number)
        command = PairRound(round=number, **self.body(PairIn))
        done = start_pairing(str(row.id), command, context_of(request))
        if isinstance(done, Job):
            return answer(JobOut(done).data, status=202, location=f"/api/v1/jobs/{done.id}/")
        return said_round(row, number, status=201)

    @extend_schema(parameters=[REASON], responses={200: RoundBody})
    @writes(match=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo the pairing of the whole round."""
        row, _ = self.round(slug, number)
        reason = self.reason()
        self.carry_out(row, UnpairRound(round=number, reason=reason))
        return said_round(row, number)


class EditedRound(RoundView):
    """An operation that is answered with the round as it is then."""

    answers = RoundBody

    def respond(
        self, row: TournamentRow, stored: list[Recorded], status: int, **address: Any
    ) -> HttpResponse:
        return said_round(row, address["number"], status)


class RoundPublic(TournamentView):
    """Show the pairings of the round to everybody (PUT), or go back to editing them (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "round.pair", "DELETE": "round.pair"}

    @extend_schema(request=None, responses=RoundBody)
    @writes
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Show the pairings of the round to everybody, and with them what edits by hand cost (proof/)."""
        row, _ = self.round(slug, number)
        self.carry_out(row, PublishRound(round=number))
        return said_round(row, number)

    @extend_schema(parameters=[REASON], responses={200: RoundBody})
    @writes
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Take the pairings from view to edit them again, for a reason, while no result is known."""
        row, _ = self.round(slug, number)
        self.carry_out(row, UnpublishRound(round=number, reason=self.reason()))
        return said_round(row, number)


class RoundClosed(TournamentView):
    """Close the round (PUT): the time for claims begins. DELETE opens it again, for a reason."""

    access: ClassVar[dict[str, str]] = {"PUT": "round.close", "DELETE": "round.close"}

    @extend_schema(request=None, responses=RoundBody)
    @writes
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Close the round: the time for claims begins."""
        row, _ = self.round(slug, number)
        self.carry_out(row, CloseRound(round=number, at=timezone.now()))
        return said_round(row, number)

    @extend_schema(parameters=[REASON], responses={200: RoundBody})
    @writes
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Open a closed round again, for a reason."""
        row, _ = self.round(slug, number)
        self.carry_out(row, ReopenRound(round=number, reason=self.reason()))
        return said_round(row, number)


class RoundBye(EditedRound):
    """Give a bye by hand (PUT), or take one back (DELETE)."""

    operations: ClassVar = {"PUT": GIVE_BYE, "DELETE": TAKE_BYE}


def said_round(row: TournamentRow, number: int, status: int = 200) -> Response:
    """The round as it is after a command, with the tournament's new version."""
    round_ = RoundRow.objects.filter(tournament=row, number=number).first()
    return _said(row, round_ or RoundRow(tournament=row, number=number), status)


def _said(row: TournamentRow, round_: RoundRow, status: int = 200) -> Response:
    version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
    games = _games(row).get(round_.number, 0)
    return answer(round_body(row, round_, games), version=version, status=status)


def _games(row: TournamentRow) -> dict[int, int]:
    counts: dict[int, int] = {}
    for number in PairingRow.objects.filter(tournament=row).values_list("round", flat=True):
        counts[number] = counts.get(number, 0) + 1
    return counts
