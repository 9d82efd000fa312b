import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins(name):
    text = (ROOT / "deploy" / name).read_text()
    return set(re.findall(r"^([a-z0-9.-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", text, re.MULTILINE))


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", PROJECT["dependencies"]),
        ("requirements-test.lock", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["test"]),
    ],
)
def test_a_lock_pins_what_the_project_asks_for(lock, wanted):
    pinned = pins(lock)
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        versions = [version for pin, version in pinned if pin == name]  # two where Pythons differ
        assert versions
        assert all(version in requirement.specifier for version in versions)


def test_the_tests_run_on_the_versions_that_are_deployed():
    assert pins("requirements.lock") <= pins("requirements-test.lock")


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_every_pin_has_hashes(lock):
    blocks = re.split(r"\n(?=[a-z])", (ROOT / "deploy" / lock).read_text().strip())
    assert len(blocks) == len(pins(lock))
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
