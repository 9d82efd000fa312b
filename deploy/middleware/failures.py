"""Error responses of Django outside of views: a problem document under /api/, a page elsewhere."""

import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import csrf, defaults

from deploy.api.problem import problem
from deploy.languages.choice import accepted_language
from deploy.middleware.tracing import request_id
from deploy.server.trouble import trouble_code, with_retry_after
from games.refusals import CODES
from games.speaking import translate
from tournaments.accounts.refused_attempts import record_refused_request


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 400, or 413 for a body over the limit."""
    too_big = isinstance(exception, RequestDataTooBig)
    if _is_api(request):
        code = "too_large" if too_big else "bad_request"
        return problem(code, detail=str(exception), language=accepted_language(request))
    if too_big:
        page = loader.render_to_string("413.html", {"said": str(exception)}, request)
        return HttpResponse(page, status=413)
    return defaults.bad_request(_drop_unreadable_form(request), exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 403; officers find the attempt on the page of their members."""
    record_refused_request(request)
    if _is_api(request):
        return problem("permission_denied", language=accepted_language(request))
    return defaults.permission_denied(_drop_unreadable_form(request), exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 404."""
    if _is_api(request):
        return problem("not_found", language=accepted_language(request))
    return defaults.page_not_found(_drop_unreadable_form(request), exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500, or with 503 or 507 if the database is the cause; the log has the traceback."""
    if code := trouble_code(sys.exc_info()[1]):
        return problem(code, language=accepted_language(request)) if _is_api(request) else _error_page(code)
    if _is_api(request):
        return problem("internal_error", language=accepted_language(request))
    page = loader.render_to_string("500.html", {"request_id": request_id()})
    return HttpResponse(page, status=500)


def _error_page(code: str) -> HttpResponse:
    """Return an error page that needs neither the database nor a session."""
    said = CODES[code]
    words = {"title": translate(said.title), "advice": translate(said.advice)}
    page = loader.render_to_string("unavailable.html", {"said": words})
    return with_retry_after(HttpResponse(page, status=said.status), code)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond with 403 to a form whose token is missing or old."""
    if _is_api(request):
        return problem("csrf_failed", detail=reason, language=accepted_language(request))
    return csrf.csrf_failure(request, reason)


def _drop_unreadable_form(request: HttpRequest) -> HttpRequest:
    """Make the form of a request that cannot be parsed empty: error pages look for its token."""
    if not hasattr(request, "_post"):
        request._mark_post_parse_error()  # type: ignore[attr-defined]  # noqa: SLF001  # Django's own
    return request


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
