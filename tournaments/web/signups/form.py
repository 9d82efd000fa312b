"""The form of a registration: what a tournament asks for, read by the operation's serializer."""

from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.refusals import Refusal
from games.rest.faults import in_form_words
from games.rest.operations import Operation, filled_in_values, first_fault
from games.speaking import translate
from tournaments.competition.ranks import format_rank
from tournaments.registration.answers import COLUMNS
from tournaments.registration.operations import CHANGE_SIGNUP, REGISTER
from tournaments.registration.terms import REQUIRED
from tournaments.tables.rows import RoundRow, TournamentRow
from tournaments.tables.signups import PublicList, Signup, SignupTerms
from tournaments.web.forms import PlainForm

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
    rank = signup.grade.lower() or ("" if signup.rank is None else format_rank(signup.rank))
    rounds = {name: [str(number) for number in getattr(signup, name)] for name in ("absent", "byes")}
    return {**columns, **rounds, "rank": rank}
