"""Secrets that draws follow from, committed to before anybody can know what they will be combined with."""

from dataclasses import dataclass

from tournaments.events.declared import OF_PAIRING, STATE_ONLY, Nothing, event


@event(
    "tournament.seed-committed.v1",
    rows=STATE_ONLY,
    news=Nothing("it says nothing before the round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted:
    """The seed of ``round`` will be drawn from ``secret``: 64 hex digits, committed to in the log."""

    round: int
    secret: str
