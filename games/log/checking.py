"""Verifying the log while it is written to, and keeping what was found."""

from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connection

from games.log import store, upkeep
from games.log.many_ranges import verify_ranges
from games.log.progress import Report, silent
from games.log.since import note, verify_since
from games.log.snapshot import snapshot
from games.log.tables import VerifiedUpTo
from games.log.verification import Fault, keep, verify


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How many events there were, and what is wrong with them."""

    events: int
    faults: tuple[Fault, ...]

    @property
    def good(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        if self.good:
            return f"{self.events} events, every digest matches."
        return f"{self.events} events, {len(self.faults)} faults."


def check(
    at: datetime, report: Report = silent, *, since: VerifiedUpTo | None = None, jobs: int = 1
) -> Checked:
    """The log as it is at one moment: an event stored meanwhile is not taken for an inserted one.

    All of it, by so many processes, or what came ``since`` it was found whole.
    """
    begun = verify_ranges(jobs, report) if jobs > 1 and since is None else None
    with _one_moment():
        head, found = store.head(), verify(report, begun) if since is None else verify_since(since, report)
        checked = Checked(events=head, faults=tuple(found))
    keep(checked.faults, whole=since is None)
    with suppress(DatabaseError):  # a database that is broken has been named by then
        upkeep.done(upkeep.VERIFY, at, good=checked.good, said=str(checked))
        if checked.good:
            note(checked.events, at)  # and writes tiles down, so that the next head waits for none
    return checked


def _one_moment() -> AbstractContextManager[None]:
    return nullcontext() if connection.in_atomic_block else snapshot()
