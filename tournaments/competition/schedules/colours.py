"""Colours if the schedule does not fix them."""

from collections import Counter
from collections.abc import Iterable

from tournaments.competition.schedules.plan import Planned, Played
from tournaments.competition.schedules.seeding import draw_number


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
