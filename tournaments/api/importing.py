"""Import a tournament of OpenGotha (.xml) or of the EGD (.h9), every round; players from a table."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import FileUploadParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import answer, context_of, writes
from tournaments.api.base import OrganisationView, TournamentView
from tournaments.api.exports import AnyRenderer
from tournaments.formats.csv_players import TEMPLATE, PlayerTable
from tournaments.interchange.importing import import_file
from tournaments.operations.fields import RankField
from tournaments.people.lists.adopting import candidate_body
from tournaments.people.lists.entering import Entered, enter_table, plan_table, table_of
from tournaments.people.lists.planning import Fate, Plan, Planned

TRUTHS = {"": False, "false": False, "0": False, "true": True, "1": True}


class SummaryOut(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    warnings = serializers.ListField(child=serializers.CharField())


class XmlParser(FileUploadParser):
    """The file as it is; our own readers refuse what is dangerous in it."""

    media_type = "application/xml"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        return stream.read()


class TableParser(XmlParser):
    """Text in ISO-8859-15, whatever charset the client names."""

    media_type = "text/plain"


class CsvParser(XmlParser):
    """Text in whatever encoding its program writes."""

    media_type = "text/csv"


def truth(request: Request, name: str) -> bool:
    """A yes or no of the query string. Raises ValidationError for anything else."""
    text = request.query_params.get(name, "")
    if text not in TRUTHS:
        raise ValidationError({name: ["true or false."]})
    return TRUTHS[text]


class ImportTournament(OrganisationView):
    access: ClassVar[dict[str, str]] = {"POST": "tournament.create"}
    parser_classes = (XmlParser, TableParser)

    @extend_schema(
        request={"application/xml": bytes, "text/plain": bytes},
        parameters=[
            OpenApiParameter("slug", str, description="Address of the tournament; else its short name")
        ],
        responses={201: SummaryOut},
    )
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """A whole tournament from a file of OpenGotha (.xml) or of the EGD (.h9)."""
        organisation = self.organisation(slug)
        data: Any = request.data
        wanted = request.query_params.get("slug")
        if wanted is not None:
            serializers.SlugField(max_length=60).run_validation(wanted)
        summary = import_file(bytes(data or b""), organisation, wanted, context_of(request))
        return answer(SummaryOut(summary).data, status=201, location=f"/api/v1/tournaments/{summary.slug}/")


class FaultOut(serializers.Serializer[Any]):
    """``column`` is empty where the whole row is meant."""

    line = serializers.IntegerField()
    column = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class AlikeOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    rank = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    egf_pin = serializers.CharField()
    ffg_licence = serializers.CharField()
    aga_id = serializers.CharField()


class PlannedOut(serializers.Serializer[Any]):
    """``fate``: what becomes of the row; an undecided one wants ``known_player`` filled in."""

    line = serializers.IntegerField(source="of.line")
    name = serializers.CharField(source="of.person.full")
    rank = RankField()
    rating = serializers.IntegerField()
    country = serializers.CharField(source="of.person.country")
    club = serializers.CharField(source="of.person.club")
    fate = serializers.ChoiceField(choices=[fate.value for fate in Fate])
    player = serializers.SerializerMethodField()
    candidates = serializers.SerializerMethodField()
    notes = serializers.ListField(child=serializers.CharField())

    def get_player(self, line: Planned) -> str | None:
        return None if line.player is None else str(line.player.id)

    @extend_schema_field(AlikeOut(many=True))
    def get_candidates(self, line: Planned) -> list[dict[str, Any]]:
        return [candidate_body(player) for player in line.candidates]


class TableOut(serializers.Serializer[Any]):
    """``entered``: how many rows came in, null after a dry run; ``passed_over``: headings without meaning."""

    dry_run = serializers.BooleanField()
    encoding = serializers.CharField()
    delimiter = serializers.CharField()
    passed_over = serializers.ListField(child=serializers.CharField())
    lines = PlannedOut(many=True)
    faults = FaultOut(many=True)
    entered = serializers.IntegerField(allow_null=True)
    new_players = serializers.IntegerField()
    before = serializers.IntegerField()


class ImportEntries(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "entry.change", "POST": "entry.change"}
    parser_classes = (CsvParser, TableParser)

    @extend_schema(operation_id="players_table_template", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """An empty table of players, to be filled in."""
        self.tournament(slug)
        return template()

    def get_renderers(self) -> list[Any]:
        return [AnyRenderer()] if self.request.method in ("GET", "HEAD") else super().get_renderers()

    @extend_schema(
        operation_id="import_players_table",
        request={"text/csv": bytes, "text/plain": bytes},
        parameters=[OpenApiParameter("dry_run", bool, description="Only say what would be done")],
        responses={200: TableOut, 201: TableOut},
    )
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """Enter all players of a table, or none; columns by their headings, in several languages."""
        row = self.tournament(slug)
        dry_run = truth(request, "dry_run")
        data: Any = request.data
        table = table_of(bytes(data or b""))
        plan = plan_table(row, table)
        if dry_run:
            return answer(TableOut(_table(table, plan, None)).data)
        entered = enter_table(row, table, context_of(request))
        return answer(TableOut(_table(table, plan, entered)).data, status=201)


def template() -> HttpResponse:
    response = HttpResponse(",".join(TEMPLATE) + "\r\n", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="players.csv"'
    return response


def _table(table: PlayerTable, plan: Plan, entered: Entered | None) -> dict[str, Any]:
    return {
        "dry_run": entered is None,
        "encoding": table.encoding,
        "delimiter": table.delimiter,
        "passed_over": table.passed_over,
        "lines": plan.lines,
        "faults": plan.faults,
        "entered": entered.entered if entered else None,
        "new_players": entered.new_players if entered else plan.count(Fate.NEW),
        "before": entered.before if entered else plan.count(Fate.ENTERED),
    }
