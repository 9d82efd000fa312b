"""The group of a player, by a form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.commands import carry_out
from tournaments.deciding.entries import ChangeEntry
from tournaments.web.base import back, context_of, form_page, reason_in, tournament_for


@require_POST
@form_page
def set_group(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    group = request.POST.get("group", "").strip()
    command = ChangeEntry(entry_id=str(entry_id), group=group, reason=reason_in(request) or "Another group.")
    carry_out(str(row.id), command, context_of(request))
    messages.success(request, f"He plays in {group} now." if group else "He plays in no group now.")
    return redirect(back(request))
