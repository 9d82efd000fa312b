"""Edits by hand, each with what it would cost before it is made; and the time in which a round is edited."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.refusals import refuse
from tournaments.commands import carry_out
from tournaments.deciding.editing import PinPair, RenumberTables, UnpublishRound
from tournaments.deciding.pairs import MoveTable, SetHandicap, SwapColours, UnmakePair
from tournaments.loading import load
from tournaments.proofs.weighing import weigh_each
from tournaments.reading.bodies import pairing_bodies
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import back, context_of, form_page, reason_in, round_for
from tournaments.web.by_hand import handicap_in, komi_in, pair_in
from tournaments.web.cost_words import weighed_in_words
from tournaments.web.desk import game_for
from tournaments.web.reading import frame


@require_safe
@form_page
def edit_page(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """One game and every edit of it, with its cost."""
    row, pairing = game_for(request, slug, game_id, "round.pair")
    state, _ = load(str(row.id))
    found = state.pair_of(str(game_id))
    game = str(game_id)
    unmake, swap = weigh_each(row, pairing.round, [UnmakePair(game_id=game), SwapColours(game_id=game)])
    context = {
        **frame(request, row),
        "number": pairing.round,
        "game": pairing_bodies([pairing], entry_names(row))[0],
        "pinned": bool(found and found[1].pinned),
        "published": state.round(pairing.round).published,
        "unmake": weighed_in_words(unmake),
        "swap": weighed_in_words(swap),
    }
    return render(request, "nigiri/edit_pair.html", context)


@require_POST
@form_page
def terms(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    row, pairing = game_for(request, slug, game_id, "round.pair")
    if not (request.POST.get("handicap") and request.POST.get("komi")):
        refuse("invalid_pairing", field="handicap", fault="Say the handicap and the komi.")
    command = SetHandicap(
        game_id=str(game_id),
        handicap=handicap_in(request),
        komi=komi_in(request, row),
        reason=reason_in(request),
    )
    _do(request, row, pairing.round, command)
    return redirect(back(request))


@require_POST
@form_page
def table(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    row, pairing = game_for(request, slug, game_id, "round.pair")
    text = request.POST.get("table", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        refuse("invalid_pairing", field="table", fault="Table: a number.")
    _do(
        request,
        row,
        pairing.round,
        MoveTable(game_id=str(game_id), table=int(text), reason=reason_in(request)),
    )
    return redirect(back(request))


def _do(request: HttpRequest, row: TournamentRow, number: int, command: object) -> None:
    """Carry it out, and say what the weights do not."""
    (weighed,) = weigh_each(row, number, [command])
    carry_out(str(row.id), command, context_of(request))
    for warning in weighed["warns"]:
        messages.warning(request, warning)


@require_POST
@form_page
def pin(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    row, _ = game_for(request, slug, game_id, "round.pair")
    command = PinPair(game_id=str(game_id), pinned=request.POST.get("pinned") == "yes")
    carry_out(str(row.id), command, context_of(request))
    return redirect(back(request))


@require_POST
@form_page
def weigh(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the pair that was filled in would cost; nothing is stored until that is confirmed."""
    row, round_ = round_for(request, slug, number, "round.pair")
    command = pair_in(request, row, number, str(uuid4()))
    (weighed,) = weigh_each(row, number, [command])
    context: dict[str, Any] = {
        **frame(request, row),
        "number": number,
        "round": round_,
        "weighed": weighed_in_words(weighed),
        "typed": {
            name: request.POST.get(name, "") for name in ("white", "black", "handicap", "komi", "reason")
        },
    }
    return render(request, "nigiri/weigh.html", context)


@require_POST
@form_page
def renumber(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.pair")
    carry_out(str(row.id), RenumberTables(round=number, reason=reason_in(request)), context_of(request))
    return redirect("web:round", slug=slug, number=number)


@require_POST
@form_page
def unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.pair")
    carry_out(str(row.id), UnpublishRound(round=number, reason=reason_in(request)), context_of(request))
    messages.success(request, f"Round {number} is shown to officers only, until you publish it again.")
    return redirect("web:round", slug=slug, number=number)
