"""What a tournament's page says beside the standings: how far it is, what the desk announces, the details."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext

from games.log.serialisation import decode
from rules import Ruleset
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.hall import notes_of
from tournaments.reading.queries import settings_of
from tournaments.registration.terms import terms_of
from tournaments.state.tournament import Details
from tournaments.tables.rows import TournamentRow
from tournaments.web.overview.progress import stand_of
from tournaments.web.overview.reading import system_in_words
from tournaments.web.ruleset_titles import title_of


def front(row: TournamentRow) -> dict[str, Any]:
    return {
        "stand": stand_of(row),
        "announcement": notes_of(row).announcement,
        "details": [(label, words) for label, words in _details(row) if words],
    }


def _details(row: TournamentRow) -> Iterator[tuple[str, str]]:
    """Yield each heading and its words, which are empty where nothing is known."""
    poster: Details = decode(Details, row.poster)
    rules = title_of(Ruleset.parse_recorded(row.ruleset).name)
    yield gettext("System"), system_in_words(row)
    yield (
        gettext("Rules"),
        gettext("%(rules)s, komi %(komi)g")
        % {
            "rules": rules,
            "komi": settings_of(row).komi_for(0),
        },
    )
    yield gettext("Time"), time_in_words(poster.time)
    yield gettext("Fee"), terms_of(row).fee


def time_in_words(time: TimeSystem) -> str:
    """Return a time system as "60 minutes, then 5 times 30 seconds"; empty if it is unknown."""
    if not time.basic:
        return ""
    words = {
        Overtime.NONE: gettext("%(basic)d minutes"),
        Overtime.BYOYOMI: gettext("%(basic)d minutes, then %(moves)d times %(seconds)d seconds"),
        Overtime.CANADIAN: gettext("%(basic)d minutes, then %(moves)d moves in each %(seconds)d seconds"),
        Overtime.FISCHER: gettext("%(basic)d minutes and %(seconds)d seconds for each move"),
    }
    facts = {"basic": time.basic, "moves": time.moves, "seconds": time.seconds}
    return words[time.overtime] % facts
