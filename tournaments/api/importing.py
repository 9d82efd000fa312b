"""Import a tournament of another program or federation, every round; players from a table."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import Fault
from games.rest.bodies import IdText, OptionalText, RankText, body_from
from games.rest.media import file_parser
from games.rest.operated import reads, writes
from games.rest.views import context_of, created, respond_with_etag
from tournaments.api.base import OrganisationView, TournamentView
from tournaments.api.exports import AnyRenderer
from tournaments.competition.ranks import format_rank
from tournaments.formats.csv_players import TEMPLATE, PlayerTable
from tournaments.interchange.differences import Differs
from tournaments.interchange.importing import import_file
from tournaments.interchange.merging import Merging, merge
from tournaments.persons.lists.adopting import CandidateBody, candidate_body
from tournaments.persons.lists.entering import TableSummary, enter_table, plan_table, table_of
from tournaments.persons.lists.planning import Outcome, Plan, PlannedLine
from tournaments.persons.lists.storing import error_of


class SummaryBody(TypedDict):
    slug: str
    players: int
    rounds: int
    warnings: Sequence[str]


class PlannedBody(TypedDict):
    """``fate``: new, known or undecided; an undecided one wants ``known_player`` filled in."""

    line: int
    name: str
    rank: RankText
    rating: int
    country: OptionalText
    club: OptionalText
    fate: Outcome
    player: IdText | None
    candidates: list[CandidateBody]
    notes: Sequence[str]


class TableBody(TypedDict):
    """``entered``: how many rows came in, null after a dry run; ``passed_over``: headings without meaning."""

    dry_run: bool
    encoding: OptionalText
    delimiter: OptionalText
    passed_over: Sequence[str]
    lines: list[PlannedBody]
    errors: list[Fault]
    entered: int | None
    new_players: int
    before: int


OF_TOURNAMENTS: tuple[Any, ...] = tuple(
    map(file_parser, ("application/xml", "text/plain", "application/json"))
)
"""XML, tables in the encoding of their format, pairgoth's JSON; the readers refuse what is dangerous."""
OF_TABLES: tuple[Any, ...] = tuple(map(file_parser, ("text/csv", "text/plain")))


def files_of(parsers: tuple[Any, ...]) -> dict[str, Any]:
    """Return the request bodies of an operation that takes files, for the API document."""
    return {parser.media_type: bytes for parser in parsers}


def file_in(request: Request) -> bytes:
    """Return the file that is the body; nothing for an empty one."""
    data: Any = request.data
    return bytes(data or b"")


class ImportTournament(OrganisationView):
    parser_classes = OF_TOURNAMENTS

    @writes(
        "import_tournament",
        "tournament.create",
        {200: SummaryBody, 201: SummaryBody},
        request=files_of(OF_TOURNAMENTS),
        parameters=[
            OpenApiParameter("slug", str, description="Address of the tournament; else its short name")
        ],
        dry_run=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import a whole tournament from a file; the format is recognised.

        OpenGotha or MacMahon (XML), pairgoth (.tour, or XML), tables of the EGD (.h9) or the FFG (.tou).
        """
        organisation = self.organisation(slug)
        wanted = request.query_params.get("slug")
        if wanted is not None:
            serializers.SlugField(max_length=60).run_validation(wanted)
        summary = import_file(file_in(request), organisation, wanted, context_of(request))
        return created(body_from(SummaryBody, summary), "api:tournament", summary.slug)


class DifferenceBody(TypedDict):
    """``text``: a sentence for people; ``changes`` false: it is only reported."""

    differs: Differs
    round: int | None
    text: str
    changes: bool


class MergingBody(TypedDict):
    """``version``: of the tournament that the file was compared with."""

    dry_run: bool
    version: int
    differences: list[DifferenceBody]
    warnings: Sequence[str]


class MergeTournament(TournamentView):
    parser_classes = OF_TOURNAMENTS

    @writes(
        "merge_tournament",
        "tournament.change",
        MergingBody,
        request=files_of(OF_TOURNAMENTS),
        match=True,
        dry_run=True,
    )
    def post(self, request: Request, slug: str) -> MergingBody:
        """Take over what a newer file of the tournament says otherwise: all of it, or nothing."""
        row = self.tournament(slug)
        merging = merge(row, file_in(request), context_of(request))
        return merging_body(merging, dry_run=self.dry_run)


class ImportEntries(TournamentView):
    parser_classes = OF_TABLES

    @reads("get_players_table_template", "entry.change", {(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get an empty table of players, to fill in."""
        self.tournament(slug)
        return template()

    def get_renderers(self) -> list[Any]:
        return [AnyRenderer()] if self.request.method in ("GET", "HEAD") else super().get_renderers()

    @writes(
        "import_players_table",
        "entry.change",
        {200: TableBody, 201: TableBody},
        request=files_of(OF_TABLES),
        dry_run=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter all players of a table, or none; columns go by headings in several languages."""
        row, context = self.tournament(slug), context_of(request)
        table = table_of(file_in(request))
        plan = plan_table(row, table)
        if self.dry_run:
            return respond_with_etag(table_body(table, plan, None))
        entered = enter_table(row, table, context)
        return created(table_body(table, plan, entered), "api:entries", slug)


def template() -> HttpResponse:
    response = HttpResponse(",".join(TEMPLATE) + "\r\n", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="players.csv"'
    return response


def merging_body(merging: Merging, *, dry_run: bool) -> MergingBody:
    return {
        "dry_run": dry_run,
        "version": merging.version,
        "differences": [
            {"differs": each.kind, "round": each.round or None, "text": each.text, "changes": each.changes}
            for each in merging.differences
        ],
        "warnings": merging.warnings,
    }


def planned_body(planned: PlannedLine) -> PlannedBody:
    person, player = planned.line.person, planned.player
    return body_from(
        PlannedBody,
        planned,
        line=planned.line.line,
        name=person.full,
        rank=format_rank(planned.rank),
        country=person.country,
        club=person.club,
        fate=planned.outcome,
        player=None if player is None else str(player.id),
        candidates=[candidate_body(candidate) for candidate in planned.candidates],
    )


def table_body(table: PlayerTable, plan: Plan, entered: TableSummary | None) -> TableBody:
    """What came, or would come, of each row of a table."""
    return {
        "dry_run": entered is None,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "passed_over": table.passed_over,
        "lines": [planned_body(line) for line in plan.lines],
        "errors": [error_of(fault) for fault in plan.faults],
        "entered": entered.entered if entered else None,
        "new_players": entered.new_players if entered else plan.count(Outcome.NEW),
        "before": entered.before if entered else plan.count(Outcome.ENTERED),
    }
