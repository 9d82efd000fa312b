"""The private links of entries: how often each was made anew. Source, as people are, and nothing personal."""

from django.db import models


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
