"""Settings in the OpenAPI document: each that there is, and the bounds that the decision refuses at."""

from dataclasses import fields, is_dataclass, replace

import pytest

from games.refusals import Refusal
from tournaments.competition.history import Settings
from tournaments.domain.settings import check_settings
from tournaments.operations.settings_schema import GLOSSARY

GROUPS = {type(getattr(Settings(), one.name)): one.name for one in fields(Settings)}


def bounded():
    """Class, name and bounds of every number with bounds."""
    for kind, settings in GLOSSARY.items():
        for name, said in settings.items():
            if "minimum" in said.bounds:
                yield pytest.param(kind, name, said.bounds, id=f"{kind.__name__}.{name}")


def with_value(kind, name, value):
    """Settings with one value in place, as long as nothing else hinders it."""
    if kind is Settings:
        room = {"floor": -30} if name == "bar" else {"bar": 8} if name == "floor" else {}
        return replace(Settings(), **{**room, name: value})
    group = GROUPS[kind]
    return replace(Settings(), **{group: replace(getattr(Settings(), group), **{name: value})})


def is_refused(kind, name, value):
    in_list = isinstance(getattr(kind(), name), tuple)
    try:
        check_settings(with_value(kind, name, (value,) if in_list else value))
    except Refusal:
        return True
    return False


def test_every_setting_is_explained():
    assert {kind: set(settings) for kind, settings in GLOSSARY.items()} == {
        kind: {one.name for one in fields(kind)} for kind in GLOSSARY
    }
    groups = [kind for kind in GROUPS if is_dataclass(kind)]
    assert {Settings, *groups} == GLOSSARY.keys()


@pytest.mark.parametrize(("kind", "name", "bounds"), list(bounded()))
def test_bounds_are_those_of_the_decision(kind, name, bounds):
    low, high = bounds["minimum"], bounds["maximum"]
    fits = {value: not is_refused(kind, name, value) for value in (low - 1, low, high, high + 1)}
    assert fits == {low - 1: False, low: True, high: True, high + 1: False}


@pytest.mark.parametrize(
    ("kind", "name", "known"),
    [
        (kind, name, said.bounds["enum"])
        for kind, told in GLOSSARY.items()
        for name, said in told.items()
        if "enum" in said.bounds
    ],
)
def test_closed_lists_are_those_of_the_decision(kind, name, known):
    other = "nonsense" if isinstance(known[0], str) else max(known) + 1
    assert is_refused(kind, name, other)
    assert not any(is_refused(kind, name, value) for value in known)
