"""The story of a tournament for its officials, newest first, and the way back from an edit."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page

from games.receipts.codes import last_code
from tournaments.access.actors import tournament_subject
from tournaments.commands import TakeBackVersion, take_back
from tournaments.reading.queries import names_for_story
from tournaments.story.reading import last_of
from tournaments.tables.rows import PairingRow
from tournaments.web.actor_names import name_of
from tournaments.web.base import allowed, back, context_of, form_action, read_page, reason_in, tournament_for
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame


@gzip_page
@read_page
def chronicle_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.story")
    lines = last_of(str(row.id), names_for_story(row), before=_before(request))
    entered = {actor: _entered(name_of(request, row, actor)) for actor in {line["actor"] for line in lines}}
    context: dict[str, Any] = {
        **frame(request, row),
        "lines": [
            {
                **line,
                "at": datetime.fromisoformat(line["at"]),
                "entered": entered[line["actor"]],
                "here": f"{request.get_full_path()}#v{line['version']}",
            }
            for line in lines
        ],
        "needs_reason": PairingRow.objects.filter(tournament=row).exists(),
        "older": lines[-1]["version"] if lines and lines[-1]["version"] > 1 else None,
        "may_change": allowed(request, "tournament.change", tournament_subject(row)),
    }
    return render(request, "nigiri/chronicle.html", context)


def _entered(by: str) -> str:
    return gettext("Entered by %(by)s.") % {"by": by}


def _before(request: HttpRequest) -> int | None:
    text = request.GET.get("before", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


@form_action
def undo(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Refused, one is back at the line; taken back, at the top, where the newest line says so."""
    row = tournament_for(request, slug, TakeBackVersion.right)
    reason = reason_in(request)
    stored = take_back(str(row.id), version, reason, context_of(request))
    messages.success(request, with_receipt(gettext("Taken back."), last_code(stored)))
    return redirect(back(request).partition("#")[0])
