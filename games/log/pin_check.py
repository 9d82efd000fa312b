"""Do results and claims rest on the records that the log has? Part of ``verification``."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.log import raw
from games.log.canonical import parse
from games.log.pinning import DIGEST, VERSION, End, stream_of_game
from games.log.raw import Row

MADE = "claim.made."  # the first event of a claim, which says of what game it is


class Misfit(NamedTuple):
    """What is wrong with the event of a stream."""

    stream: str
    version: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """``stream`` had ``digest`` at ``version``, says ``row``."""

    stream: str
    version: int
    digest: str
    row: Row

    def misfit(self, digest: str) -> Iterator[Misfit]:
        """``digest``: what the log has there, "" for no event. The fault is the record's: results go on."""
        if digest == self.digest:
            return
        rests = f"{self.row.stream} version {self.row.version} ({self.row.kind}) rests on it"
        has = f"has digest {digest}" if digest else "is not there"
        yield Misfit(self.stream, self.version, f"{has}; {rests} with digest {self.digest}")


class PinCheck:
    """Compares what events rest on with the streams, while the log is read by position.

    Nearly all rest on what is then the end of a stream; the few that do not are looked up at the end.
    """

    def __init__(self) -> None:
        self._games: dict[str, str] = {}
        self._later: list[Pin] = []

    def take(self, row: Row, end_of: Callable[[str], End]) -> Iterator[Misfit]:
        """What is wrong with a pin in this row; ``end_of``: of a stream so far, this row included."""
        try:
            pin = self._pin(row) if f'"{DIGEST}"' in row.data or row.kind.startswith(MADE) else None
        except (ValueError, TypeError, LookupError):
            yield Misfit(row.stream, row.version, "what it rests on cannot be read")
            return
        if pin is None:
            return
        version, digest = end_of(pin.stream)
        if version > pin.version:
            self._later.append(pin)
        else:
            yield from pin.misfit(digest if version == pin.version else "")

    def end(self) -> Iterator[Misfit]:
        """The same of those that rest on what was no end."""
        wanted = {(pin.stream, pin.version) for pin in self._later}
        found = raw.digests_at(wanted) if wanted else {}
        for pin in self._later:
            yield from pin.misfit(found.get((pin.stream, pin.version), ""))

    def _pin(self, row: Row) -> Pin | None:
        """None where there is none. Raises ValueError, TypeError, LookupError for what cannot be read."""
        data = parse(row.data)
        if row.kind.startswith(MADE):
            self._games[row.stream] = data["game_id"]
        if not data.get(DIGEST):
            return None
        game, version, digest = data.get("game_id") or self._games[row.stream], data[VERSION], data[DIGEST]
        if [type(part) for part in (game, version, digest)] != [str, int, str]:
            raise TypeError("a pin names a game, a version and a digest")
        return Pin(stream=stream_of_game(game), version=version, digest=digest, row=row)
