"""Tables of claims: the projection of the events, and the texts and pictures outside the log."""

from datetime import datetime
from typing import ClassVar

from django.db import models

from games.claims.claim import Stage


class ClaimRow(models.Model):
    """The current state of a claim.

    ``stage``: as of the last event; a ruling is final after ``appeal_until``.
    """

    projection: ClassVar[bool] = True
    belongs: ClassVar[str] = "context"

    claim_id = models.UUIDField(primary_key=True)
    game_id = models.UUIDField(db_index=True)
    context = models.CharField(max_length=200, db_index=True)
    kind = models.CharField(max_length=40)
    by = models.CharField(max_length=4)
    actor = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    turn = models.PositiveIntegerField(null=True)
    stage = models.CharField(max_length=12)
    decision = models.CharField(max_length=10, blank=True)
    appeal_until = models.DateTimeField(null=True)
    sequences = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = (
            models.Index(fields=("made_at", "claim_id"), name="claims_made"),
            models.Index(fields=("stage", "made_at", "claim_id"), name="claims_at_stage"),
            models.Index(fields=("kind", "made_at", "claim_id"), name="claims_of_kind"),
        )

    def __str__(self) -> str:
        return f"claim {self.claim_id}@{self.version}"

    def stage_at(self, at: datetime) -> Stage:
        """Return the stage at the given time: a ruling becomes final when its deadline passes."""
        lapsed = self.stage == Stage.RULED and self.appeal_until is not None and self.appeal_until < at
        return Stage.FINAL if lapsed else Stage(self.stage)


class ClaimEvidence(models.Model):
    """The text of a player. A source table: erased when a person asks for it; ``sha256`` remains.

    ``purpose``: "claim" or "appeal".
    """

    claim_id = models.UUIDField(db_index=True)
    purpose = models.CharField(max_length=10)
    text = models.TextField(blank=True)
    photo = models.CharField(max_length=500, blank=True)
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("claim_id", "purpose"), name="evidence_once"),
        )

    def __str__(self) -> str:
        return f"{self.purpose} evidence of {self.claim_id}"


class ClaimPicture(models.Model):
    """A re-encoded picture. A source table: ``data`` is empty once erased; ``sha256`` remains.

    ``purpose``: "claim" or "appeal".
    """

    claim_id = models.UUIDField()
    purpose = models.CharField(max_length=10)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()

    class Meta:
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("claim_id", "purpose"), name="picture_once"),
        )

    def __str__(self) -> str:
        return f"{self.purpose} picture of {self.claim_id}"
