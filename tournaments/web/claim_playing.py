"""Playing something out for a claim: a sequence begins, and goes on by one action. Its board comes next."""

from collections.abc import Sequence

from django.http import HttpRequest

from games.claims import commands
from games.log.store import Recorded
from tournaments.web.base import context_of
from tournaments.web.claim_actions import read
from tournaments.web.claim_forms import points_from, whole_number
from tournaments.web.claims import Found, claim_form


def _board(stored: Sequence[Recorded]) -> str:
    return f"?line={stored[-1].event.number}#board"


@claim_form("claim.play", place=_board)
def begin(request: HttpRequest, found: Found) -> list[Recorded]:
    return commands.begin_sequence(
        found.claim_id,
        context_of(request),
        turn=whole_number(request.POST.get("turn", ""), "turn"),
        sequence=whole_number(request.POST.get("sequence", ""), "sequence") or 0,
        by=found.by,
    )


@claim_form("claim.play", place=_board)
def act(request: HttpRequest, found: Found, number: int) -> list[Recorded]:
    action = read(request.POST.get("action", ""), points_from(request.POST.get("points", "")))
    return commands.act(found.claim_id, number, action, context_of(request), by=found.by)
