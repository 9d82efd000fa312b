"""What is kept: which state of a stream is made of which parts, and each part once."""

from typing import ClassVar

from django.db import models


class Snapshot(models.Model):
    """The state after an event, which ``digest`` names. ``parts``: digests, in order, with spaces between.

    ``made_by``: the digest of the program that folded (``Fold.program``). Of no use in a backup.
    """

    fleeting: ClassVar[bool] = True

    stream = models.CharField(max_length=200)
    version = models.PositiveIntegerField()
    position = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    made_by = models.CharField(max_length=64)
    parts = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("stream", "made_by", "version"), name="snapshot_version"),
        )

    def __str__(self) -> str:
        return f"snapshot of {self.stream}@{self.version}"


class SnapshotPart(models.Model):
    """A part of states, compressed; ``digest``: SHA-256 of ``body``."""

    fleeting: ClassVar[bool] = True

    stream = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    body = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "digest"), name="snapshot_part"),)

    def __str__(self) -> str:
        return f"part {self.digest[:8]} of {self.stream}"
