"""Seeding, and draws by lot that anyone can repeat from the stored seed."""

from collections.abc import Iterable
from hashlib import blake2b

from tournaments.competition.history import Entrant
from tournaments.competition.settings import SeededBy


def draw_number(seed: int, purpose: str, id_: str) -> int:
    """Return a number that follows from seed, purpose and id alone."""
    text = f"{seed}\0{purpose}\0{id_}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def seed_order(entrants: Iterable[Entrant], by: SeededBy, seed: int) -> tuple[str, ...]:
    """Return ids from the first seed to the last; equals are drawn by lot."""

    def key(entrant: Entrant) -> tuple[int, ...]:
        drawn = draw_number(seed, "seeding", entrant.id)
        return {
            SeededBy.RATING: (-entrant.rating, -entrant.rank, drawn),
            SeededBy.RANK: (-entrant.rank, drawn),
            SeededBy.LOT: (drawn,),
        }[by]

    return tuple(entrant.id for entrant in sorted(entrants, key=key))
