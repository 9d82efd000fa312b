"""Where players enter themselves, and the list of who comes."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games.refusals import Refusal
from tournaments.access.actors import tournament_subject
from tournaments.api.signups import SignupThrottle
from tournaments.reading.signups import public_signup_body, public_signups, terms_body
from tournaments.registration.commands import run_command
from tournaments.registration.operations import REGISTER
from tournaments.registration.registering import key_of
from tournaments.registration.terms import RegistrationStatus, registration_status, terms_of
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import PublicList, Signup
from tournaments.web.base import allowed, context_of, form_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.signups.form import RegisterForm

CLOSED = ("registration_closed", "registration_full")
NEW = urlencode({"new": "yes"})


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def register_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Registers, or shows the form again with every fault and all that was typed."""
    row = tournament_for(request, slug, REGISTER.right)
    terms = terms_of(row)
    form = RegisterForm(terms, row, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, row, form)
    if registration_status(terms, row, timezone.now()) is not RegistrationStatus.OPEN:
        return _page(request, row, form, status=409)
    if (wait := seconds_to_wait(request)) is not None:
        told = gettext("Too many registrations from here. Wait %d seconds, then send it again.")
        form.add_error(None, told % wait)
        return _page(request, row, form, status=429)
    return _registered(request, row, form)


def _registered(request: HttpRequest, row: TournamentRow, form: RegisterForm) -> HttpResponse:
    """Leads to the private page of the registration, which is shown as new."""
    status = 422
    if form.is_valid():
        context = context_of(request)
        try:
            signup: Signup = run_command(row, REGISTER.command_for(form.values, context), context)
            return redirect(f"{reverse('web:own-signup', args=(key_of(signup),))}?{NEW}")
        except Refusal as no:
            form.refused(no)
            status = no.status
    return _page(request, row, form, status=status)


def _page(request: HttpRequest, row: TournamentRow, form: RegisterForm, status: int = 200) -> HttpResponse:
    terms = terms_body(form.terms, row, timezone.now())
    context: dict[str, Any] = {
        **frame(request, row),
        "form": form,
        "terms": terms,
        "held": form.terms,
        "now": timezone.now(),
        "is_full": terms["places_left"] == 0 or bool(terms["waiting"]),
        "next_in_line": terms["waiting"] + 1,
        "may_decide": allowed(request, "signup.read", tournament_subject(row)),
    }
    return render(request, "nigiri/signup.html", context, status=status)


def seconds_to_wait(request: Any) -> int | None:
    """For whoever registers too often, by the limit of REST; None for all others."""
    throttle, view = SignupThrottle(), None
    if throttle.allow_request(request, view):  # type: ignore[arg-type]  # it asks nothing of a view
        return None
    return round(throttle.wait() or 0) + 1


@require_safe
@form_page
def coming_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who comes, where the director wants it known."""
    row = tournament_for(request, slug, "tournament.read")
    terms = terms_of(row)
    if terms.shown == PublicList.NOBODY:
        raise Http404
    lines = [public_signup_body(one) for one in public_signups(terms).select_related("terms")]
    waits = sum(line["state"] == "waiting" for line in lines)
    context = {**frame(request, row), "lines": lines, "waits": waits, "terms": terms}
    return render(request, "nigiri/signups_public.html", context)
