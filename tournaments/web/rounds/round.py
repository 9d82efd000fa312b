"""Closing a round and opening it again; what a late ruling did to the standings."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.log.tables import Event
from games.log.wire import kind_of
from games.receipts.codes import last_code
from tournaments.domain.round_stages import CloseRound, ReopenRound
from tournaments.domain.rounds import RoundPaired
from tournaments.loading import stream_of
from tournaments.reading.officiating import changes_body
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import form_action, form_page, officer, perform, round_for, tournament_for
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.asked import number_in
from tournaments.web.overview.reading import frame

LARGEST_POSITION = 2**63 - 1


def last_pairing(row: TournamentRow) -> int:
    """The position of the log at which a round was paired last, else that of the tournament's first event."""
    events = Event.objects.filter(stream=stream_of(str(row.id))).order_by("-position")
    paired = events.filter(kind=kind_of(RoundPaired)).first() or events.last()
    return paired.position if paired else 0


@form_action
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, CloseRound.right)
    stored = perform(request, CloseRound, row, number=number)
    messages.success(
        request, with_receipt(gettext("Round %(number)s is closed.") % {"number": number}, last_code(stored))
    )
    return redirect("web:round", slug=slug, number=number)


@form_action
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, ReopenRound.right)
    stored = perform(request, ReopenRound, row, number=number)
    messages.success(
        request,
        with_receipt(gettext("Round %(number)s is open again.") % {"number": number}, last_code(stored)),
    )
    return redirect("web:round", slug=slug, number=number)


@gzip_page
@require_safe
@form_page
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands elsewhere than at a position of the log; without one, than when a round was paired last."""
    row = tournament_for(request, slug, "tournament.read")
    since, until = (number_in(request, name, LARGEST_POSITION) for name in ("since", "until"))
    since = last_pairing(row) if since is None else since
    if until is not None and until < since:
        raise Http404
    number = number_in(request, "round", row.rounds)
    body = changes_body(row, since, until, number, officer=officer(request, row))
    return render(request, "nigiri/changes.html", {**frame(request, row), "changes": body})
