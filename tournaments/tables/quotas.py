"""How much of the service an organisation may take, and what it has taken. A source table."""

from django.db import models

from tournaments.tables.people import Organisation


class Quota(models.Model):
    """Limits that differ from the service's own (null: they do not; 0: none at all), and counts.

    ``day``: to which ``day_imports`` and ``day_bytes`` belong. ``stored_bytes``: of records, words and
    pictures, counted as they come, and anew (``counted_at``) now and then, since erasing notes nothing.
    """

    organisation = models.OneToOneField(
        Organisation, primary_key=True, on_delete=models.CASCADE, related_name="quota"
    )
    tournaments = models.PositiveIntegerField(null=True)
    imports = models.PositiveIntegerField(null=True)
    import_mb = models.PositiveIntegerField(null=True)
    storage_mb = models.PositiveIntegerField(null=True)
    jobs = models.PositiveIntegerField(null=True)
    day = models.DateField(null=True)
    day_imports = models.PositiveIntegerField(db_default=0, default=0)
    day_bytes = models.BigIntegerField(db_default=0, default=0)
    stored_bytes = models.BigIntegerField(db_default=0, default=0)
    counted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"quota of {self.organisation_id}"
