"""Pictures that came with a claim or an appeal: seen by readers of the claim, and erased on request."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.claims import commands
from games.claims.pictures import digests, picture_of
from games.rest.media import jpeg
from tournaments.web.base import form_action, form_page
from tournaments.web.games.claims import claim_for


@require_safe
@form_page
def picture(request: HttpRequest, slug: str, claim_id: str, purpose: str) -> HttpResponse:
    """The JPEG. Raises Http404 for one that was erased, stayed beside another log, or never was."""
    found = claim_for(request, slug, claim_id, "claim.read")
    if purpose not in digests(found.claim):
        raise Http404
    data = picture_of(found.claim_id, purpose)
    if not data:
        raise Http404
    return jpeg(data)


@form_action
def erase_picture(request: HttpRequest, slug: str, claim_id: str, purpose: str) -> HttpResponse:
    found = claim_for(request, slug, claim_id, "claim.make")
    commands.erase_picture(found.claim_id, purpose, found.by)
    messages.success(request, _("The picture is erased. Its digest stays in the log."))
    return redirect("web:claim", slug=slug, claim_id=claim_id)
