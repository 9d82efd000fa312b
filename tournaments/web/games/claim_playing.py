"""Playing something out for a claim: a sequence begins, goes on by one action, or loses its last one.

The board comes next: a touched point is one request, with a script that shows the answer in its place.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from games.log.store import StoredEvent
from games.operations.claims import ACT_IN_SEQUENCE, BEGIN_SEQUENCE, TAKE_BACK
from games.rest.fields import words_in
from games.rest.operations import Operation
from tournaments.web.games.claim_actions import action_from
from tournaments.web.games.claims import Found, claim_form


def _board(request: HttpRequest, stored: Sequence[StoredEvent]) -> str:
    """The sequence at its end, where the last stone is in sight."""
    event = stored[-1].event
    zoom = {"zoom": "1"} if request.POST.get("zoom") else {}
    at = getattr(event, "action", {}).get("at", "")
    return f"?{urlencode({'line': event.number} | zoom)}#{f'at-{at}' if at else 'board'}"


def _action(request: HttpRequest, found: Found, operation: Operation[Any]) -> dict[str, Any]:
    """What the button that was pressed does, at the points that were touched or typed."""
    points = tuple(words_in(" ".join(request.POST.getlist("points")).upper()))
    return {"action": action_from(request.POST.get("action", ""), points)}


begin = claim_form(BEGIN_SEQUENCE, place=_board)
act = claim_form(ACT_IN_SEQUENCE, values=_action, place=_board)
take_back = claim_form(TAKE_BACK, place=_board)
