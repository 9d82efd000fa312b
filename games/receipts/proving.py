"""The proof of one event: that its line is a leaf of the tree whose signed head is printed below it."""

import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.log import store
from games.log.raw import Row, rows_at
from games.log.redaction import has_plain_reasons
from games.log.store import StoredEvent
from games.log.tables import Event
from games.log.tree import merkle, signed_checkpoints
from games.log.tree.blocks import Tree, leaf_data
from games.log.tree.checkpoints import Proof
from games.log.tree.merkle import leaf_hash
from games.receipts.checking import Receipt, check
from games.receipts.readers import may_read, may_read_reasons
from games.refusals import Refusal

LARGEST_PACKED = 1220  # bytes: with an address of 60 characters version 25 of a QR code
DIGITS = 18  # more positions than there will be


@dataclass(frozen=True, slots=True, kw_only=True)
class Provable:
    """An event of the log that somebody has named by its position or by the code of its receipt."""

    row: Row

    @property
    def leaf(self) -> bytes:
        return leaf_hash(leaf_data(self.row))


def event_named(text: str) -> Provable | None:
    """The event at a position (in digits), or of a receipt's code; None where there is none."""
    if text.isascii() and text.isdigit():
        return _provable_at(int(text)) if len(text) <= DIGITS else None
    try:
        receipt = check(text)
    except Refusal:
        return None
    return _provable_at(receipt.position) if receipt.valid else None


def may_prove(user: Any, provable: Provable) -> bool:
    """Whether the user may read all lines that the command stored: none of them can leave anything out.

    The command's id stands in the line of each of its events, and keeps the others from being guessed. A
    reason is in lines of before alone: those of today have a commitment to it.
    """
    rows = list(Event.objects.filter(command_id=provable.row.command_id).order_by("ordinal"))
    each = zip(rows, store.decode_rows(rows), strict=True)
    return all(_may_read_line(user, _receipt(one), row.data) for row, one in each)


def _may_read_line(user: Any, receipt: Receipt, stored: str) -> bool:
    return may_read(user, receipt) and (not has_plain_reasons(stored) or may_read_reasons(user, receipt))


def proof_text(provable: Provable, at: datetime) -> str | None:
    """The text of the proof, with the event's line in it; None where the log has no key to sign with."""
    head = signed_checkpoints.checkpoint_covering(provable.row.position, at)
    if head is None:
        return None
    index = provable.row.position - 1
    path = merkle.inclusion_proof(index, head.size, Tree(head.size).node)
    extra, checkpoint = leaf_data(provable.row), head.note
    return str(Proof(extra=extra, index=index, path=tuple(path), checkpoint=checkpoint))


def pack_proof(text: str) -> str | None:
    """A proof in digits, of which a QR code holds most: its text, deflated, a 1 before it, as a number.

    None where it is longer than a code that a phone reads.
    """
    deflated = zlib.compress(text.encode(), level=9, wbits=-zlib.MAX_WBITS)
    return str(int.from_bytes(b"\x01" + deflated)) if len(deflated) <= LARGEST_PACKED else None


def _provable_at(position: int) -> Provable | None:
    row = next(rows_at([position]), None)
    return Provable(row=row) if row and row.sound else None


def _receipt(recorded: StoredEvent) -> Receipt:
    return Receipt(code="", position=recorded.position, recorded=recorded, fault=None)
