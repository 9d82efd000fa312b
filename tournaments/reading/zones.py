"""By whose clocks a tournament is told, and in which language where nobody has chosen one."""

from zoneinfo import ZoneInfo

from django.conf import settings

from tournaments.people.signups.zones import zone_of
from tournaments.tables.rows import TournamentRow


def zone_of_tournament(row: TournamentRow) -> ZoneInfo:
    """As its poster says, else the service's."""
    return zone_of(row.poster.get("time_zone") or settings.TIME_ZONE)


def language_of_tournament(row: TournamentRow) -> str:
    """As its poster says, where that is one of ours; else empty."""
    said = row.poster.get("language", "")
    return said if said in dict(settings.LANGUAGES) else ""
