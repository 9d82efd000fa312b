"""The commands of Django and of Nigiri: `manage.py COMMAND` and `nigiri COMMAND`."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

import django
from django.core.management import execute_from_command_line, get_commands, load_command_class

from deploy.server.environment import missing_folder

HERE = Path(__file__).resolve().parents[2]
NOTHING_YET = "There is no folder {}: run `{}`"
FIRST = {"manage.py": "manage.py migrate", "nigiri": "nigiri start"}
"""How the program is called -> what makes the folder."""
HELP = {"-h", "--help"}
OWN_APPS = {"games", "tournaments"}


def run(words: Sequence[str]) -> int:
    """Run a command; exits with its status. ``words``: the program's name, the command, its options."""
    missing = missing_folder(os.environ, HERE)
    if missing and words[1:2] == ["doctor"] and not HELP & set(words):
        return _examine_nothing(missing, words[0], as_json="--json" in words)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    if words[1:] in ([], ["help"], ["-h"], ["--help"]):
        sys.stdout.write(_list_commands(words[0]))
        return 0
    execute_from_command_line(list(words))
    return 0


def _examine_nothing(folder: Path, program: str, *, as_json: bool) -> int:
    """Report a missing data folder without creating it."""
    value = NOTHING_YET.format(folder, FIRST[program])
    findings = [{"what": "data", "value": value, "ok": False}]
    said = json.dumps({"ok": False, "findings": findings}) if as_json else f"BAD  data: {value}"
    sys.stdout.write(said + "\n")
    return 1


def _list_commands(program: str) -> str:
    """Return Nigiri's commands with a line each, then the names of Django's and of its packages."""
    django.setup()
    own: dict[str, str] = {}
    others: list[str] = []
    for name, app in sorted(get_commands().items()):
        if app in OWN_APPS:
            own[name] = load_command_class(app, name).help.partition(". ")[0].rstrip(".").rstrip(";")
        else:
            others.append(name)
    width = max(map(len, own)) + 2
    lines = [f"{name:{width}}{summary}" for name, summary in own.items()]
    return "\n".join(
        [
            f"Commands of Nigiri; {program} COMMAND --help tells more of one:",
            "",
            *(line for one in lines for line in wrap(one, 110, subsequent_indent=" " * width)),
            "",
            *wrap(f"Of Django and its packages: {', '.join(others)}.", 110),
            "",
        ]
    )
