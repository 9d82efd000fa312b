"""Tables of the rating lists that federations publish and an organisation has imported. Source tables.

Like ``people``, they are personal data outside the log, used to enter players and replaced by the next list.
"""

from django.db import models

from tournaments.competition.ranks import format_grade
from tournaments.tables.people import Organisation


class PlayerList(models.Model):
    """A rating list of one organisation.

    ``version`` counts its imports; ``digest`` is that of the file. ``published``: the publication date that
    the list states. ``address``: the last one that it was fetched from, with the validators of its response
    for conditional requests.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="player_lists")
    kind = models.CharField(max_length=3)
    version = models.PositiveIntegerField(default=0)
    published = models.DateField(null=True)
    read_at = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64)
    address = models.CharField(max_length=500, blank=True, default="", db_default="")
    etag = models.CharField(max_length=200, blank=True, default="", db_default="")
    last_modified = models.CharField(max_length=60, blank=True, default="", db_default="")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("organisation", "kind"), name="one_list_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"


class ListedPlayer(models.Model):
    """A row of the list.

    ``id`` follows from the list and the number, or from the name if there is no number. ``folded``: the name
    in the form used for searching (``folding``), with a blank before each word. ``rank`` and ``rating`` (on
    the EGF's scale) are null if the list has none. ``version``: the list's at the import.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    listing = models.ForeignKey(PlayerList, on_delete=models.CASCADE, related_name="players")
    number = models.CharField(max_length=16, blank=True)
    family_name = models.CharField(max_length=60)
    given_name = models.CharField(max_length=60, blank=True)
    country = models.CharField(max_length=2, blank=True)
    club = models.CharField(max_length=12, blank=True)
    rank = models.SmallIntegerField(null=True)
    grade = models.CharField(max_length=8, blank=True, db_default="")
    rating = models.SmallIntegerField(null=True)
    status = models.CharField(max_length=10, blank=True)
    last_event = models.CharField(max_length=16, blank=True)
    folded = models.CharField(max_length=260)
    version = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("listing", "number"), name="listed_by_number"),)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.family_name} {self.given_name}".strip()

    @property
    def written_rank(self) -> str:
        return format_grade(self.rank, self.grade)
