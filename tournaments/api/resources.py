"""Resources: objects with ids, which a router gives their addresses; tables as JSON or CSV."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, Route, SimpleRouter

from games.log.store import StoredEvent
from games.rest.media import CsvRenderer, NullRenderer
from games.rest.operated import ViewSet as PlainViewSet
from games.rest.operations import FROM_ADDRESS
from games.rest.views import NigiriView, respond_with_etag
from tournaments.api.base import TournamentView
from tournaments.public import public
from tournaments.reading.sheets import columns_sheet, csv_of
from tournaments.tables.rows import TournamentRow


class ViewSet(PlainViewSet):
    """Views of a resource at a router's addresses; ``public_actions`` are reads cached for the public."""

    lookup_value_converter = "uuid"
    lookup_url_kwarg: ClassVar[str]
    public_actions: ClassVar[Sequence[str]] = ()

    @classmethod
    def as_view(cls, actions: Any = None, **options: Any) -> Any:
        view = super().as_view(actions, **options)
        return public(view) if (actions or {}).get("get") in cls.public_actions else view


class ResourceViewSet(ViewSet, TournamentView):
    """List, get and change the objects of one kind of a tournament; ``operations`` go by action.

    ``answers``: the body of an object. ``find_all`` returns the bodies of all.
    """

    def find_all(self, row: TournamentRow) -> tuple[Sequence[Any], int]:
        """Return the bodies of the objects in the order of the list, and the tournament's version."""
        raise NotImplementedError

    def find(self, slug: str, **address: Any) -> TournamentRow:
        """Find the tournament. An update does not create the object of an unknown id."""
        row = self.tournament(slug)
        if self.action == "update":
            self.respond_with(row, address[self.lookup_url_kwarg])
        return row

    def respond(self, row: TournamentRow, stored: Sequence[StoredEvent], **address: Any) -> HttpResponse:
        argument = FROM_ADDRESS.get(self.lookup_url_kwarg, self.lookup_url_kwarg)
        object_id = address.get(self.lookup_url_kwarg) or getattr(stored[0].event, argument)
        return self.respond_with(row, object_id)

    def respond_with(self, row: TournamentRow, object_id: UUID | str) -> Response:
        """Return the response with one object. Raises Http404 for an unknown id."""
        bodies, version = self.find_all(row)
        body = next((one for one in bodies if one["id"] == str(object_id)), None)
        if body is None:
            raise Http404
        place = (f"api:{self.basename}", row.slug, object_id)
        return respond_with_etag(body, version=version, status=self.status, location=place)


class ResourceRouter(SimpleRouter):
    """Routes of resources; an object's route has the name of the resource, the list's its plural."""

    routes: ClassVar = [  # type: ignore[misc]  # set in the class there too
        Route(
            url="{prefix}{trailing_slash}",
            mapping={"get": "list", "post": "create"},
            name="{basename}s",
            detail=False,
            initkwargs={},
        ),
        DynamicRoute(
            url="{prefix}/{url_path}{trailing_slash}",
            name="{basename}s-{url_name}",
            detail=False,
            initkwargs={},
        ),
        Route(
            url="{prefix}/{lookup}{trailing_slash}",
            mapping={"get": "retrieve", "put": "update", "patch": "partial_update", "delete": "destroy"},
            name="{basename}",
            detail=True,
            initkwargs={},
        ),
        DynamicRoute(
            url="{prefix}/{lookup}/{url_path}{trailing_slash}",
            name="{basename}-{url_name}",
            detail=True,
            initkwargs={},
        ),
    ]

    def is_already_registered(self, new_basename: str) -> bool:
        """Return False: several view sets may share the operations of an object."""
        return False


READING = ("GET", "HEAD", "OPTIONS")
OF_A_TOURNAMENT = "tournaments/<slug:slug>/"


class TableView(NigiriView):
    """A read in two formats, JSON and CSV: ``standings/`` by ``Accept``, ``standings.csv`` by the address.

    Bytes and ETag are the same either way. ``form``: the suffix of the address, "" if ``Accept`` decides.
    ``sheet`` makes the table of a body; by default it has the ``columns`` of its results.
    """

    renderer_classes = (NullRenderer, CsvRenderer)
    forms: ClassVar[Sequence[str]] = tuple(str(one.media_type) for one in renderer_classes)
    form = ""
    columns: ClassVar[Sequence[str]] = ()
    sheet: ClassVar[Any] = None

    def csv(self, body: Any) -> bytes:
        """Return the body of GET as a CSV file."""
        return csv_of(self.sheet(body) if self.sheet else columns_sheet(self.columns, body["results"]))

    def dispatch(self, request: Any, *args: Any, form: str = "", **address: Any) -> HttpResponseBase:
        """Remove the suffix from the arguments of the handlers."""
        self.form = form
        return super().dispatch(request, *args, **address)

    def get_format_suffix(self, **_address: Any) -> str | None:
        return self.form or None

    def get_renderers(self) -> list[BaseRenderer]:
        """Return the renderers; writes respond with the changed object, which is no table."""
        asked: Any = self.request
        is_write = asked is not None and asked.method not in READING
        return [NullRenderer()] if is_write and not self.form else super().get_renderers()

    def finalize_response(  # type: ignore[override]  # as the framework's own
        self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        final = super().finalize_response(request, response, *args, **kwargs)
        if final.status_code == 200 and isinstance(request.accepted_renderer, CsvRenderer):
            parts = request.path.removesuffix(".csv").strip("/").split("/")[2:]
            name = "-".join(parts[1:] or parts)  # "open-rounds-3"
            final["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return final


def in_forms(route: str, view: type[TableView], name: str) -> list[URLPattern]:
    """Return ``route``, and the same with ".json" or ".csv" for its final slash; the latter is read-only."""
    read_only = view.as_view(schema=None, http_method_names=[one.lower() for one in READING])
    both: list[tuple[str, Any, str]] = [
        (route, view.as_view(), name),
        (f"{route.removesuffix('/')}.<slug:form>", read_only, f"{name}-as"),
    ]
    is_public = route.startswith(OF_A_TOURNAMENT)
    return [path(place, public(made) if is_public else made, name=called) for place, made, called in both]
