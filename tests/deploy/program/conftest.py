"""A wheel of the sources as they stand, and a Python that has it installed beside the tests' packages."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
OURS = ("deploy", "games", "rules", "tournaments", "pyproject.toml", "README.md")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """Built from a copy: whoever builds leaves folders behind."""
    sources, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    left_out = shutil.ignore_patterns("__pycache__", "*.mo", "decisions")
    for name in OURS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, sources)
    build = [*PIP, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", str(out), str(sources)]
    run = subprocess.run(build, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    (made,) = out.iterdir()
    return made


class Installed:
    """``nigiri`` of a virtual environment, called as its users call it."""

    def __init__(self, home):
        self.bin = home / "bin"
        self.packages = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))

    def environment(self, **more):
        left = {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "PYTHONPATH", "VIRTUAL_ENV"}
        kept = {name: value for name, value in os.environ.items() if name not in left | {"NIGIRI_DATA"}}
        return {**kept, **more}

    def __call__(self, *words, cwd="/", **environment):
        return subprocess.run(
            [self.bin / "nigiri", *words],
            cwd=cwd,
            env=self.environment(**environment),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def environment_of(home, wheel, *, index=False):
    """With ``index`` everything comes from there; else the packages that the tests run on are seen."""
    venv.create(home, symlinks=True, with_pip=index)
    made = Installed(home)
    if index:
        command = [home / "bin" / "python", "-m", "pip", "-q", "install", wheel]
    else:
        command = [
            *PIP,
            "--python",
            str(home / "bin" / "python"),
            "install",
            "--no-deps",
            "--no-index",
            wheel,
        ]
        (made.packages / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n")
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return made


@pytest.fixture(scope="session")
def nigiri(wheel, tmp_path_factory):
    """The program as it is installed on Windows, but for the system itself (`windows.py`)."""
    made = environment_of(tmp_path_factory.mktemp("installed") / "venv", wheel)
    shutil.copy(Path(__file__).with_name("windows.py"), made.packages / "sitecustomize.py")
    return made
