"""The keys of an installation in a file of their own, as assignments that a shell can read.

They open every printed private link and sign receipts, so they are kept apart from backups.
"""

import shlex
from pathlib import Path

from django.conf import settings

from games.backups.files import UnusableSource, new_file

KEY_FILES = {"SECRET_KEY": "secret-key", "NIGIRI_LOG_KEY": "log-key"}
"""The environment variable of each key, and its file in the data directory."""

RETIRED = frozenset({"NIGIRI_VAPID_KEY"})  # signed web push; older files have it


def write_keys(path: Path) -> None:
    """Write the keys in force into a new file."""
    keys = {"SECRET_KEY": settings.SECRET_KEY, "NIGIRI_LOG_KEY": settings.LOG_KEY}
    with new_file(path):
        path.write_text("".join(f"{name}={shlex.quote(key)}\n" for name, key in keys.items()), "utf-8")


def read_keys(path: Path) -> dict[str, str]:
    """Return the keys in a file by their names.

    Raises UnusableSource for a damaged file, and if this installation takes its keys from the environment:
    restoring them would have no effect.
    """
    if settings.DATABASE_URL:
        raise UnusableSource(
            f"Set {' and '.join(KEY_FILES)} in the environment to what {path} has, without --keys"
        )
    pairs = [part.partition("=") for part in shlex.split(path.read_text("utf-8"))]
    found = {name: key for name, _, key in pairs}
    if "SECRET_KEY" not in found or not found.keys() <= KEY_FILES.keys() | RETIRED:
        raise UnusableSource(f"{path} is no file of keys")
    return {name: key for name, key in found.items() if name in KEY_FILES}


def restore_keys(keys: dict[str, str]) -> None:
    """Replace the keys in the data directory by those of a backup."""
    for name, key in keys.items():
        if not key:
            continue  # the backup has no such key: keep the one in this directory
        path = Path(settings.DATA_DIR) / KEY_FILES[name]
        path.unlink(missing_ok=True)
        with new_file(path):
            path.write_text(f"{key}\n", "utf-8")
