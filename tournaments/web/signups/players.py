"""Pages of players: registration, the public list, the private page of a registration."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games.refusals import Refusal, refuse
from tournaments.access.actors import tournament_subject
from tournaments.access.table import SITE
from tournaments.accounts.private_links import LinkState, link_state, token_of
from tournaments.api.signups import SignupThrottle
from tournaments.reading.signups import (
    own_signup_body,
    public_entry,
    public_signup_body,
    public_signups,
    terms_body,
)
from tournaments.registration.commands import run_command
from tournaments.registration.operations import CHANGE_SIGNUP, REGISTER, WITHDRAW_SIGNUP
from tournaments.registration.registering import EDITABLE_AFTER_ENTRY, is_entered, key_of, signup_of
from tournaments.registration.terms import RegistrationStatus, registration_status, terms_of, tournament_of
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import OPEN, PublicList, Signup, State
from tournaments.web.addresses import absolute, qr
from tournaments.web.base import allow, allowed, context_of, form_action, form_page, tournament_for
from tournaments.web.forms import sent_data
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why
from tournaments.web.signups.form import RegisterForm, SignupForm, initial_answers


def link_of(request: HttpRequest, signup: Signup) -> str:
    """The whole address of the private page."""
    return absolute(request, reverse("web:own-signup", args=(key_of(signup),)))


@require_safe
@form_page
def own_page(request: HttpRequest, signup_key: str) -> HttpResponse:
    """``?new``: just made; the address is shown large, to be kept."""
    allow(request, "signup.own", SITE)
    try:
        signup = signup_of(signup_key)
    except Refusal as no:
        return _nothing(request, no)
    return _page(request, signup, _form(signup))


@form_action
def change_own(request: HttpRequest, signup_key: str) -> HttpResponse:
    allow(request, "signup.own", SITE)
    try:
        signup = signup_of(signup_key)
        form = _form(signup, request)
        if form.is_valid():
            _do(request, CHANGE_SIGNUP, signup, form.values)
            messages.success(request, gettext("Your registration is changed."))
            return redirect("web:own-signup", signup_key=signup_key)
    except Refusal as no:
        if no.code in ("no_such_registration", "registration_link_replaced"):
            return _nothing(request, no)
        form.add_refusal(no)
    return _page(request, signup, form, status=422)


@form_action
def withdraw_own(request: HttpRequest, signup_key: str) -> HttpResponse:
    allow(request, "signup.own", SITE)
    try:
        _do(request, WITHDRAW_SIGNUP, signup_of(signup_key), {})
    except Refusal as no:
        return _nothing(request, no)
    messages.success(
        request,
        gettext("You are no longer registered. Your place went to the first player on the waiting list."),
    )
    return redirect("web:own-signup", signup_key=signup_key)


def _do(request: HttpRequest, operation: Any, signup: Signup, values: dict[str, Any]) -> None:
    context = context_of(request)
    run_command(_row(signup), operation.command_for(values, context, signup_id=signup.id), context)


def _row(signup: Signup) -> TournamentRow:
    return tournament_of(signup.terms) or refuse("not_found")


def _form(signup: Signup, request: HttpRequest | None = None) -> SignupForm:
    """Everything they said; once they are entered, what is beside the entry."""
    data = request.POST if request else None
    form = SignupForm(signup.terms, _row(signup), data, initial=initial_answers(signup))
    if is_entered(signup):
        form = SignupForm(
            signup.terms, _row(signup), _with_the_rest(signup, data), initial=initial_answers(signup)
        )
        for name in form.fields.keys() - set(EDITABLE_AFTER_ENTRY):
            del form.fields[name]
    return form


def _with_the_rest(signup: Signup, data: Any) -> Any:
    """The form with what it does not ask for, as it is: the operation takes all or nothing."""
    if data is None:
        return None
    full = data.copy()
    for name, value in initial_answers(signup).items():
        if name not in EDITABLE_AFTER_ENTRY and value not in (None, ""):
            full.setlist(name, value if isinstance(value, list) else [str(value)])
    return full


def _page(request: HttpRequest, signup: Signup, form: SignupForm, status: int = 200) -> HttpResponse:
    link = link_of(request, signup)
    context = {
        "tournament": _row(signup),
        "terms": signup.terms,
        "signup": signup,
        "body": own_signup_body(signup),
        "form": form,
        "may_change": signup.state in OPEN or bool(form.fields),
        "entered": is_entered(signup),
        "is_over": signup.state not in (*OPEN, State.CONFIRMED),
        "new": "new" in request.GET,
        "key": key_of(signup),
        "link": link,
        "qr": qr(link),
        "entry_link": _entry_link(signup),
    }
    response = render(request, "nigiri/signup_own.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _entry_link(signup: Signup) -> str:
    """The way to the private link of the entry, as long as it is the first one, and the entry theirs.

    A later one was made because another person may have the first, and perhaps this page too.
    """
    entry = EntryRow.objects.filter(pk=public_entry(signup), withdrawn=False).first()
    theirs = signup.leads_to_games and entry is not None and entry.player_id == signup.player_id
    if entry is None or not theirs or link_state(entry.id) != LinkState():
        return ""
    return reverse("web:open-link", args=(token_of(entry),))


def _nothing(request: HttpRequest, no: Refusal) -> HttpResponse:
    return render(request, "nigiri/signup_none.html", {"why": why(no)}, status=no.status)


CLOSED = ("registration_closed", "registration_full")
NEW = urlencode({"new": "yes"})


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def register_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Registers, or shows the form again with every fault and all that was typed."""
    row = tournament_for(request, slug, REGISTER.right)
    terms = terms_of(row)
    form = RegisterForm(terms, row, sent_data(request))
    if request.method != "POST":
        return _register_page(request, row, form)
    if registration_status(terms, row, timezone.now()) is not RegistrationStatus.OPEN:
        return _register_page(request, row, form, status=409)
    if (wait := seconds_to_wait(request)) is not None:
        fault = gettext("Too many registrations from here. Wait %d seconds, then send it again.")
        form.add_error(None, fault % wait)
        return _register_page(request, row, form, status=429)
    return _register(request, row, form)


def _register(request: HttpRequest, row: TournamentRow, form: RegisterForm) -> HttpResponse:
    """Leads to the private page of the registration, which is shown as new."""
    status = 422
    if form.is_valid():
        context = context_of(request)
        try:
            signup: Signup = run_command(row, REGISTER.command_for(form.values, context), context)
            return redirect(f"{reverse('web:own-signup', args=(key_of(signup),))}?{NEW}")
        except Refusal as no:
            form.add_refusal(no)
            status = no.status
    return _register_page(request, row, form, status=status)


def _register_page(
    request: HttpRequest, row: TournamentRow, form: RegisterForm, status: int = 200
) -> HttpResponse:
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
    """Seconds to wait after too many registrations, by the limit of REST; None for all others."""
    throttle, view = SignupThrottle(), None
    if throttle.allow_request(request, view):  # type: ignore[arg-type]  # it asks nothing of a view
        return None
    return round(throttle.wait() or 0) + 1


@require_safe
@form_page
def coming_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the registered players, if the director publishes them."""
    row = tournament_for(request, slug, "tournament.read")
    terms = terms_of(row)
    if terms.shown == PublicList.NOBODY:
        raise Http404
    lines = [public_signup_body(one) for one in public_signups(terms).select_related("terms")]
    waits = sum(line["state"] == "waiting" for line in lines)
    context = {**frame(request, row), "lines": lines, "waits": waits, "terms": terms}
    return render(request, "nigiri/signups_public.html", context)
