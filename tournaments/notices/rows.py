"""Notices, what they are made from, who wants which, how they are sent. Source: no rebuild writes them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks.rows import DeliveryState

OF_LETTERS = [(state.value, state.label) for state in DeliveryState if state != DeliveryState.MISSED]


class Kind(models.TextChoices):
    """What a person may ask to be told; the names are stable."""

    ROUND = "round", _("a round with me is published")
    DISPUTE = "dispute", _("a result or a game of mine is disputed")
    RULING = "ruling", _("a ruling is made on a game of mine")
    APPEAL = "appeal", _("a ruling is appealed")
    DEADLINE = "deadline", _("a deadline of mine is near")


class Happening(models.Model):
    """An event that people are to be told of, noted in its transaction and deleted once they are.

    ``data``: of the event only ``round`` and ``game_id``, ids and numbers.
    """

    position = models.BigIntegerField(primary_key=True)
    kind = models.CharField(max_length=100)
    stream = models.CharField(max_length=100)
    actor = models.CharField(max_length=200)
    data = models.JSONField()
    at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.kind} at {self.position}"


class Notice(models.Model):
    """One person told of one thing. ``facts``: ids and numbers, of which ``words`` makes sentences when read.

    The id follows from the event and the person, so that nobody is told twice.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    tournament_id = models.UUIDField()  # plain: tournaments are projections
    facts = models.JSONField()
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = (models.Index(fields=("user", "-created_at"), name="notices_of_somebody"),)

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Wishes(models.Model):
    """What somebody has asked for; without a row all kinds, in the list alone."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kinds = models.JSONField()
    mail = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kinds} for {self.user_id}"


class Letter(models.Model):
    """A notice on its way by mail. ``next_at`` as for webhooks."""

    id = models.UUIDField(primary_key=True, editable=False)
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="letters")
    state = models.CharField(max_length=10, choices=OF_LETTERS, default=DeliveryState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(
                fields=("next_at",), condition=models.Q(state=DeliveryState.WAITING), name="letter_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.state} letter {self.id}"
