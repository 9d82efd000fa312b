"""Verification that the pins of results and claims match the game records in the log."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.log import raw
from games.log.canonical import parse
from games.log.pinning import DIGEST, VERSION, End, game_stream
from games.log.raw import Row

FIRST_EVENT_OF_CLAIM = "claim.made."  # the first event of a claim, which names its game


class Mismatch(NamedTuple):
    """An event of a stream that does not match a pin, or whose pin cannot be read."""

    stream: str
    version: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """The statement of ``row`` that ``stream`` had ``digest`` at ``version``."""

    stream: str
    version: int
    digest: str
    row: Row

    def mismatches(self, digest: str) -> Iterator[Mismatch]:
        """Yield a mismatch unless the log has this digest, "" for no event.

        The fault is reported for the pinned stream.
        """
        if digest == self.digest:
            return
        rests = f"{self.row.stream} version {self.row.version} ({self.row.kind}) rests on it"
        has = f"has digest {digest}" if digest else "is not there"
        yield Mismatch(self.stream, self.version, f"{has}; {rests} with digest {self.digest}")


class PinCheck:
    """Compares pins with the streams while the log is read by position.

    Nearly all pins name the version that the stream has at that position; the others are checked at the end.
    """

    def __init__(self) -> None:
        self._games: dict[str, str] = {}
        self._later: list[Pin] = []

    def take(self, row: Row, end_of: Callable[[str], End]) -> Iterator[Mismatch]:
        """Yield the mismatch of a pin in this row; ``end_of`` returns the end of a stream up to this row."""
        try:
            pin = (
                self._pin(row)
                if f'"{DIGEST}"' in row.data or row.kind.startswith(FIRST_EVENT_OF_CLAIM)
                else None
            )
        except (ValueError, TypeError, LookupError):
            yield Mismatch(row.stream, row.version, "what it rests on cannot be read")
            return
        if pin is None:
            return
        version, digest = end_of(pin.stream)
        if version > pin.version:
            self._later.append(pin)
        else:
            yield from pin.mismatches(digest if version == pin.version else "")

    def end(self) -> Iterator[Mismatch]:
        """Yield the mismatches of the remaining pins."""
        wanted = {(pin.stream, pin.version) for pin in self._later}
        found = raw.digests_at(wanted) if wanted else {}
        for pin in self._later:
            yield from pin.mismatches(found.get((pin.stream, pin.version), ""))

    def _pin(self, row: Row) -> Pin | None:
        """Return the pin of a row, if any. Raises ValueError, TypeError, LookupError for unreadable data."""
        data = parse(row.data)
        if row.kind.startswith(FIRST_EVENT_OF_CLAIM):
            self._games[row.stream] = data["game_id"]
        if not data.get(DIGEST):
            return None
        game, version, digest = data.get("game_id") or self._games[row.stream], data[VERSION], data[DIGEST]
        if [type(part) for part in (game, version, digest)] != [str, int, str]:
            raise TypeError("a pin names a game, a version and a digest")
        return Pin(stream=game_stream(game), version=version, digest=digest, row=row)
