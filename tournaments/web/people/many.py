"""Several entries changed at once, from the list of players: one command, all or none."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext

from games.refusals import refuse
from games.rest.operations import Operation
from tournaments.commands import carry_out
from tournaments.operations.entries import CHANGE_ENTRIES, SET_PRESENCE_OF_MANY
from tournaments.web.base import back, context_of, form_action, reason_in, tournament_for

CHANGES = {
    "rank_by_rating": {"rank_by_rating": "yes"},
    "rank_up": {"rank_steps": "1"},
    "rank_down": {"rank_steps": "-1"},
    "final": {"final": "yes"},
    "preliminary": {"final": "no"},
}
ROUNDS = {"absent": "absent", "plays": "present"}


@form_action
def change_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """What the form's list says is done with the entries that are ticked."""
    row = tournament_for(request, slug, CHANGE_ENTRIES.right)
    operation, wanted = _asked(request)
    entries = request.POST.getlist("entries")
    if not entries:
        refuse("nobody_chosen")
    context = context_of(request)
    form = QueryDict(mutable=True)
    form.setlist("entries", entries)
    form.update(wanted)
    carry_out(str(row.id), operation.order(operation.from_form(form), context), context)
    said = ngettext("{} player is changed.", "{} players are changed.", len(entries))
    messages.success(request, said.format(len(entries)))
    return redirect(back(request))


def _asked(request: HttpRequest) -> tuple[Operation[Any], dict[str, str]]:
    """The operation and its values, but for the entries."""
    said = request.POST.get("do", "")
    reason = {"reason": reason_in(request)}
    if said in CHANGES:
        return CHANGE_ENTRIES, {**CHANGES[said], **reason}
    if said == "group":
        group = request.POST.get("group", "").strip()
        return CHANGE_ENTRIES, {"group": group, "reason": reason["reason"] or gettext("Another group.")}
    what, _, number = said.partition("-")
    if what not in ROUNDS or not number:
        refuse("invalid", field="do", fault=gettext("Choose what is to be done."))
    return SET_PRESENCE_OF_MANY, {ROUNDS[what]: number}
