"""What a director chooses for a tournament, and what its poster says, by forms.

A field is called by its place in ``Settings`` or ``Details`` ("handicap.ceiling"), as refusals call it too.
What has no field stays as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from enum import EnumType
from operator import attrgetter
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from games.log.serialisation import decode
from games.refusals import Refusal
from games.speaking import translate
from rules import RULESETS, Ruleset
from tournaments.commands import carry_out
from tournaments.competition.pairing.rulesets import TITLES as RULE_TITLES
from tournaments.competition.pairing.systems import SYSTEMS as BY_WEIGHTS
from tournaments.competition.ranks import format_rank, parse_grade, parse_rank
from tournaments.competition.settings import PairingSettings, Setting, Settings, declaration_of
from tournaments.competition.time_limits import Overtime
from tournaments.domain.ruleset_komi import which_komi_counts
from tournaments.domain.settings import TIME_CLASSES, ChangeSettings
from tournaments.domain.tournament import ChangeDetails
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Details
from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import needs_zone, zones, zones_in
from tournaments.web.base import context_of, form_page, tournament_for
from tournaments.web.forms import PlainForm, Words, day
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
    if not present or present in RULESETS:
        return named
    name, _space, options = present.partition(" ")
    return [(present, f"{title_of(name)}, {options.replace('=', ' ')}"), *named]


def typed_ruleset(recorded: str) -> str:
    """Return the text of the form for a recorded ruleset: the name alone for a preset's latest edition."""
    ruleset = Ruleset.parse_recorded(recorded)
    return ruleset.name if ruleset == RULESETS[ruleset.name] else ruleset.typed


class RankField(forms.Field):
    def to_python(self, value: Any) -> Any:
        return _rank(value) if value else None

    def prepare_value(self, value: Any) -> Any:
        return format_rank(value) if isinstance(value, int) else value


class PlayerRankField(RankField):
    """The rank of a player, and a professional's grade."""

    def to_python(self, value: Any) -> Any:
        return _rank(value, parse_grade) if value else None


class RanksField(forms.Field):
    def to_python(self, value: Any) -> Any:
        return tuple(map(_rank, str(value or "").replace(",", " ").split()))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(format_rank, value)) if isinstance(value, tuple) else value


class PointsField(forms.FloatField):
    """Points, with a decimal point or comma."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(str(value or "").replace(",", "."))


def _rank(text: str, parse: Callable[[str], Any] = parse_rank) -> Any:
    try:
        return parse(text)
    except ValueError:
        raise forms.ValidationError(gettext("A rank from 30k to 9d, such as 20k or 3d.")) from None


def _number(label: Words, note: Words = "") -> forms.Field:
    return forms.IntegerField(label=label, help_text=note)


def _yes(label: Words, note: Words = "") -> forms.Field:
    box = forms.CheckboxInput(attrs={"value": "on"})
    return forms.BooleanField(label=label, help_text=note, required=False, widget=box)


def _text(label: Words, note: Words = "", **more: Any) -> forms.Field:
    return forms.CharField(label=label, help_text=note, required=False, **more)


def _choice(label: Words, choices: Any, note: Words = "", of: Callable[[Any], Any] = str) -> forms.Field:
    return forms.TypedChoiceField(label=label, help_text=note, choices=choices, coerce=of, empty_value="")


def _zones(country: str) -> list[tuple[str, Any]]:
    """Return the zones to choose from, those of the country first."""
    usual = gettext_lazy("the country's, if it has only one, else the service's")
    own = zones_in(country)
    others = [(name, name) for name in zones() if name not in own]
    return [("", usual), *([(country, [(name, name) for name in own])] if own else []), *others]


POSTER = {
    gettext_lazy("Tournament"): {
        "name": forms.CharField(label=gettext_lazy("Name")),
        "place": _text(gettext_lazy("Place")),
        "begins": day(gettext_lazy("First day"), gettext_lazy("Such as 2026-11-21.")),
        "ends": day(gettext_lazy("Last day")),
        "country": _text(gettext_lazy("Country"), gettext_lazy("Two letters, such as FI.")),
        "time_zone": forms.ChoiceField(
            label=gettext_lazy("Time zone"),
            required=False,
            help_text=gettext_lazy("Times are shown in this zone, such as Europe/Helsinki."),
        ),
        "language": forms.ChoiceField(
            label=gettext_lazy("Language"),
            required=False,
            choices=[("", gettext_lazy("the reader's")), *settings.LANGUAGES],
            help_text=gettext_lazy("For its pages and mails, unless the reader has chosen a language."),
        ),
        "online": _yes(gettext_lazy("Played online")),
        "short_name": _text(
            gettext_lazy("Short name"),
            gettext_lazy("For files of other programs. Leave empty to use the address."),
        ),
    },
    gettext_lazy("Time"): {
        "time.basic": _number(
            gettext_lazy("Basic time"), gettext_lazy("Minutes for each player; 0 means unknown.")
        ),
        "time.overtime": _choice(
            gettext_lazy("Overtime"), [(k.value, v) for k, v in OVERTIMES.items()], of=Overtime
        ),
        "time.seconds": _number(
            gettext_lazy("Seconds"),
            gettext_lazy("Length of a period; with Fischer time, the addition for each move."),
        ),
        "time.moves": _number(
            gettext_lazy("Moves"), gettext_lazy("Moves in a Canadian period, or number of byoyomi periods.")
        ),
        "time_class": forms.ChoiceField(
            label=gettext_lazy("Class of the EGF"),
            required=False,
            choices=[
                (one, {"": gettext_lazy("from the time limits"), "-": gettext_lazy("none")}.get(one, one))
                for one in TIME_CLASSES
            ],
        ),
    },
}


def setting_field(path: str) -> forms.Field:
    """Return the field of a setting, made of its declaration."""
    kind: Any = Settings
    for name in path.split("."):
        kind, of = get_type_hints(kind)[name], kind
    setting = declaration_of(next(one for one in fields(of) if one.name == name))
    label, note = gettext_lazy(setting.label), gettext_lazy(setting.note) if setting.note else ""
    if kind is bool or path in AS_BOXES:
        return _yes(label, note)
    if setting.kind == "rank":
        ranks = get_origin(kind) is tuple
        return (RanksField if ranks else RankField)(label=label, help_text=note, required=not ranks)
    if choices := _choices_of(path, kind, setting):
        return _choice(label, choices, note, kind)
    if kind is int:
        return _number(label, note)
    return PointsField(label=label, help_text=note, required=NoneType not in get_args(kind))


def _choices_of(path: str, kind: Any, setting: Setting) -> Sequence[tuple[Any, str]]:
    if path == "pairing.rules":
        return tuple(RULE_TITLES.items())
    if setting.kind == "half points":
        return HALVES
    members: Any = kind if isinstance(kind, EnumType) else ()
    return [(one.value, one.value.replace("_", " ")) for one in members]


AS_BOXES = {f"pairing.{name}" for name in GEOGRAPHY}
"""Weights of which the page asks only whether there are any."""
LAYOUT = {
    gettext_lazy("Rules and board"): ("ruleset", "rounds", "board_size", "komi", "handicap_komi"),
    gettext_lazy("McMahon groups and categories"): ("floor", "bar", "categories"),
    gettext_lazy("Handicap"): (
        "handicap.by_score",
        "handicap.correction",
        "handicap.ceiling",
        "handicap.reverse_komi",
        "handicap.no_handicap_from",
    ),
    gettext_lazy("Points for byes and absences"): (
        "nbw_bye2",
        "nbw_absent2",
        "mms_bye2",
        "mms_absent2",
        "round_down",
        "not_played_counts_half",
    ),
    gettext_lazy("Pairing"): (
        "pairing.rules",
        "pairing.seeding_first",
        "pairing.first_seeding_until",
        "pairing.seeding_second",
        "pairing.country_factor",
        "pairing.club_factor",
        "pairing.at_home_above",
        "pairing.draw_up",
        "pairing.draw_down",
        "pairing.open_games_drawn",
    ),
    gettext_lazy("Claims"): (
        "claims.minutes",
        "claims.per_player",
        "claims.appeal_minutes",
        "claims.two_person",
        "claims.apply_limits",
    ),
    gettext_lazy("Reason"): ("reason",),
}
OTHERS = {
    "ruleset": forms.ChoiceField(label=gettext_lazy("Rules of play")),
    "reason": _text(gettext_lazy("Reason"), gettext_lazy("Required once a round is paired."), max_length=500),
}
CHOSEN = {
    title: {path: OTHERS.get(path) or setting_field(path) for path in paths}
    for title, paths in LAYOUT.items()
}


class Sheet(PlainForm):
    """The fields of ``groups``, filled from a value; ``chosen`` is that value as the form has it."""

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
        ruleset = typed_ruleset(row.ruleset)
        self.fields["ruleset"].choices = ruleset_choices(ruleset)  # type: ignore[attr-defined]
        self.initial.update({"ruleset": ruleset, **self._avoided()})

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
        self.fields["time_zone"].choices = _zones(row.poster.get("country", ""))  # type: ignore[attr-defined]

    def command(self) -> ChangeDetails:
        details: Details = self.chosen()
        return ChangeDetails(details=replace(details, country=details.country.strip().upper()))


SHEETS: dict[str, type[SettingsSheet | DetailsSheet]] = {"poster": DetailsSheet, "settings": SettingsSheet}


@form_page
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Two forms, a command each; what is refused stays as it was typed. A stale version shows what is now."""
    row = tournament_for(request, slug, "tournament.change")
    data = request.POST or data_of(request, request.path)
    sent = data.get("sheet", "settings") if data else ""
    sheets = {name: kind(row, data) if name == sent else kind(row) for name, kind in SHEETS.items()}
    if request.method == "POST" and sent in sheets and _carried_out(request, row, sheets[sent]):
        messages.success(request, gettext("The settings were changed."))
        return redirect("web:settings", slug=slug)
    if request.method == "POST" and sent in sheets:
        messages.error(
            request,
            gettext("Nothing is changed yet. Correct %(named)s below.") % {"named": _named(sheets[sent])},
        )
    status = 422 if request.method == "POST" else 200
    says = translate(which_komi_counts(row.ruleset, settings_of(row).komi))
    context = {**frame(request, row), **sheets, "komi_says": says, "needs_zone": needs_zone(row)}
    return render(request, "nigiri/settings.html", context, status=status)


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
        sheet.add_refusal(no)
        return False
    return True
