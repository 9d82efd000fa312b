"""The director's list of registrations: looked through, confirmed, refused, moved, merged; fees noted."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.refusals import Refusal, refuse
from games.rest.operations import Operation
from tournaments.access.actors import tournament_subject
from tournaments.competition.ranks import format_rank
from tournaments.formats.csv_tables import table_file
from tournaments.persons.lists.similar import find_by_name
from tournaments.reading.signups import CSV_HEAD, csv_row, own_signup_body, terms_body
from tournaments.registration.commands import run_command
from tournaments.registration.matching import Match, match_signups
from tournaments.registration.officers import is_over, unconfirmed_signups
from tournaments.registration.operations import (
    CONFIRM_SIGNUPS,
    FEE_DUE,
    FEE_PAID,
    FORGET_SIGNUPS,
    GIVE_PLACE,
    MERGE_SIGNUP,
    REFUSE_SIGNUP,
    RENEW_LINK,
    TO_WAITING_LIST,
)
from tournaments.registration.terms import consent_of, terms_of
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import OPEN, Signup, SignupTerms, State
from tournaments.web.addresses import qr
from tournaments.web.base import allowed, back, context_of, form_action, form_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why
from tournaments.web.signups.players import link_of

A_PAGE = 100
IS = "is_"


@require_safe
@form_page
def signups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Those whose names have the words of ``?q=`` and who are in ``?state=``; a hundred a page."""
    return _list(request, tournament_for(request, slug, "signup.read"))


def _list(request: HttpRequest, row: TournamentRow, status: int = 200) -> HttpResponse:
    terms = terms_of(row)
    asked, state = request.GET.get("q", "")[:120].strip(), request.GET.get("state", "")
    own = Signup.objects.filter(terms_id=row.pk)
    shown = own.filter(state=state) if state in State.values else own.exclude(state__in=_gone(state))
    found = find_by_name(shown.select_related("terms", "player"), asked)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        **frame(request, row),
        **_rights(request, row),
        "terms": terms,
        "told": terms_body(terms, row, timezone.now()),
        "asked": asked,
        "here": f"{reverse('web:signups', args=(row.slug,))}?{urlencode({'q': asked, 'state': state})}",
        "state": state,
        "counts": dict(own.order_by().values_list("state").annotate(Count("id"))),
        "page": page,
        "lines": _lines(terms, list(page), request),
        "to_confirm": own.filter(state=State.ASKED).count(),
        "forgettable": unconfirmed_signups(row).count() if is_over(row, timezone.now(), terms.zone) else 0,
        "chosen": request.POST.getlist("signups"),
    }
    return render(request, "nigiri/signups.html", context, status=status)


def _gone(state: str) -> tuple[str, ...]:
    """Who is not in the list of all unless they are asked for."""
    return () if state == "all" else (State.WITHDRAWN, State.REFUSED, State.MERGED)


def _rights(request: HttpRequest, row: TournamentRow) -> dict[str, bool]:
    subject = tournament_subject(row)
    return {
        "may_decide": allowed(request, "signup.change", subject),
        "may_note": allowed(request, "signup.fee", subject),
    }


def _lines(terms: SignupTerms, signups: list[Signup], request: HttpRequest) -> list[dict[str, Any]]:
    matches = match_signups(terms, signups) if terms.version else {}
    return [_line(one, matches.get(one.id, Match()), request) for one in signups]


def _line(signup: Signup, match: Match, request: HttpRequest) -> dict[str, Any]:
    """``chosen``: who it is, as was chosen in a form that was refused, or as is very likely."""
    likely = "" if match.likely is None else str(match.likely.id)
    return {
        "of": signup,
        "rank": own_signup_body(signup)["rank"] or "",
        "open": signup.state in OPEN,
        "candidates": [{"of": player, "rank": format_rank(player.rank)} for player in match.candidates],
        "likely": likely,
        "chosen": request.POST.get(f"{IS}{signup.id}", "" if match.twins else likely),
        "twins": match.twins,
        "earlier": next((twin for twin in match.twins if twin.number < signup.number), None),
    }


@form_action
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that are ticked, or all that have a place; what is refused is shown with what was ticked."""
    row = tournament_for(request, slug, CONFIRM_SIGNUPS.right)
    context = context_of(request)
    chosen = [] if request.POST.get("all") else request.POST.getlist("signups")
    try:
        if not chosen and not request.POST.get("all"):
            refuse("invalid", field="signups", fault=gettext("Tick those whom you confirm."))
        players = {
            name.removeprefix(IS): str(value)
            for name, value in request.POST.items()
            if name.startswith(IS) and value and (not chosen or name.removeprefix(IS) in chosen)
        }
        values = CONFIRM_SIGNUPS.from_mapping({"signups": chosen, "players": players})
        done = run_command(row, CONFIRM_SIGNUPS.command_for(values, context), context)
    except Refusal as no:
        messages.error(request, in_words(no))
        return _list(request, row, no.status)
    told = ngettext("%d is confirmed.", "%d are confirmed.", len(done)) % len(done)
    messages.success(request, told)
    return redirect(back(request) if "list" in request.POST else reverse("web:signups", args=(slug,)))


def in_words(no: Refusal) -> str:
    """Whom it is about first."""
    names = ", ".join(no.facts.get("names", [])) or no.facts.get("name", "")
    return f"{names}: {why(no)}" if names else why(no)


@require_safe
@form_page
def signup_page(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, "signup.read")
    return _one(request, row, _find(row, signup_id))


def _find(row: TournamentRow, signup_id: UUID) -> Signup:
    own = Signup.objects.filter(terms_id=row.pk)
    found = own.select_related("terms", "player", "decided_by", "fee_by").filter(pk=signup_id).first()
    if found is None:
        raise Http404
    return found


def _one(
    request: HttpRequest, row: TournamentRow, signup: Signup, status: int = 200, **more: Any
) -> HttpResponse:
    match = match_signups(signup.terms, [signup])[signup.id]
    context = {
        **frame(request, row),
        **_rights(request, row),
        "signup": signup,
        "line": _line(signup, match, request),
        "consent": consent_of(signup.terms, signup.consent_version),
        "terms": signup.terms,
        "reason": request.POST.get("reason", ""),
        "amount": request.POST.get("amount", signup.fee),
        **more,
    }
    return render(request, "nigiri/signup_one.html", context, status=status)


def _carried_out(
    request: HttpRequest, operation: Operation[Any], slug: str, signup_id: UUID, told: str
) -> HttpResponse:
    """Back to where the form was; what is refused is said there, or on the page of the registration."""
    row = tournament_for(request, slug, operation.right)
    signup, context = _find(row, signup_id), context_of(request)
    try:
        values = operation.from_form(request.POST)
        run_command(row, operation.command_for(values, context, signup_id=signup_id), context)
    except Refusal as no:
        messages.error(request, in_words(no))
        return _one(request, row, signup, no.status)
    messages.success(request, told % {"name": signup.name})
    return redirect(reverse("web:signup-one", args=(slug, signup_id)))


@form_action
def refuse_one(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    told = gettext("%(name)s is refused. Their page says why.")
    return _carried_out(request, REFUSE_SIGNUP, slug, signup_id, told)


@form_action
def move(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    """``waiting`` is "yes": to the end of the waiting list; else to a place."""
    if request.POST.get("waiting") == "yes":
        told = gettext("%(name)s is at the end of the waiting list.")
        return _carried_out(request, TO_WAITING_LIST, slug, signup_id, told)
    return _carried_out(request, GIVE_PLACE, slug, signup_id, gettext("%(name)s has a place."))


@form_action
def merge(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    told = gettext("%(name)s registered twice: the other registration counts, with what this one added.")
    return _carried_out(request, MERGE_SIGNUP, slug, signup_id, told)


@form_action
def fee(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    paid = request.POST.get("paid") == "yes"
    told = gettext("%(name)s has paid.") if paid else gettext("The fee of %(name)s is due.")
    answer = _carried_out(request, FEE_PAID if paid else FEE_DUE, slug, signup_id, told)
    from_list = "list" in request.POST and answer.status_code == 302
    return redirect(back(request)) if from_list else answer


@form_action
def renew_link(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    """The new link, shown this once."""
    row = tournament_for(request, slug, RENEW_LINK.right)
    _find(row, signup_id)
    context = context_of(request)
    signup = run_command(row, RENEW_LINK.command_for({}, context, signup_id=signup_id), context)
    link = link_of(request, signup)
    return _one(request, row, _find(row, signup_id), link=link, qr=qr(link))


@require_safe
@form_page
def csv_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything, for whoever decides: it is personal."""
    row = tournament_for(request, slug, "signup.change")
    signups = Signup.objects.filter(terms_id=row.pk).select_related("terms")
    file = table_file(CSV_HEAD, map(csv_row, signups))
    headers = {"Content-Disposition": f'attachment; filename="{row.slug}-registrations.csv"'}
    return HttpResponse(file.data, content_type="text/csv; charset=utf-8", headers=headers)


@form_action
def forget(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, FORGET_SIGNUPS.right)
    context = context_of(request)
    count = run_command(row, FORGET_SIGNUPS.command_for({}, context), context)
    told = ngettext("%d registration is deleted.", "%d registrations are deleted.", count) % count
    messages.success(request, told)
    return redirect("web:signups", slug=slug)
