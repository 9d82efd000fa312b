"""Invitations: to an office, to speak for a player, or to found organisations. Source, as people are."""

import uuid

from django.conf import settings
from django.db import models

from tournaments.tables.people import Office, Organisation, Player


class Invitation(models.Model):
    """Offered by a link, taken once by whoever has it: they say yes, nobody else does for them.

    With ``office`` it is to that office, of the organisation or of one tournament; with ``player`` it is to
    be this player's account; without an organisation, to found some. ``used_by`` is whose it became.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(
        Organisation, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    office = models.CharField(max_length=10, choices=Office.choices, blank=True)
    tournament_id = models.UUIDField(null=True, blank=True)  # plain, as a membership's
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
    """Of an entry whose first link was made anew or taken back; all others have their first one.

    ``serial`` is of the link that holds; links of lower ones are dead. ``revoked``: it too.
    """

    entry_id = models.CharField(primary_key=True, max_length=36)
    serial = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.entry_id} {self.serial}"
