"""Tables of the tree: roots that can be computed again, and signed heads that cannot."""

from django.db import models


class TreeBlock(models.Model):
    """The root over 256 events, the ``number``th from 0: computed when it is first needed."""

    number = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()

    def __str__(self) -> str:
        return f"block {self.number}"


class KeptCheckpoint(models.Model):
    """A signed head of the tree: ``note`` as it was given out."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    at = models.DateTimeField()
    note = models.TextField()

    def __str__(self) -> str:
        return f"checkpoint of {self.size}"
