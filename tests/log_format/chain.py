"""A log in the making, without a database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from uuid import UUID, uuid5

from games.log import commitments, pinning, wire
from games.log.canonical import canonical
from games.log.digests import digest_of, line

HOME = UUID("6b6f6d69-0000-5000-8000-000000000000")
BEGUN = datetime(2026, 11, 21, 9, tzinfo=UTC)
ACTOR = "user:1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An event as it is stored."""

    position: int
    stream: str
    version: int
    kind: str
    data: str
    actor: str
    command_id: UUID
    ordinal: int
    recorded_at: datetime
    digest: str = ""
    joined: int | None = None


class Log:
    """Each command has an id and a minute of its own. Salts are digests here, so that they stay the same."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.commands = 0
        self.openings: list[tuple[int, commitments.OpenedCommitment]] = []

    def store(self, *changes: tuple[str, Sequence[object]]) -> None:
        """What one command leads to: a stream and its events, each."""
        self.commands += 1
        command, at = uuid5(HOME, f"command {self.commands}"), BEGUN + timedelta(minutes=self.commands)
        ordinal = 0
        for stream, events in changes:
            for event in events:
                kind, data = wire.encode(event)
                data = pinning.with_pin(event, data, self._ends())
                salts = (sha256(f"salt {len(self.rows) + 1} {n}".encode()).digest() for n in count(1))
                data, opened = commitments.commit_texts(data, salts)
                self.openings += ((len(self.rows) + 1, one) for one in opened)
                before = [row for row in self.rows if row.stream == stream]
                row = Row(
                    position=len(self.rows) + 1,
                    stream=stream,
                    version=len(before) + 1,
                    kind=kind,
                    data=canonical(data),
                    actor=ACTOR,
                    command_id=command,
                    ordinal=ordinal,
                    recorded_at=at,
                )
                digest = digest_of(before[-1].digest if before else "", row)
                self.rows.append(replace(row, digest=digest))
                ordinal += 1

    def _ends(self) -> dict[str, pinning.End]:
        return {row.stream: (row.version, row.digest) for row in self.rows}

    def lines(self) -> Iterator[str]:
        """As an export has them."""
        counts = {"count": len(self.rows), "openings": len(self.openings), "answers": 0}
        yield canonical({"format": "nigiri-events", "version": 3, "after": 0, "stream": None, **counts})
        for row in self.rows:
            yield f'{line(row, row.position)[:-1]},"digest":"{row.digest}"}}'
        for position, opened in self.openings:
            yield commitments.opening_line(position, opened)
