"""Playing something out for a claim: a sequence begins, and goes on by one action. Its board comes next."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from games.log.store import Recorded
from games.operations.claims import ACT_IN_SEQUENCE, BEGIN_SEQUENCE
from games.rest.fields import words_in
from games.rest.operations import Operation
from tournaments.web.games.claim_actions import action_from
from tournaments.web.games.claims import Found, claim_form


def _board(stored: Sequence[Recorded]) -> str:
    return f"?line={stored[-1].event.number}#board"


def _action(request: HttpRequest, found: Found, operation: Operation[Any]) -> dict[str, Any]:
    """What the button that was pressed does, at the points that were typed."""
    points = tuple(words_in(request.POST.get("points", "").upper()))
    return {"action": action_from(request.POST.get("action", ""), points)}


begin = claim_form(BEGIN_SEQUENCE, place=_board)
act = claim_form(ACT_IN_SEQUENCE, values=_action, place=_board)
