"""First answers to requests with an Idempotency-Key: cannot be rebuilt, may be emptied."""

from django.db import models


class Answer(models.Model):
    """``status`` 0 while the request is carried out, or was broken off and may be sent again."""

    id = models.UUIDField(primary_key=True)
    fingerprint = models.CharField(max_length=64)
    asked_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")

    def __str__(self) -> str:
        return f"{self.id} {self.status}"
