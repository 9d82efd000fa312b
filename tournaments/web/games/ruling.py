"""Ruling on a claim: the decision, the second official, the appeal, the committee."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop

from games.claims.queries import finding_of
from games.operations.claims import APPEAL, DECIDE_APPEAL, RULE, SECOND_RULING
from games.refusals import refuse
from games.rest.operations import Operation
from tournaments.web.base import with_pictures
from tournaments.web.games.claim_words import FOLLOWS, finding_tag, outcome_of
from tournaments.web.games.claims import Found, claim_form


def _of_the_same_finding(request: HttpRequest, found: Found, operation: Operation[Any]) -> dict[str, Any]:
    """Refuses a ruling on something else than what the rules said when the page was shown.

    Not on the claim's version: every turn that a player enters in a sequence moves that, and one who goes on
    entering them would put the ruling off for ever.
    """
    finding = finding_of(found.claim)
    if found.claim.ruling is None and request.POST.get("found") != finding_tag(finding):
        refuse("finding_changed")
    form = request.POST.copy()
    if form.get("remedy_result") == FOLLOWS:
        upheld = form.get("decision") == "upheld"
        result, score = outcome_of(finding.follows) if upheld else ("", "")
        form["remedy_result"] = result
        if score and not form.get("remedy_score"):
            form["remedy_score"] = score
    return operation.from_form(form, request.FILES)


rule = claim_form(RULE, gettext_noop("The ruling is stored."), values=_of_the_same_finding)
second = claim_form(SECOND_RULING, gettext_noop("Your word on the ruling is stored."))
appeal = with_pictures(claim_form(APPEAL, gettext_noop("Your appeal is stored.")))
decide_appeal = claim_form(DECIDE_APPEAL, gettext_noop("The decision is stored, and final."))
