"""Invitations, private links of entries, requests for passwords, scopes of tokens.

These are source tables, like those of people.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from knox.models import AuthToken

from tournaments.tables.people import Office, Organisation, Player

LONGEST_ATTEMPT = 200


class Invitation(models.Model):
    """An invitation by link, which one person can accept once.

    With ``office`` it is to that role in the organisation or in one tournament; with ``player`` it is to link
    an account to this player; without an organisation it is to found organisations. ``used_by``: who accepted
    it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(
        Organisation, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    office = models.CharField(max_length=10, choices=Office.choices, blank=True)
    tournament_id = models.UUIDField(null=True, blank=True)  # plain column, as in Membership
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("made_at", "id")

    def __str__(self) -> str:
        return f"{self.office or ('player' if self.player_id else 'founder')} {self.id}"


class EntryLink(models.Model):
    """The link of an entry that was renewed or revoked; other entries have no row.

    ``serial`` is that of the valid link; links with lower ones do not work. ``revoked``: this one does not
    either.
    """

    entry_id = models.CharField(primary_key=True, max_length=36)
    serial = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.entry_id} {self.serial}"


class TokenTerms(models.Model):
    """Name and scope of a token (``access.table.Scope``); a token without terms may do everything."""

    token = models.OneToOneField(AuthToken, on_delete=models.CASCADE, primary_key=True, related_name="terms")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "name"), condition=~models.Q(name=""), name="token_names_differ"
            ),
        )

    def __str__(self) -> str:
        return self.name


class RefusedAttempt(models.Model):
    """What an account tried without the right to it: ``number`` times on a day (UTC). Not needed in a backup.

    ``what``: method and address of the request, or "second factor" for a wrong one.
    """

    fleeting: ClassVar[bool] = True

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    what = models.CharField(max_length=LONGEST_ATTEMPT)
    day = models.DateField()
    number = models.PositiveIntegerField(default=1)
    last_at = models.DateTimeField()

    class Meta:
        ordering = ("-last_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "user", "what", "day"), name="refused_attempt_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.what}"


class PasswordRequest(models.Model):
    """A request for a new password on a server without e-mail, for an operator to answer."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ("asked_at",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.asked_at:%F %T}"
