"""What a director does by hand: a pair, a bye, marking absent who has not come."""

from dataclasses import replace
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.refusals import refuse
from tournaments.commands import carry_out
from tournaments.deciding.entries import SetPresence
from tournaments.deciding.pairs import GiveBye, MakePair, TakeBye
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import context_of, form_page, reason_in, round_for, tournament_for


@require_POST
@form_page
def make_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two of those who wait, at the lowest free table."""
    row, _ = round_for(request, slug, number, "round.pair")
    context = context_of(request)
    command = pair_in(request, row, number, str(uuid5(context.command_id, "pair")))
    carry_out(str(row.id), command, context)
    return redirect("web:round", slug=slug, number=number)


def pair_in(request: HttpRequest, row: TournamentRow, number: int, game_id: str) -> MakePair:
    """The pair that the form names."""
    return MakePair(
        round=number,
        game_id=game_id,
        white=request.POST.get("white", ""),
        black=request.POST.get("black", ""),
        handicap=handicap_in(request),
        komi=komi_in(request, row),
        reason=reason_in(request),
    )


def handicap_in(request: HttpRequest) -> int:
    text = request.POST.get("handicap", "") or "0"
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        refuse("invalid_pairing", field="handicap", fault="Handicap: 0 to 9 stones.")
    return int(text)


def komi_in(request: HttpRequest, row: TournamentRow) -> float:
    """The tournament's where none is given; 0.5 with a handicap."""
    text = request.POST.get("komi", "").strip().replace(",", ".")
    if not text:
        return 0.5 if handicap_in(request) else settings_of(row).komi
    try:
        return float(text[:10])
    except ValueError:
        refuse("invalid_pairing", field="komi", fault="Komi: a number such as 6.5.")


@require_POST
@form_page
def give_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.pair")
    command = GiveBye(round=number, entry_id=request.POST.get("entry", ""), reason=reason_in(request))
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def take_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.pair")
    command = TakeBye(round=number, entry_id=request.POST.get("entry", ""), reason=reason_in(request))
    carry_out(str(row.id), command, context_of(request))
    messages.success(request, "The bye is taken back: the player waits for a game.")
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def mark_absent(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Those whom the page named, each by a command of its own."""
    row = tournament_for(request, slug, "entry.check_in")
    context = context_of(request)
    named = [entry for entry in request.POST.get("entries", "").split() if _is_id(entry)]
    for entry in named:
        one = replace(context, command_id=uuid5(context.command_id, entry), expected=None)
        carry_out(str(row.id), SetPresence(entry_id=entry, round=number, present=False), one)
    who = "1 player is" if len(named) == 1 else f"{len(named)} players are"
    messages.success(request, f"{who} marked absent from round {number}.")
    return redirect("web:desk", slug=slug)


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
