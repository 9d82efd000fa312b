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


def manage(data, *arguments):
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "NIGIRI_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "words", [("standings", "open"), ("verify",), ("rebuild",), ("work", "--once")], ids=str
)
def test_a_command_says_that_nothing_was_migrated(tmp_path, words):
    run = manage(tmp_path / "data", *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"CommandError: {EMPTY}.\n"
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
