"""Addresses for those who watch the service: health for a load balancer, metrics for Prometheus."""

import hmac
from concurrent.futures import Executor, ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from health_check.exceptions import ServiceWarning
from health_check.views import HealthCheckView
from prometheus_client import generate_latest

from deploy.trouble import with_patience
from deploy.writing import Full
from games.log import patience
from games.refusals import CODES
from tournaments.jobs.metrics import REGISTRY


class Health(HealthCheckView):  # type: ignore[misc]  # django-health-check ships no types
    """200 while requests can be answered, so that no balancer takes the service out for want of a Redis."""

    checks = (
        "health_check.checks.Database",
        "deploy.writing.Writing",
        "deploy.degraded.Cache",
        "deploy.degraded.Queue",
    )

    def get_executor(self) -> Executor:
        """Whose threads wait for the database as readers do."""
        return ThreadPoolExecutor(initializer=patience.begin, initargs=(patience.READ,))

    async def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = await super().dispatch(request, *args, **kwargs)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
            code = self.worst()
            response.status_code = CODES[code].status if code else HTTPStatus.OK
            with_patience(response, code)
        return response

    def worst(self) -> str:
        """The code of what hinders answers, empty for what merely degrades them."""
        found = [result.error for result in self.results if result.error]
        if any(isinstance(error, Full) for error in found):
            return "storage_full"
        return "" if all(isinstance(error, ServiceWarning) for error in found) else "unavailable"


health = Health.as_view()


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text format for staff or the bearer of NIGIRI_METRICS_TOKEN; for others nothing."""
    if not (_is_bearer(request) or getattr(request.user, "is_staff", False)):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    response.write(generate_latest(REGISTRY))
    return response


def _is_bearer(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
