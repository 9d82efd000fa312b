"""The group of a player, by a form."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.commands import carry_out
from tournaments.operations.entries import CHANGE_ENTRY
from tournaments.web.base import back, context_of, form_page, tournament_for


@require_POST
@form_page
def set_group(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, CHANGE_ENTRY.right)
    values = CHANGE_ENTRY.from_form(request.POST)
    values = {**values, "group": values.get("group", ""), "reason": values["reason"] or "Another group."}
    context = context_of(request)
    carry_out(str(row.id), CHANGE_ENTRY.order(values, context, entry_id=entry_id), context)
    group = values["group"]
    messages.success(request, f"They play in {group} now." if group else "They play in no group now.")
    return redirect(back(request))
