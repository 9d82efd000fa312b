"""A new tournament, and the system of one that is not drawn yet, by forms."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.marking import marked
from games.refusals import Refusal, refuse
from games.speaking import translate
from tournaments.access.actors import organisation_subject
from tournaments.access.table import SITE
from tournaments.api.setting_up import CHANGE_SETTINGS, CREATE_TOURNAMENT
from tournaments.commands import carry_out, create
from tournaments.competition.national_customs import Customs, customs_of, with_customs
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import MOST_BOARDS, MOST_ROUNDS, ScheduleSettings, SeededBy, Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.domain.ruleset_komi import starting_komi, which_komi_counts
from tournaments.domain.schedule import SYSTEMS_OF_CHOICE
from tournaments.domain.settings import SYSTEMS, canonical_ruleset
from tournaments.organisations.founding import slug_from
from tournaments.reading.queries import settings_of
from tournaments.state.details import Details
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import (
    allow,
    allowed,
    context_of,
    form_page,
    refused_by,
    tournament_for,
    wants_part,
)
from tournaments.web.overview.reading import frame
from tournaments.web.settings.form import OVERTIMES, ruleset_choices

LATEST = 50
TIME = ("basic", "seconds", "moves")


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


def beginning(typed: Mapping[str, str], country: str, system: str, *, refused: bool) -> dict[str, Any]:
    """The fields that follow from country and system.

    What was typed stays while those are the same, and in a form that was refused.
    """
    customs, fits = customs_of(country), f"{country.strip().upper()}/{system}"
    settings = with_customs(settings_for(system), customs)
    usual = {"ruleset": customs.ruleset, "komi": f"{settings.komi:g}", "rounds": str(settings.rounds)}
    usual |= {name: str(value) for name, value in asdict(customs.time).items()}
    stays = refused or typed.get("fits", fits) == fits
    kept = {name: typed[name] for name in usual if name in typed} if stays else {}
    if not refused and kept.get("komi") == usual["komi"]:  # untouched: the komi of another ruleset follows it
        kept["komi"] = f"{starting_komi(kept.get('ruleset', customs.ruleset), settings.komi):g}"
    return {
        **usual,
        **kept,
        "country": country,
        "fits": fits,
        "made": slug_from(typed.get("name", "")),
        "source": customs.source,
        "settings": settings,
    }


def has(system: str) -> dict[str, bool]:
    """The choices of a schedule that have an effect in the system; whether it is one at all."""
    known = {name: system in systems for name, systems in SYSTEMS_OF_CHOICE.items()}
    return {**known, "schedule": system in SCHEDULES, "mcmahon": system == "mcmahon"}


def usual_settings(typed: Mapping[str, str], system: str) -> Settings:
    """Of the country that was typed, with the komi that was, or else the ruleset's."""
    customs = customs_of(typed.get("country", ""))
    settings = with_customs(settings_for(system), customs)
    text = typed.get("komi", "").strip().replace(",", ".")
    if not text:
        ruleset = typed.get("ruleset", "").strip() or customs.ruleset
        return replace(settings, komi=starting_komi(ruleset, settings.komi))
    try:
        return replace(settings, komi=float(text))
    except ValueError:
        refuse("invalid_settings", field="komi", fault=marked("half points, like 6.5"))


def time_typed(typed: Mapping[str, str]) -> TimeSystem:
    """As it was typed; that of the country where nothing was."""
    customs: Customs = customs_of(typed.get("country", ""))
    if "basic" not in typed:
        return customs.time
    numbers = {name: _number(name, typed.get(name, "")) for name in TIME}
    overtime = typed.get("overtime", "")
    if overtime not in [one.value for one in Overtime]:
        refuse("invalid_settings", field="overtime", fault=marked("Choose an overtime."))
    return TimeSystem(overtime=Overtime(overtime), **numbers)


def _number(name: str, text: str) -> int:
    if text.strip() and not (text.strip().isascii() and text.strip().isdecimal() and len(text) < 7):
        refuse("invalid_settings", field=name, fault=marked("a whole number"))
    return int(text.strip() or 0)


CHOICES = ("twice", "third_place", "consolation", "first_match", "second_final", "handicap")
LONGEST_DATES = 500
SIDES = {"1": 1, "2": 2, "3": 3}
BOARDS = ("0", *map(str, range(2, MOST_BOARDS + 1)))


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def new_tournament(request: HttpRequest) -> HttpResponse:
    """The form, with what fits the country and the system that are chosen; another button creates."""
    houses = _houses(request)
    if request.method != "POST" or request.POST.get("do") == "show":
        return _new_page(request, houses)
    try:
        then = "web:import-table" if request.POST.get("then") == "table" else "web:desk"
        return redirect(then, slug=_create(request))
    except Refusal as no:
        request.refused = refused_by(request, no)  # type: ignore[attr-defined]
        return _new_page(request, houses, status=422)


def _new_page(request: HttpRequest, houses: list[Organisation], status: int = 200) -> HttpResponse:
    typed = request.POST or request.GET
    system = typed.get("system", "mcmahon")
    chosen = _initial(settings_for(system)) | _typed(request)
    country = typed["country"] if "country" in typed else country_of(houses)
    context = {
        "systems": SYSTEMS,
        "seedings": list(SeededBy),
        "most": MOST_ROUNDS,
        "rulesets": ruleset_choices(),
        "overtimes": [(kind.value, words) for kind, words in OVERTIMES.items()],
        "houses": houses,
        "typed": typed,
        "chosen": chosen,
        "has": has(system),
        "fit": beginning(typed, country, system, refused=status == 422),
    }
    part = wants_part(request)
    template = "nigiri/_fits.html" if part else "nigiri/new_tournament.html"
    return render(request, template, context, status=status)


def _houses(request: HttpRequest) -> list[Organisation]:
    """The organisations in which a tournament may be created; whoever has none may not be here."""
    every = list(Organisation.objects.order_by("name"))
    own = [one for one in every if allowed(request, CREATE_TOURNAMENT.right, organisation_subject(one))]
    if not own:
        allow(request, CREATE_TOURNAMENT.right, SITE)
    return own


def _create(request: HttpRequest) -> str:
    """The slug of the tournament that was created."""
    house = Organisation.objects.filter(slug=request.POST.get("organisation", "")).first()
    if house is None:
        refuse("invalid_settings", field="organisation", fault=marked("Choose an organisation."))
    allow(request, CREATE_TOURNAMENT.right, organisation_subject(house))
    context = replace(context_of(request), expected=None)
    slug, customs = _slug(request), customs_of(request.POST.get("country", ""))
    values = {
        "organisation_id": str(house.id),
        "slug": slug,
        "details": _details(request),
        "ruleset": request.POST.get("ruleset", "").strip() or customs.ruleset,
        "settings": _settings(request, usual_settings(request.POST, _system(request))),
    }
    command = CREATE_TOURNAMENT.command_for(values, context)
    create(command, context)
    says = which_komi_counts(canonical_ruleset(command.ruleset), command.settings.komi)
    messages.success(request, translate(says))
    return slug


def _details(request: HttpRequest) -> Details:
    return Details(
        name=request.POST.get("name", "").strip(),
        place=request.POST.get("place", "").strip(),
        begins=request.POST.get("begins", ""),
        ends=request.POST.get("ends", ""),
        country=request.POST.get("country", "").strip().upper(),
        time=time_typed(request.POST),
    )


def _slug(request: HttpRequest) -> str:
    slug = request.POST.get("slug", "").strip().lower() or slug_from(request.POST.get("name", ""))
    if not (0 < len(slug) <= 60 and slug.isascii() and slug.replace("-", "").replace("_", "").isalnum()):
        refuse(
            "invalid_settings",
            field="slug",
            fault=marked("Address: letters, digits and hyphens, such as spring-open."),
        )
    return slug


def _system(request: HttpRequest) -> str:
    system = request.POST.get("system", "")
    if system not in SYSTEMS:
        refuse("invalid_settings", field="system", fault=marked("Choose a system."))
    return system


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def system_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The system of a tournament, its rounds and their dates; changed as settings are."""
    row = tournament_for(request, slug, CHANGE_SETTINGS.right)
    before = settings_of(row)
    if request.method == "POST" and request.POST.get("do") != "show":
        try:
            return _change(request, row, before)
        except Refusal as no:
            request.refused = refused_by(request, no)  # type: ignore[attr-defined]
            return _system_page(request, row, before, status=422)
    return _system_page(request, row, before)


def _system_page(
    request: HttpRequest, row: TournamentRow, before: Settings, status: int = 200
) -> HttpResponse:
    chosen = _typed(request) or _initial(before)
    context = {
        **frame(request, row),
        "chosen": chosen,
        "has": has(chosen.get("system", before.system)),
        "typed": request.POST,
        "systems": SYSTEMS,
        "seedings": list(SeededBy),
        "most": MOST_ROUNDS,
    }
    part = wants_part(request)
    template = "nigiri/_system.html" if part else "nigiri/system.html"
    return render(request, template, context, status=status)


def _change(request: HttpRequest, row: TournamentRow, before: Settings) -> HttpResponse:
    base = before if _system(request) == before.system else settings_for(_system(request))
    settings = _settings(request, _as_before(base, before))
    reason = CHANGE_SETTINGS.reason_in_form(request.POST)
    values = {"settings": settings, "ruleset": row.ruleset, "reason": reason}
    context = context_of(request)
    carry_out(str(row.id), CHANGE_SETTINGS.command_for(values, context), context)
    messages.success(request, gettext("The system is changed."))
    return redirect("web:system", slug=row.slug)


def _initial(settings: Settings) -> dict[str, Any]:
    """What the form begins with."""
    schedule = settings.schedule
    return {
        "system": settings.system,
        "rounds": str(settings.rounds),
        "dates": " ".join(schedule.dates),
        "boards": str(settings.teams.boards),
        "players_per_side": str(settings.players_per_side),
        "seeded_by": schedule.seeded_by.value,
        **{name: getattr(schedule, name) for name in CHOICES},
    }


def _typed(request: HttpRequest) -> dict[str, Any]:
    """What was sent and is refused; empty where nothing was sent. A box that is not sent is not ticked."""
    if request.method != "POST":
        return {}
    seen = request.POST.get("boxes") == request.POST.get("system")
    return (dict.fromkeys(CHOICES, "") if seen else {}) | request.POST.dict()


def _settings(request: HttpRequest, base: Settings) -> Settings:
    asked = request.POST.get("boxes", base.system) == base.system
    usual = ScheduleSettings() if not asked else None  # the page had the boxes of another system
    chosen: dict[str, Any] = {
        name: request.POST.get(name) == "yes" or bool(usual and getattr(usual, name)) for name in CHOICES
    }
    chosen |= {"seeded_by": _seeded_by(request)}
    kept = {name: value for name, value in chosen.items() if _has_effect(base.system, name, value)}
    schedule = ScheduleSettings(dates=_dates(request), **kept)
    return replace(base, rounds=_rounds(request), schedule=schedule, **_sides(request, base))


def _has_effect(system: str, name: str, value: object) -> bool:
    """Boxes that are not ticked, and what the form begins with, ask for nothing: other systems leave them."""
    return system in SYSTEMS_OF_CHOICE[name] or value not in (False, SeededBy.RATING)


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


def _sides(request: HttpRequest, base: Settings) -> dict[str, Any]:
    """Teams, and how many play together; as it was where the form says nothing."""
    boards = request.POST.get("boards", str(base.teams.boards))
    if boards not in BOARDS:
        refuse("invalid_settings", field="teams.boards", fault=marked("Boards: 2 to 10, or none."))
    side = request.POST.get("players_per_side", str(base.players_per_side))
    return {"teams": replace(base.teams, boards=int(boards)), "players_per_side": SIDES.get(side, 1)}


def _seeded_by(request: HttpRequest) -> SeededBy:
    try:
        return SeededBy(request.POST.get("seeded_by", SeededBy.RATING))
    except ValueError:
        refuse("invalid_settings", field="schedule.seeded_by", fault=marked("Choose how players are seeded."))


def _dates(request: HttpRequest) -> tuple[str, ...]:
    return tuple(request.POST.get("dates", "")[:LONGEST_DATES].replace(",", " ").split())


def _rounds(request: HttpRequest) -> int:
    text = request.POST.get("rounds", "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        refuse(
            "invalid_settings",
            field="rounds",
            fault=marked("Rounds: a number from 1 to %(most_rounds)s.", most_rounds=MOST_ROUNDS),
        )
    return int(text)
