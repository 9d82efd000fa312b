"""Somebody by entry, name and key, as bodies name those who play."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from games.rest.bodies import IdText
from tournaments.competition.history import Winner
from tournaments.reading.queries import Name

WinnerText = Annotated[str, ("enum", [winner.value for winner in Winner])]
"""What came of a game, as rows have it."""


class SideBody(TypedDict):
    entry: IdText
    name: str
    key: str


def side_body(entry_id: str, names: Mapping[str, Name]) -> SideBody:
    """``names`` by entry id."""
    return {"entry": entry_id, "name": str(names[entry_id]), "key": names[entry_id].key}
