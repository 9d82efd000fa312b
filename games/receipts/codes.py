"""The code of a receipt: short enough to read out, derived from the event and never stored.

It holds the event's position, 80 bits of a keyed digest over position and digest of the event (the tag) and
20 bits over both (the seal), in Crockford's base 32. The seal distinguishes an issued code from a mistyped or
invented one. The tag reveals a rewritten log even if every later digest was recomputed, which
``verification`` cannot detect. The keys are derived from SECRET_KEY; codes issued under an older key remain
valid while that key is in SECRET_KEY_FALLBACKS.
"""

from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.log.store import StoredEvent
from games.marking import marked
from games.refusals import Code, refuse, register

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOK_ALIKES = str.maketrans("OIL", "011", "- ")
TAG, SEAL, GROUP = 16, 4, 5
SHORTEST_PLACE, LONGEST_PLACE = 5, 12  # of the position: five symbols reach 33 million events
SALT = "games.receipts"  # in every code issued so far

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"  # the digits of int() in base 32
_TO_DIGITS = str.maketrans(SYMBOLS, _DIGITS)
_FROM_RFC_4648 = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", SYMBOLS.encode())

register(
    {
        "no_such_receipt": Code(
            status=404,
            title=marked("This service does not know this receipt."),
            advice=marked("Compare it with the original code. A character may be wrong."),
        )
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptCode:
    """An issued code: its symbols without groups, and the keys that made its seal."""

    symbols: str
    keys: Sequence[str | bytes]

    @property
    def position(self) -> int:
        return int(self.symbols[: -TAG - SEAL].translate(_TO_DIGITS), 32)

    def __str__(self) -> str:
        """Return the code as it was issued: ``00001-7K3MA-...``."""
        return "-".join(self.symbols[start : start + GROUP] for start in range(0, len(self.symbols), GROUP))

    def stands_for(self, digest: str) -> bool:
        """Return whether the code was issued for the event with this digest at its position."""
        codes = [_sealed_symbols(key, self.position, digest) for key in self.keys]
        return any(constant_time_compare(code, self.symbols) for code in codes)


def code_of(recorded: StoredEvent) -> str:
    """Return the code of an event: five groups of five symbols, ``00001-7K3MA-...``."""
    return code_at(recorded.position, recorded.digest)


def code_at(position: int, digest: str) -> str:
    """Return the code of the event with this position and digest."""
    key = settings.SECRET_KEY
    return str(ReceiptCode(symbols=_sealed_symbols(key, position, digest), keys=[key]))


def last_code(recorded: Sequence[StoredEvent]) -> str | None:
    """Return the code of a command's last event; None if the command stored nothing."""
    return code_of(recorded[-1]) if recorded else None


def read_code(typed: str) -> ReceiptCode:
    """Parse a code, accepting similar characters, any case and grouping. Refuses with ``no_such_receipt``."""
    symbols = _symbols(typed)
    keys = [key for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if _seal_fits(key, symbols)]
    if not keys:
        refuse("no_such_receipt")
    return ReceiptCode(symbols=symbols, keys=keys)


def _symbols(typed: str) -> str:
    symbols = typed.upper().translate(LOOK_ALIKES) if typed.isascii() else ""
    fits = SHORTEST_PLACE <= len(symbols) - TAG - SEAL <= LONGEST_PLACE
    if not fits or set(symbols) - set(SYMBOLS):
        refuse("no_such_receipt")
    return symbols


def _seal_fits(key: str | bytes, symbols: str) -> bool:
    return constant_time_compare(_keyed_digest(key, "seal", symbols[:-SEAL], SEAL), symbols[-SEAL:])


def _sealed_symbols(key: str | bytes, position: int, digest: str) -> str:
    place = _base32(position.to_bytes(10)).lstrip("0").rjust(SHORTEST_PLACE, "0")
    head = place + _keyed_digest(key, "tag", f"{position}:{digest}", TAG)
    return head + _keyed_digest(key, "seal", head, SEAL)


def _keyed_digest(key: str | bytes, what: str, value: str, symbols: int) -> str:
    mac = salted_hmac(f"{SALT}.{what}", value, secret=key, algorithm="sha256").digest()
    return _base32(mac)[:symbols]


def _base32(data: bytes) -> str:
    """Encode in Crockford's symbols, five bits each, starting with the highest."""
    return b32encode(data).translate(_FROM_RFC_4648, b"=").decode()
