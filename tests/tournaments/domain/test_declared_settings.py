"""Settings are rejected outside their declared bounds and accepted within them."""

from dataclasses import replace

import pytest

from games.refusals import Refusal
from tournaments.api.settings import NAMES
from tournaments.competition.settings import Settings, each_setting
from tournaments.domain.settings import check_settings

DECLARED = {place: (setting, value) for place, setting, value in each_setting(Settings())}


def with_value(settings, place, value):
    name, _, rest = place.partition(".")
    return replace(settings, **{name: with_value(getattr(settings, name), rest, value) if rest else value})


def is_refused(place, value):
    default = DECLARED[place][1]
    wide = {"floor": {"bar": 8}, "bar": {"floor": -30}}.get(place, {})  # one may not be above the other
    try:
        check_settings(
            with_value(replace(Settings(), **wide), place, (value,) if isinstance(default, tuple) else value)
        )
    except Refusal as refusal:
        return refusal.facts["field"] == place
    return False


@pytest.mark.parametrize("place", [place for place, (one, _) in DECLARED.items() if one.least is not None])
def test_rejects_numbers_outside_declared_bounds(place):
    low, high = DECLARED[place][0].least, DECLARED[place][0].most
    refused = {value: is_refused(place, value) for value in (low - 1, low, high, high + 1)}
    assert refused == {low - 1: True, low: False, high: False, high + 1: True}


@pytest.mark.parametrize(
    ("place", "options"),
    [
        *((place, one.options) for place, (one, _) in DECLARED.items() if one.options),
        ("system", NAMES["system"]),
        ("pairing.rules", list(NAMES["rules"])),
    ],
)
def test_rejects_undeclared_options(place, options):
    assert is_refused(place, "nonsense" if isinstance(options[0], str) else max(options) + 1)
    assert not any(is_refused(place, value) for value in options)


def test_each_bound_has_an_error_message():
    assert [
        place
        for place, (one, _) in DECLARED.items()
        if (one.least is not None or one.options) and not one.fault
    ] == []
