"""An organisation's own page, who holds its offices, and laying one down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.log import store
from games.log.joined_logs import ACCOUNT_PREFIX
from games.log.store import StoredEvent
from tournaments.access.actors import actor_of, organisation_subject
from tournaments.access.table import SITE
from tournaments.accounts.second_factor import (
    accounts_with_second_factor,
    is_required_for_officers,
    set_requirement_for_officers,
)
from tournaments.demo.accounts import logins
from tournaments.domain.offices import OfficeGranted, OfficeTaken
from tournaments.organisations.commands import revoke_office
from tournaments.organisations.invitations import Invite, invite, revoke
from tournaments.organisations.offices import OPERATOR, account_name, stream_of
from tournaments.reading.paging import newest_page
from tournaments.reading.queries import tournaments_visible_to
from tournaments.tables.accounts import Invitation, RefusedAttempt
from tournaments.tables.people import Membership, Office, Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.addresses import absolute, with_code
from tournaments.web.base import allow, allowed, context_of, form_action, read_page
from tournaments.web.forms import PlainForm
from tournaments.web.organisations.invitations import OFFICES, YOURS, shown
from tournaments.web.people.importing import organisation_for

GONE = gettext_lazy("a deleted tournament")
LONGEST_PLACE = 80  # a day, and a slug of 60
MOST_CHOICES = 200
MOST_ATTEMPTS = 100
RIGHTS = {
    "may_change": "organisation.change",
    "may_create": "tournament.create",
    "may_read": "people.read",
    "may_write": "people.change",
    "may_hook": "webhook.read",
}
"""What the page asks for -> the right that shows it."""


@read_page
def organisation_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Its tournaments for everybody, and the way to the rest for whoever may go there."""
    organisation = organisation_for(request, slug, "organisation.read")
    subject = organisation_subject(organisation)
    rows = tournaments_visible_to(actor_of(request.user)).filter(organisation_id=organisation.id)
    listed = newest_page(rows.filter(archived=False), request.GET.get("before", "")[:LONGEST_PLACE])
    archived = newest_page(rows.filter(archived=True), request.GET.get("archived", "")[:LONGEST_PLACE])
    own = _offices(Membership.objects.filter(organisation=organisation, user_id=request.user.pk or 0))
    context: dict[str, Any] = {
        "organisation": organisation,
        "tournaments": listed.rows,
        "earlier": listed.further,
        "archived": archived.rows,
        "archived_told": f"{len(archived.rows)}+" if archived.further else len(archived.rows),
        "archived_earlier": archived.further,
        "archive_open": "archived" in request.GET,
        "logins": logins(organisation.slug) if organisation.demonstration else [],
        "own": own,
        "line": with_code(absolute(request, "/")) if own else None,
        **{name: allowed(request, right, subject) for name, right in RIGHTS.items()},
    }
    return render(request, "nigiri/organisation.html", context)


def _offices(held: QuerySet[Membership]) -> list[dict[str, Any]]:
    names = dict(TournamentRow.objects.filter(id__in=held.values("tournament_id")).values_list("id", "name"))
    safe = accounts_with_second_factor(held.values("user_id"))
    every = held.select_related("user", "organisation").order_by("user__username", "office")
    return [
        {
            "of": one,
            "is": OFFICES[one.office][0],
            "does": OFFICES[one.office][1],
            "you": YOURS[one.office],
            "tournament": names.get(one.tournament_id, GONE) if one.tournament_id else "",
            "rests": (is_required_for_officers() or one.organisation.second_factor)
            and one.user_id not in safe,
        }
        for one in every
    ]


def _offices_in_words() -> Iterator[tuple[str, str]]:
    for office in Office:
        title, does = OFFICES[office.value]
        yield office.value, f"{capfirst(str(title))}: {does}"


class InviteForm(PlainForm):
    """An office, in all tournaments of the organisation or in one."""

    office = forms.ChoiceField(label=gettext_lazy("Office"), choices=lambda: list(_offices_in_words()))
    tournament = forms.ChoiceField(label=gettext_lazy("Where"), required=False)

    def __init__(self, organisation: Organisation, data: Any = None) -> None:
        super().__init__(data, initial={"office": Office.REFEREE})
        rows = newest_page(
            TournamentRow.objects.filter(organisation_id=organisation.id), most=MOST_CHOICES
        ).rows
        everywhere = ("", gettext("all tournaments of %(name)s") % {"name": organisation.name})
        self.fields["tournament"].choices = [everywhere, *((str(row.id), row.name) for row in rows)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("office") == Office.OWNER and data.get("tournament"):
            self.add_error(
                "tournament",
                gettext("The owner role applies to the whole organisation. Choose all tournaments."),
            )
        return data


@read_page
def members_page(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    return _members(request, organisation, InviteForm(organisation))


def _members(
    request: HttpRequest, organisation: Organisation, form: InviteForm, status: int = 200
) -> HttpResponse:
    rows = Invitation.objects.filter(organisation=organisation, player=None).select_related("used_by")
    attempts = RefusedAttempt.objects.filter(organisation=organisation)
    context = {
        "organisation": organisation,
        "members": _offices(Membership.objects.filter(organisation=organisation)),
        "invitations": [line for row in rows if (line := shown(request, row))["state"] == "waiting"],
        "form": form,
        "events": office_history(organisation),
        "attempts": attempts.select_related("user")[:MOST_ATTEMPTS],
    }
    return render(request, "nigiri/members.html", context, status=status)


@form_action
def invite_member(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    form = InviteForm(organisation, request.POST)
    if not form.is_valid():
        return _members(request, organisation, form, status=422)
    chosen = form.cleaned_data
    command = Invite(
        made_by=cast("int", request.user.pk),
        organisation=organisation,
        office=Office(chosen["office"]),
        tournament_id=UUID(chosen["tournament"]) if chosen["tournament"] else None,
    )
    invite(command, context_of(request))
    messages.success(
        request, gettext("The link is below. The person who opens it and accepts gets the role.")
    )
    return redirect("web:members", slug=slug)


@form_action
def revoke_invitation(request: HttpRequest, slug: str, invitation_id: UUID) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    invitation = get_object_or_404(Invitation, organisation=organisation, player=None, pk=invitation_id)
    if revoke(invitation, timezone.now()):
        messages.success(request, gettext("Invitation revoked. Its link no longer works."))
    else:
        messages.error(request, gettext("The invitation has been accepted. Remove the role instead."))
    return redirect("web:members", slug=slug)


@form_action
def ask_for_second_factor(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    set_requirement_for_officers(
        organisation, required=request.POST.get("asked") == "yes", user_id=cast("int", request.user.pk)
    )
    said = (
        gettext("Roles take effect only for accounts with a second factor.")
        if organisation.second_factor
        else gettext("Roles take effect without a second factor.")
    )
    messages.success(request, said)
    return redirect("web:members", slug=slug)


@form_action
def remove_member(request: HttpRequest, slug: str, office_id: int) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.change")
    held = get_object_or_404(
        Membership.objects.select_related("user"), organisation=organisation, pk=office_id
    )
    revoke_office(held, context_of(request))
    messages.success(
        request,
        gettext("%(user)s is no longer %(office)s.") % {"user": held.user, "office": OFFICES[held.office][0]},
    )
    return redirect("web:members" if held.user_id != request.user.pk else "web:organisation", slug=slug)


@form_action
def leave(request: HttpRequest, slug: str, office_id: int) -> HttpResponse:
    """Lay down an office of one's own; those of others are nobody's here."""
    allow(request, "account.own", SITE)
    organisation = organisation_for(request, slug, "organisation.read")
    own = Membership.objects.filter(organisation=organisation, user_id=request.user.pk or 0)
    held = own.filter(pk=office_id).first()
    if held is None:
        messages.error(request, gettext("You no longer hold this role."))
    else:
        revoke_office(held, context_of(request))
        messages.success(
            request,
            gettext("You are no longer %(office)s of %(name)s.")
            % {"office": OFFICES[held.office][0], "name": organisation.name},
        )
    return redirect("web:organisation", slug=slug)


MOST = 100
ACTORS = {"public": gettext_lazy("setup page"), OPERATOR: gettext_lazy("command line")}
"""Who changed offices without an account."""
Names = Mapping[str, str]


def office_history(organisation: Organisation) -> list[dict[str, Any]]:
    """The last events first: moment, what happened, where, and by whom."""
    events = store.read(stream_of(organisation.pk))[-MOST:]
    accounts, tournaments = _accounts(events), _tournaments(organisation, events)
    return [_line(one, accounts, tournaments) for one in reversed(events)]


def _line(recorded: StoredEvent, accounts: Names, tournaments: Names) -> dict[str, Any]:
    event = recorded.event
    return {
        "at": recorded.recorded_at,
        "what": _sentence(event, accounts),
        "tournament": tournaments.get(getattr(event, "tournament_id", ""), ""),
        "by": accounts.get(recorded.actor) or str(ACTORS.get(recorded.actor, recorded.actor)),
    }


def _sentence(event: object, accounts: Names) -> str:
    if not isinstance(event, OfficeGranted | OfficeTaken):
        return ""
    facts = {"user": accounts.get(event.account, event.account), "office": OFFICES[event.office][0]}
    if isinstance(event, OfficeTaken):
        return gettext("%(user)s is no longer %(office)s.") % facts
    return gettext("%(user)s became %(office)s.") % facts


def _accounts(events: Sequence[StoredEvent]) -> dict[str, str]:
    named = {name for one in events for name in (one.actor, str(one.data.get("account", "")))}
    ids = [int(number) for name in named if (number := name.removeprefix(ACCOUNT_PREFIX)).isdecimal()]
    users = get_user_model().objects.filter(pk__in=ids)
    return {account_name(user.pk): user.get_username() for user in users}


def _tournaments(organisation: Organisation, events: Sequence[StoredEvent]) -> dict[str, str]:
    """Those that are named."""
    ids = {one.data["tournament_id"] for one in events if one.data.get("tournament_id")}
    rows = TournamentRow.objects.filter(organisation_id=organisation.pk, pk__in=ids).values_list("id", "name")
    return {str(id_): name for id_, name in rows}
