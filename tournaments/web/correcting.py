"""Officials correct a record that was entered: turns taken back, or all of it withdrawn."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.game.commands import take_back, withdraw_record
from games.receipts.codes import last_code
from games.refusals import refuse
from tournaments.web.base import back, context_of, form_page
from tournaments.web.desk import game_for
from tournaments.web.receipts import with_receipt


@require_POST
@form_page
def withdraw(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The record belongs to another game, say: forget it; another one may then arrive."""
    game_for(request, slug, game_id, "game.correct")
    stored = withdraw_record(str(game_id), request.POST.get("reason", ""), context_of(request))
    messages.success(request, with_receipt("The record is withdrawn.", last_code(stored)))
    return redirect(back(request))


@require_POST
@form_page
def take_back_to(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The last turns were mistyped: forget them."""
    game_for(request, slug, game_id, "game.correct")
    turn, reason = _turn(request.POST.get("turn", "")), request.POST.get("reason", "")
    stored = take_back(str(game_id), turn, reason, context_of(request))
    messages.success(request, with_receipt(f"The record ends at turn {turn} now.", last_code(stored)))
    return redirect(back(request))


def _turn(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        refuse("invalid", field="turn", fault="Turn: a whole number.")
    return int(text)
