"""Seeding, and draws by lot, also of colours, that anyone can repeat from the stored seed."""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

from tournaments.competition.history import Entrant
from tournaments.competition.schedules.plan import Planned, Played
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


def assign_colours(game: Planned, played: Iterable[Played], round_: int, seed: int) -> Planned:
    """Return the game with White for the player with fewer Whites less Blacks; else by lot."""
    if game.coloured:
        return game
    balance = Counter[str]()
    for before in (game for game in played if game.colours_known):
        balance[before.white] += 1
        balance[before.black] -= 1

    def key(id_: str) -> tuple[int, int]:
        return balance[id_], draw_number(seed, f"colours {round_}", id_)

    white, black = sorted((game.white, game.black), key=key)
    return Planned(white=white, black=black, place=game.place)
