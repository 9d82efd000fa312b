"""What the form of a new tournament begins with: what is usual in its country, and what its system has."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.national_customs import Customs, customs_of, with_customs
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.domain.ruleset_komi import starting_komi
from tournaments.domain.schedule import SYSTEMS_OF_CHOICE
from tournaments.organisations.founding import slug_from
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import TournamentRow

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
