"""The director's list of registrations: looked through, confirmed, refused, moved, merged; fees noted."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, ngettext

from games.log.unit_of_work import Context
from games.refusals import Refusal, refuse
from tournaments.access.actors import tournament_subject
from tournaments.formats.csv_tables import table_file
from tournaments.persons.lists.similar import find_by_name
from tournaments.reading.queries import language_of
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
from tournaments.web.base import allowed, context_of, form_action, read_page, say_again, tournament_for
from tournaments.web.commands import CommandPage
from tournaments.web.overview.reading import frame
from tournaments.web.people.entering import past_rounds
from tournaments.web.refusal_words import why
from tournaments.web.refused import data_of
from tournaments.web.signups.players import link_of

A_PAGE = 100
IS = "is_"


@read_page
def signups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Those whose names have the words of ``?q=`` and who are in ``?state=``; a hundred a page."""
    row = tournament_for(request, slug, "signup.read")
    terms = terms_of(row)
    asked, state = request.GET.get("q", "")[:120].strip(), request.GET.get("state", "")
    own = Signup.objects.filter(terms_id=row.pk)
    shown = own.filter(state=state) if state in State.values else own.exclude(state__in=_gone(state))
    found = find_by_name(shown.select_related("terms", "player"), asked, language_of(row))
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        **frame(request, row),
        **past_rounds(row),
        **_rights(request, row),
        "terms": terms,
        "registration": terms_body(terms, row, timezone.now()),
        "asked": asked,
        "here": f"{reverse('web:signups', args=(row.slug,))}?{urlencode({'q': asked, 'state': state})}",
        "state": state,
        "counts": dict(own.order_by().values_list("state").annotate(Count("id"))),
        "page": page,
        "lines": _lines(row, terms, list(page), request),
        "to_confirm": own.filter(state=State.ASKED).count(),
        "forgettable": unconfirmed_signups(row).count() if is_over(row, timezone.now(), terms.zone) else 0,
        "chosen": _sent(request, row).getlist("signups"),
    }
    return render(request, "nigiri/signups.html", context)


def _sent(request: HttpRequest, row: TournamentRow) -> QueryDict:
    """Return the form that confirms, where it was refused."""
    return data_of(request, reverse("web:confirm-signups", args=(row.slug,)))


def _gone(state: str) -> tuple[str, ...]:
    """Who is not in the list of all unless they are asked for."""
    return () if state == "all" else (State.WITHDRAWN, State.REFUSED, State.MERGED)


def _rights(request: HttpRequest, row: TournamentRow) -> dict[str, bool]:
    subject = tournament_subject(row)
    return {
        "may_decide": allowed(request, "signup.change", subject),
        "may_note": allowed(request, "signup.fee", subject),
    }


def _lines(
    row: TournamentRow, terms: SignupTerms, signups: list[Signup], request: HttpRequest
) -> list[dict[str, Any]]:
    matches, sent = match_signups(terms, signups) if terms.version else {}, _sent(request, row)
    return [_line(one, matches.get(one.id, Match()), sent) for one in signups]


def _line(signup: Signup, match: Match, sent: QueryDict) -> dict[str, Any]:
    """``chosen``: who it is, as was chosen in a form that was refused, or as is very likely."""
    likely = "" if match.likely is None else str(match.likely.id)
    return {
        "of": signup,
        "rank": own_signup_body(signup)["rank"] or "",
        "open": signup.state in OPEN,
        "candidates": [{"of": player, "rank": player.written_rank} for player in match.candidates],
        "likely": likely,
        "chosen": sent.get(f"{IS}{signup.id}", "" if match.twins else likely),
        "twins": match.twins,
        "earlier": next((twin for twin in match.twins if twin.number < signup.number), None),
    }


class SignupCommandPage(CommandPage):
    """The address to which the form of a command on registrations is sent. A refusal begins with the name."""

    def post(self, request: HttpRequest, **address: Any) -> HttpResponse:
        try:
            return super().post(request, **address)
        except Refusal as no:
            return say_again(request, no, in_words(no))

    def carry_out(self, row: TournamentRow, command: Any, context: Context) -> Any:
        return run_command(row, command, context)


def in_words(no: Refusal) -> str:
    """Return a refusal in words, after the names that it is about."""
    names = ", ".join(no.facts.get("names", [])) or no.facts.get("name", "")
    return f"{names}: {why(no)}" if names else why(no)


class ConfirmPage(SignupCommandPage):
    """Confirm the registrations that are ticked, or all that have a place."""

    command = CONFIRM_SIGNUPS

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        form = self.request.POST
        if "all" not in form and "signups" not in form:
            refuse("invalid", field="signups", fault=gettext("Tick those whom you confirm."))
        chosen = {
            name.removeprefix(IS): value for name, value in form.items() if name.startswith(IS) and value
        }
        return {"players": chosen, **({"signups": ()} if "all" in form else {})}

    def message_for(self, command: Any, stored: Any, facts: Mapping[str, Any]) -> str:
        return ngettext("%d is confirmed.", "%d are confirmed.", len(stored)) % len(stored)


confirm = ConfirmPage.as_view()


@read_page
def signup_page(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, "signup.read")
    return _one(request, row, _find(row, signup_id))


def _find(row: TournamentRow, signup_id: UUID) -> Signup:
    own = Signup.objects.filter(terms_id=row.pk)
    return get_object_or_404(own.select_related("terms", "player", "decided_by", "fee_by"), pk=signup_id)


def _one(request: HttpRequest, row: TournamentRow, signup: Signup, **more: Any) -> HttpResponse:
    match = match_signups(signup.terms, [signup])[signup.id]
    context = {
        **frame(request, row),
        **_rights(request, row),
        "signup": signup,
        "line": _line(signup, match, _sent(request, row)),
        "consent": consent_of(signup.terms, signup.consent_version),
        "terms": signup.terms,
        **more,
    }
    return render(request, "nigiri/signup_one.html", context)


class OneSignupPage(SignupCommandPage):
    """The address to which the form of a command on one registration is sent."""

    def facts(self, row: TournamentRow, address: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"name": _find(row, address["signup_id"]).name}


refuse_one = OneSignupPage.as_view(
    command=REFUSE_SIGNUP, message=gettext_noop("%(name)s is refused. Their page says why.")
)
to_waiting_list = OneSignupPage.as_view(
    command=TO_WAITING_LIST, message=gettext_noop("%(name)s is at the end of the waiting list.")
)
give_place = OneSignupPage.as_view(command=GIVE_PLACE, message=gettext_noop("%(name)s has a place."))
merge = OneSignupPage.as_view(
    command=MERGE_SIGNUP,
    message=gettext_noop(
        "%(name)s registered twice. The other registration was kept, with the details added from this one."
    ),
)
fee_paid = OneSignupPage.as_view(command=FEE_PAID, message=gettext_noop("%(name)s has paid."))
fee_due = OneSignupPage.as_view(command=FEE_DUE, message=gettext_noop("The fee of %(name)s is due."))


@form_action
def renew_link(request: HttpRequest, slug: str, signup_id: UUID) -> HttpResponse:
    """The new link, shown this once."""
    row = tournament_for(request, slug, RENEW_LINK.right)
    _find(row, signup_id)
    context = context_of(request)
    signup = run_command(row, RENEW_LINK.command_for({}, context, signup_id=signup_id), context)
    link = link_of(request, signup)
    return _one(request, row, _find(row, signup_id), link=link, qr=qr(link))


@read_page
def csv_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything, for those who decide: it is personal."""
    row = tournament_for(request, slug, "signup.change")
    signups = Signup.objects.filter(terms_id=row.pk).select_related("terms")
    file = table_file(CSV_HEAD, map(csv_row, signups))
    headers = {"Content-Disposition": f'attachment; filename="{row.slug}-registrations.csv"'}
    return HttpResponse(file.data, content_type="text/csv; charset=utf-8", headers=headers)


class ForgetPage(SignupCommandPage):
    """Delete the registrations that were not confirmed."""

    command = FORGET_SIGNUPS

    def message_for(self, command: Any, stored: Any, facts: Mapping[str, Any]) -> str:
        count: int = stored
        return ngettext("%d registration was deleted.", "%d registrations were deleted.", count) % count


forget = ForgetPage.as_view()
