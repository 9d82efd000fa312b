"""Ruling on a claim: the decision, the second official, the appeal, the committee."""

from django.http import HttpRequest

from games.claims import commands
from games.claims.commands import Evidence
from games.claims.queries import finding_of
from games.log.store import Recorded
from games.refusals import refuse
from tournaments.web.base import context_of
from tournaments.web.claim_forms import remedy_from
from tournaments.web.claim_words import seen
from tournaments.web.claims import Found, claim_form


@claim_form("claim.rule", "The ruling is stored.")
def rule(request: HttpRequest, found: Found) -> list[Recorded]:
    """On what the rules said when the page was shown.

    Not on the claim's version: every turn that a player enters in a sequence moves that, and one who goes on
    entering them would put the ruling off for ever.
    """
    if found.claim.ruling is None and request.POST.get("found") != seen(finding_of(found.claim)):
        refuse("finding_changed")
    return commands.rule(
        found.claim_id,
        request.POST.get("decision", ""),
        request.POST.get("reasons", ""),
        remedy_from(request),
        context_of(request),
        plays=found.plays,
    )


@claim_form("claim.second", "Your word on the ruling is stored.")
def second(request: HttpRequest, found: Found) -> list[Recorded]:
    return commands.second(
        found.claim_id,
        context_of(request),
        agrees=request.POST.get("agrees") == "yes",
        reasons=request.POST.get("reasons", ""),
        plays=found.plays,
    )


@claim_form("claim.appeal", "Your appeal is stored.")
def appeal(request: HttpRequest, found: Found) -> list[Recorded]:
    grounds = Evidence(text=request.POST.get("text", "").strip())
    return commands.appeal(found.claim_id, found.by, grounds, context_of(request))


@claim_form("claim.decide_appeal", "The decision is stored, and final.")
def decide_appeal(request: HttpRequest, found: Found) -> list[Recorded]:
    return commands.decide_appeal(
        found.claim_id,
        request.POST.get("decision", ""),
        request.POST.get("reasons", ""),
        remedy_from(request),
        context_of(request),
        plays=found.plays,
    )
