"""Pages of players: the form of a registration, the public list, the private page of a registration."""

from typing import Any, cast
from urllib.parse import urlencode
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.refusals import Refusal, refuse
from games.rest.faults import in_form_words
from games.rest.operations import Operation, filled_in_values, first_fault
from games.speaking import translate
from tournaments.access.actors import tournament_subject
from tournaments.access.table import SITE
from tournaments.accounts.private_links import LinkState, link_state, token_of
from tournaments.api.signups import SignupThrottle
from tournaments.competition.ranks import format_grade
from tournaments.reading.signups import (
    own_signup_body,
    public_entry,
    public_signup_body,
    public_signups,
    terms_body,
)
from tournaments.registration.answers import COLUMNS
from tournaments.registration.commands import run_command
from tournaments.registration.operations import CHANGE_SIGNUP, REGISTER, WITHDRAW_SIGNUP
from tournaments.registration.registering import EDITABLE_AFTER_ENTRY, is_entered, key_of, signup_of
from tournaments.registration.terms import (
    REQUIRED,
    RegistrationStatus,
    registration_status,
    terms_of,
    tournament_of,
)
from tournaments.tables.rows import EntryRow, RoundRow, TournamentRow
from tournaments.tables.signups import OPEN, PublicList, Signup, SignupTerms, State
from tournaments.web.addresses import absolute, qr
from tournaments.web.base import (
    allow,
    allowed,
    context_of,
    form_action,
    form_page,
    read_page,
    seconds_to_wait,
    tournament_for,
)
from tournaments.web.forms import PlainForm, sent_data
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why

NAMES: dict[str, tuple[Any, Any, dict[str, str]]] = {
    "family_name": (_("Family name"), "", {"autocomplete": "family-name", "maxlength": "60"}),
    "given_name": (_("Given name"), "", {"autocomplete": "given-name", "maxlength": "60"}),
}
ASKED: dict[str, tuple[Any, Any, dict[str, str]]] = {
    "rank": (_("Rank"), _("As you write it: 12k, 3 dan, 5級."), {"autocapitalize": "none"}),
    "club": (_("Club"), _("Short, as in lists of results: at most 12 characters."), {"maxlength": "40"}),
    "country": (_("Country"), _("Two letters, such as NL."), {"autocomplete": "country", "maxlength": "20"}),
    "egf_pin": (_("EGF PIN"), _("From the European Go Database, if you have one."), {"inputmode": "numeric"}),
    "ffg_licence": (_("FFG licence"), "", {}),
    "aga_id": (_("AGA number"), "", {"inputmode": "numeric"}),
    "birth_year": (_("Born in"), _("Year of birth, for youth prizes."), {"inputmode": "numeric"}),
    "email": (
        _("E-mail"), _("Only the organisers see it."), {"autocomplete": "email", "inputmode": "email"},
    ),
}  # fmt: skip
"""Field -> its label, what is said below it, and what helps to fill it in."""


class SignupForm(PlainForm):
    """What the terms ask for. ``values`` are what the operation makes of it, once it is valid."""

    operation: Operation[Any] = CHANGE_SIGNUP

    def __init__(
        self, terms: SignupTerms, row: TournamentRow, data: QueryDict | None = None, **more: Any
    ) -> None:
        super().__init__(_written(data), **more)
        self.terms = terms
        self.values: dict[str, Any] = {}
        for name, declared in NAMES.items():
            self.fields[name] = _text(*declared, needed=name == "family_name")
        for name, declared in ASKED.items():
            if name in terms.asks:
                self.fields[name] = _text(*declared, needed=terms.asks[name] == REQUIRED)
        if terms.categories:
            choices = [("", gettext("Choose")), *((one, one) for one in terms.categories)]
            self.fields["category"] = forms.ChoiceField(
                label=_("Category"),
                choices=choices,
                error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose one from the list.")),
            )
        self._ask_for_rounds(row)
        if terms.shown != PublicList.NOBODY:
            self.fields["hidden"] = forms.BooleanField(
                label=_("Do not show me in the public list of players"), required=False
            )

    def _ask_for_rounds(self, row: TournamentRow) -> None:
        paired = set(RoundRow.objects.filter(tournament=row).values_list("number", flat=True))
        left = [(str(n), str(n)) for n in range(1, row.rounds + 1) if n not in paired]
        asked = {
            "rounds": ("absent", _("I do not play in round")),
            "byes": ("byes", _("I am willing to take the bye in round")),
        }
        for name, (column, label) in asked.items():
            if name in self.terms.asks and left:
                self.fields[column] = forms.MultipleChoiceField(
                    label=label, choices=left, required=False, widget=forms.CheckboxSelectMultiple
                )

    def clean(self) -> dict[str, Any]:
        """Every fault is beside its field; the operation's serializer says which there are."""
        data = super().clean() or {}
        read = self.operation.serializer(
            data=filled_in_values(self.operation.serializer(), cast("QueryDict", self.data))
        )
        if read.is_valid():
            self.values = self.operation.prepare(read.validated_data)
        for name, faults in read.errors.items():
            if name not in self.errors:
                self.fault(name, _sentence(first_fault(faults)["fault"]))
        return data

    def fault(self, name: str, words: str) -> None:
        field = COLUMNS.get(name, name)
        seen = field in self.fields and not self.fields[field].widget.is_hidden
        self.add_error(field if seen else None, translate(words))

    def add_refusal(self, no: Refusal) -> None:
        faults = no.facts.get("errors", ())
        if not faults:
            super().add_refusal(no)
        for fault in faults:
            self.fault(fault["place"], fault["message"])


class RegisterForm(SignupForm):
    """The same, with the consent and the id that makes a second click harmless."""

    operation = REGISTER

    def __init__(self, terms: SignupTerms, row: TournamentRow, data: QueryDict | None = None) -> None:
        super().__init__(terms, row, data)
        self.fields["id"] = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
        self.fields["consent"] = forms.CharField(
            label=_("I agree"), error_messages={"required": _("Without your consent nothing is stored.")}
        )


def _text(label: Any, note: Any, attrs: dict[str, str], *, needed: bool) -> forms.Field:
    return forms.CharField(
        label=label if needed else gettext("%(field)s (optional)") % {"field": label},
        help_text=note,
        required=needed,
        error_messages={"required": _("Fill this in.")},
        widget=forms.TextInput(attrs=attrs),
    )


def _sentence(fault: str) -> str:
    words = in_form_words(fault)
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "?")) else ".")


def _written(data: QueryDict | None) -> QueryDict | None:
    """As typed, but for blanks around and small letters of a country."""
    if data is None:
        return None
    form = data.copy()
    for name in (*NAMES, *ASKED):
        if name in form:
            form[name] = " ".join(str(form[name]).split())
    if len(country := str(form.get("country", ""))) == 2:
        form["country"] = country.upper()
    return form


def initial_answers(signup: Signup) -> dict[str, Any]:
    """What they said, as a form begins with it."""
    columns = {name: getattr(signup, name) for name in (*NAMES, *ASKED, "category", "hidden")}
    rank = format_grade(signup.rank, signup.grade)
    rounds = {name: [str(number) for number in getattr(signup, name)] for name in ("absent", "byes")}
    return {**columns, **rounds, "rank": rank}


def link_of(request: HttpRequest, signup: Signup) -> str:
    """The whole address of the private page."""
    return absolute(request, reverse("web:own-signup", args=(key_of(signup),)))


@read_page
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
            messages.success(request, gettext("Your registration was changed."))
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
    if (wait := seconds_to_wait(request, SignupThrottle())) is not None:
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


@read_page
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
