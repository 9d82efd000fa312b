"""The commands of Django and of Nigiri: `manage.py COMMAND` and `nigiri COMMAND`."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from deploy.environment import missing_folder

HERE = Path(__file__).resolve().parents[2]
NOTHING_YET = "There is no folder {}: run `{}`"
FIRST = {"manage.py": "manage.py migrate", "nigiri": "nigiri start"}
"""How the program is called -> what makes the folder."""
HELP = {"-h", "--help"}


def run(words: Sequence[str]) -> int:
    """Run a command; exits with its status. ``words``: the program's name, the command, its options."""
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - settings come first

    missing = missing_folder(os.environ, HERE)
    if missing and words[1:2] == ["doctor"] and not HELP & set(words):
        return _examine_nothing(missing, words[0], as_json="--json" in words)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    execute_from_command_line(list(words))
    return 0


def _examine_nothing(folder: Path, program: str, *, as_json: bool) -> int:
    """Report a missing data folder without creating it."""
    value = NOTHING_YET.format(folder, FIRST[program])
    findings = [{"what": "data", "value": value, "ok": False}]
    said = json.dumps({"ok": False, "findings": findings}) if as_json else f"BAD  data: {value}"
    sys.stdout.write(said + "\n")
    return 1
