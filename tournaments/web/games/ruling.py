"""Ruling on a claim: the decision, the second official, the appeal, the committee."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop

from games.claims.claim import Claim
from games.claims.commands import foresee_effect
from games.claims.events import Remedy
from games.claims.queries import finding_of
from games.colours import colour_name
from games.log.store import VersionClash
from games.operations.claims import APPEAL, CORRECT_RULING, DECIDE_APPEAL, RULE, SECOND_RULING
from games.refusals import Refusal, refuse
from games.rest.operations import Operation
from tournaments.web.base import context_of, form_action, with_pictures
from tournaments.web.games.claim_words import FOLLOWS, finding_tag, remedies
from tournaments.web.games.claims import (
    Found,
    claim_for,
    claim_form,
    effect_in_words,
    faults_of,
    show,
    why_not,
)


def _of_the_same_finding(
    request: HttpRequest, found: Found, operation: Operation[Any], *, reasons: str = "", decision: str = ""
) -> dict[str, Any]:
    """Refuses a ruling on something else than what the rules said when the page was shown.

    Not on the claim's version: every turn that a player enters in a sequence moves that, and one who goes on
    entering them would put the ruling off for ever.
    """
    finding = finding_of(found.claim)
    if found.claim.ruling is None and request.POST.get("found") != finding_tag(finding):
        refuse("finding_changed")
    form = request.POST.copy()
    if reasons:
        form["reasons"] = reasons
    form.setdefault("decision", decision)
    if form.get("remedy_result") == FOLLOWS:
        follows = remedies(found.claim, finding.offered).get(form.get("decision", ""), Remedy())
        form["remedy_result"] = follows.result
        for name, value in _fields_of(follows).items():
            if value and not form.get(name):
                form[name] = value
    return operation.from_form(form, request.FILES)


def _fields_of(remedy: Remedy) -> dict[str, str]:
    """Return all fields of a remedy but the result, as a form sends them."""
    return {
        "remedy_by_default": "yes" if remedy.by_default else "",
        "remedy_score": remedy.score,
        "remedy_replay": "yes" if remedy.replay else "",
        **{
            f"remedy_penalties_{colour_name(side)}": f"{points:g}"
            for side, points in remedy.penalties.items()
        },
    }


def _foresee_form(right: str, operation_on: Callable[[Claim], Operation[Any]]) -> Callable[..., HttpResponse]:
    """Return a form that shows what the decision in it would change. It stores nothing."""

    @form_action
    def foresee_page(request: HttpRequest, slug: str, claim_id: str) -> HttpResponse:
        found, context = claim_for(request, slug, claim_id, right), context_of(request)
        operation = operation_on(found.claim)
        decision = _likely_decision(operation, request.POST.get("remedy_result", ""))
        try:
            values = _of_the_same_finding(
                request, found, operation, reasons=NOT_WRITTEN_YET, decision=decision
            )
            effect = foresee_effect(found.claim_id, operation.command_for(values, context), found.by, context)
        except (Refusal, VersionClash) as no:
            messages.error(request, why_not(no))
            fault = {"fault": why_not(no)}
            return show(request, found, request.POST, 422, faults=faults_of(no), effect=fault)
        return show(request, found, request.POST, effect=effect_in_words(effect))

    return foresee_page


def _likely_decision(operation: Operation[Any], result: str) -> str:
    """Return the decision of which the effect is shown as long as none is chosen."""
    if operation is DECIDE_APPEAL:
        return "changed"
    return "upheld" if result == FOLLOWS else "partly"


NOT_WRITTEN_YET = "not written yet"
"""Reasons of a ruling of which only the effect is asked."""
rule = claim_form(RULE, gettext_noop("The ruling is stored."), values=_of_the_same_finding)
foresee_ruling = _foresee_form(RULE.right, lambda claim: CORRECT_RULING if claim.ruling else RULE)
correct = claim_form(CORRECT_RULING, gettext_noop("The ruling was corrected."), values=_of_the_same_finding)
second = claim_form(SECOND_RULING, gettext_noop("Your decision on the ruling is stored."))
appeal = with_pictures(claim_form(APPEAL, gettext_noop("Your appeal is stored.")))
decide_appeal = claim_form(DECIDE_APPEAL, gettext_noop("The decision is stored, and final."))
foresee_decision = _foresee_form(DECIDE_APPEAL.right, lambda _claim: DECIDE_APPEAL)
