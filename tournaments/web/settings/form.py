"""What a director chooses for a tournament, and what its poster says, by forms.

A field is called by its place in ``Settings`` or ``Details`` ("handicap.ceiling"), as refusals call it too.
What has no field stays as it was.
"""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.log.plain import decode
from games.refusals import Refusal
from games.speaking import spoken
from rules import RULESETS
from tournaments.commands import carry_out
from tournaments.competition.history import DrawPlace, PairingSettings, Seeding, Settings
from tournaments.competition.pairing.rulesets import TITLES as RULE_TITLES
from tournaments.competition.pairing.systems import SYSTEMS as BY_WEIGHTS
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.time_limits import Overtime
from tournaments.deciding.setting_up import TIME_CLASSES, ChangeDetails, ChangeSettings
from tournaments.events.setting_up import Details
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import context_of, form_page, refusal_in_words, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.ruleset_titles import TITLES

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
    named = [(name, TITLES.get(name, name)) for name in RULESETS]
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
        raise forms.ValidationError("A rank from 30k to 9d, like 20k or 3d.") from None


def _rank_of(label: str, note: str = "") -> forms.Field:
    return RankField(label=label, help_text=note)


def _number(label: str, note: str = "") -> forms.Field:
    return forms.IntegerField(label=label, help_text=note)


def _yes(label: str, note: str = "") -> forms.Field:
    box = forms.CheckboxInput(attrs={"value": "on"})
    return forms.BooleanField(label=label, help_text=note, required=False, widget=box)


def _text(label: str, note: str = "", **more: Any) -> forms.Field:
    return forms.CharField(label=label, help_text=note, required=False, **more)


def _choice(label: str, choices: Any, note: str = "", of: Callable[[Any], Any] = str) -> forms.Field:
    return forms.TypedChoiceField(label=label, help_text=note, choices=choices, coerce=of, empty_value="")


def _choice_of(label: str, kind: Any, note: str = "") -> forms.Field:
    words = [(one.value, one.value.replace("_", " ")) for one in kind]
    return _choice(label, words, note, kind)


def _halves(label: str, note: str = "") -> forms.Field:
    return _choice(label, HALVES, note, int)


POSTER = {
    "Tournament": {
        "name": forms.CharField(label="Name"),
        "place": _text("Place"),
        "begins": _text("First day", "Like 2026-11-21.", widget=forms.DateInput(attrs={"type": "date"})),
        "ends": _text("Last day", widget=forms.DateInput(attrs={"type": "date"})),
        "country": _text("Country", "Two letters, like FI."),
        "online": _yes("Played online"),
        "short_name": _text("Short name", "In files for other programs; empty: the address."),
    },
    "Time": {
        "time.basic": _number("Basic time", "Minutes for each player; 0: not told."),
        "time.overtime": _choice("Overtime", [(k.value, v) for k, v in OVERTIMES.items()], of=Overtime),
        "time.seconds": _number("Seconds", "Of a period; with Fischer, added for each move."),
        "time.moves": _number("Moves", "In a Canadian period, or how many in byoyomi."),
        "time_class": forms.ChoiceField(
            label="Class of the EGF",
            required=False,
            choices=[(one, {"": "by the time", "-": "none"}.get(one, one)) for one in TIME_CLASSES],
        ),
    },
}
CHOSEN = {
    "Rules and board": {
        "ruleset": forms.ChoiceField(label="Rules of play"),
        "rounds": _number("Rounds"),
        "board_size": _number("Board size", "Lines of the board: 19, 13 or 9."),
        "komi": forms.FloatField(label="Komi", help_text="Half points, like 6.5."),
        "handicap_komi": forms.FloatField(
            label="Komi with handicap", required=False, help_text="Empty: only the half that excludes jigo."
        ),
    },
    "McMahon groups and categories": {
        "floor": _rank_of("Floor", "Weaker players start as if they had this rank, like 20k."),
        "bar": _rank_of("Bar", "Stronger players start as if they had this rank, like 3d."),
        "categories": RanksField(
            label="Categories",
            required=False,
            help_text="Lowest rank of each but the last, strongest first: 1d 5k. Empty: one for all.",
        ),
    },
    "Handicap": {
        "handicap.by_score": _yes("By McMahon score", "Else by rank."),
        "handicap.correction": _number("Correction", "Stones taken off the difference."),
        "handicap.ceiling": _number("Ceiling", "Stones at most; 0: no handicap."),
        "handicap.no_handicap_from": _rank_of("No handicap from", "This rank and stronger play even."),
    },
    "Points for byes and absences": {
        "nbw_bye2": _halves("Wins for a bye"),
        "nbw_absent2": _halves("Wins for an absence"),
        "mms_bye2": _halves("McMahon points for a bye"),
        "mms_absent2": _halves("McMahon points for an absence"),
        "round_down": _yes("Round scores down", "Half points are left out of scores."),
        "not_played_counts_half": _yes("A game not played counts half", "In opponents' sums."),
    },
    "Pairing": {
        "pairing.rules": _choice(
            "Pairing rules",
            tuple(RULE_TITLES.items()),
            "With Nigiri's own, players whose country is not known are no compatriots.",
        ),
        "pairing.seeding_first": _choice_of("Seeding at first", Seeding),
        "pairing.first_seeding_until": _number("Up to round", "The last round of the first seeding."),
        "pairing.seeding_second": _choice_of("Seeding later", Seeding),
        "pairing.country_factor": _yes("Avoid the same country"),
        "pairing.club_factor": _yes("Avoid the same club"),
        "pairing.at_home_above": _number(
            "A club is at home above", "Percent of the players, 40 in pairgoth; 100: no club is."
        ),
        "pairing.draw_up": _choice_of("Drawn up", DrawPlace, "From where in the lower group."),
        "pairing.draw_down": _choice_of("Drawn down", DrawPlace, "From where in the upper group."),
    },
    "Claims": {
        "claims.minutes": _number("Minutes for a claim", "After the round is closed."),
        "claims.per_player": _number("Claims per player", "On one game, withdrawn ones included."),
        "claims.appeal_minutes": _number("Minutes for an appeal"),
        "claims.two_person": _yes("Two referees", "A second one confirms each ruling."),
        "claims.apply_limits": _yes("Apply changed limits", "A result then changes without a referee."),
    },
    "Reason": {"reason": _text("Reason", "Needed once a round is paired.", max_length=500)},
}


class Sheet(forms.Form):
    """The fields of ``groups``, filled from a value; ``chosen`` is that value as the form has it."""

    use_required_attribute = False  # a browser cannot point at a field in a closed group

    def __init__(
        self, groups: dict[str, dict[str, forms.Field]], before: Any, *args: Any, **more: Any
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


def of_system(system: str) -> dict[str, dict[str, forms.Field]]:
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
    sent = request.POST.get("sheet", "settings") if request.method == "POST" else ""
    sheets = {name: kind(row, request.POST) if name == sent else kind(row) for name, kind in SHEETS.items()}
    if sent in sheets and _carried_out(request, row, sheets[sent]):
        messages.success(request, "The settings are changed.")
        return redirect("web:settings", slug=slug)
    if sent in sheets:
        messages.error(request, f"Nothing is changed yet. Correct {_named(sheets[sent])} below.")
    status = 422 if sent else 200
    return render(request, "nigiri/settings.html", {**frame(request, row), **sheets}, status=status)


def _named(sheet: Sheet) -> str:
    """The fields that are refused, as the page calls them."""
    labels = [str(sheet.fields[name].label) for name in sheet.errors if name in sheet.fields]
    return ", ".join(labels) or "what is marked"


def _carried_out(request: HttpRequest, row: TournamentRow, sheet: SettingsSheet | DetailsSheet) -> bool:
    if not sheet.is_valid():
        return False
    try:
        carry_out(str(row.id), sheet.command(), context_of(request))
    except Refusal as no:
        sheet.refused(no)
        return False
    return True
