"""Errors as RFC 9457 problem documents: `type`, `title`, `status`, `code`, `detail`, and the facts.

`code` is from the closed list of `games.refusals`, to which this module adds the codes of HTTP errors.
"""

from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.utils import translation
from rest_framework import exceptions
from rest_framework.views import set_rollback

from deploy.languages.choice import accepted_language
from deploy.server.trouble import trouble_code, with_retry_after
from games.marking import marked
from games.refusals import CODES, Code, Refusal, facts_of, faults_of, register
from games.rest.faults import QUERY, validation_faults
from games.rest.media import with_nulls
from games.speaking import translate
from tournaments.accounts.refused_attempts import record_refused_request

MEDIA_TYPE = "application/problem+json"

register(
    {
        "parse_error": Code(status=400, title=marked("The body cannot be read.")),
        "not_authenticated": Code(
            status=401,
            title=marked("You need to log in."),
            advice=marked('Send "Authorization: Token ..." with a token from /api/v1/login/.'),
        ),
        "authentication_failed": Code(
            status=401,
            title=marked("The token, link or password is not accepted."),
            advice=marked(
                'Send "Authorization: Token ..." with a new token from /api/v1/login/: tokens expire.'
            ),
        ),
        "permission_denied": Code(status=403, title=marked("You are not allowed to do this.")),
        "https_needed": Code(
            status=403,
            title=marked("This address is served over https only."),
            advice=marked("Begin the address with https, and replace the token if one was sent."),
        ),
        "csrf_failed": Code(
            status=403,
            title=marked("The form is missing its token."),
            advice=marked("Reload the page and send it again."),
        ),
        "method_not_allowed": Code(status=405, title=marked("This address does not accept that method.")),
        "not_acceptable": Code(status=406, title=marked("No media type in Accept is available here.")),
        "unsupported_media_type": Code(
            status=415,
            title=marked("This media type is not accepted."),
            advice=marked("The document at /api/schema/ lists the accepted media types."),
        ),
        "throttled": Code(
            status=429,
            title=marked("Too many requests."),
            advice=marked("Wait for the number of seconds in Retry-After."),
        ),
        "storage_full": Code(
            status=507,
            title=marked("The disk of this service is full: nothing can be stored."),
            advice=marked(
                "Acknowledged data is safe. Ask the operator to free disk space, then send the request again."
            ),
        ),
        "unavailable": Code(
            status=503,
            title=marked("The service cannot answer at the moment."),
            advice=marked("No change was made. Try again in a few seconds."),
        ),
        "internal_error": Code(
            status=500, title=marked("This is an error of the service. It has been logged.")
        ),
    }
)

TO_PROGRAMS = {
    "not_found": marked(
        "Check the address and its final slash; /api/v1/ lists all addresses. The resource may "
        "not exist, may not be published yet, or may need a token."
    ),
}
"""What to do where pages have other words. It says the same of what is hidden and of what never was."""


def problem(code: str, /, *, detail: str = "", language: str = "en", **facts: Any) -> HttpResponse:
    """Return the problem document of `code`, with its status; `facts` cannot replace standard members."""
    row = CODES[code]
    with translation.override(language):
        title, advice = translate(row.title), translate(TO_PROGRAMS.get(code, row.advice))
        if detail and "field" not in facts:
            facts |= {"field": "", "fault": detail}
        refusal = Refusal(code, facts)
        errors = [{**fault, "message": translate(fault["message"])} for fault in faults_of(refusal)]
    document = {
        **facts_of(refusal),
        "type": f"/help/problems/#{code}",
        "title": title,
        "status": row.status,
        "code": code,
        "detail": detail or advice or title,
        "errors": errors,
    }
    response = JsonResponse(with_nulls(document), status=row.status, content_type=MEDIA_TYPE)
    return with_retry_after(response, code)


def exception_handler(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the response to an error, or None for an internal one: REST framework's hook."""
    set_rollback()
    language = accepted_language(context.get("request"))
    if isinstance(error, (PermissionDenied, exceptions.PermissionDenied)) and context.get("request"):
        record_refused_request(context["request"]._request)  # noqa: SLF001 - Django's, by REST framework's name
    if isinstance(error, Refusal):
        return problem(error.code, **{**error.facts, **_place_in_query(error, context), "language": language})
    if code := _code_without_facts(error):
        return problem(code, language=language)
    if isinstance(error, exceptions.ValidationError):
        return problem("invalid", language=language, errors=validation_faults(error.detail))
    return _http_problem(error, context, language) if isinstance(error, exceptions.APIException) else None


def _place_in_query(refusal: Refusal, context: dict[str, Any]) -> dict[str, str]:
    """Return the place of a refused parameter of the address; empty for all else, as members of the body."""
    view, request = context.get("view"), context.get("request")
    if view is None or request is None or not refusal.field or ":" in refusal.field:
        return {}
    parameters = getattr(getattr(view, "handler", None), "parameters", {})
    in_body = isinstance(request.data, dict) and refusal.field in request.data
    return {"field": QUERY + refusal.field} if refusal.field in parameters and not in_body else {}


def _http_problem(error: exceptions.APIException, context: dict[str, Any], language: str) -> HttpResponse:
    if isinstance(error, exceptions.UnsupportedMediaType):
        return _unsupported_media_type(error, context)
    if isinstance(error, exceptions.NotAcceptable):
        return _not_acceptable(error, language)
    if isinstance(error, exceptions.MethodNotAllowed):
        return _method_not_allowed(context, language)
    return _framework_problem(error, language)


def _code_without_facts(error: Exception) -> str:
    """Return the code of an error without facts, or ""."""
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return trouble_code(error)


def _unsupported_media_type(error: exceptions.UnsupportedMediaType, context: dict[str, Any]) -> HttpResponse:
    """Return the response that names the media types which the operation reads."""
    reads = [parser.media_type for parser in getattr(context.get("request"), "parsers", ())]
    detail = f"{error.detail} Read here: {', '.join(reads)}."
    place = {"field": "header:Content-Type", "fault": detail}
    return problem("unsupported_media_type", detail=detail, reads=reads, **place)


def _not_acceptable(error: exceptions.NotAcceptable, language: str) -> HttpResponse:
    """Return the response that names the media types which the address produces."""
    offers = [str(one.media_type) for one in error.available_renderers or ()]
    with translation.override(language):
        detail = translate(
            marked("Send one of these in Accept: %(offers)s.", offers=", ".join(offers) or "*/*")
        )
    return problem("not_acceptable", detail=detail, language=language, offers=offers)


def _method_not_allowed(context: dict[str, Any], language: str) -> HttpResponse:
    """Return the response that names the methods which the address permits."""
    allows = list(getattr(context.get("view"), "allowed_methods", ()))
    with translation.override(language):
        detail = translate(marked("Allowed here: %(methods)s.", methods=", ".join(allows)))
    return problem("method_not_allowed", detail=detail, language=language, allows=allows)


def _framework_problem(error: exceptions.APIException, language: str) -> HttpResponse:
    code = error.default_code if error.default_code in CODES else "internal_error"
    says_nothing = error.detail == error.default_detail  # our advice says more
    response = problem(code, detail="" if says_nothing else str(error.detail), language=language)
    if (challenge := getattr(error, "auth_header", None)) is not None:
        response["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        response["Retry-After"] = str(ceil(wait))
    return response
