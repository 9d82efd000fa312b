"""Three questions about one server: whether it lives, whether it can answer, what it does without.

`/health/live/`: its process answers; where it does not, start it anew. Nobody else is asked, since a restart
mends no database. `/health/ready/`: requests can be sent to it. `/health/`: all of its parts by name.
"""

from http import HTTPStatus
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from health_check.exceptions import ServiceWarning
from health_check.views import HealthCheckView, MediaType

from deploy.trouble import with_patience
from deploy.writing import Full
from games.refusals import CODES


class Health(HealthCheckView):  # type: ignore[misc]  # django-health-check ships no types
    """200 while requests can be answered, so that no balancer takes the service out for want of a Redis."""

    checks: tuple[str, ...] = (
        "health_check.checks.Database",
        "deploy.writing.Writing",
        "deploy.degraded.Cache",
        "deploy.degraded.Queue",
        "deploy.degraded.Jobs",
    )

    async def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = await super().dispatch(_readable(request), *args, **kwargs)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
            code = self.worst()
            response.status_code = CODES[code].status if code else HTTPStatus.OK
            with_patience(response, code)
        return response

    async def head(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The same without a body: a server that is given one for HEAD complains in its log."""
        response: Any = await self.get(request, *args, **kwargs)
        if hasattr(response, "render"):
            await sync_to_async(response.render)()
        response.content = b""
        return cast("HttpResponse", response)

    def worst(self) -> str:
        """The code of what hinders answers, empty for what merely degrades them."""
        found = [result.error for result in self.results if result.error]
        if any(isinstance(error, Full) for error in found):
            return "storage_full"
        return "" if all(isinstance(error, ServiceWarning) for error in found) else "unavailable"


def _readable(request: HttpRequest) -> HttpRequest:
    """What is accepted by an ``Accept`` that cannot be read: anything."""
    try:
        list(MediaType.parse_header(request.headers.get("Accept", "")))
    except ValueError:
        request.META["HTTP_ACCEPT"] = "*/*"
        vars(request).pop("headers", None)  # they are read once
    return request


class Ready(Health):
    """503 while requests could not be answered: a balancer sends them elsewhere."""

    checks = ("health_check.checks.Database", "deploy.watching.migrated.Migrated")


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """200, whatever else is wrong."""
    return HttpResponse("" if request.method == "HEAD" else "OK\n", content_type="text/plain")


health = Health.as_view()
ready = Ready.as_view()
