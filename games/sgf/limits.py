"""The limits on a record, checked before any work that grows with the limited quantity."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on a file. Moves are counted in each game, depth in each line, everything else over the file."""

    bytes: int = 1 << 20
    nodes: int = 50_000
    values: int = 150_000
    depth: int = 1_000
    games: int = 1_000
    moves: int = 5_000
    setup_points: int = 100_000


LIMITS = Limits()


@dataclass(slots=True)
class Allowance:
    """The rest of a limit that several games share."""

    left: int

    def take(self, amount: int) -> bool:
        """Take an amount; return False if less is left."""
        self.left -= amount
        return self.left >= 0
