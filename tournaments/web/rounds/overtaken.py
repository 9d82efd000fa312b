"""A result that somebody else changed since it was looked at: who said what, in words."""

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.reading.bodies import result_text
from tournaments.tables.rows import TournamentRow
from tournaments.web.actor_names import name_of
from tournaments.web.base import why
from tournaments.wording import dates

OVERTAKEN = "result_overtaken"
DID = {
    "reported": gettext_lazy("%(who)s reported %(result)s at %(time)s, after you looked."),
    "entered": gettext_lazy("%(who)s entered %(result)s at %(time)s, after you looked."),
    "cleared": gettext_lazy("%(who)s took the result back at %(time)s, after you looked."),
    "swapped": gettext_lazy("%(who)s swapped the colours at %(time)s, after you looked."),
}
CHANGED = gettext_lazy("%(who)s changed what counts, %(result)s at %(time)s, after you looked.")
"""By the refusal's fact ``said``."""


def why_not(request: HttpRequest, row: TournamentRow, no: Refusal | VersionClash) -> str:
    """Why a result was not stored, for the desk."""
    if not isinstance(no, Refusal) or no.code != OVERTAKEN:
        return why(no)
    facts = no.facts
    result = result_text(facts["winner"], by_default=facts["by_default"])
    did = DID.get(facts["said"], CHANGED)
    who = name_of(request, row, facts["actor"]) or gettext("somebody")
    at = dates.clock_there(facts["at"])
    return str(did) % {"who": f"{who[:1].upper()}{who[1:]}", "result": result, "time": at}
