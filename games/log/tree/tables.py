"""What is kept of the tree: full tiles, which anybody could make again; what was signed, which nobody can."""

from django.db import models

ROW = 1 << 48  # more tiles than there will be in one level


class TreeTile(models.Model):
    """256 hashes of one level, and the one over them: made from events when first asked for."""

    place = models.BigIntegerField(primary_key=True)  # level * ROW + number of the tile in it
    hashes = models.BinaryField()
    root = models.BinaryField()

    def __str__(self) -> str:
        return f"tile {self.place // ROW}/{self.place % ROW}"


class KeptCheckpoint(models.Model):
    """A signed head of the tree: ``note`` as it was given out; ``cosigned``: lines of witnesses, if any."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    at = models.DateTimeField()
    note = models.TextField()
    cosigned = models.TextField(db_default="")

    def __str__(self) -> str:
        return f"checkpoint of {self.size}"


class WitnessedCheckpoint(models.Model):
    """The last head of another log that we have cosigned: we sign none that contradicts it."""

    origin = models.CharField(max_length=255, primary_key=True)
    size = models.BigIntegerField()
    note = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.origin} {self.size}"
