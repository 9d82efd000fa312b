"""Work that was asked for and runs after the request. A source table: no event says that somebody waits."""

from datetime import datetime
from typing import Any

from django.db import models


class JobState(models.TextChoices):
    """Of the last four none goes on by itself; a failed or cancelled job can be run again."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    OVERTAKEN = "overtaken"


UNENDED = (JobState.QUEUED, JobState.RUNNING)
ENDED = (JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.OVERTAKEN)
AGAIN = (JobState.FAILED, JobState.CANCELLED)  # can be run again


class Job(models.Model):
    """``id`` is the command's, so that a repeated request finds its job. ``done`` of ``of`` steps.

    Whoever runs it holds it until ``leased_until``; a queued job rests until then. ``attempts`` counts the
    runs since the job last got further, ``failures`` those that broke off, ever. ``newer``: the job that
    overtook it.

    ``problem``: null, or {"code": a code of the closed list, "detail": a sentence, and the facts}.
    """

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=30)
    tournament_id = models.UUIDField(db_index=True)
    params = models.JSONField()
    actor = models.CharField(max_length=200)
    expected = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    stage = models.CharField(max_length=30, blank=True)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    batches = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    problem = models.JSONField(null=True)
    newer = models.UUIDField(null=True)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    leased_by = models.CharField(max_length=200, blank=True)
    leased_at = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    leased_from = models.PositiveIntegerField(default=0)  # ``done`` when the last lease began
    beaten_at = models.DateTimeField(null=True)  # the last sign of life

    class Meta:
        ordering = ("-asked_at",)
        indexes = [
            models.Index(
                fields=["leased_until"],
                name="jobs_unended",
                condition=models.Q(state__in=("queued", "running")),
            )
        ]

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    @property
    def rate(self) -> float | None:
        """Steps a second of the last lease; None before its first step."""
        steps = self.done - self.leased_from
        if self.leased_at is None or self.beaten_at is None or steps <= 0:
            return None
        seconds = (self.beaten_at - self.leased_at).total_seconds()
        return steps / seconds if seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """At that rate; None where nobody can know."""
        if self.ended or not self.rate or not self.of:
            return None
        return max(self.of - self.done, 0) / self.rate


def free(at: datetime) -> Any:
    """Jobs that anybody may take: unended, and held by nobody who is alive."""
    unended = Job.objects.filter(state__in=UNENDED)
    return unended.filter(models.Q(leased_until=None) | models.Q(leased_until__lte=at))
