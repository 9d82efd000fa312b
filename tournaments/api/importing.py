"""A tournament from a file of OpenGotha (.xml) or of the EGD (.h9), with every round."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import FileUploadParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest import answer, context_of, writes
from tournaments.api.base import OrganisationView
from tournaments.importing import import_file


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
