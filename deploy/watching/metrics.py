"""The service's numbers for Prometheus."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from prometheus_client import generate_latest

from tournaments.jobs.metrics import REGISTRY


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
