"""Whether a committee is named, and for those who may name one the page where."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from tournaments.access.actors import tournament_subject
from tournaments.reading.appeal_committees import lacks_committee
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed


def about_committee(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """``invite_at``: "" for who may not invite."""
    lacks, may = lacks_committee(row), allowed(request, "organisation.change", tournament_subject(row))
    organisation = Organisation.objects.filter(pk=row.organisation_id).first() if lacks and may else None
    return {
        "no_committee": lacks,
        "invite_at": reverse("web:members", args=(organisation.slug,)) if organisation else "",
    }


def warn_without_committee(request: HttpRequest, row: TournamentRow) -> None:
    """Warn that a published tournament has no appeals committee, with the page to name one."""
    about = about_committee(request, row)
    if not about["no_committee"]:
        return
    text = gettext(
        "There is no appeals committee. An appeal would go to an owner of the organisation, or to nobody."
    )
    if about["invite_at"]:
        text = format_html('{} <a href="{}">{}</a>', text, about["invite_at"], gettext("Invite a committee"))
    messages.warning(request, text)
