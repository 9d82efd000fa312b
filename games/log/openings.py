"""The words that the log has commitments to, with their salts: beside it, in the same transaction.

A row may be erased, and never altered: triggers see to it, and the application's role may not
(``append_only``, ``roles``). One that does not fit its commitment is never shown.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence

from django.db import models
from django.db.models import QuerySet

from games.log import statements
from games.log.commitments import SALT, Opened, all_commitments
from games.log.tables import Event

MOST = 5000  # in one query
_FOUND = "SELECT commitment, salt, said FROM games_opening WHERE commitment IN ({})"
_INSERT = """
INSERT INTO games_opening (commitment, position, salt, said) VALUES (%s, %s, %s, %s)
ON CONFLICT (commitment) DO NOTHING
"""


class Opening(models.Model):
    """What opens a commitment in the event at ``position``. ``said``: canonical JSON; ``salt``: hex."""

    commitment = models.CharField(max_length=64, primary_key=True)
    position = models.BigIntegerField(db_index=True)
    salt = models.CharField(max_length=64)
    said = models.TextField()

    def __str__(self) -> str:
        return f"opening of {self.commitment} at {self.position}"

    @property
    def opened(self) -> Opened:
        return Opened(commitment=self.commitment, salt=self.salt, said=self.said)


def salts() -> Iterator[bytes]:
    """New ones without end."""
    while True:
        yield secrets.token_bytes(SALT)


def new_secrets() -> Iterator[str]:
    """What events commit to in a member ``secret``: nobody can guess it; without end."""
    return (salt.hex() for salt in salts())


def keep(found: Iterable[tuple[int, Opened]]) -> None:
    """Store openings of events at these positions."""
    rows = [(one.commitment, position, one.salt, one.said) for position, one in found]
    statements.write_each(_INSERT, rows)


def of(stored: Iterable[str]) -> dict[str, str]:
    """What opens the commitments in these data of events, in no query where there are none."""
    found: dict[str, str] = {}
    for asked in _batches(all_commitments(stored)):
        rows = statements.select(_FOUND.format(", ".join(["%s"] * len(asked))), asked)
        each = (Opened(commitment=one, salt=salt, said=said) for one, salt, said in rows)
        found |= {one.commitment: one.said for one in each if one.fits}
    return found


def of_events(events: QuerySet[Event]) -> QuerySet[Opening]:
    """The openings of these events, in the order of the log."""
    of_them = Opening.objects.filter(position__in=events.order_by().values("position"))
    return of_them.order_by("position", "commitment")


def erase(commitments: Sequence[str]) -> int:
    """Delete what opens these; how many there were."""
    return sum(Opening.objects.filter(commitment__in=each).delete()[0] for each in _batches(commitments))


def _batches(asked: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(asked), MOST):
        yield asked[start : start + MOST]
