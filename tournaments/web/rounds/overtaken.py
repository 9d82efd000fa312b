"""A result that somebody else changed since it was looked at: who said what, in words."""

from datetime import UTC, datetime

from django.http import HttpRequest

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.reading.bodies import result_text
from tournaments.tables.rows import TournamentRow
from tournaments.web.actor_names import name_of
from tournaments.web.base import why

OVERTAKEN = "result_overtaken"
DID = {
    "reported": "reported {result}",
    "entered": "entered {result}",
    "cleared": "took the result back",
    "swapped": "swapped the colours",
}
"""By the refusal's fact ``said``."""


def why_not(request: HttpRequest, row: TournamentRow, no: Refusal | VersionClash) -> str:
    """Why a result was not stored, for the desk."""
    if not isinstance(no, Refusal) or no.code != OVERTAKEN:
        return why(no)
    facts = no.facts
    result = result_text(facts["winner"], by_default=facts["by_default"])
    did = DID.get(facts["said"], "changed what counts, {result}").format(result=result)
    who = name_of(request, row, facts["actor"]) or "somebody"
    at = datetime.fromisoformat(facts["at"]).astimezone(UTC)
    return f"{who[:1].upper()}{who[1:]} {did} at {at:%H:%M} UTC, after you looked."
