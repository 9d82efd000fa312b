"""Tables of jobs, webhook endpoints and attempts. They are source tables: no rebuild writes them."""

import uuid
from datetime import datetime

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.domain.declarations import News
from tournaments.tables.people import Organisation

LONGEST_URL = 500


class EndpointState(models.TextChoices):
    ACTIVE = "active"
    PAUSED = "paused"  # paused by a director
    DISABLED = "disabled"  # disabled after failures, or by a response 410


class Endpoint(models.Model):
    """A webhook of an organisation.

    ``failures``: consecutive messages that could not be delivered. ``busy_until``: a message is being sent to
    it, or it has a pause after a slow one. ``rests_until``: from its receiver's ``Retry-After``.
    ``last_sequence``: the number of its latest message. ``origin``: the address at which the person who added
    it reached this service, for links if the settings name none. Both sides need the secret, so it is not
    hashed; the previous secret also signs, until ``old_secret_until``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="endpoints")
    url = models.CharField(max_length=LONGEST_URL)
    kinds = models.JSONField()
    # A plain column: tournaments are projections, and a source table never points into one.
    tournament_id = models.UUIDField(null=True)
    secret = models.CharField(max_length=100)
    old_secret = models.CharField(max_length=100, blank=True)
    old_secret_until = models.DateTimeField(null=True)
    rotated_by = models.UUIDField(null=True)
    state = models.CharField(max_length=10, choices=EndpointState.choices, default=EndpointState.ACTIVE)
    failures = models.PositiveSmallIntegerField(default=0)
    busy_until = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)
    last_sequence = models.PositiveBigIntegerField(default=0, db_default=0)
    origin = models.CharField(max_length=300, blank=True, default="", db_default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.url

    def wants(self, kind: News) -> bool:
        return kind in self.kinds


class JobState(models.TextChoices):
    """The state of a job. The last four are final; a failed or cancelled job can be run again."""

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
    """Work to be done after the commit, such as a pairing, a message to a webhook or a mail.

    ``id`` follows from the request, so that a repeated request finds the job. ``due_at``: any process may
    take the job from then on; the process that runs it moves that into the future. ``done`` and ``of`` count
    steps. ``attempts`` counts the runs since the last progress, ``failures`` all failed runs and those whose
    worker died. ``newer``: the job that replaced it. ``problem``: null, or {"code": a code of the closed
    list, "detail": a sentence, and the facts}. A message has an endpoint, the body as ``params``, and a
    ``sequence``: 1, 2, 3 and so on for each endpoint, without gaps; null in rows of versions without
    sequences. A message that was written while its endpoint was paused or disabled is stored as cancelled.
    """

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=30)
    tournament_id = models.UUIDField(null=True, db_index=True)
    endpoint = models.ForeignKey(Endpoint, null=True, on_delete=models.CASCADE, related_name="messages")
    sequence = models.PositiveBigIntegerField(null=True)
    params = models.JSONField()
    actor = models.CharField(max_length=200, blank=True, default="")
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
    beaten_at = models.DateTimeField(null=True)  # time of the last progress report

    class Meta:
        ordering = ("-asked_at",)
        constraints = (models.UniqueConstraint(fields=("endpoint", "sequence"), name="message_sequence"),)
        indexes = (
            models.Index(fields=["due_at"], name="jobs_due", condition=Q(state__in=("queued", "running"))),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    @property
    def rate(self) -> float | None:
        """Return the steps per second of this run; None before its first step."""
        steps = self.done - self.leased_from
        if self.leased_at is None or self.beaten_at is None or steps <= 0:
            return None
        seconds = (self.beaten_at - self.leased_at).total_seconds()
        return steps / seconds if seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """Return the remaining seconds at that rate; None if unknown."""
        if self.ended or not self.rate or not self.of:
            return None
        return max(self.of - self.done, 0) / self.rate


class Attempt(models.Model):
    """One POST of a message.

    ``error``: empty, a ``posting.Failure`` or a ``targets.TargetFault``.
    """

    message = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.status or self.error}"


def due(at: datetime) -> QuerySet[Job]:
    """Return the jobs that any process may take, in order: not ended, and not run by a live process.

    Messages are due only for active endpoints to which no message is being sent.
    """
    idle = Q(endpoint__busy_until=None) | Q(endpoint__busy_until__lte=at)
    free = Q(endpoint=None) | (Q(endpoint__state=EndpointState.ACTIVE) & idle)
    unended = Job.objects.filter(free, state__in=UNENDED, due_at__lte=at)
    return unended.order_by("due_at", "asked_at", "sequence", "id")
