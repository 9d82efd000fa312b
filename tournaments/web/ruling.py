"""Ruling on a claim: the decision, the second official, the appeal, the committee."""

from django.http import HttpRequest

from games.claims import commands
from games.claims.commands import Evidence
from games.store import Recorded
from tournaments.web.base import context_of
from tournaments.web.claim_forms import remedy_from
from tournaments.web.claims import Found, claim_form


@claim_form("claim.rule", "The ruling is stored.")
def rule(request: HttpRequest, found: Found) -> list[Recorded]:
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
