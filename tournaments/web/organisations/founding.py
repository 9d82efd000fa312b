"""Founding an organisation, renaming it, and inviting others to found theirs."""

from dataclasses import replace
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.refusals import refuse
from tournaments.access.table import SITE
from tournaments.demo.founding import remove_demonstration
from tournaments.organisations.commands import CreateOrganisation, create_organisation
from tournaments.organisations.founding import FIRST_ACCOUNT, rename_organisation
from tournaments.organisations.invitations import Invite, invite, revoke
from tournaments.tables.accounts import Invitation
from tournaments.web.base import allow, context_of, form_action, form_page
from tournaments.web.forms import PlainForm, WithSlug, answer_form, line_field, sent_data
from tournaments.web.organisations.invitations import shown
from tournaments.web.people.importing import organisation_for


class NameForm(PlainForm):
    name = line_field(gettext_lazy("Name"), 120)


class FoundForm(WithSlug, NameForm):
    """A new organisation."""


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def found_page(request: HttpRequest) -> HttpResponse:
    allow(request, "organisation.create", SITE)
    form = FoundForm(sent_data(request))

    def found(typed: dict[str, Any]) -> HttpResponse:
        command = CreateOrganisation(
            slug=typed["slug"], name=typed["name"], owner_id=cast("int", request.user.pk)
        )
        organisation = create_organisation(command, replace(context_of(request), expected=None))
        messages.success(
            request, gettext("%(name)s has been created. You are its owner.") % {"name": organisation.name}
        )
        return redirect("web:organisation", slug=organisation.slug)

    return answer_form(request, form, found, "nigiri/found.html")


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def rename_page(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    form = NameForm(sent_data(request), initial={"name": organisation.name})

    def rename(typed: dict[str, Any]) -> HttpResponse:
        rename_organisation(organisation, typed["name"])
        messages.success(
            request,
            gettext("The name is now %(name)s. The address is unchanged.") % {"name": organisation.name},
        )
        return redirect("web:organisation", slug=slug)

    return answer_form(request, form, rename, "nigiri/rename.html", {"organisation": organisation})


@form_action
def remove_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The demonstration, with all that is in it; nothing else is removed here."""
    organisation = organisation_for(request, slug, "organisation.change")
    if not organisation.demonstration:
        refuse("not_a_demonstration", organisation=slug)
    remove_demonstration(organisation, context_of(request))
    messages.success(
        request,
        gettext("%(name)s is removed, with its tournament, its people and their accounts.")
        % {"name": organisation.name},
    )
    return redirect("web:home")


@require_safe
@form_page
def founders_page(request: HttpRequest) -> HttpResponse:
    """Who was invited to found organisations, for whoever runs the service."""
    allow(request, "founder.invite", SITE)
    rows = Invitation.objects.filter(organisation=None).select_related("used_by").exclude(pk=FIRST_ACCOUNT)
    context: dict[str, Any] = {"invitations": [shown(request, one) for one in rows]}
    return render(request, "nigiri/founders.html", context)


@form_action
def invite_founder(request: HttpRequest) -> HttpResponse:
    allow(request, "founder.invite", SITE)
    invite(Invite(made_by=cast("int", request.user.pk)), context_of(request))
    messages.success(
        request, gettext("The link is below. Send it to the person who will create an organisation.")
    )
    return redirect("web:founders")


@form_action
def revoke_founder(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Before it is taken the link, afterwards the right. What was founded stays."""
    allow(request, "founder.invite", SITE)
    invitation = Invitation.objects.filter(pk=invitation_id, organisation=None).first()
    if invitation is None:
        raise Http404
    revoke(invitation, timezone.now())
    messages.success(request, gettext("Invitation revoked."))
    return redirect("web:founders")
