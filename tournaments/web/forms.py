"""Forms of pages: bound to what was sent where it is refused, with the refusal beside the field."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.inputs import LONGEST_REASON, Declared, Input, inputs_of
from games.one_line import is_one_line
from games.refusals import Refusal
from games.speaking import translate
from tournaments.organisations.founding import LONGEST_SLUG, slug_from
from tournaments.web.refusal_words import refusal_in_words
from tournaments.web.refused import Refused, field_of, refused_in

LONGEST_NUMBER, WIDEST = 6, 8  # characters
MOMENT = "%Y-%m-%dT%H:%M"
Words = Any
"""A text, perhaps one that is translated when it is read."""
Choices = Iterable[tuple[Any, Words]]


def one_line(text: str) -> None:
    if not is_one_line(text):
        raise ValidationError(gettext("One line, without control characters or text direction marks."))


def line_field(label: Words, longest: int, note: Words = "", **more: Any) -> forms.CharField:
    """A text on one line."""
    return forms.CharField(label=label, max_length=longest, help_text=note, validators=[one_line], **more)


def text(
    label: Words, longest: int, *, note: Words = "", required: bool = False, **attrs: Any
) -> forms.Field:
    """A text on one line, which an operation checks; ``attrs`` of the input, such as its size."""
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(label=label, max_length=longest, help_text=note, required=required, widget=widget)


def number(label: Words, least: int, most: int, *, note: Words = "", required: bool = False) -> forms.Field:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    limits: dict[str, Any] = {"min_value": least, "max_value": most}
    return forms.IntegerField(label=label, help_text=note, required=required, widget=widget, **limits)


def choice(label: Words, choices: Choices = (), *, required: bool = False) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), required=required)


def several(
    label: Words, size: int, *, note: Words = "", required: bool = False
) -> forms.MultipleChoiceField:
    widget = forms.SelectMultiple(attrs={"size": size})
    return forms.MultipleChoiceField(label=label, help_text=note, required=required, widget=widget)


def day(label: Words, note: Words = "") -> forms.CharField:
    """A day, as "2026-11-21", which an operation checks."""
    widget = forms.DateInput(attrs={"type": "date"})
    return forms.CharField(label=label, help_text=note, required=False, max_length=10, widget=widget)


def moment(label: Words, note: Words = "") -> forms.DateTimeField:
    """A day and a time by the clocks of the tournament's zone."""
    return forms.DateTimeField(
        label=label,
        help_text=note,
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT),
        input_formats=[MOMENT, "%Y-%m-%d %H:%M"],
        error_messages={"invalid": gettext_lazy("A day and a time, such as 2026-11-21 18:00.")},
    )


def tick(label: Words) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, widget=forms.CheckboxInput(attrs={"value": "yes"}))


def hidden() -> forms.CharField:
    return forms.CharField(required=False, widget=forms.HiddenInput)


def reason(**attrs: Any) -> forms.Field:
    return text(gettext_lazy("Reason"), LONGEST_REASON, **attrs)


class PlainForm(forms.Form):
    """Fields by their own names; ``refused`` puts a command's refusal beside the field that it names."""

    use_required_attribute = False  # faults are said in one way, with and without a script

    def add_refusal(self, no: Refusal) -> None:
        named = field_of(no)
        field = next((name for name in (named, named.rpartition(".")[2]) if name in self.fields), None)
        self.add_error(field, translate(no.facts.get("fault") or refusal_in_words(no)))


def sent_data(request: HttpRequest) -> QueryDict | None:
    """Return what a form is bound to: what was sent, or None where its page is opened."""
    return request.POST if request.method == "POST" else None


def answer_form(
    request: HttpRequest,
    form: PlainForm,
    carry_out: Callable[[dict[str, Any]], HttpResponse],
    template: str,
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """Carry out a form that was sent; show it on its page, as it was sent, where it is refused."""
    if request.method == "POST" and form.is_valid():
        try:
            return carry_out(form.cleaned_data)
        except Refusal as no:
            form.add_refusal(no)
    status = 422 if request.method == "POST" else 200
    return render(request, template, {**(context or {}), "form": form}, status=status)


class WithSlug(PlainForm):
    """A form with an address, which is made from the name if it is left empty; the name comes first."""

    slug = line_field(
        gettext_lazy("Address"),
        LONGEST_SLUG,
        gettext_lazy("Letters, digits and hyphens. Leave empty to use the name."),
        required=False,
    )

    def clean_slug(self) -> str:
        typed = str(self.cleaned_data.get("slug", "")).strip().lower()
        made = slug_from(typed or str(self.cleaned_data.get("name", "")))
        if made != (typed or made) or not made:
            example = made or "spring-open"
            fault = gettext("Letters, digits and hyphens, such as %(example)s.") % {"example": example}
            self.add_error("slug", fault)
        return made


class SentForm(forms.Form):
    """A form whose operation reads and checks what is sent; here it is only shown.

    ``action``: its address. After a refusal it has what was sent there; of several forms with one address it
    is the one whose hidden fields were sent.
    """

    def __init__(
        self,
        request: HttpRequest,
        action: str,
        initial: dict[str, Any] | None = None,
        *,
        required: Iterable[str] = (),
        **choices: Choices,
    ) -> None:
        self.action = action
        refused = refused_in(request)
        sent = refused if refused and self._is_of(refused, initial or {}) else None
        super().__init__(sent.data if sent else None, initial=initial, auto_id=False)
        for name in required:
            self.fields[name].required = True
        for name, offered in choices.items():
            self.fields[name].choices = list(offered)  # type: ignore[attr-defined]
        if sent:
            self._show(sent)

    def _is_of(self, refused: Refused, initial: dict[str, Any]) -> bool:
        """Whether this is the form; hidden fields tell those with one address apart."""
        hidden = (name for name, field in self.base_fields.items() if field.widget.is_hidden)
        same = all(refused.data.get(name, "") == str(initial.get(name, "")) for name in hidden)
        return refused.action == self.action and same

    def _show(self, refused: Refused) -> None:
        refused.shown = True
        names = (refused.field, refused.field.replace(".", "_"), refused.field.rpartition(".")[2])
        name = next((name for name in names if name in self.fields), None)
        if name and not self.fields[name].widget.is_hidden:
            refused.at_field = True
            self.add_error(name, refused.fault)
            self.fields[name].widget.attrs |= {"autofocus": True, "aria-describedby": "fault"}

    def full_clean(self) -> None:
        """Check nothing: the operation did."""
        self._errors, self.cleaned_data = ErrorDict(), {}


def form_of(cls: type, **more: forms.Field) -> type[SentForm]:
    """Return a form with a field for each input of a class that has a label, and ``more``."""
    inputs = {one.member: _input_field(one) for one in inputs_of(cls) if one.input.label}
    return type(cls.__name__, (SentForm,), inputs | more)


def _input_field(declared: Declared) -> forms.Field:
    given = declared.input
    label = LazyWords(lambda: str(capfirst(translate(given.label))))
    if declared.type is bool:
        choices = [(str(value).lower(), _in_words(given, value)) for value in (True, False)]
        return choice(label, choices)
    longest = given.longest or LONGEST_NUMBER
    return text(label, longest, size=min(longest, WIDEST))


def _in_words(given: Input, value: Any) -> Words:
    return LazyWords(lambda: translate(given.show(value) if given.show else value))


LazyWords: Any = lazy(lambda words: words(), str)
"""Calls a function for its text whenever the text is read."""


class ReasonForm(SentForm):
    reason = reason()


class AccountForm(PlainForm):
    """A new account. A password that was refused is typed again: pages hold none."""

    username = line_field(
        gettext_lazy("User name"),
        150,
        gettext_lazy("For logging in: letters and digits, no spaces."),
        strip=True,
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=256,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least 8 characters, and no common word."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["username"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "autofocus": True,
        }
