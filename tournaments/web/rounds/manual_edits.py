"""What a director does by hand: a pair, a bye."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.operations.pairs import GIVE_BYE, MAKE_PAIR, TAKE_BYE
from tournaments.web.base import form_action, perform, round_for


@form_action
def make_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two of those who wait, at the lowest free table."""
    row, _ = round_for(request, slug, number, MAKE_PAIR.right)
    perform(request, MAKE_PAIR, row, number=number)
    return redirect("web:round", slug=slug, number=number)


@form_action
def give_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, GIVE_BYE.right)
    perform(request, GIVE_BYE, row, number=number, entry_id=request.POST.get("entry", ""))
    return redirect("web:round", slug=slug, number=number)


@form_action
def take_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, TAKE_BYE.right)
    perform(request, TAKE_BYE, row, number=number, entry_id=request.POST.get("entry", ""))
    messages.success(request, gettext("The bye is taken back: the player waits for a game."))
    return redirect("web:round", slug=slug, number=number)
