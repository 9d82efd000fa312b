"""Inputs that several commands on tournaments share. Pure."""

from dataclasses import replace
from typing import Annotated
from uuid import uuid5

from games.inputs import Derived, Id, Input
from tournaments.competition.facts import STONES
from tournaments.competition.settings import MOST_BOARDS, MOST_ROUNDS
from tournaments.domain.guards import is_half_point

MOST_ENTRIES = 10_000
MOST_KOMI = 400
MOST_TABLES = 10_000


def check_komi(komi: float) -> None:
    """Raise ValueError unless the komi is a number of half points that a game can have."""
    if not is_half_point(komi, MOST_KOMI):
        raise ValueError(f"half points from -{MOST_KOMI} to {MOST_KOMI}")


KOMI = Input(check=check_komi, fault="a number such as 6.5", help="Points.")
KOMI_IF_ANY = replace(KOMI, help="Points; as the settings have it, if not given.")
STONES_IF_ANY = replace(STONES, help="Stones; as the settings have it, if not given.")
TABLE_IF_ANY = Input(
    low=0, high=MOST_TABLES, fault=f"a table from 0 to {MOST_TABLES}", help="0: the lowest free table."
)
Entries = Annotated[tuple[Id, ...], Input(low=1, high=MOST_ENTRIES)]
RoundNumber = Annotated[int, Input(low=1, high=MOST_ROUNDS)]
ROUNDS = Input(high=MOST_ROUNDS)
BOARD_IDS = Derived(
    lambda context: tuple(
        str(uuid5(context.command_id, f"board-{board}")) for board in range(1, MOST_BOARDS + 1)
    )
)
"""Ids for the games of one match, by board."""
