"""Create, accept and revoke invitations. Their links are signed and not stored."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet

from games.log import store
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.domain.offices import Way
from tournaments.organisations import offices
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Office, Organisation, Player

SALT = "nigiri.invitation"  # in every link given out so far
DAYS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """The command to invite to an office, to be ``player``'s account, or to found an organisation.

    An office is limited to one tournament if that is named.
    """

    made_by: int
    organisation: Organisation | None = None
    office: Office | None = None
    tournament_id: UUID | None = None
    player: Player | None = None


def invite(command: Invite, context: Context) -> Invitation:
    """Create an invitation; one for a player revokes older ones. Raises Refusal ``player_has_account``."""
    player = command.player
    if player is not None and (player.user_id is not None or player.erased):
        refuse("player_has_account", player=str(player.id))
    with transaction.atomic():
        invitation, made = Invitation.objects.get_or_create(
            id=uuid5(context.command_id, "invitation"),
            defaults={
                "organisation": command.organisation,
                "office": command.office or "",
                "tournament_id": command.tournament_id,
                "player": player,
                "made_by_id": command.made_by,
                "made_at": context.at,
                "expires_at": context.at + timedelta(days=DAYS),
            },
        )
        if made and player is not None:
            older = pending_invitations(Invitation.objects.filter(player=player), context.at)
            older.exclude(pk=invitation.pk).update(revoked_at=context.at)
        return invitation


def pending_invitations(invitations: QuerySet[Invitation], at: datetime) -> QuerySet[Invitation]:
    """Return the invitations that can be accepted now."""
    return invitations.filter(used_at=None, revoked_at=None, expires_at__gt=at)


def token_of(invitation: Invitation) -> str:
    """Return the token of the link: the id, signed with the installation's secret key."""
    return Signer(salt=SALT).sign(invitation.id.hex)


def invitation_of(token: str) -> Invitation:
    """Return the invitation of a token. Raises Refusal ``no_such_invitation``."""
    try:
        id_ = UUID(Signer(salt=SALT).unsign(token))
    except (BadSignature, ValueError):
        refuse("no_such_invitation")
    rows = Invitation.objects.select_related("organisation", "player", "made_by")
    found = rows.filter(pk=id_).first()
    if found is None:
        refuse("no_such_invitation")
    return found


def require_pending(invitation: Invitation, at: datetime) -> None:
    """Check that the invitation can be accepted.

    Raises Refusal ``invitation_used``, ``invitation_revoked`` or ``invitation_expired``.
    """
    if invitation.revoked_at is not None:
        refuse("invitation_revoked")
    if invitation.used_at is not None:
        refuse("invitation_used")
    if invitation.expires_at <= at:
        refuse("invitation_expired")


def accept(invitation: Invitation, user_id: int, at: datetime) -> None:
    """Accept the invitation for a user. Accepting again is allowed for the same user only."""
    with transaction.atomic():
        store.acquire_write_lock()  # before rows are locked
        free = pending_invitations(Invitation.objects.filter(pk=invitation.pk), at)
        if not free.update(used_by_id=user_id, used_at=at):
            now = Invitation.objects.get(pk=invitation.pk)
            if now.used_by_id != user_id or now.revoked_at is not None:
                require_pending(now, at)
            return
        _grant(invitation, user_id, at)


def accept_with_new_account(invitation: Invitation, make: Callable[[], Any], at: datetime) -> Any:
    """Create an account with ``make`` that accepts the invitation, both or none."""
    with transaction.atomic():
        user = make()
        accept(invitation, user.pk, at)
        return user


def _grant(invitation: Invitation, user_id: int, at: datetime) -> None:
    """Grant what the invitation offers, on behalf of its author."""
    if invitation.player_id is not None:
        free = Player.objects.filter(pk=invitation.player_id, user=None, erased=False)
        if not free.update(user_id=user_id):
            refuse("player_has_account", player=str(invitation.player_id))
    elif invitation.office and invitation.organisation_id is not None:
        given = Membership(
            organisation_id=invitation.organisation_id,
            user_id=user_id,
            office=invitation.office,
            tournament_id=invitation.tournament_id,
        )
        by = Context(actor=offices.account_name(invitation.made_by_id), command_id=invitation.pk, at=at)
        offices.grant(given, Way.INVITATION, by)


def revoke(invitation: Invitation, at: datetime) -> bool:
    """Revoke the invitation; return whether it could still be accepted."""
    open_ = Invitation.objects.filter(pk=invitation.pk, revoked_at=None)
    if invitation.organisation_id is not None:  # for founders, the right itself is revoked
        open_ = open_.filter(used_at=None)
    return bool(open_.update(revoked_at=at))


def revoke_all(invitations: QuerySet[Invitation], at: datetime) -> None:
    """Revoke the invitations that could still be accepted."""
    pending_invitations(invitations, at).update(revoked_at=at)


def disconnect_account(player: Player) -> None:
    """Disconnect the account from the player."""
    Player.objects.filter(pk=player.pk).update(user=None)
