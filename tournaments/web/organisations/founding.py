"""The first visit to a service, founding and renaming an organisation, inviting others to found theirs."""

from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_address
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.refusals import refuse
from tournaments.access.table import SITE
from tournaments.demo.founding import found_with_demonstration, remove_demonstration
from tournaments.organisations.commands import CreateOrganisation, create_organisation
from tournaments.organisations.founding import (
    FIRST_ACCOUNT,
    SetUpService,
    TakeService,
    is_setup_key,
    rename_organisation,
    service_has_no_operator,
    set_up_service,
)
from tournaments.organisations.invitations import Invite, invite, revoke
from tournaments.tables.accounts import Invitation
from tournaments.web.base import allow, context_of, form_action, form_page, read_page
from tournaments.web.forms import AccountForm, PlainForm, WithSlug, answer_form, hidden, line_field, sent_data
from tournaments.web.organisations.invitations import shown
from tournaments.web.people.importing import organisation_for

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def may_take(request: HttpRequest) -> bool:
    key = request.POST.get("key") or request.GET.get("key", "")
    return is_setup_key(key) or _at_the_machine(request)


def _at_the_machine(request: HttpRequest) -> bool:
    """Asked from this machine itself, by its own name, and not through a proxy or tunnel that ends here."""
    name = request.get_host().rpartition(":")[0] or request.get_host()
    local_name = request.get_host() in LOCAL_NAMES or name in LOCAL_NAMES
    forwarded = any(header in request.META for header in FORWARDED)
    return local_name and not forwarded and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket file has no address, and a proxy before it
        return False


class FirstForm(AccountForm):
    club = line_field(
        gettext_lazy("Your club"),
        120,
        gettext_lazy(
            "Name of your club or federation. You can change it later. Not needed for the demonstration."
        ),
        required=False,
    )
    door = hidden()
    key = hidden()


@form_page
def first_page(request: HttpRequest) -> HttpResponse:
    """Of a service that nobody runs yet; the home page of any other."""
    if not service_has_no_operator():
        if request.method == "POST":
            refuse("service_taken")
        return redirect("web:home")
    if not may_take(request):
        return render(request, "nigiri/first_closed.html", status=403)
    form = FirstForm(sent_data(request), initial={"key": request.GET.get("key", "")})

    def go_in(typed: dict[str, Any]) -> HttpResponse:
        account = TakeService(username=typed["username"], password=typed["password"])
        user, address = DOORS.get(typed["door"], _found)(request, account, typed["club"])
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return redirect(address)

    return answer_form(request, form, go_in, "nigiri/first.html")


def _demonstration(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation, made = found_with_demonstration(account, timezone.now())
    where = gettext("Everything in it is invented. The page of %(name)s removes it.") % {
        "name": organisation.name
    }
    messages.success(request, gettext("This is the demonstration, in the middle of round 3.") + " " + where)
    return user, reverse("web:desk", args=(made.tournament,))


def _found(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation = set_up_service(SetUpService(account=account, club=club), context_of(request))
    messages.success(
        request,
        gettext("%(name)s has been created. Now create its first tournament.") % {"name": organisation.name},
    )
    return user, reverse("web:new-tournament")


def _open(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation = set_up_service(SetUpService(account=account, club=club), context_of(request))
    messages.success(
        request, gettext("%(name)s has been created. Now choose the file.") % {"name": organisation.name}
    )
    return user, reverse("web:import", args=(organisation.slug,))


Door = Callable[[HttpRequest, TakeService, str], tuple[Any, str]]
DOORS: dict[str, Door] = {"demonstration": _demonstration, "found": _found, "open": _open}
"""What the pressed button says -> the account, and the address behind the door."""


class NameForm(PlainForm):
    name = line_field(gettext_lazy("Name"), 120)


class FoundForm(WithSlug, NameForm):
    """A new organisation."""


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


@read_page
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
    invitation = get_object_or_404(Invitation, pk=invitation_id, organisation=None)
    revoke(invitation, timezone.now())
    messages.success(request, gettext("Invitation revoked."))
    return redirect("web:founders")
