"""Commands where nothing was ever migrated, and the folders that they make."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL")
EMPTY = "The folder is empty: run `manage.py migrate`"
pytestmark = pytest.mark.sqlite


def called(data, *arguments):
    """Python with these arguments on that folder."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, "NIGIRI_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


def manage(data, *arguments):
    return called(data, "manage.py", *arguments)


# Each command as `manage.py` runs it, all in one process: [status, standard error] of each.
ONE_BY_ONE = """
import io, json, os, sys
from contextlib import redirect_stderr

from django.core.management import execute_from_command_line

os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
answers = []
for line in sys.argv[1:]:
    with redirect_stderr(io.StringIO()) as said:
        try:
            execute_from_command_line(["manage.py", *line.split()])
            status = 0
        except SystemExit as end:
            status = end.code
    answers.append([status, said.getvalue()])
sys.stdout.write(json.dumps(answers))
"""


def test_every_command_says_that_nothing_was_migrated(tmp_path):
    lines = ["standings open", "verify", "rebuild", "work --once"]
    run = called(tmp_path / "data", "-c", ONE_BY_ONE, *lines)
    assert json.loads(run.stdout) == [[2, f"CommandError: {EMPTY}.\n"]] * len(lines), run.stderr
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_the_doctor_makes_no_folder(tmp_path):
    run = manage(tmp_path / "data", "doctor")
    advice = f"There is no folder {tmp_path / 'data'}: run `manage.py migrate`"
    assert (run.returncode, run.stdout, run.stderr) == (1, f"BAD  data: {advice}\n", "")
    told = json.loads(manage(tmp_path / "data", "doctor", "--json").stdout)
    assert told == {"ok": False, "findings": [{"what": "data", "value": advice, "ok": False}]}
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_finds_an_empty_folder(tmp_path):
    run = manage(tmp_path, "doctor", "--json")
    found = {finding["what"]: finding for finding in json.loads(run.stdout)["findings"]}
    assert run.returncode == 1
    assert (found["database"]["value"], found["database"]["ok"]) == (EMPTY, False)
