"""The data folder of a club: the system's folder for a user's programs, or a named one."""

import os
from pathlib import Path

from platformdirs import user_data_dir


def split_data_option(words: list[str]) -> tuple[str, list[str]]:
    """Return the folder of a leading ``--data FOLDER`` (or ""), and the other words."""
    if words[:1] == ["--data"] and len(words) > 1:
        return words[1], words[2:]
    if words and words[0].startswith("--data="):
        return words[0].partition("=")[2], words[1:]
    return "", words


def data_folder(named: str) -> Path:
    """Return the named folder, else NIGIRI_DATA, else the user's own (Linux: ~/.local/share/nigiri)."""
    folder = named or os.environ.get("NIGIRI_DATA") or user_data_dir("nigiri", appauthor=False)
    return Path(folder).expanduser().resolve()


def use_folder(named: str) -> None:
    """Set the folder for the settings, unless DATABASE_URL names a database of its own."""
    if named or not os.environ.get("DATABASE_URL"):
        os.environ["NIGIRI_DATA"] = str(data_folder(named))
