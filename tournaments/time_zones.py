"""Time zones known to the machine, of countries and of tournaments; the language of a tournament."""

from datetime import UTC as UTC_OFFSET
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings

from tournaments.tables.rows import TournamentRow

UTC = "UTC"
SEASONS = (datetime(2026, 1, 1, tzinfo=UTC_OFFSET), datetime(2026, 7, 1, tzinfo=UTC_OFFSET))


@cache
def zones() -> tuple[str, ...]:
    """Return the zones named after a place, and UTC."""
    places = {name for name in available_timezones() if "/" in name and not name.startswith("Etc/")}
    return (UTC, *sorted(places))


def is_zone(name: str) -> bool:
    return name in zones()


def zone_of(name: str) -> ZoneInfo:
    """Return the zone, or UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


@cache
def common_zone_in(country: str) -> str:
    """Return the zone of a country whose clocks all show the same time, else ""."""
    found = zones_in(country)
    clocks = {tuple(at.astimezone(zone_of(name)).utcoffset() for at in SEASONS) for name in found}
    return found[0] if len(clocks) == 1 else ""


@cache
def zones_in(country: str) -> tuple[str, ...]:
    """Return the zones of a country (two letters)."""
    lines = [line.split("\t") for line in _table() if country and line.startswith(f"{country}\t")]
    return tuple(columns[2].strip() for columns in lines)


@cache
def _table() -> tuple[str, ...]:
    """Return the lines of zone.tab, from the tzdata package where the system has none."""
    tables = [Path(folder, "zone.tab") for folder in TZPATH]
    if package := find_spec("tzdata"):
        tables += [Path(place, "zoneinfo", "zone.tab") for place in package.submodule_search_locations or ()]
    found = next((table for table in tables if table.exists()), None)
    return tuple(found.read_text(encoding="utf-8").splitlines()) if found else ()


def zone_of_tournament(row: TournamentRow) -> ZoneInfo:
    """Return the zone that was chosen, else that of the country if it has only one, else the service's."""
    own, country = row.poster.get("time_zone"), row.poster.get("country", "")
    return zone_of(own or common_zone_in(country) or settings.TIME_ZONE)


def needs_zone(row: TournamentRow) -> bool:
    """Return whether the tournament's zone is a guess: none was chosen of a country with several."""
    own, country = row.poster.get("time_zone"), row.poster.get("country", "")
    known = zones_in(country)
    return bool(not own and known and not common_zone_in(country) and settings.TIME_ZONE not in known)


def language_of_tournament(row: TournamentRow) -> str:
    """Return the tournament's language if the service has it, else ""."""
    language = row.poster.get("language", "")
    return language if language in dict(settings.LANGUAGES) else ""
