"""Groups inside one event (class A, B ...): each has a field, a schedule and standings of its own. Pure."""

from dataclasses import replace

from tournaments.history import History
from tournaments.tournament import Tournament

NO_GROUP = ""


def groups_of(state: Tournament) -> list[str]:
    """The groups that somebody plays in, by name; ``[""]`` where there are none."""
    return sorted({entry.group for entry in state.entries.values() if entry.final}) or [NO_GROUP]


def groups_in(history: History) -> list[str]:
    return sorted({entrant.group for entrant in history.entrants.values() if entrant.final}) or [NO_GROUP]


def of_group(history: History, group: str, pairing: int = 0) -> History:
    """The tournament as that group alone.

    ``pairing``: the round that is being paired; games of the others in it stay, since their tables are taken.
    """
    entrants = {id_: entrant for id_, entrant in history.entrants.items() if entrant.group == group}
    return replace(
        history,
        entrants=entrants,
        games=tuple(
            game
            for game in history.games
            if (game.white in entrants and game.black in entrants) or game.round == pairing
        ),
        byes={number: who & entrants.keys() for number, who in history.byes.items()},
    )
