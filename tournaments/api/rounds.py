"""Rounds: pairing one, undoing it, publishing it, byes."""

from collections.abc import Mapping
from typing import Any, ClassVar

import django_filters
from django.db.models import Q
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.operated import operation_handler, reads
from games.rest.operations import Operation
from games.rest.paging import LONGEST_SEARCH, SEARCH, ListFilters, WholeNumberFilter, lists
from games.rest.views import context_of, created, respond_with_etag
from tournaments.access.actors import tournament_subject
from tournaments.api.base import RoundView, TournamentView
from tournaments.api.jobs import JobBody, job_body
from tournaments.api.resources import TableView, ViewSet
from tournaments.commands import PairRound
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.round_stages import ChangeRound, CloseRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tables import RenumberTables
from tournaments.jobs.pairing import start_pairing
from tournaments.outbox.rows import Job
from tournaments.persons.lists.folding import is_called
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import entry_names
from tournaments.reading.rounds import (
    PairingBody,
    RoundBody,
    pairing_body,
    public_pairings,
    public_round,
    round_body,
    whole_round_body,
)
from tournaments.reading.sheets import round_sheet
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

PAIR_ROUND = Operation(
    PairRound,
    "pair_round",
    title="Pair everyone who waits for a game.",
    match=True,
    notes=(
        "``seed`` chooses the draws, and the round's proof tells that somebody did. Without one the seed "
        "follows from a secret that the log committed to before, and from the results of earlier rounds: "
        "pairing again is no other draw.\n\n"
        "``group``: of an event with groups, the one that is paired; null: those without a group; all of "
        "them if absent.\n\n"
        "``reason``: why the round is paired while results of earlier ones are missing; without it, 409 "
        "``results_missing`` names their games. A round robin is drawn without results."
    ),
)

STATES = [state.value for state in ResultState]
ORDERS = {"table": ("table", "game_id"), "state": ("result_state", "table", "game_id")}


class Filters(ListFilters):
    contradicted = django_filters.BooleanFilter(
        method="by_contradiction",
        help_text="Whether the record shows another result, on which nobody has ruled",
    )
    state = django_filters.ChoiceFilter(
        field_name="result_state", choices=[(state, state) for state in STATES]
    )
    table = WholeNumberFilter()

    def by_contradiction(self, rows: Any, _name: str, value: bool) -> Any:  # noqa: FBT001 - the library's
        contradicted = PairingRow.objects.with_contradiction().values("pk")
        return rows.filter(pk__in=contradicted) if value else rows.exclude(pk__in=contradicted)


class RoundList(TableView, TournamentView):
    columns = ("number", "date", "published", "closed", "games")

    @lists("list_rounds", "tournament.read", RoundBody, orders={"number": ("number",)})
    def get(self, request: Request, slug: str) -> Any:
        """List the rounds; the public sees those whose pairings are published."""
        row = self.tournament(slug)
        rounds = RoundRow.objects.filter(tournament=row)
        games, officer = _games(row), self.officer(row)
        if not officer:
            rounds = rounds.filter(published=True)
        return rounds, lambda round_: _body(row, round_, games, officer=officer)


class EditedRound(RoundView):
    """An operation that is answered with the round as it is then."""

    answers = RoundBody

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> HttpResponse:
        return round_answer(row, address["number"], self.status)


class RoundDetail(TableView, EditedRound):
    has_checkpoint = True
    operations: ClassVar = {"PATCH": Operation(ChangeRound, "change_round")}

    @reads("get_round", "round.read", RoundBody)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get a round, its byes and its state."""
        row, round_ = self.round(slug, number)
        round_ = round_ or RoundRow(tournament=row, number=number)
        self.shown = row, round_
        return _answer(row, round_, officer=self.officer(row))

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if values.get("closed") is not None:
            self.allow(tournament_subject(row), right=CloseRound.right)
        return values

    def sheet(self, body: Any) -> Any:
        row, round_ = self.shown
        return round_sheet(whole_round_body(row, round_, officer=self.officer(row)))


class RoundPairings(TableView, EditedRound):
    """The games of a round. POST pairs everyone who waits, DELETE undoes the whole round."""

    has_checkpoint = True
    operations: ClassVar = {"DELETE": Operation(UnpairRound, "unpair_round", match=True)}

    @lists("list_pairings", "round.read", PairingBody, filters=Filters, orders=ORDERS, parameters=[SEARCH])
    def get(self, request: Request, slug: str, number: int) -> Any:
        """List the games of a round."""
        row, round_ = self.round(slug, number)
        pairings = PairingRow.objects.filter(tournament=row, round=number)
        officer = self.officer(row)
        if not officer:
            pairings = public_pairings(pairings, round_)
        self.shown, names = row, entry_names(row)
        if text := request.query_params.get("q", "")[:LONGEST_SEARCH]:
            found = [id_ for id_, name in names.items() if is_called(str(name), text)]
            pairings = pairings.filter(Q(white_id__in=found) | Q(black_id__in=found))
        return pairings, lambda pairing: pairing_body(pairing, names)

    def sheet(self, body: Any) -> Any:
        return round_sheet({"pairings": body["results"], "byes": (), "ranks": ranks_of(self.shown.id)})

    @operation_handler(PAIR_ROUND, {201: RoundBody, 202: JobBody})
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        row, _ = self.round(slug, number)
        context = context_of(request)
        command = PAIR_ROUND.command_for(PAIR_ROUND.from_request(request), context, number=number)
        done = start_pairing(str(row.id), command, context)
        if isinstance(done, Job):
            return created(job_body(done), "api:job", done.id, status=202)
        return round_answer(row, number, status=201)


class RoundViewSet(ViewSet, EditedRound):
    lookup_url_kwarg = "number"
    lookup_value_converter = "int"
    operations: ClassVar = {
        "PUT tables": Operation(RenumberTables, "renumber_tables", match=True, reason_in_body=True),
        "PUT byes/<uuid:entry_id>": Operation(GiveBye, "give_bye"),
        "DELETE byes/<uuid:entry_id>": Operation(TakeBackBye, "take_bye"),
    }


def round_answer(row: TournamentRow, number: int, status: int = 200) -> Response:
    """The round as it is after a command, with the tournament's new version."""
    round_ = RoundRow.objects.filter(tournament=row, number=number).first()
    return _answer(row, round_ or RoundRow(tournament=row, number=number), status)


def _answer(row: TournamentRow, round_: RoundRow, status: int = 200, *, officer: bool = True) -> Response:
    version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
    body = _body(row, round_, _games(row), officer=officer)
    place = ("api:round", row.slug, round_.number)
    return respond_with_etag(body, version=version, status=status, location=place)


def _body(
    row: TournamentRow, round_: RoundRow, games: Mapping[int, list[str]], *, officer: bool
) -> RoundBody:
    held = () if officer else tuple(round_.held)
    count = sum(white not in held for white in games.get(round_.number, []))
    return round_body(row, round_ if officer else public_round(round_), count)


def _games(row: TournamentRow) -> dict[int, list[str]]:
    """White of every game, by round."""
    whites: dict[int, list[str]] = {}
    for number, white in PairingRow.objects.filter(tournament=row).values_list("round", "white"):
        whites.setdefault(number, []).append(str(white))
    return whites
