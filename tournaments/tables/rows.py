"""Projection tables. Every row is derived from events by ``projections.py`` and can be rebuilt."""

from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.db import models

from tournaments.competition.history import Winner
from tournaments.state.tournament import ResultState


class Row(models.Model):
    """A row of a projection: rebuilt from position 0 by ``manage.py rebuild``."""

    projection: ClassVar[bool] = True
    belongs: ClassVar[str] = "tournament"

    class Meta:
        abstract = True


class TournamentRow(Row):
    """A tournament. ``version``: of the last event; ``settings`` and ``poster``: values as JSON.

    ``settings`` of ``history.Settings``, ``poster`` of ``state.tournament.Details``.
    """

    belongs: ClassVar[str] = "id"

    id = models.UUIDField(primary_key=True)
    organisation_id = models.UUIDField(db_index=True)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    place = models.CharField(max_length=200, blank=True)
    begins = models.CharField(max_length=10, blank=True)
    ends = models.CharField(max_length=10, blank=True)
    ruleset = models.CharField(max_length=200)
    system = models.CharField(max_length=20)
    rounds = models.PositiveSmallIntegerField()
    settings = models.JSONField()
    poster = models.JSONField(default=dict)
    published = models.BooleanField(default=False)
    archived = models.BooleanField(default=False)
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ("-begins", "slug")
        indexes = (
            models.Index(fields=("-begins", "slug"), name="tournaments_newest"),
            models.Index(
                fields=("-begins", "slug"), condition=models.Q(published=True), name="tournaments_shown"
            ),
            models.Index(
                fields=("-begins", "slug"),
                condition=models.Q(published=True, archived=False),
                name="tournaments_at_home",
            ),
            models.Index(fields=("organisation_id", "-begins", "slug"), name="tournaments_of_house"),
            models.Index(
                fields=("organisation_id", "-begins", "slug"),
                condition=models.Q(archived=True),
                name="tournaments_put_away",
            ),
            models.Index(fields=("system", "-begins", "slug"), name="tournaments_of_system"),
        )


class EntryRow(Row):
    # Text, as in events: parsing thousands of UUIDs took longer than computing the scores.
    id = models.CharField(primary_key=True, max_length=36)
    tournament = models.ForeignKey(TournamentRow, on_delete=models.CASCADE, related_name="entries")
    player_id = models.UUIDField(db_index=True)
    partner_id = models.UUIDField(null=True, blank=True, db_index=True)  # in pair go, the second player
    third_id = models.UUIDField(null=True, blank=True, db_index=True)  # in rengo of three
    number = models.PositiveIntegerField()
    rank = models.SmallIntegerField()
    rating = models.IntegerField()
    country = models.CharField(max_length=2, blank=True)
    club = models.CharField(max_length=12, blank=True)
    correction = models.SmallIntegerField(default=0)
    absent = models.JSONField(default=list)
    final = models.BooleanField(default=True)
    withdrawn = models.BooleanField(default=False)
    voided = models.BooleanField(default=False)
    checked_in = models.BooleanField(default=False)
    group = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "player_id"), name="entered_once"),
            models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
        )


class RoundRow(Row):
    id = models.CharField(primary_key=True, max_length=50)  # tournament id, "/", number
    tournament = models.ForeignKey(TournamentRow, on_delete=models.CASCADE, related_name="round_rows")
    number = models.PositiveSmallIntegerField()
    published = models.BooleanField(default=False)
    corrected = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)
    claims_until = models.CharField(max_length=40, blank=True)
    method = models.CharField(max_length=20, blank=True)
    rules = models.CharField(max_length=40, blank=True)
    seed = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    optimum = models.BigIntegerField(default=0)
    inputs_digest = models.CharField(max_length=64, blank=True)
    byes = models.JSONField(default=list)
    held = models.JSONField(default=list)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="round_once"),)

    def shows(self, entry: object) -> bool:
        """Return whether the public sees the game or bye of an entry."""
        return self.published and str(entry) not in self.held


class PairingRows(models.QuerySet["PairingRow"]):
    def with_contradiction(self) -> "PairingRows":
        """Return the games whose record shows another result than the one that counts without a ruling."""
        decided = self.exclude(winner=Winner.NOBODY_YET).filter(by_default=False, ruled_claim="")
        return decided.exclude(proved_winner="").exclude(proved_winner=models.F("winner"))


class PairingRow(Row):
    """A game of a round: its result, and that which its record proves (``proved_*``, from the game)."""

    game_id = models.UUIDField(primary_key=True)
    tournament = models.ForeignKey(TournamentRow, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField()
    white = models.ForeignKey(EntryRow, on_delete=models.CASCADE, related_name="+")
    black = models.ForeignKey(EntryRow, on_delete=models.CASCADE, related_name="+")
    handicap = models.PositiveSmallIntegerField()
    komi = models.FloatField()
    colours_known = models.BooleanField(default=True)
    components = models.JSONField(default=dict)
    total = models.BigIntegerField(default=0)
    by_hand = models.BooleanField(default=False)
    winner = models.CharField(max_length=12)
    by_default = models.BooleanField(default=False)
    automatic = models.BooleanField(default=False)
    result_state = models.CharField(max_length=12)
    reports = models.JSONField(default=dict)
    ruled_claim = models.CharField(max_length=36, blank=True)
    ruled_score = models.CharField(max_length=40, blank=True)
    appeal_until = models.CharField(max_length=40, blank=True)
    date = models.CharField(max_length=10, blank=True)
    time = models.CharField(max_length=5, blank=True)
    proved_winner = models.CharField(max_length=12, blank=True)
    proved_text = models.CharField(max_length=40, blank=True)

    objects = PairingRows.as_manager()

    class Meta:
        ordering = ("round", "table")
        constraints = (
            models.CheckConstraint(condition=~models.Q(white=models.F("black")), name="nobody_plays_himself"),
            # One seat per entry and round; commands check across colours, the database does not.
            models.UniqueConstraint(fields=("tournament", "round", "white"), name="white_once_a_round"),
            models.UniqueConstraint(fields=("tournament", "round", "black"), name="black_once_a_round"),
        )
        indexes = (models.Index(fields=("tournament", "round", "table")),)

    @property
    def is_contradicted(self) -> bool:
        """Return whether the record shows another result than the one that counts without a ruling."""
        is_decided = self.winner != Winner.NOBODY_YET and not self.by_default and not self.ruled_claim
        return is_decided and self.proved_winner not in ("", self.winner)

    def is_postponed(self, today: str) -> bool:
        """Return whether the game is postponed, as ``state.tournament.Pair.is_postponed`` does."""
        return self.result_state == ResultState.MISSING and bool(self.date) and self.date >= today


def players_of(entry: EntryRow) -> list[Any]:
    """Return the player ids of an entry: one, two in pair go, two or three in rengo."""
    return [who for who in (entry.player_id, entry.partner_id, entry.third_id) if who is not None]


def with_player(players: Any) -> models.Q:
    """Return a filter of entries with one of the players."""
    own = (models.Q(**{f"{who}__in": players}) for who in ("player_id", "partner_id", "third_id"))
    return reduce(or_, own)
