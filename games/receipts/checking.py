"""Verification that the log has not been altered since a receipt was issued."""

from dataclasses import dataclass, replace

from games.log import store
from games.log.digests import digest_of
from games.log.raw import Row, rows_at
from games.log.store import StoredEvent
from games.log.tables import Event
from games.log.verification import Fault
from games.receipts.codes import ReceiptCode, read_code


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """An issued code and its event; ``event`` is None if there is a ``fault``."""

    code: str
    position: int
    recorded: StoredEvent | None
    fault: Fault | None

    @property
    def valid(self) -> bool:
        return self.fault is None


def check(typed: str) -> Receipt:
    """Verify a receipt's event and all earlier events of its stream. Refuses with ``no_such_receipt``."""
    code = read_code(typed)
    fault = _find_fault(code)
    recorded = None if fault else store.decode_row(Event.objects.get(pk=code.position))
    return Receipt(code=str(code), position=code.position, recorded=recorded, fault=fault)


def _find_fault(code: ReceiptCode) -> Fault | None:
    row = next(rows_at([code.position]), None)
    if row is None:
        return Fault(position=code.position, what="there is no event here any more")
    if fault := _first_fault(row):
        return fault
    if code.stands_for(row.digest):
        return None
    what = "the log holds another event than the one this receipt was given for"
    return Fault(stream=row.stream, version=row.version, position=row.position, what=what)


def _first_fault(last: Row) -> Fault | None:
    """Return the first event of the stream, up to this one, that does not follow from earlier events."""
    before = Event.objects.filter(stream=last.stream, position__lt=last.position).order_by("position")
    positions = [*before.values_list("position", flat=True), last.position]
    link = ""
    for version, row in enumerate(rows_at(positions), start=1):
        if row.version != version or not _follows(row, link):
            what = _describe_fault(row, version, link)
            return Fault(stream=last.stream, version=version, position=row.position, what=what)
        link = row.digest
    return None


def _follows(row: Row, link: str) -> bool:
    return row.sound and digest_of(link, row) == row.digest


def _describe_fault(row: Row, version: int, link: str) -> str:
    if row.version <= version:
        return "is not what was written: its digest does not match"
    if _follows(replace(row, version=version), link):
        return f"is stored as version {row.version}"
    return f"missing, up to version {row.version - 1}"
