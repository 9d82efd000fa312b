"""Results: entered by the desk, reported by players; how certain one is, in words."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from games.log.serialisation import decode
from games.log.store import StoredEvent, VersionClash
from games.receipts.codes import last_code
from games.refusals import Refusal
from games.rest.operations import command_from_form
from tournaments.access.actors import own_entry, tournament_subject
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.base import Command
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult, ReportResult
from tournaments.public import PART
from tournaments.reading.bodies import result_text
from tournaments.reading.queries import entry_names
from tournaments.reading.schedule_bodies import advanced_player
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.actor_names import name_of
from tournaments.web.base import (
    STORED,
    add_versions,
    allowed,
    back,
    context_of,
    form_action,
    game_for,
    number_in_form,
    say_again,
    status_of,
    wants_part,
)
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.lines import game_lines
from tournaments.web.overview.reading import by_date, waiting_in_queue
from tournaments.web.refusal_words import why
from tournaments.web.refused import Refused
from tournaments.wording import dates

SEEN = "Nigiri-Seen"
"""The version that this command left: what a result that is entered above it has seen."""
WAITING = "Nigiri-Waiting"
"""How many games wait in the queue then."""


@form_action
def result(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """The desk's word. A script gets the row of the game, with the refusal if there is one."""
    row, _ = game_for(request, slug, str(game_id), RecordResult.right)
    try:
        stored = _record(request, row, game_id)
        _say_what_follows(request, row, str(game_id))
    except (Refusal, VersionClash) as no:
        if not PairingRow.objects.filter(pk=game_id).exists():
            raise
        refused = why_not(request, row, no)
        if wants_part(request):
            return _row(request, str(game_id), status_of(no), refused)
        return say_again(request, no, gettext("Not saved. %(refused)s") % {"refused": refused})
    if not wants_part(request):
        return redirect(_close_forms(back(request)))
    response = _row(request, str(game_id))
    response[STORED] = request.POST.get("command", "")
    response[SEEN] = str(stored[-1].version) if stored else request.POST.get("seen", "")
    add_versions(response, stored)
    response[WAITING] = str(waiting_in_queue(request, row) or 0)
    return response


def _close_forms(page: str) -> str:
    """The page of a long round as it is before a line's forms are asked for, at that line."""
    before, asked, line = page.partition("?open=")
    return f"{before}#{line.partition('#')[2]}" if asked else page


def _say_what_follows(request: HttpRequest, row: TournamentRow, game_id: str) -> None:
    """Of a bracket that was drawn on another result."""
    if (gone := advanced_player(row, game_id)) is None:
        return
    address = reverse("web:schedule", args=(row.slug,))
    warning = gettext(
        '{} advanced before this correction. Keep that or replay the games: <a href="{}">the bracket</a>.'
    )
    messages.warning(request, format_html(warning, gone, address))


def _record(request: HttpRequest, row: TournamentRow, game_id: UUID) -> list[StoredEvent]:
    """Record or clear a result as the form says, on the game as it was seen there."""
    cleared = request.POST.get("result") == Winner.NOBODY_YET
    kind = ClearResult if cleared else RecordResult
    context = context_of(request)
    seen = {"seen": number_in_form(request, "seen"), "table": number_in_form(request, "table")}
    stay = {"reports_stay": True} if cleared and request.POST.get("reports_stay") == "yes" else {}
    command = command_from_form(kind, _result_form(request), context, game_id=game_id, **seen, **stay)
    return carry_out(str(row.id), command, context)


def _result_form(request: HttpRequest) -> QueryDict:
    """Return the form; its choices write a result by default as "white!"."""
    form = request.POST.copy()
    said = str(form.get("result", ""))
    if said.endswith("!"):
        form["result"], form["by_default"] = said.removesuffix("!"), "true"
    return form


def _row(request: HttpRequest, game_id: str, status: int = 200, refused: str = "") -> HttpResponse:
    """The game's row of the round page, as it is now.

    The tournament is read first: its version is never newer than the result that is shown beside it.
    """
    row = TournamentRow.objects.get(pairings__game_id=game_id)
    pairing = PairingRow.objects.get(game_id=game_id)
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    context = {
        "tournament": row,
        "may_pair": allowed(request, "round.pair", tournament_subject(row)),
        "game": game_lines([pairing], entry_names(row), round_)[0],
        "round": round_,
        "number": pairing.round,
        "by_date": by_date(row),
        "page": reverse("web:round", args=(row.slug, pairing.round)),
        "may_record": True,
        "refused": refused,
        "notes": messages.get_messages(request),  # here, not on the next page
    }
    if refused:
        request.refused = Refused(action=request.path, data=request.POST, fault=refused)  # type: ignore[attr-defined]
    response = render(request, "nigiri/_game_row.html", context, status=status)
    response[PART] = "row"
    return response


@form_action
def report(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """A player's word on a game of their own."""
    return own_result(request, slug, game_id, ReportResult, gettext("Thank you: your report is stored."))


@form_action
def confirm(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """A player agrees with what the other one has reported."""
    return own_result(request, slug, game_id, ConfirmResult, gettext("Thank you: the result is confirmed."))


def own_result(
    request: HttpRequest, slug: str, game_id: UUID, command: type[Command], thanks: str
) -> HttpResponse:
    """Carry out a player's report or confirmation; they get a receipt. A script learns that it is stored."""
    row, pairing = game_for(request, slug, str(game_id), command.right)
    own = own_entry(request.user, pairing)
    context = context_of(request)
    stored = carry_out(
        str(row.id),
        command_from_form(command, request.POST, context, game_id=game_id, entry_id=own),
        context,
    )
    code = last_code(stored)
    messages.success(request, with_receipt(thanks, code))
    if wants_part(request):
        return HttpResponse(headers={STORED: request.POST.get("command", "")}, content_type="text/plain")
    return redirect(back(request))


OVERTAKEN = "result_overtaken"
DID = {
    "reported": gettext_lazy("%(who)s reported %(result)s at %(time)s, after you opened the page."),
    "entered": gettext_lazy("%(who)s entered %(result)s at %(time)s, after you opened the page."),
    "cleared": gettext_lazy("%(who)s took the result back at %(time)s, after you opened the page."),
    "swapped": gettext_lazy("%(who)s swapped the colours at %(time)s, after you opened the page."),
}
CHANGED = gettext_lazy("%(who)s changed the result to %(result)s at %(time)s, after you opened the page.")
"""By the refusal's fact ``said``."""


def why_not(request: HttpRequest, row: TournamentRow, no: Refusal | VersionClash) -> str:
    """Return the reason why a result was not stored, for the desk."""
    if not isinstance(no, Refusal) or no.code != OVERTAKEN:
        return why(no)
    facts = no.facts
    result = result_text(facts["winner"], by_default=facts["by_default"])
    did = DID.get(facts["said"], CHANGED)
    who = name_of(request, row, facts["actor"]) or gettext("somebody")
    at = dates.clock_there(facts["at"])
    return str(did) % {"who": f"{who[:1].upper()}{who[1:]}", "result": result, "time": at}


def result_words(pairing: PairingRow, now: datetime) -> str:
    """From who reported it to whether a ruling on it is final."""
    said = {side: result_text(**_report(report)) for side, report in _reports(pairing).items()}
    state = ResultState(pairing.result_state)
    return {
        ResultState.MISSING: gettext("not reported yet"),
        ResultState.REPORTED: gettext("reported by %(side)s, not confirmed yet")
        % {"side": gettext(" and ").join(said)},
        ResultState.CONFIRMED: _confirmed(pairing),
        ResultState.DISPUTED: gettext("the players disagree: %(reports)s")
        % {"reports": ", ".join(_says(side, text) for side, text in said.items())},
        ResultState.DECIDED: _appealable(pairing, now),
        ResultState.APPEALED: gettext(
            "decided by a ruling that was appealed; it counts until the appeal is decided"
        ),
        ResultState.FINAL: gettext("decided by a ruling, final"),
    }[state]


def _confirmed(pairing: PairingRow) -> str:
    said = [decode(Result, report) for report in pairing.reports.values()]
    counts = Result(winner=Winner(pairing.winner), by_default=pairing.by_default)
    if said == [counts, counts]:
        return gettext("confirmed by both players")
    if len(said) == 2 and said[0] != said[1]:
        return gettext("recorded by the desk, as the players' reports differed")
    return gettext("recorded by the desk")


def _says(side: str, text: str) -> str:
    return gettext("%(side)s says %(result)s") % {"side": side, "result": text}


def _reports(pairing: PairingRow) -> dict[str, Any]:
    sides = {gettext("Black"): str(pairing.black_id), gettext("White"): str(pairing.white_id)}
    return {side: pairing.reports[entry] for side, entry in sides.items() if entry in pairing.reports}


def _report(report: Any) -> dict[str, Any]:
    result: Result = decode(Result, report)
    return {"winner": result.winner.value, "by_default": result.by_default}


def _appealable(pairing: PairingRow, now: datetime) -> str:
    if not pairing.appeal_until:
        return gettext("decided by a ruling, final")
    until = datetime.fromisoformat(pairing.appeal_until)
    if now > until:
        return gettext("decided by a ruling, final: nobody appealed in time")
    facts = {"time": dates.deadline(until, now)}
    return gettext("decided by a ruling, may be appealed until %(time)s") % facts
