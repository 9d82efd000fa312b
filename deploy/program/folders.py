"""Where a club's data is: the folder that the system has for a user's programs, or one that is named."""

import os
from pathlib import Path

from platformdirs import user_data_dir


def taken_from(words: list[str]) -> tuple[str, list[str]]:
    """The folder of ``--data FOLDER`` in front of a command (empty: none), and the other words."""
    if words[:1] == ["--data"] and len(words) > 1:
        return words[1], words[2:]
    if words and words[0].startswith("--data="):
        return words[0].partition("=")[2], words[1:]
    return "", words


def chosen(named: str) -> Path:
    """What is named, else NIGIRI_DATA, else the user's own: ~/.local/share/nigiri on Linux."""
    folder = named or os.environ.get("NIGIRI_DATA") or user_data_dir("nigiri", appauthor=False)
    return Path(folder).expanduser().resolve()


def use(named: str) -> None:
    """Settings read it. A database of its own says where everything is by itself, as it does for a server."""
    if named or not os.environ.get("DATABASE_URL"):
        os.environ["NIGIRI_DATA"] = str(chosen(named))
