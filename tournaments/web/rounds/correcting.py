"""Officials correct a record that was entered: turns taken back, or all of it withdrawn."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.claims.host import require_not_own_game
from games.game.commands import change_record
from games.game.loading import game_row
from games.operations.records import TAKE_BACK, WITHDRAW_RECORD
from games.receipts.codes import last_code
from games.rest.operations import Operation
from tournaments.web.base import back, context_of, form_action
from tournaments.web.history.receipts import with_receipt
from tournaments.web.rounds.desk import game_for


@form_action
def withdraw(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The record belongs to another game, say: forget it; another one may then arrive."""
    return _correct(request, WITHDRAW_RECORD, slug, game_id, gettext("The record is withdrawn."))


@form_action
def take_back_to(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The last turns were mistyped: forget them."""
    return _correct(request, TAKE_BACK, slug, game_id, gettext("The record ends at turn %(turn)s now."))


def _correct(
    request: HttpRequest, operation: Operation[Any], slug: str, game_id: str, thanks: str
) -> HttpResponse:
    game_for(request, slug, game_id, operation.right)
    require_not_own_game(request.user, game_row(str(game_id)))
    context = context_of(request)
    command = operation.command_for(operation.from_form(request.POST), context)
    stored = change_record(str(game_id), command, context)
    messages.success(
        request, with_receipt(thanks % {"turn": getattr(command, "to_turn", "")}, last_code(stored))
    )
    return redirect(back(request))
