"""The kept state nearest to a moment of a stream. It is a head start for a fold, and no more.

One that is of another log, or was made by another program, or that cannot be read is passed over.
"""

import zlib
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.log import openings, statements
from games.log.snapshots import held
from games.log.snapshots.folds import Fold, fold_of

NO_END = 2**31 - 1
NO_POSITION = 2**62
_NEAREST = """
SELECT s.version, s.position, s.parts FROM games_snapshot s
JOIN games_event e ON e.stream = s.stream AND e.version = s.version AND e.digest = s.digest
WHERE s.stream = %s AND s.made_by = %s AND s.version > %s AND s.version <= %s AND s.position <= %s
ORDER BY s.version DESC LIMIT 1
"""
_PARTS = "SELECT digest, body FROM games_snapshotpart WHERE stream = %s AND digest IN ({})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A state, and the event after which it was so; version 0: before all."""

    state: Any
    version: int = 0
    position: int = 0


def nearest(
    stream: str, *, beyond: int = 0, version: int = NO_END, position: int = NO_POSITION
) -> Kept | None:
    """The last that is kept up to a version and a position, with the words that can be opened today.

    ``beyond``: an earlier version, up to which none is of use.
    """
    fold = fold_of(stream)
    kept = sealed(stream, beyond=beyond, version=version, position=position) if fold else None
    if fold is None or kept is None:
        return None
    said = openings.of_commitments(fold.commitments(kept.state))
    return Kept(state=fold.opened(kept.state, said), version=kept.version, position=kept.position)


def sealed(
    stream: str, *, beyond: int = 0, version: int = NO_END, position: int = NO_POSITION
) -> Kept | None:
    """The same with commitments for all words."""
    fold = fold_of(stream)
    if fold is None or version <= beyond:
        return None
    for at, there, parts in statements.select(_NEAREST, [stream, fold.program(), beyond, version, position]):
        state = unpacked(fold, stream, parts.split())
        return None if state is None else Kept(state=state, version=at, position=there)
    return None


def unpacked(fold: Fold, stream: str, parts: list[str]) -> Any | None:
    """The state; None where a part is missing or is not what was written."""
    known, keys = held.parts(), [(stream, number, part) for number, part in enumerate(parts)]
    unread = [key for key in keys if key not in known]
    bodies = bodies_of(stream, [part for *_, part in unread])
    if bodies is None:
        return None
    try:
        known |= {key: fold.read(key[1], body) for key, body in zip(unread, bodies, strict=True)}
        return fold.join([known[key] for key in keys])
    except ValueError:
        return None


def bodies_of(stream: str, parts: list[str]) -> list[bytes] | None:
    """What the parts hold; None where one is missing or is not what was written."""
    rows = statements.select(_PARTS.format(", ".join(["%s"] * len(parts))), [stream, *parts]) if parts else []
    bodies = {digest: bytes(body) for digest, body in rows}
    if any(sha256(bodies.get(part, b"")).hexdigest() != part for part in parts):
        return None
    try:
        return [zlib.decompress(bodies[part]) for part in parts]
    except zlib.error:
        return None
