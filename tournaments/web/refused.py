"""A form that was refused: the page that it was on is shown again, with the form as it was sent."""

import re
from copy import copy
from dataclasses import dataclass
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
from tournaments.wording import dates

PAGES = "web"
HIDDEN = {"command", "version", "next", "csrfmiddlewaretoken"}
FIELD_OF = {
    "slug_taken": "slug",
    "name_taken": "username",
    "weak_password": "password",
    "unknown_group": "group",
}
"""The field that a refusal is about, where neither its facts nor its code say."""
MOST_CHANGES = 3
ID = re.compile(r"yes|no|[0-9a-f-]{36}")
"""Values of buttons and of hidden fields."""


@dataclass(slots=True, kw_only=True)
class Refused:
    """``action``: the address that the form was sent to. ``shown``: a form of the page has the data.

    ``field``: the name of the field at fault, or empty; ``at_field``: the page says it there.
    """

    action: str
    data: QueryDict
    fault: str
    field: str = ""
    shown: bool = False
    at_field: bool = False

    def typed(self) -> list[tuple[str, str]]:
        """What was typed, for a page that has no such form any more."""
        return [
            (name.replace("_", " ").capitalize(), str(value))
            for name, values in self.data.lists()
            if name not in HIDDEN and "password" not in name
            for value in values
            if value and not ID.fullmatch(str(value))
        ]


def refused_in(request: HttpRequest) -> Refused | None:
    """The form that was refused, while its page is shown again."""
    return getattr(request, "refused", None)


def data_of(request: HttpRequest, action: str) -> QueryDict:
    """What was sent to an address, where it was refused; else empty. For lists of fields with one name."""
    refused = refused_in(request)
    if refused is None or refused.action != action:
        return QueryDict()
    refused.shown = True
    return refused.data


def field_of(no: Refusal | VersionClash) -> str:
    if isinstance(no, VersionClash):
        return ""
    return str(no.field or no.facts.get("limit") or FIELD_OF.get(no.code, ""))


def shown_again(request: HttpRequest, page: str, refused: Refused, status: int) -> HttpResponse | None:
    """Return the page at an address as its view shows it; None where there is no such page."""
    path, _, query = page.partition("#")[0].partition("?")
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
    asked.refused = refused  # type: ignore[attr-defined]
    try:
        shown = cast("HttpResponse", match.func(asked, *match.args, **match.kwargs))
    except Http404:
        return None
    if shown.status_code != 200 or not shown["Content-Type"].startswith("text/html"):
        return None
    shown.status_code = status
    return shown


def overtaken(request: HttpRequest, clash: VersionClash) -> str:
    """Say who has changed what since the page was shown, to those who may read it."""
    row = _row_of(request, clash)
    if row is None:
        return "Another user changed this meanwhile. Look again, then repeat."
    lines = story_of(str(row.id), names_for_story(row), after=clash.expected)
    changes = [
        f"{_who(request, row, line['actor'])} at {dates.clock_there(line['at'])}: {line['text']}"
        for line in lines
    ]
    more = f" And {len(changes) - MOST_CHANGES} more." if len(changes) > MOST_CHANGES else ""
    last = " ".join(changes[:MOST_CHANGES])
    return f"Changed since you looked. {last}{more} If it still holds, send it again."


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
