"""What Django itself answers when no view did: a problem document under /api/, a page elsewhere."""

import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import csrf, defaults

from deploy.problem import is_full, problem
from games.refusals import CODES


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a body over the limit."""
    too_big = isinstance(exception, RequestDataTooBig)
    if _is_api(request):
        return problem("too_large" if too_big else "bad_request", detail=str(exception))
    if too_big:
        page = loader.render_to_string("413.html", {"said": str(exception)}, request)
        return HttpResponse(page, status=413)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return (
        problem("permission_denied") if _is_api(request) else defaults.permission_denied(request, exception)
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return problem("not_found") if _is_api(request) else defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; the log has the traceback. 507 where the disk is full."""
    if is_full(sys.exc_info()[1]):
        return problem("storage_full") if _is_api(request) else _storage_full()
    return problem("internal_error") if _is_api(request) else defaults.server_error(request)


def _storage_full() -> HttpResponse:
    """Wants neither the database nor a session."""
    said = CODES["storage_full"]
    return HttpResponse(loader.render_to_string("507.html", {"said": said}), status=said.status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old."""
    return problem("csrf_failed", detail=reason) if _is_api(request) else csrf.csrf_failure(request, reason)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
