"""A new tournament, and the system of one that is not drawn yet, by forms."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.speaking import translate
from tournaments.access.actors import organisation_subject
from tournaments.access.table import SITE
from tournaments.api.settings import CHANGE_SETTINGS, CREATE_TOURNAMENT
from tournaments.commands import carry_out, create
from tournaments.competition.national_customs import customs_of, with_customs
from tournaments.competition.settings import MOST_BOARDS, MOST_ROUNDS, ScheduleSettings, SeededBy, Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.domain.ruleset_komi import starting_komi, which_komi_counts
from tournaments.domain.schedule import SYSTEMS_OF_CHOICE
from tournaments.domain.settings import SYSTEMS, canonical_ruleset
from tournaments.organisations.founding import slug_from
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Details
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import TournamentRow
from tournaments.templatetags.nigiri import system_name
from tournaments.web.base import allow, allowed, context_of, form_page, tournament_for, wants_part
from tournaments.web.forms import (
    PlainForm,
    WithSlug,
    answer_form,
    day,
    hidden,
    line_field,
    number,
    reason,
    text,
    tick,
)
from tournaments.web.overview.reading import frame
from tournaments.web.refused import data_of
from tournaments.web.settings.form import OVERTIMES, PointsField, ruleset_choices, setting_field

LATEST = 50


def country_of(houses: Iterable[Organisation]) -> str:
    """Of the last of the latest tournaments that says so, else of most players; "" if nobody knows."""
    ids = [house.id for house in houses]
    rows = TournamentRow.objects.filter(organisation_id__in=ids).order_by("-begins", "-slug")
    for poster in rows.values_list("poster", flat=True)[:LATEST]:
        if poster.get("country"):
            return str(poster["country"])
    players = Player.objects.filter(organisation_id__in=ids).exclude(country="")
    most = Counter(players.values_list("country", flat=True)).most_common(1)
    return most[0][0] if most else ""


def fitting(typed: Mapping[str, Any], country: str, system: str) -> dict[str, Any]:
    """The fields that follow from country and system. What was typed stays while those are the same."""
    customs = customs_of(country)
    komi = with_customs(settings_for(system), customs).komi
    usual = {"ruleset": customs.ruleset, "komi": f"{komi:g}", **asdict(customs.time)}
    stays = typed.get("fits") in (None, fits(country, system))
    kept = {name: typed[name] for name in usual if name in typed} if stays else {}
    if kept.get("komi") == usual["komi"]:  # untouched: the komi of another ruleset follows it
        kept["komi"] = f"{starting_komi(kept.get('ruleset', customs.ruleset), komi):g}"
    return {**usual, **kept}


def fits(country: str, system: str) -> str:
    return f"{country.strip().upper()}/{system}"


def follow_country(sent: QueryDict) -> QueryDict:
    """Return the form with the usual values of its country in place of untouched ones of another country."""
    shown, _, system_shown = sent.get("fits", "").partition("/")
    country, system = sent.get("country", ""), sent.get("system", "")
    if not {system, system_shown} <= set(SYSTEMS) or fits(country, system) == sent["fits"]:
        return sent
    followed = sent.copy()
    before, usual = fitting({}, shown, system_shown), fitting({}, country, system)
    followed.update({name: f"{usual[name]}" for name in usual if sent.get(name) == f"{before[name]}"})
    return followed


USUAL = ScheduleSettings()
BOXES = {
    "twice": gettext_lazy("Round robin: everybody meets everybody twice"),
    "third_place": gettext_lazy("Knock-out: a game for third place"),
    "consolation": gettext_lazy("Knock-out: those who lose round 1 play on in a consolation bracket"),
    "first_match": gettext_lazy(
        "Consolation also for those who lose round 2 after a bye; with byes, "
        "it ends one round after the final"
    ),
    "second_final": gettext_lazy(
        "Double elimination: a second final, if the first was somebody's first loss"
    ),
    "handicap": gettext_lazy("Games by handicap"),
}
SIDES = (
    (1, gettext_lazy("one")),
    (2, gettext_lazy("two: pair go, rengo")),
    (3, gettext_lazy("three: rengo")),
)


class SystemForm(PlainForm):
    """The system of a tournament, its rounds and dates. ``boxes``: the system whose boxes were shown."""

    system = forms.ChoiceField(
        label=gettext_lazy("System"), choices=lambda: [(name, system_name(name)) for name in SYSTEMS]
    )
    rounds = number(
        gettext_lazy("Rounds"),
        1,
        MOST_ROUNDS,
        note=gettext_lazy(
            "In a round robin or a knock-out, the number of players or teams decides when round 1 is paired."
        ),
        required=True,
    )
    dates = text(
        gettext_lazy("Dates of the rounds"),
        500,
        note=gettext_lazy(
            "One date for each round, like 2026-11-21, or none. In a Swiss by dates, each round is paired"
            " among the players present. A league is a round robin with dates: all rounds can be drawn at"
            " once, and postponed games stay open."
        ),
        placeholder="2026-11-21 2026-11-28",
    )
    boards = number(
        gettext_lazy("Boards of a team"),
        0,
        MOST_BOARDS,
        note=gettext_lazy("0 means no teams. Teams can play in any system."),
    )
    players_per_side = forms.TypedChoiceField(
        label=gettext_lazy("Players on a side"), choices=SIDES, coerce=int, required=False
    )
    seeded_by = forms.TypedChoiceField(
        label=gettext_lazy("Seeded by"),
        choices=[(one.value, one.value) for one in SeededBy],
        coerce=SeededBy,
        required=False,
        empty_value=SeededBy.RATING,
    )
    twice, third_place, consolation, first_match, second_final, handicap = map(tick, BOXES.values())
    boxes = hidden()

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        if data and data.get("boxes", data.get("system")) != data.get("system"):
            data = data.copy()
            data.update({name: "yes" for name in BOXES if getattr(USUAL, name) and name not in data})
        super().__init__(data, **more)

    def shown_again(self) -> dict[str, Any]:
        """What was sent; a box that was not sent is not ticked."""
        return dict.fromkeys(BOXES, "") | dict(self.data.items()) if self.data else {}

    @property
    def of_system(self) -> list[forms.BoundField]:
        """The fields that have an effect in the system, and those at fault."""
        system = self["system"].value()
        names = ("rounds", "dates", "boards", "players_per_side", *SYSTEMS_OF_CHOICE)
        return [
            self[name]
            for name in names
            if system in SYSTEMS_OF_CHOICE.get(name, (system,)) or name in self.errors
        ]

    def settings(self, base: Settings) -> Settings:
        data = self.cleaned_data
        chosen = {
            name: data[name] for name in SYSTEMS_OF_CHOICE if _has_effect(base.system, name, data[name])
        }
        boards = base.teams.boards if data["boards"] is None else data["boards"]
        return replace(
            base,
            rounds=data["rounds"],
            schedule=ScheduleSettings(dates=tuple(data["dates"].replace(",", " ").split()), **chosen),
            teams=replace(base.teams, boards=boards),
            players_per_side=data["players_per_side"] or base.players_per_side,
        )


def _has_effect(system: str, name: str, value: object) -> bool:
    """Boxes that are not ticked, and what the form begins with, ask for nothing: other systems leave them."""
    return system in SYSTEMS_OF_CHOICE[name] or value not in (False, SeededBy.RATING)


class NewTournamentForm(WithSlug, SystemForm):
    """A new tournament, which begins with what is usual in its country."""

    organisation = forms.ModelChoiceField(
        Organisation.objects.order_by("name"),
        label=gettext_lazy("Organisation"),
        to_field_name="slug",
        empty_label=None,
    )
    name = line_field(pgettext_lazy("of a thing", "Name"), 200)
    country = text(
        gettext_lazy("Country"),
        2,
        note=gettext_lazy("Two letters. Rules, komi and time limits then start with the usual values there."),
        size=2,
        placeholder="FI",
        autocapitalize="characters",
    )
    place = text(pgettext_lazy("venue", "Place"), 200)
    begins, ends = map(day, (gettext_lazy("First day"), gettext_lazy("Last day")))
    ruleset = forms.ChoiceField(label=gettext_lazy("Rules of play"), choices=ruleset_choices, required=False)
    komi = PointsField(label=gettext_lazy("Komi"), required=False)
    basic = number(gettext_lazy("Basic time, minutes"), 0, 10_000, note=gettext_lazy("0 means unknown."))
    overtime = forms.TypedChoiceField(
        label=gettext_lazy("Overtime"),
        choices=[(one.value, words) for one, words in OVERTIMES.items()],
        coerce=Overtime,
        required=False,
        empty_value=Overtime.NONE,
    )
    seconds = number(gettext_lazy("Seconds of a period"), 0, 36_000)
    moves = number(gettext_lazy("Moves or periods"), 0, 1_000)
    bar, floor = map(setting_field, ("bar", "floor"))
    then = hidden()
    field_order = ("organisation", "name", "country", "system", "place", "begins", "ends", "slug")

    def __init__(self, houses: list[Organisation], data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["organisation"].queryset = Organisation.objects.filter(  # type: ignore[attr-defined]
            pk__in=[one.pk for one in houses]
        ).order_by("name")
        self.fields["bar"].required = self.fields["floor"].required = False  # other systems do not show them
        slug, typed = self.fields["slug"], self.data or self.initial
        slug.label = gettext("Address of its pages")
        slug.help_text = gettext(
            "Letters, digits and hyphens. Leave empty to use the name. It cannot be changed later."
        )
        if (made := slug_from(typed.get("name", ""))) and not typed.get("slug"):
            said = gettext(
                "Leave empty for /tournaments/%(made)s/, made from the name. It cannot be changed later."
            )
            slug.help_text = said % {"made": made}

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields on which others depend, and which depend on none."""
        return [self[name] for name in self.field_order[:-1]]

    @property
    def rules(self) -> list[forms.BoundField]:
        return [self[name] for name in ("ruleset", "komi", "basic", "overtime", "seconds", "moves")]

    def values(self) -> dict[str, Any]:
        """The values of the operation."""
        data = self.cleaned_data
        country = data["country"].strip().upper()
        customs = customs_of(country)
        settings = with_customs(settings_for(data["system"]), customs)
        ruleset = data["ruleset"] or customs.ruleset
        komi = starting_komi(ruleset, settings.komi) if data["komi"] is None else data["komi"]
        if settings.system == "mcmahon":
            settings = replace(settings, **{n: data[n] for n in ("bar", "floor") if data[n] is not None})
        time = {name: data[name] or 0 for name in ("basic", "seconds", "moves")}
        details = Details(
            **{name: data[name] for name in ("name", "place", "begins", "ends")},
            country=country,
            time=TimeSystem(overtime=data["overtime"], **time) if "basic" in self.data else customs.time,
        )
        return {
            "organisation_id": str(data["organisation"].id),
            "slug": data["slug"],
            "details": details,
            "ruleset": ruleset,
            "settings": self.settings(replace(settings, komi=komi)),
        }


@form_page
def new_tournament(request: HttpRequest) -> HttpResponse:
    """The form, with what fits the country and the system that are chosen; another button creates."""
    houses = _houses(request)
    form = NewTournamentForm(houses, follow_country(request.POST) if request.method == "POST" else None)
    shows = request.method != "POST" or request.POST.get("do") == "show"
    typed: Mapping[str, Any] = form.shown_again() if form.is_bound else request.GET.dict()
    system = typed["system"] if typed.get("system") in SYSTEMS else "mcmahon"
    country = typed["country"] if "country" in typed else country_of(houses)
    settings = with_customs(settings_for(system), customs_of(country))
    if shows:
        fit = fitting(typed, country, system)
        form = NewTournamentForm(houses, initial={**_initial(settings), **typed, **fit, "country": country})
    context = {
        "form": form,
        "fits": fits(country, system),
        "source": customs_of(country).source,
        "settings": settings,
        "is_mcmahon": system == "mcmahon",
    }
    if shows:
        template = "nigiri/_fits.html" if wants_part(request) else "nigiri/new_tournament.html"
        return render(request, template, context)

    def create_one(typed: dict[str, Any]) -> HttpResponse:
        command_context = replace(context_of(request), expected=None)
        command = CREATE_TOURNAMENT.command_for(form.values(), command_context)
        create(command, command_context)
        says = which_komi_counts(canonical_ruleset(command.ruleset), command.settings.komi)
        created = gettext("%(name)s has been created.") % {"name": command.details.name}
        messages.success(request, f"{created} {translate(says)}")
        return redirect("web:import-table" if typed["then"] == "table" else "web:desk", slug=typed["slug"])

    return answer_form(request, form, create_one, "nigiri/new_tournament.html", context)


def _houses(request: HttpRequest) -> list[Organisation]:
    """The organisations in which a tournament may be created; whoever has none may not be here."""
    every = list(Organisation.objects.order_by("name"))
    own = [one for one in every if allowed(request, CREATE_TOURNAMENT.right, organisation_subject(one))]
    if not own:
        allow(request, CREATE_TOURNAMENT.right, SITE)
    return own


class ChangeSystemForm(SystemForm):
    reason = reason(note=gettext_lazy("Required once a round is paired."))


@form_page
def system_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The system of a tournament, its rounds and their dates; changed as settings are."""
    row = tournament_for(request, slug, CHANGE_SETTINGS.right)
    before = settings_of(row)
    form = ChangeSystemForm(
        request.POST if request.method == "POST" else data_of(request, request.path) or None
    )
    if not form.is_bound or request.POST.get("do") == "show":
        form = ChangeSystemForm(initial={**_initial(before), **form.shown_again()})
        template = "nigiri/_system.html" if wants_part(request) else "nigiri/system.html"
        return render(request, template, {**frame(request, row), "form": form})

    def change(typed: dict[str, Any]) -> HttpResponse:
        same = typed["system"] == before.system
        base = before if same else _as_before(settings_for(typed["system"]), before)
        values = {"settings": form.settings(base), "ruleset": row.ruleset, "reason": typed["reason"]}
        context = context_of(request)
        carry_out(str(row.id), CHANGE_SETTINGS.command_for(values, context), context)
        messages.success(request, gettext("The system was changed."))
        return redirect("web:system", slug=row.slug)

    return answer_form(request, form, change, "nigiri/system.html", frame(request, row))


def _as_before(base: Settings, before: Settings) -> Settings:
    """What another system leaves as it is."""
    return replace(
        base,
        komi=before.komi,
        board_size=before.board_size,
        teams=replace(base.teams, boards=before.teams.boards),
        players_per_side=before.players_per_side,
        pairing=replace(base.pairing, rules=before.pairing.rules),
    )


def _initial(settings: Settings) -> dict[str, Any]:
    """What the form begins with."""
    schedule = settings.schedule
    return {
        "system": settings.system,
        "rounds": settings.rounds,
        "bar": settings.bar,
        "floor": settings.floor,
        "dates": " ".join(schedule.dates),
        "boards": settings.teams.boards,
        "players_per_side": settings.players_per_side,
        **{name: getattr(schedule, name) for name in SYSTEMS_OF_CHOICE},
    }
