"""Endpoints, what is on its way to them, every attempt. Source tables: no rebuild writes or repeats them."""

import uuid

from django.db import models

from tournaments.events.declared import News
from tournaments.tables.people import Organisation
from tournaments.webhooks.targets import LONGEST

PING = "ping"


class EndpointState(models.TextChoices):
    ACTIVE = "active"
    PAUSED = "paused"  # by a director
    DISABLED = "disabled"  # by its failures, or by answering 410


class DeliveryState(models.TextChoices):
    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    MISSED = "missed"  # written while the endpoint was paused or disabled; sent when it is asked for


class Endpoint(models.Model):
    """Where an organisation wants its news. ``failures``: messages in a row that were given up.

    ``busy_until``: somebody is sending it a message, and is thought dead after that. ``rests_until``: its
    receiver asked for that by ``Retry-After``. ``last_sequence``: of the message that was written last.
    ``origin``: how whoever added it reached this service, for links where the settings name no address.

    Both sides hold the secret, so it is kept as it is; the one before signs too, until ``old_secret_until``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="endpoints")
    url = models.CharField(max_length=LONGEST)
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


class Delivery(models.Model):
    """A message for one endpoint; its id is the message's. ``position``: of its event, None for a ping.

    ``sequence``: 1, 2, 3 and so on for each endpoint, without gaps; None where a program of before wrote it.
    ``next_at``: when it may be sent; whoever sends it first moves that on, which makes it theirs for a while.
    ``tries``: attempts since it was written or asked for again.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    sequence = models.PositiveBigIntegerField(null=True)
    kind = models.CharField(max_length=30, db_default="")
    position = models.BigIntegerField(null=True)
    payload = models.JSONField()
    state = models.CharField(
        max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING, db_default="waiting"
    )
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "id")
        constraints = (models.UniqueConstraint(fields=("endpoint", "sequence"), name="delivery_sequence"),)
        indexes = (
            models.Index(
                fields=("next_at",), condition=models.Q(state=DeliveryState.WAITING), name="delivery_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Attempt(models.Model):
    """One POST. ``error``: empty, a ``posting.Failure`` or a ``targets.Why``."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.status or self.error}"
