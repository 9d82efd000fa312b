"""The games of a file with several, to choose from."""

from typing import Any

from games.sgf import Collection

LONGEST_NAME = 40


def list_games(collection: Collection) -> list[dict[str, Any]]:
    """Each game by what tells it from the others."""
    return [
        {
            "number": number,
            "white": one.info.white[:LONGEST_NAME],
            "black": one.info.black[:LONGEST_NAME],
            "width": one.width,
            "height": one.height,
            "moves": len(one.moves),
            "result": str(one.result or ""),
        }
        for number, one in enumerate(collection.games, 1)
    ]


def as_text(data: bytes, collection: Collection) -> str:
    """The file as a text to be sent again, which is read as UTF-8 against what it declares."""
    return data.decode(collection.encoding, "replace").lstrip("\ufeff")
