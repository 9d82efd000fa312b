"""What a director does by hand: a pair, a bye, marking absent who has not come."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.commands import carry_out
from tournaments.operations.entries import SET_PRESENCE_OF_MANY
from tournaments.operations.pairs import GIVE_BYE, MAKE_PAIR, TAKE_BYE
from tournaments.web.base import context_of, form_page, perform, round_for, tournament_for


@require_POST
@form_page
def make_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two of those who wait, at the lowest free table."""
    row, _ = round_for(request, slug, number, MAKE_PAIR.right)
    perform(request, MAKE_PAIR, row, number=number)
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def give_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, GIVE_BYE.right)
    perform(request, GIVE_BYE, row, number=number, entry_id=request.POST.get("entry", ""))
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def take_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, TAKE_BYE.right)
    perform(request, TAKE_BYE, row, number=number, entry_id=request.POST.get("entry", ""))
    messages.success(request, "The bye is taken back: the player waits for a game.")
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def mark_absent(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Those whom the page named."""
    row = tournament_for(request, slug, SET_PRESENCE_OF_MANY.right)
    context = context_of(request)
    named = [entry for entry in request.POST.get("entries", "").split() if _is_id(entry)]
    values = {"entries": tuple(named), "absent": (number,)}
    carry_out(str(row.id), SET_PRESENCE_OF_MANY.order(values, context), context)
    who = "1 player is" if len(named) == 1 else f"{len(named)} players are"
    messages.success(request, f"{who} marked absent from round {number}.")
    return redirect("web:desk", slug=slug)


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
