"""Verifying the log while it is written to, and keeping what was found."""

from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connection

from games.log import store, upkeep
from games.log.progress import Report, silent
from games.log.snapshot import snapshot
from games.log.tree.blocks import Tree
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


def check(at: datetime, report: Report = silent) -> Checked:
    """The log as it is at one moment: an event stored meanwhile is not taken for an inserted one."""
    with _one_moment():
        checked = Checked(events=store.head(), faults=tuple(verify(report)))
    keep(checked.faults)
    with suppress(DatabaseError):  # a database that is broken has been named by then
        upkeep.done(upkeep.VERIFY, at, good=checked.good, said=str(checked))
        if checked.good:
            Tree(checked.events)  # stores roots, so that the next head need not
    return checked


def _one_moment() -> AbstractContextManager[None]:
    return nullcontext() if connection.in_atomic_block else snapshot()
