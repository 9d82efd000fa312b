"""Whether a committee is named, and for whoever may name one the page where."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.access.actors import tournament_subject
from tournaments.reading.appeal_committees import lacks_committee
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed


def about_committee(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """``invite_at``: "" for who may not invite."""
    lacks, may = lacks_committee(row), allowed(request, "organisation.change", tournament_subject(row))
    house = Organisation.objects.filter(pk=row.organisation_id).first() if lacks and may else None
    return {
        "no_committee": lacks,
        "invite_at": reverse("web:members", args=(house.slug,)) if house else "",
    }
