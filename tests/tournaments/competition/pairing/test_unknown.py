"""Players without a known country or club, if the rule set treats them as compatriots or clubmates."""

from dataclasses import replace

import pytest

from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.pairing.unknown import unknown_origins
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.settings import SYSTEMS

TOLD = {"countries": ["", "", "FI", "NO"], "clubs": ["", "", "", "Oslo"]}


@pytest.mark.parametrize("name", sorted(RULES))
def test_only_opengotha_rules_treat_unknown_origins_as_one(name):
    found = unknown_origins(Settings(), rules=name, **TOLD)
    expected = (0, 0) if name.startswith("house") else (2, 3)
    assert (found.countries, found.clubs) == expected
    assert bool(found) == any(expected)


def test_counts_nobody_if_it_makes_no_difference():
    no_weight = replace(Settings(), pairing=replace(Settings().pairing, avoid_same_geography=0))
    assert not unknown_origins(no_weight, **TOLD)
    assert not unknown_origins(Settings(), countries=["", ""], clubs=["", "Oslo", "Bergen"])


def test_new_tournaments_have_our_rules_and_older_events_keep_theirs():
    assert {settings_for(system).pairing.rules for system in SYSTEMS} == {"house-3"}
    assert Settings().pairing.rules == "opengotha-3.52-2"
