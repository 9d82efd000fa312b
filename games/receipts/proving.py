"""The proof of one event: its line is a leaf of the tree whose signed head is printed below it."""

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

LARGEST_PACKED = 1220  # bytes: version 25 of a QR code, including an address of 60 characters
DIGITS = 18  # more digits than any position will have


@dataclass(frozen=True, slots=True, kw_only=True)
class Provable:
    """An event of the log that a reader requested by its position or by the code of its receipt."""

    row: Row

    @property
    def leaf(self) -> bytes:
        return leaf_hash(leaf_data(self.row))


def find_event(text: str) -> Provable | None:
    """Return the event at a position (in digits) or of a receipt's code; None if there is none."""
    if text.isascii() and text.isdigit():
        return _provable_at(int(text)) if len(text) <= DIGITS else None
    try:
        receipt = check(text)
    except Refusal:
        return None
    return _provable_at(receipt.position) if receipt.valid else None


def may_prove(user: Any, provable: Provable) -> bool:
    """Return whether the user may read all lines that the command stored.

    This is required because a proof cannot omit any part of them.

    The line of each event contains the id of the command, which keeps the other events from being guessed.
    Only lines of older versions contain reasons; current ones contain commitments to them.
    """
    rows = list(Event.objects.filter(command_id=provable.row.command_id).order_by("ordinal"))
    each = zip(rows, store.decode_rows(rows), strict=True)
    return all(_may_read_line(user, _receipt(one), row.data) for row, one in each)


def _may_read_line(user: Any, receipt: Receipt, stored: str) -> bool:
    return may_read(user, receipt) and (not has_plain_reasons(stored) or may_read_reasons(user, receipt))


def proof_text(provable: Provable, at: datetime) -> str | None:
    """Return the text of the proof, including the event's line; None if the log has no key to sign with."""
    head = signed_checkpoints.checkpoint_covering(provable.row.position, at)
    if head is None:
        return None
    index = provable.row.position - 1
    path = merkle.inclusion_proof(index, head.size, Tree(head.size).node)
    extra, checkpoint = leaf_data(provable.row), head.note
    return str(Proof(extra=extra, index=index, path=tuple(path), checkpoint=checkpoint))


def pack_proof(text: str) -> str | None:
    """Return the proof in digits, which a QR code stores best; None if it is too long for a phone to scan.

    The digits are the deflated text with a prefixed 1, as a number.
    """
    deflated = zlib.compress(text.encode(), level=9, wbits=-zlib.MAX_WBITS)
    return str(int.from_bytes(b"\x01" + deflated)) if len(deflated) <= LARGEST_PACKED else None


def _provable_at(position: int) -> Provable | None:
    row = next(rows_at([position]), None)
    return Provable(row=row) if row and row.sound else None


def _receipt(recorded: StoredEvent) -> Receipt:
    return Receipt(code="", position=recorded.position, recorded=recorded, fault=None)
