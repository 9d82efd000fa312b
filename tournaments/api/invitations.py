"""Invitations to offices and to be a player's account: made, listed, taken back, accepted."""

from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import refuse
from games.rest.fields import OptionalChoice
from games.rest.operated import writes
from games.rest.paging import lists
from games.rest.views import context_of, respond_with_etag
from tournaments.api.base import OrganisationView, SlugOfField, View
from tournaments.api.resources import ViewSet
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
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import TournamentRow

OFFICES = Office.values


class InvitationIn(serializers.Serializer[Any]):
    """``tournament`` (a slug) limits the office to one tournament."""

    office = serializers.ChoiceField(choices=OFFICES)
    tournament = serializers.SlugField(max_length=60, required=False, allow_null=True)


class InvitationOut(serializers.Serializer[Any]):
    """``token`` is what the link has, ``/invitations/{token}/``: whoever has it may say yes, once."""

    id = serializers.UUIDField()
    office = OptionalChoice(choices=OFFICES, required=True)
    tournament = SlugOfField(TournamentRow, "tournament_id")
    player = serializers.UUIDField(source="player_id", allow_null=True)
    expires_at = serializers.DateTimeField()
    token = serializers.SerializerMethodField()

    def get_token(self, invitation: Invitation) -> str:
        return token_of(invitation)


class AcceptedOut(serializers.Serializer[Any]):
    """What whoever accepted it has now; without an organisation, the right to found some."""

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
        """Invite somebody to an office by a link."""
        organisation = self.organisation(slug)
        given = self.body(InvitationIn)
        tournament_id = None
        if given.get("tournament"):
            own = TournamentRow.objects.filter(organisation_id=organisation.id)
            row = own.filter(slug=given["tournament"]).first()
            if row is None or given["office"] == Office.OWNER:
                raise serializers.ValidationError({"tournament": ["Not one of this organisation's."]})
            tournament_id = row.id
        command = Invite(
            made_by=cast("int", request.user.pk),
            organisation=organisation,
            office=Office(given["office"]),
            tournament_id=tournament_id,
        )
        made = invite(command, context_of(request))
        place = reverse("api:invitation", args=(slug, made.pk))
        return respond_with_etag(InvitationOut(made).data, status=201, location=place)

    @writes("revoke_invitation", "organisation.change")
    def destroy(self, request: Request, slug: str, invitation_id: UUID) -> Response:
        """Revoke an invitation.

        If it has been accepted, remove the office instead.
        """
        found = get_object_or_404(self.invitations(slug), pk=invitation_id)
        if not revoke(found, timezone.now()) and found.used_at is not None:
            refuse("invitation_used")
        return respond_with_etag(None, status=204)

    def invitations(self, slug: str) -> QuerySet[Invitation]:
        return Invitation.objects.filter(organisation=self.organisation(slug), player=None)


class PlayerInvitation(OrganisationView):
    """A link by which somebody says that this player is they."""

    @writes("invite_player", "people.change", {201: InvitationOut}, secret=True)
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Invite somebody to speak for a player by a link, which replaces an older one."""
        player = self.player(slug, player_id)
        command = Invite(
            made_by=cast("int", request.user.pk), organisation=player.organisation, player=player
        )
        made, place = invite(command, context_of(request)), reverse("api:person", args=(slug, player_id))
        return respond_with_etag(InvitationOut(made).data, status=201, location=place)

    @writes("revoke_player_invitation", "people.change")
    def delete(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Revoke the link to speak for a player."""
        revoke_all(Invitation.objects.filter(player=self.player(slug, player_id)), timezone.now())
        return respond_with_etag(None, status=204)

    def player(self, slug: str, player_id: UUID) -> Player:
        organisation = self.organisation(slug)
        return get_object_or_404(Player, organisation=organisation, erased=False, pk=player_id)


class InvitationAccept(View):
    """Say yes to an invitation, with the account that asks."""

    @writes("accept_invitation", "account.own", AcceptedOut)
    def post(self, request: Request, token: str) -> Response:
        """Accept an invitation."""
        self.allow()
        invitation = invitation_of(token)
        accept(invitation, cast("int", request.user.pk), timezone.now())
        return respond_with_etag(AcceptedOut(invitation).data)
