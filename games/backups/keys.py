"""The keys of an installation: a file of their own, as lines that a shell reads as its environment.

They open every private link that was printed and sign receipts, so they are kept apart from backups.
"""

import shlex
from pathlib import Path

from django.conf import settings

from games.backups.files import UnusableSource, new_file

KEY_FILES = {"SECRET_KEY": "secret-key", "NIGIRI_LOG_KEY": "log-key"}
"""The name of each in the environment, and of a club's file in its folder."""

RETIRED = frozenset({"NIGIRI_VAPID_KEY"})  # signed web push; older files have it


def write_keys(path: Path) -> None:
    """Write the keys in force into a new file."""
    keys = {"SECRET_KEY": settings.SECRET_KEY, "NIGIRI_LOG_KEY": settings.LOG_KEY}
    with new_file(path):
        path.write_text("".join(f"{name}={shlex.quote(key)}\n" for name, key in keys.items()), "utf-8")


def read_keys(path: Path) -> dict[str, str]:
    """Name -> key. Raises Unusable, also where the keys are not in files: then nothing can put them back."""
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
    """In the place of those that this folder was given when it was new."""
    for name, key in keys.items():
        if not key:
            continue  # an installation that had none: the folder keeps its own
        path = Path(settings.DATA_DIR) / KEY_FILES[name]
        path.unlink(missing_ok=True)
        with new_file(path):
            path.write_text(f"{key}\n", "utf-8")
