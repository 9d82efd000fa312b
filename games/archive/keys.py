"""The keys of an installation: a file of their own, as lines that a shell reads as its environment.

They open every private link that was printed and sign receipts, so they are kept apart from the archive.
"""

import shlex
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from games.archive import sealing
from games.archive.parts import Damaged

FILES = {"SECRET_KEY": "secret-key", "NIGIRI_LOG_KEY": "log-key"}
"""The name of each in the environment, and of a club's file in its folder."""

RETIRED = frozenset({"NIGIRI_VAPID_KEY"})  # signed web push; older files have it


class InTheEnvironment(Exception):
    """This installation has its keys from the environment: they are put there by hand."""


def write(path: Path, recipients: Sequence[str]) -> None:
    """The keys in force into a new file, encrypted for the recipients where there are any."""
    keys = {"SECRET_KEY": settings.SECRET_KEY, "NIGIRI_LOG_KEY": settings.LOG_KEY}
    with sealing.written(path, recipients) as file:
        for name, key in keys.items():
            file.write(f"{name}={shlex.quote(key)}\n".encode())


def read(path: Path, identity: Path | None) -> dict[str, str]:
    """Name -> key. Raises Damaged, NoKey; InTheEnvironment where they could not be put back by a program."""
    if settings.DATABASE_URL:
        raise InTheEnvironment(f"Set {' and '.join(FILES)} in the environment to what {path} has")
    with sealing.opened(path, identity) as file:
        pairs = [part.partition("=") for part in shlex.split(file.read().decode())]
    found = {name: key for name, _, key in pairs}
    if "SECRET_KEY" not in found or not found.keys() <= FILES.keys() | RETIRED:
        raise Damaged(f"{path} is no file of keys")
    return {name: key for name, key in found.items() if name in FILES}


def put_back(keys: dict[str, str]) -> None:
    """In the place of those that this folder was given when it was new."""
    for name, key in keys.items():
        if not key:
            continue  # an installation that had none: the folder keeps its own
        path = Path(settings.DATA_DIR) / FILES[name]
        path.unlink(missing_ok=True)
        with sealing.new_file(path) as file:
            file.write(f"{key}\n".encode())
