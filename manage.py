#!/usr/bin/env python
"""Run a Nigiri command: `python manage.py COMMAND`."""

import json
import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from deploy.environment import missing_folder

NOTHING_YET = "There is no folder {}: run `manage.py migrate`"


def _examine_nothing(folder: Path, *, as_json: bool) -> int:
    """The doctor makes no folder only to say that it is empty."""
    value = NOTHING_YET.format(folder)
    findings = [{"what": "data", "value": value, "ok": False}]
    said = json.dumps({"ok": False, "findings": findings}) if as_json else f"BAD  data: {value}"
    sys.stdout.write(said + "\n")
    return 1


if __name__ == "__main__":
    missing = missing_folder(os.environ, Path(__file__).resolve().parent)
    if missing and sys.argv[1:2] == ["doctor"] and not {"-h", "--help"} & set(sys.argv):
        sys.exit(_examine_nothing(missing, as_json="--json" in sys.argv))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    execute_from_command_line(sys.argv)
