"""Invitations to a role, a player's account or founding organisations, and private links of entries.

These are source tables, like those of people.
"""

import uuid

from django.conf import settings
from django.db import models

from tournaments.tables.people import Office, Organisation, Player


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
