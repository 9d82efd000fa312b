"""Links from pages to their paragraphs in the help of directors, referees and players."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()

PARAGRAPHS = {
    "director#begin": "found first new-tournament system settings score-groups clone organisation",
    "director#people": "members register new-player player lists founders",
    "director#players": "enter enter-new import-table preview-table players edit-entry pairs teams import",
    "director#registration": "signups signup-terms signup-one",
    "director#check-in": "desk check-in hall-code sheets sheet entry-link",
    "director#pairing": "round pair wishes club-groups schedule edit-pair proof pairing-why bye-why",
    "director#mistakes": "chronicle undo replace-player",
    "director#limits": "limits limits-preview what-if tiebreaks placing",
    "director#end": "standings team-standings prizes ratings exports ending archive changes",
    "director#trouble": "jobs job",
    "referee#queue": "queue",
    "referee#claim": "claim",
    "referee#history": "story receipts receipt",
    "referee#laboratory": "lab lab-ruleset lab-record",
    "player#register": "signup own-signup coming invitation join",
    "player#my-game": "my open-link at-table here own-byes",
    "player#report": "game report",
    "player#claim": "new-claim make-claim",
    "player#account": "account notices password-links account_login",
}
"""Addresses by the paragraph that is about them: page of the help, then the anchor on it."""
_BY_ADDRESS = {name: place for place, names in PARAGRAPHS.items() for name in names.split()}


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """Return the address of the paragraph about the current page, or of the help's first page."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    page, _, anchor = _BY_ADDRESS.get(match.url_name if match else "", "").partition("#")
    return f"{reverse('web:help-page', args=[page])}#{anchor}" if page else reverse("web:help")
