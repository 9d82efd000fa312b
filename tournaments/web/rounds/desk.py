"""The director's forms: check-in, absence, pairing. Each is one command."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.refusals import refuse
from games.rest.operations import values_of_form
from tournaments.access.actors import game_subject, tournament_subject
from tournaments.commands import NotHere, PairRound, carry_out
from tournaments.competition.schedules import is_bracket
from tournaments.domain.base import Command
from tournaments.domain.batches import CommandSequence
from tournaments.domain.pairs import SwapColours, UnmakePair
from tournaments.domain.presence import SetPresence
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.schedule import champions
from tournaments.domain.tournament import Publish, Unpublish
from tournaments.domain.waiting import unpaired_groups
from tournaments.jobs.pairing import start_pairing
from tournaments.loading import load
from tournaments.outbox.rows import Job
from tournaments.reading.queries import tournament_by_slug
from tournaments.reading.schedule_bodies import names_in
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import (
    allow,
    allowed,
    back,
    context_of,
    form_action,
    form_page,
    officer,
    perform,
    round_for,
    tournament_for,
)
from tournaments.web.committee import about_committee
from tournaments.web.overview.before_pairing import concerns
from tournaments.web.overview.long_list import list_context
from tournaments.web.overview.next_round import groups_apart, next_round
from tournaments.web.overview.reading import frame


@gzip_page
@require_safe
@form_page
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is here, who misses the next round, and the state of each round."""
    row = tournament_for(request, slug, "entry.check_in")
    number = next_round(row)
    context = {**frame(request, row), "number": number, **list_context(request, row, number)}
    context["concerns"] = concerns(row, number)
    groups = groups_apart(row)
    state, _ = load(str(row.id))
    late = unpaired_groups(state, number) if groups else []
    context["groups"] = late or groups
    context["late_groups"] = late if len(late) < len(groups) else []
    context["all_paired"] = not late and RoundRow.objects.filter(tournament=row, number=number).exists()
    winners, called = champions(state), names_in(row, state)
    context["champions"] = [str(called[id_]) for id_ in winners]
    context["all_rounds"] = range(1, row.rounds + 1)
    context["may_change"] = allowed(request, "tournament.change", tournament_subject(row))
    context["may_look_back"] = allowed(request, "tournament.story", tournament_subject(row))
    context |= about_committee(request, row)
    return render(request, "nigiri/desk.html", context)


@form_action
def presence(request: HttpRequest, slug: str, entry_id: UUID, number: int) -> HttpResponse:
    row = tournament_for(request, slug, SetPresence.right)
    present = request.POST.get("present") == "yes"
    perform(request, SetPresence, row, entry_id=entry_id, number=number, present=present)
    return redirect(back(request))


@form_action
def public(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, Publish.right)
    perform(request, Publish if request.POST.get("shown") == "yes" else Unpublish, row)
    return redirect(back(request))


@form_action
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asks once more where results are missing or players are not checked in.

    ``anyway`` says that it was asked; who is not here is paired then, unless the form says otherwise.
    """
    row, _ = round_for(request, slug, number, "round.pair")
    if request.POST.get("anyway") != "yes" and (against := concerns(row, number, request.POST.get("group"))):
        asked = {**frame(request, row), "number": number, "concerns": against}
        asked["group"] = request.POST.get("group")
        asked["needs_reason"] = bool(against.missing) and not is_bracket(row.system)
        return render(request, "nigiri/pair.html", asked)
    context = context_of(request)
    values = values_of_form(PairRound, request.POST)
    if "not_here" not in request.POST:
        values["not_here"] = NotHere.PAIR
    command = PairRound(round=number, **values)
    done = start_pairing(str(row.id), command, context)
    if isinstance(done, Job):
        messages.info(
            request,
            format_html(
                'Pairing round {} runs in the background: <a href="{}">see its progress</a>.',
                number,
                reverse("web:job", args=(done.pk,)),
            ),
        )
    else:
        messages.success(
            request,
            gettext("Round %(number)s is paired. Publish it when you are satisfied.") % {"number": number},
        )
    return redirect("web:round", slug=slug, number=number)


@form_action
def unpair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, _ = round_for(request, slug, number, UnpairRound.right)
    perform(request, UnpairRound, row, number=number)
    messages.success(request, gettext("The pairings of round %(number)s are undone.") % {"number": number})
    return redirect("web:desk", slug=slug)


@form_action
def publish_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round; and with it, in one step, a tournament that is not public yet, where the form says so."""
    row, _ = round_for(request, slug, number, PublishRound.right)
    if request.POST.get("tournament") != "yes" or row.published:
        perform(request, PublishRound, row, number=number)
        return redirect("web:round", slug=slug, number=number)
    allow(request, Publish.right, tournament_subject(row))
    both = CommandSequence(commands=(("tournament", Publish()), ("round", PublishRound(round=number))))
    carry_out(str(row.id), both, context_of(request))
    messages.success(request, gettext("The tournament and this round are public now."))
    return redirect("web:round", slug=slug, number=number)


def game_for(request: HttpRequest, slug: str, game_id: str, action: str) -> tuple[TournamentRow, PairingRow]:
    """A game of the tournament for which ``action`` is allowed.

    Officers read that there is no such game; to others that is as if it were not shown yet.
    """
    row = tournament_by_slug(slug)
    pairing = PairingRow.objects.filter(tournament=row, game_id=game_id).first()
    if pairing is None:
        if not officer(request, row):
            raise Http404
        refuse("unknown_pairing", game=str(game_id))
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    subject = game_subject(row, pairing, round_)
    allow(request, action, subject, seen=allowed(request, "game.read", subject))
    return row, pairing


@form_action
def swap(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    return edit_pair(request, SwapColours, slug, game_id)


@form_action
def unmake(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    return edit_pair(request, UnmakePair, slug, game_id)


def edit_pair(
    request: HttpRequest, command: type[Command], slug: str, game_id: UUID, **given: Any
) -> HttpResponse:
    """Carry out a command on one game; then the page that the form was on."""
    row, _ = game_for(request, slug, str(game_id), command.right)
    perform(request, command, row, game_id=game_id, **given)
    return redirect(back(request))
