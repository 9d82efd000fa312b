"""People, clubs and roles. Source tables: personal data is stored here and nowhere else.

Events hold a player's id only; erasing a person empties one row and changes no standings.
"""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.competition.ranks import format_grade
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK


class Organisation(models.Model):
    """A club or federation that runs tournaments and keeps a list of players.

    ``demonstration``: its tournament and people are invented, and it can be removed whole.
    ``second_factor``: its roles take effect only for accounts that have a second factor.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    demonstration = models.BooleanField(default=False)
    second_factor = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Office(models.TextChoices):
    """A role in an organisation (all of its tournaments) or in one tournament.

    The committee decides appeals against the rulings of referees. The desk checks in and records results.
    """

    OWNER = "owner"
    DIRECTOR = "director"
    COMMITTEE = "committee"
    REFEREE = "referee"
    DESK = "desk"


class Membership(models.Model):
    """A role of ``user`` in the organisation, or in one tournament if ``tournament_id`` is given."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    office = models.CharField(max_length=10, choices=Office.choices)
    # A plain column: tournaments are projections, and a source table never points into one.
    tournament_id = models.UUIDField(null=True, blank=True)

    class Meta:
        constraints = (
            # Two constraints, because SQLite treats every NULL as a distinct value.
            models.UniqueConstraint(
                fields=("organisation", "user", "office"),
                condition=models.Q(tournament_id__isnull=True),
                name="office_once",
            ),
            models.UniqueConstraint(
                fields=("tournament_id", "user", "office"), name="tournament_office_once"
            ),
            models.CheckConstraint(
                condition=models.Q(tournament_id__isnull=True) | ~models.Q(office=Office.OWNER),
                name="owner_of_an_organisation",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.office}"


class Club(models.Model):
    """A club. ``code``: its short name in exchange files ("75Op"), which entries use."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="clubs")
    code = models.CharField(max_length=12)
    name = models.CharField(max_length=120, blank=True)
    country = models.CharField(max_length=2, blank=True)

    class Meta:
        ordering = ("code",)
        constraints = (models.UniqueConstraint(fields=("organisation", "code"), name="club_once"),)

    def __str__(self) -> str:
        return self.name or self.code


FOR_FILES = {"grade": 8, "rating_origin": 40, "ffg_licence_status": 8, "aga_expiration": 20}
"""The columns that only exchange files need, with their maximum lengths; values are as in the file read."""


ERASED = "(erased)"
"""The family name of an erased person."""
NOT_PERSONAL = frozenset({"id", "organisation", "country", "club", "rank", "rating"})
"""The columns of a player that are not emptied when the person is erased."""


class Hiding(models.TextChoices):
    """The public name of a hidden player. Officers see the real name."""

    NO = "", _("by their name")
    INITIALS = "initials", _("by their initials")
    NUMBER = "number", _("by their number")


def key_of(family_name: str, given_name: str) -> str:
    """Return the name as in exchange files: family and given name in upper case without blanks."""
    return "".join(f"{family_name} {given_name}".upper().split())


class Player(models.Model):
    """A player. ``rank``: 1 dan = 0, 1 kyu = -1. ``user``: the player's account, which may report results.

    ``birth_year`` and ``woman`` are used for prizes only; None: unknown. See also ``FOR_FILES``.
    Lists have the family name first; ``given_first``: the player prefers the other order. ``native_name``:
    in another script. ``career_since``: when the player agreed to a public career page, None:
    never; ``career_by``: the actor who recorded it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="players")
    family_name = models.CharField(max_length=60)
    given_name = models.CharField(max_length=60, blank=True)
    given_first = models.BooleanField(default=False)
    native_name = models.CharField(max_length=60, blank=True)
    hidden = models.CharField(max_length=8, blank=True, choices=Hiding.choices)
    career_since = models.DateTimeField(null=True, blank=True)
    career_by = models.CharField(max_length=60, blank=True)
    country = models.CharField(max_length=2, blank=True)
    club = models.CharField(max_length=12, blank=True)
    rank = models.SmallIntegerField()
    rating = models.IntegerField()
    egf_pin = models.CharField(max_length=16, blank=True)
    ffg_licence = models.CharField(max_length=16, blank=True)
    aga_id = models.CharField(max_length=16, blank=True)
    grade = models.CharField(max_length=FOR_FILES["grade"], blank=True)
    rating_origin = models.CharField(max_length=FOR_FILES["rating_origin"], blank=True)
    ffg_licence_status = models.CharField(max_length=FOR_FILES["ffg_licence_status"], blank=True)
    aga_expiration = models.CharField(max_length=FOR_FILES["aga_expiration"], blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    woman = models.BooleanField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    erased = models.BooleanField(default=False)

    class Meta:
        ordering = ("family_name", "given_name", "id")
        indexes = (
            models.Index(fields=("organisation", "family_name", "given_name", "id"), name="players_by_name"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(rank__gte=LOWEST_RANK, rank__lte=HIGHEST_RANK), name="rank_30k_to_9d"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.family_name} {self.given_name}".strip()

    @property
    def written_rank(self) -> str:
        return format_grade(self.rank, self.grade)

    @property
    def key(self) -> str:
        """Return the name as in exchange files."""
        return key_of(self.family_name, self.given_name)

    def erase(self) -> None:
        """Empty every column but those in ``NOT_PERSONAL``; entries, games and results are unchanged."""
        for column in self._meta.concrete_fields:
            if column.name not in NOT_PERSONAL:
                empty = column.default if column.has_default() else ""
                setattr(self, column.attname, None if column.null else empty)
        self.family_name, self.erased = ERASED, True
        self.save()
