"""Playing something out for a claim: a sequence begins, and goes on by one action."""

from django.http import HttpRequest

from games.claims import commands
from games.store import Recorded
from tournaments.web.base import context_of
from tournaments.web.claim_actions import read
from tournaments.web.claim_forms import points_from, whole_number
from tournaments.web.claims import Found, claim_form


@claim_form("claim.play", place="#board")
def begin(request: HttpRequest, found: Found) -> list[Recorded]:
    return commands.begin_sequence(
        found.claim_id,
        context_of(request),
        turn=whole_number(request.POST.get("turn", ""), "turn"),
        sequence=whole_number(request.POST.get("sequence", ""), "sequence") or 0,
    )


@claim_form("claim.play", place="#board")
def act(request: HttpRequest, found: Found, number: int) -> list[Recorded]:
    action = read(request.POST.get("action", ""), points_from(request.POST.get("points", "")))
    return commands.act(found.claim_id, number, action, context_of(request), by=found.by)
