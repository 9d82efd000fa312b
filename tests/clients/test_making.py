"""`python -m deploy.client FOLDER`: whole or not at all, and what is missing is said in a line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.client import making

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = """
import importlib.util, runpy
there = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "openapi_python_client" else there(name, *more)
runpy.run_module("deploy.client", run_name="__main__")
"""


def run(folder, *start):
    environment = {**os.environ, "NIGIRI_DATA": str(folder.parent / "data")}
    return subprocess.run(
        [sys.executable, *(start or ("-m", "deploy.client")), str(folder)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_without_a_generator_nothing_is_made_and_a_line_says_how_to_install_it(tmp_path):
    said = run(tmp_path / "made", "-c", WITHOUT)
    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert f'{sys.executable} -m pip install "openapi-python-client>=' in said.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_installs_what_the_tests_have(tmp_path):
    said = run(tmp_path / "made", "-c", WITHOUT).stderr
    wanted = said.partition('"')[2].partition('"')[0]
    assert f'"{wanted}",' in (ROOT / "pyproject.toml").read_text()
    page = ROOT / "tournaments" / "templates" / "nigiri" / "help_recipes.html"
    assert f'.venv/bin/python -m pip install "{wanted}"\n' in page.read_text()


def test_a_folder_that_has_something_is_left_alone(tmp_path):
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "own.txt").write_text("mine")
    said = run(folder)
    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert "is there already" in said.stderr
    assert [file.name for file in folder.iterdir()] == ["own.txt"]


def test_a_client_that_fails_halfway_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(making, "HERE", tmp_path / "here")
    for part in ("source/nigiri/client", "templates"):
        (tmp_path / "here" / part).mkdir(parents=True)
    (tmp_path / "here" / "pyproject.toml").touch()
    (tmp_path / "here" / "config.json").write_text("no JSON {")
    (tmp_path / "out").mkdir()
    with pytest.raises(RuntimeError):
        making.make(tmp_path / "out" / "made")
    assert list((tmp_path / "out").iterdir()) == []
