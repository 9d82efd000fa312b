"""The texts that the log has commitments to, with their salts, stored in the same transaction.

A row may be erased, but never altered: triggers prevent it, and the application's role has no right to
(``append_only``, ``roles``). A row that does not match its commitment is ignored.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence

from django.db import models
from django.db.models import QuerySet

from games.log import statements
from games.log.commitments import SALT_BYTES, OpenedCommitment, all_commitments
from games.log.tables import Event

QUERY_SIZE = 5000  # in one query
_SELECT = "SELECT commitment, salt, said FROM games_opening WHERE commitment IN ({})"
_INSERT = """
INSERT INTO games_opening (commitment, position, salt, said) VALUES (%s, %s, %s, %s)
ON CONFLICT (commitment) DO NOTHING
"""


class Opening(models.Model):
    """The opening of a commitment in the event at ``position``. ``said``: canonical JSON; ``salt``: hex."""

    commitment = models.CharField(max_length=64, primary_key=True)
    position = models.BigIntegerField(db_index=True)
    salt = models.CharField(max_length=64)
    said = models.TextField()

    def __str__(self) -> str:
        return f"opening of {self.commitment} at {self.position}"

    @property
    def opened(self) -> OpenedCommitment:
        return OpenedCommitment(commitment=self.commitment, salt=self.salt, said=self.said)


def new_salts() -> Iterator[bytes]:
    """Yield random salts without end."""
    while True:
        yield secrets.token_bytes(SALT_BYTES)


def new_secrets() -> Iterator[str]:
    """Yield random values, without end, for the ``secret`` member of events."""
    return (salt.hex() for salt in new_salts())


def store_openings(found: Iterable[tuple[int, OpenedCommitment]]) -> None:
    """Store openings with the positions of their events."""
    rows = [(one.commitment, position, one.salt, one.said) for position, one in found]
    statements.write_each(_INSERT, rows)


def texts_for(stored: Iterable[str]) -> dict[str, str]:
    """Return the texts behind the commitments in the data of events. Sends no query if there are none."""
    found: dict[str, str] = {}
    for asked in _batches(all_commitments(stored)):
        rows = statements.select(_SELECT.format(", ".join(["%s"] * len(asked))), asked)
        each = (OpenedCommitment(commitment=one, salt=salt, said=said) for one, salt, said in rows)
        found |= {one.commitment: one.said for one in each if one.fits}
    return found


def openings_of(events: QuerySet[Event]) -> QuerySet[Opening]:
    """Return the openings of these events, in the order of the log."""
    of_them = Opening.objects.filter(position__in=events.order_by().values("position"))
    return of_them.order_by("position", "commitment")


def erase(commitments: Sequence[str]) -> int:
    """Delete the openings of these commitments; return their number."""
    return sum(Opening.objects.filter(commitment__in=each).delete()[0] for each in _batches(commitments))


def _batches(asked: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(asked), QUERY_SIZE):
        yield asked[start : start + QUERY_SIZE]
