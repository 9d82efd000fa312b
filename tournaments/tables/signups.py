"""Registrations of players: terms, consent texts and personal details. Source tables, like those of people.

A registration is personal data: events hold the entry that it becomes, and
nothing of this.
"""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.tables.people import Organisation, Player

LONGEST_EMAIL = 254
LONGEST_CATEGORY = 40
LONGEST_FEE = 40
LONGEST_REASON = 500


class PublicList(models.TextChoices):
    """The registrations that the public list shows."""

    NOBODY = "nobody"
    CONFIRMED = "confirmed"
    EVERYBODY = "everybody"  # also those on the waiting list


class SignupTerms(models.Model):
    """Terms of registration for one tournament. Its row serves as the lock for all its places.

    ``asks``: "optional" or "required" by field; other fields are not asked for. ``places`` None: no limit.
    ``consent``: the text of version ``consent_version``, which stays in ``ConsentText`` when it changes.
    """

    # A plain column: tournaments are projections, and a source table never points into one.
    tournament_id = models.UUIDField(primary_key=True)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="signup_terms")
    is_open = models.BooleanField(default=False)
    zone = models.CharField(max_length=64, default="UTC")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveIntegerField(null=True, blank=True)
    waiting_list = models.BooleanField(default=True)
    at_once = models.BooleanField(default=False)
    categories = models.JSONField(default=list)
    asks = models.JSONField(default=dict)
    shown = models.CharField(max_length=10, choices=PublicList.choices, default=PublicList.NOBODY)
    fee = models.CharField(max_length=120, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    consent_version = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    last_number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"registration in {self.tournament_id}"


class ConsentText(models.Model):
    """The consent text of players who registered while this version was in force; never changed."""

    terms = models.ForeignKey(SignupTerms, on_delete=models.CASCADE, related_name="texts")
    version = models.PositiveIntegerField()
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("terms", "version"), name="consent_version_once"),)

    def __str__(self) -> str:
        return f"version {self.version}"


class State(models.TextChoices):
    """The state of a registration. ``ASKED`` and ``CONFIRMED`` have a place; ``MERGED`` is a duplicate."""

    ASKED = "asked"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    MERGED = "merged"


HOLDING = (State.ASKED, State.CONFIRMED)
OPEN = (State.ASKED, State.WAITING)
"""The states in which the director may still decide."""


class Signup(models.Model):
    """A registration as the player wrote it. ``number``: the order of arrival.

    ``link``: the number of the valid private link; earlier ones do not work. ``digest``:
    of the submitted form, to tell a second click from another form with the same id. ``player``: chosen by
    the director; ``entry_id``: the entry it became. ``leads_to_games``: whether its page may show the
    private link of that entry.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    terms = models.ForeignKey(SignupTerms, on_delete=models.CASCADE, related_name="signups")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices)
    family_name = models.CharField(max_length=60)
    given_name = models.CharField(max_length=60, blank=True)
    rank = models.SmallIntegerField(null=True, blank=True)
    grade = models.CharField(max_length=8, blank=True)
    country = models.CharField(max_length=2, blank=True)
    club = models.CharField(max_length=12, blank=True)
    egf_pin = models.CharField(max_length=16, blank=True)
    ffg_licence = models.CharField(max_length=16, blank=True)
    aga_id = models.CharField(max_length=16, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    email = models.CharField(max_length=LONGEST_EMAIL, blank=True)
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    absent = models.JSONField(default=list)
    byes = models.JSONField(default=list)
    hidden = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    consent_version = models.PositiveIntegerField()
    consent_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    fee = models.CharField(max_length=LONGEST_FEE, blank=True)
    fee_paid_at = models.DateTimeField(null=True, blank=True)
    fee_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="signups"
    )
    entry_id = models.CharField(max_length=36, blank=True)
    leads_to_games = models.BooleanField(default=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="merged"
    )
    link = models.PositiveSmallIntegerField(default=1)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("terms", "number"), name="signup_number_once"),
            models.CheckConstraint(
                condition=Q(rank__isnull=True) | Q(rank__gte=LOWEST_RANK, rank__lte=HIGHEST_RANK),
                name="signup_rank_30k_to_9d",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.family_name} {self.given_name}".strip()

    @property
    def numbers(self) -> dict[str, Any]:
        """Return the federation numbers given, by column of ``Player``."""
        values = {name: getattr(self, name) for name in ("egf_pin", "ffg_licence", "aga_id")}
        return {name: number for name, number in values.items() if number}
