"""The verifier's presets are those that deploy/format/records.md prints."""

import importlib.util
import re

import pytest

from tests.verifier import bundles

TEXT = (bundles.FORMAT / "records.md").read_text()
PRESETS = dict(re.findall(r"^([a-z-]+): (repetition=.*)$", TEXT, re.MULTILINE))


@pytest.fixture(scope="module")
def verifier():
    spec = importlib.util.spec_from_file_location("nigiri_verify", bundles.VERIFIER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_sixteen_are_printed():
    assert len(PRESETS) == 16


@pytest.mark.parametrize("name", PRESETS)
def test_the_axes_are_those_of_the_text(verifier, name):
    told = dict(word.split("=") for word in PRESETS[name].split())
    found = {axis: verifier.ruleset(name)[axis] for axis in told}
    spelled = {True: "yes", False: "no"}
    assert {
        axis: spelled.get(value, str(value)) if isinstance(value, bool) else str(value)
        for axis, value in found.items()
    } == told
