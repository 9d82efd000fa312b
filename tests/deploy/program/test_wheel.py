"""What is in the wheel, and that nothing but the wheel is needed."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[3]
READ = ("games/", "rules/", "tournaments/", "deploy/templates/")
"""Of `deploy` the rest that is no Python is a server's."""


def test_all_that_the_program_reads_is_in_it_and_no_test(wheel):
    names = set(ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "deploy", "games", "rules", "tournaments"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git clone")
    read = {name for name in listed.stdout.split() if name.startswith(READ) or name.endswith(".py")}
    there = {name for name in read if (ROOT / name).exists() and not name.endswith(".md")}
    assert there - names == set()
    assert {name for name in names if name.endswith(".mo")} == {
        name.replace(".po", ".mo") for name in listed.stdout.split() if name.endswith(".po")
    }
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.startswith("nigiri-")} == {
        "deploy",
        "games",
        "rules",
        "tournaments",
    }


def test_it_brings_the_program(wheel):
    archive = ZipFile(wheel)
    (entry,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert "nigiri = deploy.program:main" in archive.read(entry).decode()


def test_it_has_every_command(nigiri, tmp_path):
    wanted = {file.stem for file in ROOT.glob("*/management/commands/*.py")} - {"__init__"}
    run = nigiri("--data", tmp_path / "data", "help", "--commands")
    assert wanted
    assert wanted - set(run.stdout.split()) == set(), run.stderr
