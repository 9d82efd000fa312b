"""A forged log in its bundle, and what both tools find: alone, with a head or a receipt from before."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.test import Client

from deploy.verifier.check_bundle import Check
from games.log import folding
from games.log.tree import signed_checkpoints
from games.receipts.proving import find_event, proof_text
from tests.builders import NOW
from tests.verifier.bad import canonical, changed
from tests.verifier.checking import bundle_of, integrity, meaning
from tests.verifier.forgeries.honest import Honest, honest_tournament
from tests.verifier.forgeries.kinds import FORGERIES, PUBLISHED, Forgery, nothing
from tests.verifier.forgeries.rewriting import events, rewrite

LATER = NOW + timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What each of them says first; empty: nothing is wrong.

    ``alone``, ``head`` and ``receipt``: of ``check_bundle.py``; ``meaning``: of ``nigiri check``.
    """

    alone: str
    head: str
    receipt: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What readers have from before the forgery: a signed head, receipts of all lines, an older bundle."""

    honest: Honest
    head: str
    receipts: dict[int, str]
    withheld: Path


def before(folder: Path) -> Before:
    """The tournament, a bundle from before its last round, and a head that was signed after its end."""
    withheld = folder / "withheld.zip"

    def keep(row: object) -> None:
        signed_checkpoints.sign_checkpoint(NOW)
        shutil.copy(bundle_of(row.slug, folder), withheld)

    honest = honest_tournament(keep)
    head = signed_checkpoints.sign_checkpoint(LATER).note
    receipts = {event.position: proof_text(find_event(str(event.position)), LATER) for event in events()}
    return Before(honest=honest, head=head, receipts=receipts, withheld=withheld)


def tried(told: Before, forgery: Forgery, folder: Path) -> Found:
    """Forge, have it checked, and undo it."""
    with undone():
        rewritten = _forge(told, forgery)
        bundle = bundle_of(told.honest.row.slug, folder)
        return Found(
            alone=said(integrity(bundle)),
            head=said(integrity(bundle, head=told.head)),
            receipt=said(integrity(bundle, receipt=told.receipts[rewritten])),
            meaning=_meaning(bundle),
        )


def published(told: Before, name: str, folder: Path) -> Found:
    """Change a member that no signature covers."""
    part, plant = PUBLISHED[name]

    def change(files: dict[str, bytes]) -> None:
        shown = json.loads(files[f"published/{part}.json"])
        plant(shown)
        files[f"published/{part}.json"] = canonical(shown)

    bundle = changed(bundle_of(told.honest.row.slug, folder), change)
    head = said(integrity(bundle, head=told.head))
    return Found(alone=said(integrity(bundle)), head=head, receipt=head, meaning=_meaning(bundle))


def proof_of_consistency(old: int, new: int) -> str:
    """As the service gives it."""
    return Client().get(f"/log/consistency/{old}/{new}").content.decode()


@contextmanager
def undone() -> Iterator[None]:
    """What happens to the log in here has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    folding.clear_cache()


def _forge(told: Before, forgery: Forgery) -> int:
    """The position, as it was, of the last line that is another one now."""
    was = {event.position: (event.stream, event.data, event.actor, event.recorded_at) for event in events()}
    rewrite(lambda log: forgery(told.honest, log))
    now = {event.position: (event.stream, event.data, event.actor, event.recorded_at) for event in events()}
    return max((position for position in was if was[position] != now.get(position)), default=1)


def said(check: Check) -> str:
    return next(iter([*check.faults, *check.unchecked]), "")


def _meaning(bundle: Path) -> str:
    return next(map(str, meaning(bundle).faults), "")


def table(folder: Path) -> Iterator[tuple[str, Found]]:
    """The log as it was first: nobody finds anything."""
    told = before(folder)
    yield "nothing", tried(told, nothing, folder)
    for name, kind in FORGERIES.items():
        yield name, tried(told, kind.forge, folder)
    for name in PUBLISHED:
        yield name, published(told, name, folder)
