"""Organisations, their clubs and offices, and invitations to an office or to be a player's account."""

from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import refuse
from games.rest.fields import LineField, OptionalChoice, OptionalLine, OptionalMatch
from games.rest.operated import reads, writes
from games.rest.paging import NameFilters, lists
from games.rest.views import context_of, created
from tournaments.accounts.second_factor import set_requirement_for_officers
from tournaments.api.base import OrganisationView, SlugOfField, View, tournament_of_organisation
from tournaments.api.resources import TableView, ViewSet
from tournaments.organisations.commands import (
    CreateOrganisation,
    add_club,
    create_organisation,
    revoke_office,
)
from tournaments.organisations.founding import rename_organisation
from tournaments.organisations.invitations import (
    Invite,
    accept,
    invitation_of,
    invite,
    pending_invitations,
    revoke,
    revoke_all,
    token_of,
)
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Club, Membership, Office, Organisation, Player
from tournaments.tables.rows import TournamentRow

BY_SLUG = {"slug": ("slug",)}
OFFICES = Office.values


class OrganisationBody(serializers.Serializer[Any]):
    id = serializers.UUIDField(read_only=True)
    slug = serializers.SlugField(max_length=60)
    name = LineField(max_length=120)
    second_factor = serializers.BooleanField(read_only=True)


class ChangesBody(serializers.Serializer[Any]):
    name = LineField(max_length=120, required=False)
    second_factor = serializers.BooleanField(
        required=False, help_text="Its offices count for accounts with a second factor alone"
    )


class ClubBody(serializers.Serializer[Any]):
    code = LineField(max_length=12)
    name = OptionalLine(max_length=120, default=None)
    country = OptionalMatch(r"^[A-Z]{2}\Z", default=None)


class OfficeBody(serializers.Serializer[Any]):
    """With ``tournament`` the office is held in one tournament."""

    id = serializers.IntegerField(read_only=True)
    user = serializers.CharField(source="user.username", max_length=150)
    office = serializers.ChoiceField(choices=OFFICES)
    tournament = SlugOfField(TournamentRow, "tournament_id")


class OrganisationList(TableView, View):
    """All organisations; found one and become its owner."""

    columns = ("slug", "name")

    @lists(
        "list_organisations",
        "organisation.read",
        OrganisationBody,
        filters=NameFilters,
        orders=BY_SLUG,
    )
    def get(self, request: Request) -> Any:
        """List organisations."""
        self.allow()
        return Organisation.objects.all()

    @writes("create_organisation", "organisation.create", {201: OrganisationBody}, request=OrganisationBody)
    def post(self, request: Request) -> Response:
        """Create an organisation and become its owner."""
        self.allow()
        given = self.body(OrganisationBody)
        command = CreateOrganisation(
            slug=given["slug"], name=given["name"], owner_id=cast("int", request.user.pk)
        )
        organisation = create_organisation(command, context_of(request))
        return created(OrganisationBody(organisation).data, "api:organisation", organisation.slug)


class OrganisationDetail(OrganisationView):
    @writes("change_organisation", "organisation.change", OrganisationBody, request=ChangesBody)
    def patch(self, request: Request, slug: str) -> Any:
        """Change the name of an organisation, or require a second factor of its officers."""
        organisation, given = self.organisation(slug), self.body(ChangesBody)
        if "second_factor" in given:
            set_requirement_for_officers(
                organisation, required=given["second_factor"], user_id=request.user.pk or 0
            )
        if "name" in given:
            rename_organisation(organisation, given["name"])
        return OrganisationBody(organisation).data

    @reads("get_organisation", "organisation.read", OrganisationBody)
    def get(self, request: Request, slug: str) -> Any:
        """Get an organisation."""
        return OrganisationBody(self.organisation(slug)).data


class ClubList(TableView, OrganisationView):
    """Clubs of an organisation; add or rename one by its code."""

    columns = ("code", "name", "country")

    @lists("list_clubs", "organisation.read", ClubBody, orders={"code": ("code",)})
    def get(self, request: Request, slug: str) -> Any:
        """List the clubs of an organisation."""
        return Club.objects.filter(organisation=self.organisation(slug))

    @writes("add_club", "people.change", {201: ClubBody}, request=ClubBody)
    def post(self, request: Request, slug: str) -> Response:
        """Add a club, or rename the one with this code."""
        organisation = self.organisation(slug)
        club = add_club(organisation, **self.body(ClubBody))
        return created(ClubBody(club).data, "api:clubs", slug)


class OfficeViewSet(ViewSet, OrganisationView):
    """Who holds which office. They are given by invitation, and to nobody who has not said yes."""

    lookup_url_kwarg = "office_id"
    lookup_value_converter = "int"

    @lists("list_offices", "organisation.change", OfficeBody)
    def list(self, request: Request, slug: str) -> Any:
        """List who holds which office."""
        return Membership.objects.filter(organisation=self.organisation(slug)).select_related("user")

    @writes("take_office", "organisation.change")
    def destroy(self, request: Request, slug: str, office_id: int) -> None:
        """Remove a person from an office."""
        held = Membership.objects.filter(organisation=self.organisation(slug), pk=office_id).first()
        if held is not None:
            revoke_office(held, context_of(request))


class InvitationIn(serializers.Serializer[Any]):
    """``tournament`` (a slug) limits the office to one tournament."""

    office = serializers.ChoiceField(choices=OFFICES)
    tournament = serializers.SlugField(max_length=60, required=False, allow_null=True)


class InvitationOut(serializers.Serializer[Any]):
    """``token`` is what the link has, ``/invitations/{token}/``: its holder may say yes, once."""

    id = serializers.UUIDField()
    office = OptionalChoice(choices=OFFICES, required=True)
    tournament = SlugOfField(TournamentRow, "tournament_id")
    player = serializers.UUIDField(source="player_id", allow_null=True)
    expires_at = serializers.DateTimeField()
    token = serializers.SerializerMethodField()

    def get_token(self, invitation: Invitation) -> str:
        return token_of(invitation)


class AcceptedOut(serializers.Serializer[Any]):
    """What the account that accepted it has now; without an organisation, the right to found some."""

    organisation = serializers.SlugField(source="organisation.slug", allow_null=True, default=None)
    office = OptionalChoice(choices=OFFICES, required=True)
    tournament = SlugOfField(TournamentRow, "tournament_id")
    player = serializers.UUIDField(source="player_id", allow_null=True)


class InvitationViewSet(ViewSet, OrganisationView):
    """Invitations to offices that nobody has accepted yet."""

    lookup_url_kwarg = "invitation_id"

    @lists("list_invitations", "organisation.change", InvitationOut, orders={"made_at": ("made_at", "id")})
    def list(self, request: Request, slug: str) -> Any:
        """List invitations to offices that can still be accepted."""
        return pending_invitations(self.invitations(slug), timezone.now())

    @writes("invite_officer", "organisation.change", {201: InvitationOut}, request=InvitationIn, secret=True)
    def create(self, request: Request, slug: str) -> Response:
        """Invite a person to an office by a link."""
        organisation = self.organisation(slug)
        given = self.body(InvitationIn)
        tournament_id = tournament_of_organisation(given.get("tournament"), organisation)
        if tournament_id is not None and given["office"] == Office.OWNER:
            raise serializers.ValidationError({"tournament": ["An owner has the whole organisation."]})
        command = Invite(
            made_by=cast("int", request.user.pk),
            organisation=organisation,
            office=Office(given["office"]),
            tournament_id=tournament_id,
        )
        made = invite(command, context_of(request))
        return created(InvitationOut(made).data, "api:invitation", slug, made.pk)

    @writes("revoke_invitation", "organisation.change")
    def destroy(self, request: Request, slug: str, invitation_id: UUID) -> None:
        """Revoke an invitation.

        If it has been accepted, remove the office instead.
        """
        found = get_object_or_404(self.invitations(slug), pk=invitation_id)
        if not revoke(found, timezone.now()) and found.used_at is not None:
            refuse("invitation_used")

    def invitations(self, slug: str) -> QuerySet[Invitation]:
        return Invitation.objects.filter(organisation=self.organisation(slug), player=None)


class PlayerInvitation(OrganisationView):
    """A link by which a person says that this player is they."""

    @writes("invite_player", "people.change", {201: InvitationOut}, secret=True)
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Invite a person to speak for a player by a link, which replaces an older one."""
        player = self.player(slug, player_id)
        command = Invite(
            made_by=cast("int", request.user.pk), organisation=player.organisation, player=player
        )
        made = invite(command, context_of(request))
        return created(InvitationOut(made).data, "api:person", slug, player_id)

    @writes("revoke_player_invitation", "people.change")
    def delete(self, request: Request, slug: str, player_id: UUID) -> None:
        """Revoke the link to speak for a player."""
        revoke_all(Invitation.objects.filter(player=self.player(slug, player_id)), timezone.now())

    def player(self, slug: str, player_id: UUID) -> Player:
        organisation = self.organisation(slug)
        return get_object_or_404(Player, organisation=organisation, erased=False, pk=player_id)


class InvitationAccept(View):
    """Say yes to an invitation, with the account that asks."""

    @writes("accept_invitation", "account.own", AcceptedOut)
    def post(self, request: Request, token: str) -> Any:
        """Accept an invitation."""
        self.allow()
        invitation = invitation_of(token)
        accept(invitation, cast("int", request.user.pk), timezone.now())
        return AcceptedOut(invitation).data
