"""A tournament's pages by its own clocks, and in its own language for whoever has chosen none."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation

from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import language_of_tournament, zone_of_tournament


def speak_for(request: HttpRequest, row: TournamentRow) -> None:
    """Until the request is answered. What somebody has chosen goes before what the tournament says."""
    timezone.activate(zone_of_tournament(row))
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in dict(settings.LANGUAGES)
    if (language := language_of_tournament(row)) and not chosen:
        translation.activate(language)
        request.LANGUAGE_CODE = language
