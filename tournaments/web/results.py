"""Results: the desk's word, and a player's on his own game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.log.store import VersionClash
from games.receipts.receipts import last_code
from games.refusals import Refusal, refuse
from tournaments.access.actors import accounts
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import ClearResult, RecordResult, ReportResult
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import back, by_htmx, context_of, form_page, reason_in, why
from tournaments.web.desk import game_for
from tournaments.web.lines import game_lines
from tournaments.web.reading import frame
from tournaments.web.receipts import with_receipt


@require_POST
@form_page
def result(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The desk's word. With htmx the row alone comes back, with the refusal if there is one."""
    row, _ = game_for(request, slug, game_id, "result.record")
    refused = ""
    try:
        carry_out(str(row.id), _result_command(request, str(game_id)), context_of(request))
    except (Refusal, VersionClash) as no:
        if not by_htmx(request):
            raise
        refused = why(no)
    if not by_htmx(request):
        return redirect(back(request))
    return _row(request, row, str(game_id), refused)


def _row(request: HttpRequest, row: TournamentRow, game_id: str, refused: str) -> HttpResponse:
    """The game's row of the round page. Status 200 even for a refusal: htmx shows nothing else."""
    pairing = PairingRow.objects.get(game_id=game_id)
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    context = {
        **frame(request, row),
        "game": game_lines([pairing], entry_names(row), round_)[0],
        "round": round_,
        "number": pairing.round,
        "page": reverse("web:round", args=(row.slug, pairing.round)),
        "may_record": True,
        "refused": refused,
        "typed": request.POST if refused else {},
    }
    return render(request, "nigiri/_game_row.html", context)


def _result_command(request: HttpRequest, game_id: str) -> RecordResult | ClearResult:
    chosen, reason = request.POST.get("result", ""), reason_in(request)
    if chosen == Winner.NOBODY_YET:
        return ClearResult(game_id=game_id, reason=reason)
    return RecordResult(game_id=game_id, result=result_from(chosen), reason=reason)


def result_from(text: str) -> Result:
    """From what the form sends: "white", "black!" (by default) and so on."""
    winner = text.removesuffix("!")
    if winner not in set(Winner) - {Winner.NOBODY_YET}:
        refuse("invalid_result", fault=text[:20])
    return Result(winner=Winner(winner), by_default=text.endswith("!"))


@require_POST
@form_page
def report(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """A player's word on his own game."""
    row, pairing = game_for(request, slug, game_id, "result.report")
    own = accounts(pairing)[request.user.pk or 0]
    command = ReportResult(
        game_id=str(game_id), entry_id=own, result=result_from(request.POST.get("result", ""))
    )
    code = last_code(carry_out(str(row.id), command, context_of(request)))
    messages.success(request, with_receipt("Thank you: your report is stored.", code))
    return redirect(back(request))
