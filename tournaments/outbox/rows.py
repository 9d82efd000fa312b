"""Jobs: what was asked for and is done after the commit. A source table: no rebuild writes it."""

from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone


class JobState(models.TextChoices):
    """A job in one of the last four states has ended; a failed or cancelled one can be run again."""

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

    ``due_at``: from when on any process may take the job; the one that runs it moves that into the future.
    ``attempts`` counts the runs since the job last made progress, ``failures`` all runs that failed.
    ``newer``: the job that overtook it.

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
    attempts = models.PositiveSmallIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    problem = models.JSONField(null=True)
    newer = models.UUIDField(null=True)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    leased_by = models.CharField(max_length=200, blank=True)
    leased_at = models.DateTimeField(null=True)
    leased_from = models.PositiveIntegerField(default=0)  # ``done`` at the start of this run
    beaten_at = models.DateTimeField(null=True)  # the last report of progress

    class Meta:
        ordering = ("-asked_at",)
        indexes = (
            models.Index(
                fields=["due_at"], name="jobs_due", condition=models.Q(state__in=("queued", "running"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    @property
    def rate(self) -> float | None:
        """Steps per second of this run; None before its first step."""
        steps = self.done - self.leased_from
        if self.leased_at is None or self.beaten_at is None or steps <= 0:
            return None
        seconds = (self.beaten_at - self.leased_at).total_seconds()
        return steps / seconds if seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds at that rate; None if unknown."""
        if self.ended or not self.rate or not self.of:
            return None
        return max(self.of - self.done, 0) / self.rate


def due(at: datetime) -> Any:
    """Jobs that any process may take, in their order: unended, and run by nobody who is alive."""
    return Job.objects.filter(state__in=UNENDED, due_at__lte=at).order_by("due_at", "asked_at", "id")
