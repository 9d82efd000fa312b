"""What a director does by hand: a pair, a bye."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.pairs import MakePair
from tournaments.web.base import form_action, perform, round_for


@form_action
def make_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two of those who wait, at the lowest free table."""
    row, _ = round_for(request, slug, number, MakePair.right)
    perform(request, MakePair, row, number=number)
    return redirect("web:round", slug=slug, number=number)


@form_action
def give_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, GiveBye.right)
    perform(request, GiveBye, row, number=number, entry_id=request.POST.get("entry", ""))
    return redirect("web:round", slug=slug, number=number)


@form_action
def take_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, TakeBackBye.right)
    perform(request, TakeBackBye, row, number=number, entry_id=request.POST.get("entry", ""))
    messages.success(request, gettext("The bye is taken back: the player waits for a game."))
    return redirect("web:round", slug=slug, number=number)
