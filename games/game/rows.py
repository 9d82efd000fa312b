"""The table of games that people read: a projection of the events, which can be rebuilt."""

from typing import ClassVar

from django.db import models


class GameRow(models.Model):
    """The current state of a game.

    ``outcome`` and ``winner`` ("b", "w", "" for a tie) are what the record proves.

    ``claimed``, ``record_handicap``, ``record_komi`` and ``record_rules``: the statements of a received
    record, None or empty if it has none; ``illegal_turn``: set if a correction of the terms made a turn
    illegal; ``black`` and ``white``: the opaque ids of the participants.

    Columns for comparison with changed limits: ``komi``, with the handicap considered; ``margin``, Black's
    total less White's in a counted game; ``by``, how the game ended; ``lost_most``, the greatest difference
    of prisoners; the numbers of continuations, of claims by the player with most, of sequences of the claim
    with most; the fines of both; ``length``, the maximum number of turns; ``limits``, the number of the
    change of limits under which the game was last judged.
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
