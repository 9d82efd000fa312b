"""How large a record may be. Checked before any work that grows with the thing limited."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Moves are counted in each game, depth in each line, all else over the file."""

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
    """What is left of a limit that several games share."""

    left: int

    def take(self, amount: int) -> bool:
        """Take some; False where less is left."""
        self.left -= amount
        return self.left >= 0
