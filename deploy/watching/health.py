"""Three health checks of a server: whether it runs, whether it can answer, and all of its parts.

`/health/live/`: the process answers; restart it if it does not. No other part is asked, since a restart
repairs no database. `/health/ready/`: requests can be sent to it. `/health/`: all of its parts by name.
"""

from http import HTTPStatus
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from health_check.exceptions import ServiceWarning
from health_check.views import HealthCheckView, MediaType

from deploy.server.trouble import with_retry_after
from deploy.watching.checks import StorageFull
from games.refusals import CODES


class Health(HealthCheckView):  # type: ignore[misc]  # django-health-check ships no types
    """The status is 200 while requests can be answered, so that a lost Redis does not remove the server."""

    checks: tuple[str, ...] = (
        "deploy.watching.checks.Database",
        "deploy.watching.checks.Writing",
        "deploy.watching.checks.Cache",
        "deploy.watching.checks.Queue",
        "deploy.watching.checks.Jobs",
    )

    async def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = await super().dispatch(_with_readable_accept(request), *args, **kwargs)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
            code = self.worst()
            response.status_code = CODES[code].status if code else HTTPStatus.OK
            with_retry_after(response, code)
        return response

    async def head(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Respond without a body; a server that is given one for HEAD complains in its log."""
        response: Any = await self.get(request, *args, **kwargs)
        if hasattr(response, "render"):
            await sync_to_async(response.render)()
        response.content = b""
        return cast("HttpResponse", response)

    def worst(self) -> str:
        """Return the code of the failure that prevents answers; "" for failures that merely degrade them."""
        found = [result.error for result in self.results if result.error]
        if any(isinstance(error, StorageFull) for error in found):
            return "storage_full"
        return "" if all(isinstance(error, ServiceWarning) for error in found) else "unavailable"


def _with_readable_accept(request: HttpRequest) -> HttpRequest:
    """Replace an ``Accept`` that cannot be parsed by one that accepts anything."""
    try:
        list(MediaType.parse_header(request.headers.get("Accept", "")))
    except ValueError:
        request.META["HTTP_ACCEPT"] = "*/*"
        vars(request).pop("headers", None)  # they are read once
    return request


class Ready(Health):
    """The status is 503 while requests cannot be answered: a balancer sends them elsewhere."""

    checks = ("deploy.watching.checks.Database", "deploy.watching.checks.Migrated")


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Respond with 200, regardless of any other fault."""
    return HttpResponse("" if request.method == "HEAD" else "OK\n", content_type="text/plain")


health = Health.as_view()
ready = Ready.as_view()
