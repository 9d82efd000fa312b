"""The director's pages and forms of a round: check-in, pairing, publishing, closing."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.gzip import gzip_page

from games.log.tables import Event
from games.log.wire import kind_of
from games.rest.operations import values_of_form
from tournaments.access.actors import tournament_subject
from tournaments.commands import NotHere, PairRound, carry_out
from tournaments.competition.schedules import depends_on_results, is_bracket
from tournaments.domain.base import Command
from tournaments.domain.batches import CommandSequence
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.pairs import MakePair, SwapColours, UnmakePair
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound
from tournaments.domain.rounds import RoundPaired, UnpairRound
from tournaments.domain.schedule import champions
from tournaments.domain.tournament import Publish, Unpublish
from tournaments.domain.waiting import unpaired_groups
from tournaments.jobs.pairing import start_pairing
from tournaments.loading import load, stream_of
from tournaments.outbox.rows import Job
from tournaments.reading.officiating import changes_body
from tournaments.reading.schedule_bodies import names_in
from tournaments.tables.rows import RoundRow, TournamentRow
from tournaments.time_zones import needs_zone
from tournaments.web.base import (
    allow,
    allowed,
    context_of,
    form_action,
    officer,
    perform,
    read_page,
    round_for,
    tournament_for,
)
from tournaments.web.commands import CommandPage, GameCommandPage, RoundCommandPage
from tournaments.web.committee import about_committee, warn_without_committee
from tournaments.web.overview.long_list import list_context
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.progress import concerns, groups_apart, next_round, next_step
from tournaments.web.overview.reading import frame
from tournaments.web.settings.score_groups import groups_context


@gzip_page
@read_page
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
    context["step"] = next_step(row, number, context["concerns"], all_paired=context["all_paired"])
    winners, called = champions(state), names_in(row, state)
    context["champions"] = [str(called[id_]) for id_ in winners]
    context["all_rounds"] = range(1, row.rounds + 1)
    context["may_change"] = allowed(request, "tournament.change", tournament_subject(row))
    context["may_look_back"] = allowed(request, "tournament.story", tournament_subject(row))
    if context["may_change"] and number == 1 and state.settings.system == "mcmahon" and state.entries:
        context |= groups_context(row, state.settings)
    context["needs_zone"] = context["may_change"] and needs_zone(row)
    context |= about_committee(request, row)
    return render(request, "nigiri/desk.html", context)


class PublishPage(CommandPage):
    """Publish the tournament."""

    command = Publish

    def warn(self, row: TournamentRow, command: Command) -> None:
        warn_without_committee(self.request, row)


publish_tournament = PublishPage.as_view()
hide_tournament = CommandPage.as_view(command=Unpublish)


@form_action
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asks for confirmation where results are missing or players are not checked in.

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
                gettext('Round {} is paired in the background: <a href="{}">see the progress</a>.'),
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


unpair = RoundCommandPage.as_view(
    command=UnpairRound,
    to="web:desk",
    to_parts=("slug",),
    message=gettext_noop("The pairings of round %(number)s were undone."),
)


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
    messages.success(request, gettext("The tournament and this round are now public."))
    warn_without_committee(request, row)
    return redirect("web:round", slug=slug, number=number)


swap = GameCommandPage.as_view(command=SwapColours)
unmake = GameCommandPage.as_view(command=UnmakePair)


make_pair = RoundCommandPage.as_view(command=MakePair)


give_bye = RoundCommandPage.as_view(command=GiveBye, chosen={"entry_id": "entry"})


take_bye = RoundCommandPage.as_view(
    command=TakeBackBye,
    chosen={"entry_id": "entry"},
    message=gettext_noop("The bye is taken back: the player waits for a game."),
)


make_match = RoundCommandPage.as_view(command=MakeMatch)


unmake_match = RoundCommandPage.as_view(command=UnmakeMatch)


give_team_bye = RoundCommandPage.as_view(
    command=SetTeamBye, fixed={"given": True}, chosen={"team_id": "team"}
)


take_team_bye = RoundCommandPage.as_view(
    command=SetTeamBye,
    fixed={"given": False},
    message=gettext_noop("The bye is taken back: the team waits for a match."),
)


LARGEST_POSITION = 2**63 - 1


def last_pairing(row: TournamentRow) -> int:
    """The position of the log at which a round was paired last, else that of the tournament's first event."""
    events = Event.objects.filter(stream=stream_of(str(row.id))).order_by("-position")
    paired = events.filter(kind=kind_of(RoundPaired)).first() or events.last()
    return paired.position if paired else 0


close = RoundCommandPage.as_view(
    command=CloseRound, message=gettext_noop("Round %(number)s is closed."), receipt=True
)


reopen = RoundCommandPage.as_view(
    command=ReopenRound, message=gettext_noop("Round %(number)s is open again."), receipt=True
)


@gzip_page
@read_page
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show whose place differs from that at a position of the log, by default at the last pairing."""
    row = tournament_for(request, slug, "tournament.read")
    since, until = (number_in(request, name, LARGEST_POSITION) for name in ("since", "until"))
    since = last_pairing(row) if since is None else since
    if until is not None and until < since:
        raise Http404
    number = number_in(request, "round", row.rounds)
    sees = officer(request, row)
    body = changes_body(row, since, until, number, officer=sees)
    early = body["corrected"] if sees and depends_on_results(row.system) else []
    return render(
        request, "nigiri/changes.html", {**frame(request, row), "changes": body, "corrected": early}
    )
