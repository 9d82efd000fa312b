"""Pages that poll for changes while they are open, and the address that they poll."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.access.actors import tournament_subject
from tournaments.reading.versions import version_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, seen_tournament


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the version in a few bytes, or 304 while it is the one in ``If-None-Match``."""
    return versioned(request, version_of(seen_tournament(request, slug)))


def versioned(request: HttpRequest, version: str) -> HttpResponseBase:
    """Return the version with its ETag, or 304."""
    etag = f'"{version}"'
    answer = HttpResponse(version, content_type="text/plain", headers={"ETag": etag})
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer


READ_BY_ALL = {"web:standings", "web:team-standings", "web:prizes", "web:ratings"}
FORMS_OF_OFFICERS = {"web:round", "web:players", "web:schedule"}
"""There the lines would move under the hands of the desk."""


def following(request: HttpRequest, row: TournamentRow) -> dict[str, object]:
    """For the page's frame: the version it shows, nothing on a page that stays as it is."""
    match = request.resolver_match
    name = match.view_name if match else ""
    if "at" in request.GET or name not in READ_BY_ALL | FORMS_OF_OFFICERS:
        return {}
    if name in FORMS_OF_OFFICERS and allowed(request, "entry.check_in", tournament_subject(row)):
        return {}
    return pulse(row)


def pulse(row: TournamentRow) -> dict[str, object]:
    """Return the version that the page shows, and whether the tournament is finished: then no page polls."""
    return {"live": version_of(row), "finished": row.archived}
