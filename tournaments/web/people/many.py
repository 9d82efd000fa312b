"""Several entries changed at once, from the list of players: one command, all or none."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext

from games.refusals import refuse
from games.rest.operations import command_from_form
from tournaments.commands import carry_out
from tournaments.domain.base import Command
from tournaments.domain.bulk_entries import ChangeEntries, SetPresenceOfMany
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
    row = tournament_for(request, slug, ChangeEntries.right)
    command, wanted = _asked(request)
    entries = request.POST.getlist("entries")
    if not entries:
        refuse("nobody_chosen")
    context = context_of(request)
    form = QueryDict(mutable=True)
    form.setlist("entries", entries)
    form.update(wanted)
    carry_out(str(row.id), command_from_form(command, form, context), context)
    said = ngettext("{} player is changed.", "{} players are changed.", len(entries))
    messages.success(request, said.format(len(entries)))
    return redirect(back(request))


def _asked(request: HttpRequest) -> tuple[type[Command], dict[str, str]]:
    """Return the command and its values, except the entries."""
    said = request.POST.get("do", "")
    reason = {"reason": reason_in(request)}
    if said in CHANGES:
        return ChangeEntries, {**CHANGES[said], **reason}
    if said == "group":
        group = request.POST.get("group", "").strip()
        return ChangeEntries, {"group": group, "reason": reason["reason"] or gettext("Another group.")}
    what, _, number = said.partition("-")
    if what not in ROUNDS or not number:
        refuse("invalid", field="do", fault=gettext("Choose what is to be done."))
    return SetPresenceOfMany, {ROUNDS[what]: number}
