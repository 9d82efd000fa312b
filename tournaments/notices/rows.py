"""Tables of notices and of the settings for them. They are source tables: no rebuild writes them."""

from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAIL = "mail"
NAMES = UUID("0a3c5d0e-6e6f-5469-a365-6e6967697269")  # the namespace of notices and of their jobs


class Kind(models.TextChoices):
    """The kinds of notices that a person may subscribe to; the names are stable."""

    ROUND = "round", _("a round in which I play is published")
    DISPUTE = "dispute", _("one of my results or games is disputed")
    RULING = "ruling", _("a ruling is made on one of my games")
    APPEAL = "appeal", _("a ruling is appealed")
    DEADLINE = "deadline", _("one of my deadlines is near")


class Notice(models.Model):
    """A notice to one person.

    ``facts``: ids and numbers, from which ``texts`` makes sentences. The id follows from the event and the
    person, so that nobody is notified twice.
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
    """The notices that a user chose; without a row all kinds, only in the list."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kinds = models.JSONField()
    mail = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kinds} for {self.user_id}"
