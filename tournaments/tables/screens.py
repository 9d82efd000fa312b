"""Notes of the desk on the hall screens: a source table outside the log, so that texts can be deleted."""

from django.db import models

from tournaments.tables.people import Organisation

LONGEST_ANNOUNCEMENT = 500
LONGEST_SPONSOR = 120


class HallNotes(models.Model):
    """The notes of one tournament; ``begins_at``: the start of its next round."""

    # A plain column: tournaments are projections, and a source table never points into one.
    tournament_id = models.UUIDField(primary_key=True)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="hall_notes")
    announcement = models.CharField(max_length=LONGEST_ANNOUNCEMENT, blank=True)
    sponsor = models.CharField(max_length=LONGEST_SPONSOR, blank=True)
    begins_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"screens of {self.tournament_id}"
