"""Cells of the standings for each round, shaded by what came of it and against how strong an opponent."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.reading.bodies import StandingsBody, places_are_shared
from tournaments.reading.queries import games_with_details
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

SHADES = ("s5", "s4", "s3", "s2", "s1")
"""Classes of the style sheet, for opponents of the first fifth of the table, the second ..."""
CELL = re.compile(r"([1-9][0-9]*)([+=-])")
"""Of a game that counts: the opponent's line, and what came of it."""
OUTCOMES = {"+": "won", "=": "even", "-": "lost"}

Games = Mapping[tuple[int, str], str]
"""Round and entry -> a game that is worth a look."""


def games_of(row: TournamentRow, rounds: Iterable[RoundRow]) -> Games:
    """Of the rounds that the reader sees."""
    worth = games_with_details(row.id)
    if not worth:
        return {}
    held = {round_.number: round_.held for round_ in rounds}
    games = PairingRow.objects.filter(tournament=row, round__in=held)
    found: dict[tuple[int, str], str] = {}
    for game_id, number, white, black in games.values_list("game_id", "round", "white", "black"):
        if str(game_id) in worth and white not in held[number]:
            found |= dict.fromkeys(((number, white), (number, black)), str(game_id))
    return found


def crossed(section: StandingsBody, games: Games) -> dict[str, Any]:
    """The section with lines, and cells of text, shade and game in place of texts."""
    lines = len(section["results"])
    return {
        **section,
        "has_wins": "NBW" in section["criteria"],
        "shared": places_are_shared(section),
        "results": [
            {
                **line,
                "line": at,
                "cells": [
                    (text, _shade(text, lines), games.get((number, line["entry"]), ""))
                    for number, text in enumerate(line["games"], start=1)
                ],
            }
            for at, line in enumerate(section["results"], start=1)
        ],
    }


def _shade(text: str, lines: int) -> str:
    """The classes: "won s5" is against a player of the first fifth; empty where no game counts."""
    found = CELL.match(text)
    if not found:
        return ""
    fifth = (int(found[1]) - 1) * len(SHADES) // lines
    return f"{OUTCOMES[found[2]]} {SHADES[fifth]}"
