"""The table of games that people read. Made from events by ``game_projection``, may be thrown away."""

from typing import ClassVar

from django.db import models


class GameRow(models.Model):
    """A game as it stands. ``outcome`` and ``winner`` ("b", "w", "" for a tie) are what the record proves.

    ``claimed``, ``record_handicap``, ``record_komi`` and ``record_rules`` are what a received record says of
    itself, None or empty where it does not; ``illegal_turn`` is set when a correction of the
    terms made a turn illegal; ``black`` and ``white`` are the participants' opaque ids.

    What a change of limits is measured against: ``komi``, the handicap considered; ``margin``, Black's total
    less White's in a counted game; ``by``, how the game ended; ``lost_most``, the greatest difference of
    prisoners; how often it was continued, claims of the player who made most, sequences of the claim that has
    most, fines of both; ``length``, the most turns it may have; ``limits``, the number of the change of
    limits under which it was last judged.
    """

    projection: ClassVar[bool] = True
    belongs: ClassVar[str] = "context"

    game_id = models.UUIDField(primary_key=True)
    context = models.CharField(max_length=200)
    ruleset = models.CharField(max_length=200)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    handicap = models.PositiveSmallIntegerField()
    black = models.CharField(max_length=200)
    white = models.CharField(max_length=200)
    turns = models.PositiveIntegerField()
    phase = models.CharField(max_length=20)
    to_play = models.CharField(max_length=1)
    outcome = models.CharField(max_length=40, blank=True)
    winner = models.CharField(max_length=1, blank=True)
    claimed = models.CharField(max_length=40, blank=True)
    illegal_turn = models.PositiveIntegerField(null=True)
    has_record = models.BooleanField(default=False)
    record_handicap = models.PositiveIntegerField(null=True)
    record_komi = models.FloatField(null=True)
    record_rules = models.CharField(max_length=40, blank=True, default="", db_default="")
    withdrawn = models.BooleanField(default=False)
    komi = models.FloatField(default=0.0)
    margin = models.FloatField(null=True)
    by = models.CharField(max_length=20, blank=True)
    lost_most = models.PositiveIntegerField(default=0)
    continuations = models.PositiveIntegerField(default=0)
    claims_made = models.PositiveIntegerField(default=0)
    sequences = models.PositiveIntegerField(default=0)
    fines = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(null=True)
    limits = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = (models.Index(fields=("context", "limits")),)

    def __str__(self) -> str:
        return f"game {self.game_id}@{self.version}"
