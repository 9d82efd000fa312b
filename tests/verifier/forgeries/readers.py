"""Three readers of a forged log, and what each of them finds.

One has the bundle alone, one has kept the head that was signed when the tournament was over, one has the
receipt of the last line that is another one now.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.test import Client

from games.log import folding
from games.log.tree import keeping
from games.receipts.proving import named, proof
from tests.builders import NOW
from tests.verifier.checking import Verdict, bundle_of, verified
from tests.verifier.forgeries.honest import Honest, honest_tournament
from tests.verifier.forgeries.kinds import FORGERIES, Forgery, nothing
from tests.verifier.forgeries.rewriting import events, rewrite

LATER = NOW + timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What each reader says; empty: nothing is wrong."""

    alone: str
    kept: str
    receipt: str

    @property
    def by(self) -> dict[str, bool]:
        return dict(zip(("alone", "kept", "receipt"), map(bool, self.said), strict=True))

    @property
    def said(self) -> tuple[str, ...]:
        return self.alone, self.kept, self.receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What readers have from before the forgery: a signed head, and lines with their receipts."""

    honest: Honest
    kept: str
    proofs: dict[int, str]


def before() -> Before:
    """The tournament, a head signed after its end, receipts of all lines."""
    honest = honest_tournament()
    kept = keeping.make(LATER)
    proofs = {event.position: proof(named(str(event.position)), LATER) for event in events()}
    return Before(honest=honest, kept=kept.note, proofs=proofs)


def tried(told: Before, forgery: Forgery, folder: Path) -> Found:
    """The forgery made, looked at by all three, and undone."""
    with undone():
        rewritten = _forge(told, forgery)
        bundle = bundle_of(told.honest.row.slug, folder)
        return Found(
            alone=_said(verified(bundle)),
            kept=_said(verified(bundle, kept=told.kept)) or _shorter(told.kept),
            receipt=_said(verified(bundle, receipt=told.proofs[rewritten])) or _shorter(told.kept),
        )


@contextmanager
def undone() -> Iterator[None]:
    """What happens to the log in here has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    folding.forget()


def _forge(told: Before, forgery: Forgery) -> int:
    """The position, as it was, of the last line that is another one now."""
    was = {event.position: (event.stream, event.data, event.actor, event.recorded_at) for event in events()}
    rewrite(lambda log: forgery(told.honest, log))
    now = {event.position: (event.stream, event.data, event.actor, event.recorded_at) for event in events()}
    return max((position for position in was if was[position] != now.get(position)), default=1)


def _said(verdict: Verdict) -> str:
    return verdict.faults[0] if verdict.faults else ""


def _shorter(kept: str) -> str:
    """Whoever has a head of more events than there are today, as in a receipt: no proof leads there."""
    today = int(_checkpoint().split("\n")[1])
    more = int(kept.split("\n")[1])
    return f"the service signed {more} events, and has {today}" if today < more else ""


def _checkpoint() -> str:
    return Client().get("/log/checkpoint").content.decode()


def table(folder: Path) -> Iterator[tuple[str, Found]]:
    """The log as it was first: nobody finds anything."""
    told = before()
    yield "nothing", tried(told, nothing, folder)
    for name, forgery in FORGERIES.items():
        yield name, tried(told, forgery, folder)
