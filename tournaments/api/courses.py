"""One player of a tournament with games, points and places: as JSON, and the games as CSV."""

from typing import ClassVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournaments.api.base import TournamentView
from tournaments.api.exports import AnyRenderer
from tournaments.reading.courses import CourseBody, course_body, course_csv
from tournaments.tables.rows import EntryRow, TournamentRow


def course_of(row: TournamentRow, entry_id: UUID, *, officer: bool) -> CourseBody:
    """Raises Http404 for who does not play here."""
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    return course_body(row, entry, reverse("web:entry", args=(row.slug, entry_id)), officer=officer)


class CourseTable(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    renderer_classes = (AnyRenderer,)

    @extend_schema(operation_id="get_entry_csv", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str, entry_id: UUID) -> HttpResponse:
        """Get the games of a player as CSV, one row a round."""
        row = self.tournament(slug)
        body = course_of(row, entry_id, officer=self.officer(row))
        response = HttpResponse(course_csv(body), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{slug}-player-{body["number"]}.csv"'
        return response
