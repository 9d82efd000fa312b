"""What a director chooses for a tournament, and what its poster says, by forms.

A field is called by its place in ``Settings`` or ``Details`` ("handicap.ceiling"), as refusals call it too.
What has no field stays as it was.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.log.serialisation import decode
from games.refusals import Refusal
from games.speaking import spoken
from rules import RULESETS
from tournaments.commands import carry_out
from tournaments.competition.history import DrawPlace, PairingSettings, Seeding, Settings
from tournaments.competition.pairing.rulesets import TITLES as RULE_TITLES
from tournaments.competition.pairing.systems import SYSTEMS as BY_WEIGHTS
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.time_limits import Overtime
from tournaments.domain.settings import TIME_CLASSES, ChangeSettings
from tournaments.domain.tournament import ChangeDetails
from tournaments.people.signups.zones import zones
from tournaments.reading.queries import settings_of
from tournaments.state.details import Details
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import context_of, form_page, refusal_in_words, tournament_for
from tournaments.web.forms import Words
from tournaments.web.overview.reading import frame
from tournaments.web.refused import data_of
from tournaments.web.ruleset_titles import title_of

GEOGRAPHY = ("country_factor", "club_factor")
HALVES = ((0, "0"), (1, "1/2"), (2, "1"), (3, "1 1/2"), (4, "2"))
OVERTIMES = {
    Overtime.NONE: "none",
    Overtime.BYOYOMI: "byoyomi",
    Overtime.CANADIAN: "Canadian",
    Overtime.FISCHER: "Fischer",
}


def ruleset_choices(present: str = "") -> list[tuple[str, str]]:
    """The named rulesets, and the present one where it has options of its own."""
    named = [(name, title_of(name)) for name in RULESETS]
    return named if not present or present in RULESETS else [(present, present), *named]


class RankField(forms.Field):
    def to_python(self, value: Any) -> Any:
        return _rank(value) if value else None

    def prepare_value(self, value: Any) -> Any:
        return format_rank(value) if isinstance(value, int) else value


class RanksField(forms.Field):
    def to_python(self, value: Any) -> Any:
        return tuple(map(_rank, str(value or "").replace(",", " ").split()))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(format_rank, value)) if isinstance(value, tuple) else value


def _rank(text: str) -> int:
    try:
        return parse_rank(text)
    except ValueError:
        raise forms.ValidationError(gettext("A rank from 30k to 9d, like 20k or 3d.")) from None


def _rank_of(label: Words, note: Words = "") -> forms.Field:
    return RankField(label=label, help_text=note)


def _number(label: Words, note: Words = "") -> forms.Field:
    return forms.IntegerField(label=label, help_text=note)


def _yes(label: Words, note: Words = "") -> forms.Field:
    box = forms.CheckboxInput(attrs={"value": "on"})
    return forms.BooleanField(label=label, help_text=note, required=False, widget=box)


def _text(label: Words, note: Words = "", **more: Any) -> forms.Field:
    return forms.CharField(label=label, help_text=note, required=False, **more)


def _choice(label: Words, choices: Any, note: Words = "", of: Callable[[Any], Any] = str) -> forms.Field:
    return forms.TypedChoiceField(label=label, help_text=note, choices=choices, coerce=of, empty_value="")


def _choice_of(label: Words, kind: Any, note: Words = "") -> forms.Field:
    words = [(one.value, one.value.replace("_", " ")) for one in kind]
    return _choice(label, words, note, kind)


def _halves(label: Words, note: Words = "") -> forms.Field:
    return _choice(label, HALVES, note, int)


def _zones() -> list[tuple[str, Words]]:
    return [("", gettext_lazy("the service's")), *((name, name) for name in zones())]


POSTER = {
    gettext_lazy("Tournament"): {
        "name": forms.CharField(label=gettext_lazy("Name")),
        "place": _text(gettext_lazy("Place")),
        "begins": _text(
            gettext_lazy("First day"),
            gettext_lazy("Like 2026-11-21."),
            widget=forms.DateInput(attrs={"type": "date"}),
        ),
        "ends": _text(gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"})),
        "country": _text(gettext_lazy("Country"), gettext_lazy("Two letters, like FI.")),
        "time_zone": forms.ChoiceField(
            label=gettext_lazy("Time zone"),
            required=False,
            choices=_zones,
            help_text=gettext_lazy("By whose clocks times are told, such as Europe/Helsinki."),
        ),
        "language": forms.ChoiceField(
            label=gettext_lazy("Language"),
            required=False,
            choices=[("", gettext_lazy("the reader's")), *settings.LANGUAGES],
            help_text=gettext_lazy("Of its pages and mails, for whoever has chosen none."),
        ),
        "online": _yes(gettext_lazy("Played online")),
        "short_name": _text(
            gettext_lazy("Short name"), gettext_lazy("In files for other programs; empty: the address.")
        ),
    },
    gettext_lazy("Time"): {
        "time.basic": _number(
            gettext_lazy("Basic time"), gettext_lazy("Minutes for each player; 0: not told.")
        ),
        "time.overtime": _choice(
            gettext_lazy("Overtime"), [(k.value, v) for k, v in OVERTIMES.items()], of=Overtime
        ),
        "time.seconds": _number(
            gettext_lazy("Seconds"), gettext_lazy("Of a period; with Fischer, added for each move.")
        ),
        "time.moves": _number(
            gettext_lazy("Moves"), gettext_lazy("In a Canadian period, or how many in byoyomi.")
        ),
        "time_class": forms.ChoiceField(
            label=gettext_lazy("Class of the EGF"),
            required=False,
            choices=[
                (one, {"": gettext_lazy("by the time"), "-": gettext_lazy("none")}.get(one, one))
                for one in TIME_CLASSES
            ],
        ),
    },
}
CHOSEN = {
    gettext_lazy("Rules and board"): {
        "ruleset": forms.ChoiceField(label=gettext_lazy("Rules of play")),
        "rounds": _number(gettext_lazy("Rounds")),
        "board_size": _number(gettext_lazy("Board size"), gettext_lazy("Lines of the board: 19, 13 or 9.")),
        "komi": forms.FloatField(
            label=gettext_lazy("Komi"), help_text=gettext_lazy("Half points, like 6.5.")
        ),
        "handicap_komi": forms.FloatField(
            label=gettext_lazy("Komi with handicap"),
            required=False,
            help_text=gettext_lazy("Empty: only the half that excludes jigo."),
        ),
    },
    gettext_lazy("McMahon groups and categories"): {
        "floor": _rank_of(
            gettext_lazy("Floor"), gettext_lazy("Weaker players start as if they had this rank, like 20k.")
        ),
        "bar": _rank_of(
            gettext_lazy("Bar"), gettext_lazy("Stronger players start as if they had this rank, like 3d.")
        ),
        "categories": RanksField(
            label=gettext_lazy("Categories"),
            required=False,
            help_text=gettext_lazy(
                "Lowest rank of each but the last, strongest first: 1d 5k. Empty: one for all."
            ),
        ),
    },
    gettext_lazy("Handicap"): {
        "handicap.by_score": _yes(gettext_lazy("By McMahon score"), gettext_lazy("Else by rank.")),
        "handicap.correction": _number(
            gettext_lazy("Correction"), gettext_lazy("Stones taken off the difference.")
        ),
        "handicap.ceiling": _number(gettext_lazy("Ceiling"), gettext_lazy("Stones at most; 0: no handicap.")),
        "handicap.no_handicap_from": _rank_of(
            gettext_lazy("No handicap from"), gettext_lazy("This rank and stronger play even.")
        ),
    },
    gettext_lazy("Points for byes and absences"): {
        "nbw_bye2": _halves(gettext_lazy("Wins for a bye")),
        "nbw_absent2": _halves(gettext_lazy("Wins for an absence")),
        "mms_bye2": _halves(gettext_lazy("McMahon points for a bye")),
        "mms_absent2": _halves(gettext_lazy("McMahon points for an absence")),
        "round_down": _yes(
            gettext_lazy("Round scores down"), gettext_lazy("Half points are left out of scores.")
        ),
        "not_played_counts_half": _yes(
            gettext_lazy("A game not played counts half"), gettext_lazy("In opponents' sums.")
        ),
    },
    gettext_lazy("Pairing"): {
        "pairing.rules": _choice(
            gettext_lazy("Pairing rules"),
            tuple(RULE_TITLES.items()),
            gettext_lazy("With Nigiri's own, players whose country is not known are no compatriots."),
        ),
        "pairing.seeding_first": _choice_of(gettext_lazy("Seeding at first"), Seeding),
        "pairing.first_seeding_until": _number(
            gettext_lazy("Up to round"), gettext_lazy("The last round of the first seeding.")
        ),
        "pairing.seeding_second": _choice_of(gettext_lazy("Seeding later"), Seeding),
        "pairing.country_factor": _yes(gettext_lazy("Avoid the same country")),
        "pairing.club_factor": _yes(gettext_lazy("Avoid the same club")),
        "pairing.at_home_above": _number(
            gettext_lazy("A club is at home above"),
            gettext_lazy("Percent of the players, 40 in pairgoth; 100: no club is."),
        ),
        "pairing.draw_up": _choice_of(
            gettext_lazy("Drawn up"), DrawPlace, gettext_lazy("From where in the lower group.")
        ),
        "pairing.draw_down": _choice_of(
            gettext_lazy("Drawn down"), DrawPlace, gettext_lazy("From where in the upper group.")
        ),
    },
    gettext_lazy("Claims"): {
        "claims.minutes": _number(
            gettext_lazy("Minutes for a claim"), gettext_lazy("After the round is closed.")
        ),
        "claims.per_player": _number(
            gettext_lazy("Claims per player"), gettext_lazy("On one game, withdrawn ones included.")
        ),
        "claims.appeal_minutes": _number(gettext_lazy("Minutes for an appeal")),
        "claims.two_person": _yes(
            gettext_lazy("Two referees"), gettext_lazy("A second one confirms each ruling.")
        ),
        "claims.apply_limits": _yes(
            gettext_lazy("Apply changed limits"), gettext_lazy("A result then changes without a referee.")
        ),
    },
    gettext_lazy("Reason"): {
        "reason": _text(
            gettext_lazy("Reason"), gettext_lazy("Needed once a round is paired."), max_length=500
        )
    },
}


class Sheet(forms.Form):
    """The fields of ``groups``, filled from a value; ``chosen`` is that value as the form has it."""

    use_required_attribute = False  # a browser cannot point at a field in a closed group

    def __init__(
        self, groups: Mapping[Words, dict[str, forms.Field]], before: Any, *args: Any, **more: Any
    ) -> None:
        self.groups, self.before = groups, before
        super().__init__(*args, **more)
        for held in groups.values():
            self.fields |= {path: _copied(field) for path, field in held.items()}
        for path in self.fields.keys() - {"ruleset", "reason"}:
            self.initial[path] = attrgetter(path)(before)

    def shown(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """Title, fields, and whether one of them is refused, of each group."""
        held = [(title, [self[path] for path in fields]) for title, fields in self.groups.items()]
        return [(title, fields, any(one.errors for one in fields)) for title, fields in held]

    def chosen(self) -> Any:
        value = self.before
        for path in self.fields.keys() - {"ruleset", "reason"}:
            value = _with(value, path, self.cleaned_data[path])
        return value

    def refused(self, no: Refusal) -> None:
        """Say it next to the field that is named."""
        field = "reason" if no.code == "reason_required" else no.facts.get("field")
        fault = spoken(no.facts.get("fault") or refusal_in_words(no))
        self.add_error(field if field in self.fields else None, fault)


def _copied(field: forms.Field) -> forms.Field:
    return field.__deepcopy__({})


def _with(value: Any, path: str, given: Any) -> Any:
    head, _, rest = path.partition(".")
    return replace(value, **{head: _with(getattr(value, head), rest, given) if rest else given})


ONLY_IN = {
    "floor": ("mcmahon", "swiss_categories"),
    "bar": ("mcmahon", "swiss_categories"),
    "categories": ("mcmahon", "swiss", "swiss_categories", "league"),
    "handicap.by_score": ("mcmahon",),
    "mms_bye2": ("mcmahon",),
    "mms_absent2": ("mcmahon",),
    "pairing": tuple(BY_WEIGHTS),
}
"""Fields, and groups of them, that other systems know nothing of."""


def of_system(system: str) -> dict[Words, dict[str, forms.Field]]:
    """The fields that have an effect in the system, group by group; what has none stays as it is."""

    def known(path: str) -> bool:
        return all(system in ONLY_IN.get(each, (system,)) for each in (path, path.partition(".")[0]))

    groups = {
        title: {path: one for path, one in held.items() if known(path)} for title, held in CHOSEN.items()
    }
    return {title: held for title, held in groups.items() if held}


class SettingsSheet(Sheet):
    def __init__(self, row: TournamentRow, *args: Any) -> None:
        super().__init__(of_system(row.system), settings_of(row), *args)
        self.fields["ruleset"].choices = ruleset_choices(row.ruleset)  # type: ignore[attr-defined]
        self.initial.update({"ruleset": row.ruleset, **self._avoided()})

    def _avoided(self) -> dict[str, bool]:
        pairing = self.before.pairing
        weighed = pairing.avoid_same_geography
        return {f"pairing.{name}": bool(weighed and getattr(pairing, name)) for name in GEOGRAPHY}

    def chosen(self) -> Settings:
        settings: Settings = super().chosen()
        return replace(settings, pairing=replace(settings.pairing, **self._geography()))

    def _geography(self) -> dict[str, Any]:
        """The weights as they were, unless a box is changed."""
        before, usual = self.before.pairing, PairingSettings()
        if f"pairing.{GEOGRAPHY[0]}" not in self.fields:
            return {}
        asked = {name: self.cleaned_data[f"pairing.{name}"] for name in GEOGRAPHY}
        if all(asked[name] == self.initial[f"pairing.{name}"] for name in GEOGRAPHY):
            return {name: getattr(before, name) for name in GEOGRAPHY}
        weights = {n: (getattr(before, n) or getattr(usual, n)) if on else 0 for n, on in asked.items()}
        weight = before.avoid_same_geography or (usual.avoid_same_geography if any(asked.values()) else 0)
        return {**weights, "avoid_same_geography": weight}

    def command(self) -> ChangeSettings:
        data = self.cleaned_data
        return ChangeSettings(settings=self.chosen(), ruleset=data["ruleset"], reason=data["reason"])


class DetailsSheet(Sheet):
    def __init__(self, row: TournamentRow, *args: Any) -> None:
        super().__init__(POSTER, decode(Details, row.poster), *args)

    def command(self) -> ChangeDetails:
        details: Details = self.chosen()
        return ChangeDetails(details=replace(details, country=details.country.strip().upper()))


SHEETS: dict[str, type[SettingsSheet | DetailsSheet]] = {"poster": DetailsSheet, "settings": SettingsSheet}


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Two forms, a command each; what is refused stays as it was typed. A stale version shows what is now."""
    row = tournament_for(request, slug, "tournament.change")
    data = request.POST or data_of(request, request.path)
    sent = data.get("sheet", "settings") if data else ""
    sheets = {name: kind(row, data) if name == sent else kind(row) for name, kind in SHEETS.items()}
    if request.method == "POST" and sent in sheets and _carried_out(request, row, sheets[sent]):
        messages.success(request, gettext("The settings are changed."))
        return redirect("web:settings", slug=slug)
    if request.method == "POST" and sent in sheets:
        messages.error(
            request,
            gettext("Nothing is changed yet. Correct %(named)s below.") % {"named": _named(sheets[sent])},
        )
    status = 422 if request.method == "POST" else 200
    return render(request, "nigiri/settings.html", {**frame(request, row), **sheets}, status=status)


def _named(sheet: Sheet) -> str:
    """The fields that are refused, as the page calls them."""
    labels = [str(sheet.fields[name].label) for name in sheet.errors if name in sheet.fields]
    return ", ".join(labels) or gettext("what is marked")


def _carried_out(request: HttpRequest, row: TournamentRow, sheet: SettingsSheet | DetailsSheet) -> bool:
    if not sheet.is_valid():
        return False
    try:
        carry_out(str(row.id), sheet.command(), context_of(request))
    except Refusal as no:
        sheet.refused(no)
        return False
    return True
