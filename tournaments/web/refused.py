"""A form that was refused: the page that it was on, as it was filled in, with why at the field."""

from copy import copy
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.loading import stream_of
from tournaments.reading.queries import names_for_story
from tournaments.story.reading import story_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.actor_names import name_of
from tournaments.web.refilled import MACHINE, Fault, refilled
from tournaments.wording import dates

PAGES = "web"
FIELD_OF = {
    "reason_required": "reason",
    "slug_taken": "slug",
    "name_taken": "username",
    "weak_password": "password",
    "unknown_ruleset": "ruleset",
    "bad_record": "sgf",
    "unknown_group": "group",
    "same_player_twice": "black",
}
"""The field that a refusal is about, where its facts do not say."""
MOST_TOLD = 3


def field_of(no: Refusal) -> str:
    return str(no.facts.get("field") or no.facts.get("limit") or FIELD_OF.get(no.code, ""))


def again(request: HttpRequest, page: str, fault: Fault, status: int) -> HttpResponse | None:
    """``page``, an address, with the form as it was sent; None where there is no such page of ours."""
    path, _, query = page.partition("#")[0].partition("?")
    shown = _shown(request, path, query)
    if shown is None or shown.status_code != 200 or not shown["Content-Type"].startswith("text/html"):
        return None
    return filled(request, shown, path, fault, status)


def filled(
    request: HttpRequest, shown: HttpResponse, path: str, fault: Fault, status: int = 422
) -> HttpResponse:
    """``shown``, the page of the address ``path``, with the form as it was sent."""
    typed = {name: [str(each) for each in values] for name, values in request.POST.lists()}
    kept = {name: values for name, values in typed.items() if name not in MACHINE}
    shown.content = refilled(shown.content.decode(), request.path, path, kept, fault).encode()
    shown.status_code = status
    return shown


def _shown(request: HttpRequest, path: str, query: str) -> HttpResponse | None:
    """What the same person sees there now."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.app_name != PAGES:
        return None
    asked = copy(request)
    asked.method, asked.path, asked.path_info, asked.resolver_match = "GET", path, path, match
    asked.GET, asked.POST = QueryDict(query), QueryDict()
    asked.META = {**request.META, "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query}
    asked.META.pop("HTTP_ACCEPT_ENCODING", None)  # it is read and filled in, not sent
    try:
        return cast("HttpResponse", match.func(asked, *match.args, **match.kwargs))
    except Http404:
        return None


def overtaken(request: HttpRequest, clash: VersionClash) -> str:
    """Who has changed what since the page was looked at, for those who may read it."""
    row = _row_of(request, clash)
    if row is None:
        return "Somebody else changed this meanwhile. Look again, then repeat."
    lines = story_of(str(row.id), names_for_story(row), after=clash.expected)
    told = [
        f"{_who(request, row, line['actor'])} at {dates.clock_there(line['at'])}: {line['text']}"
        for line in lines
    ]
    more = f" And {len(told) - MOST_TOLD} more." if len(told) > MOST_TOLD else ""
    return f"Changed since you looked. {' '.join(told[:MOST_TOLD])}{more} If it still holds, send it again."


def _row_of(request: HttpRequest, clash: VersionClash) -> TournamentRow | None:
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match else None
    row = TournamentRow.objects.filter(slug=slug).first() if slug else None
    if row is None or clash.stream != stream_of(str(row.id)):
        return None
    return row if may(actor_of(request.user), "tournament.story", tournament_subject(row)) else None


def _who(request: HttpRequest, row: TournamentRow, actor: str) -> str:
    who = name_of(request, row, actor) or "somebody"
    return who[:1].upper() + who[1:]
