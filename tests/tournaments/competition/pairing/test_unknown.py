"""Who has no country or club that is known: counted where the rule set takes that for one in common."""

from dataclasses import replace

import pytest

from tournaments.competition.history import Settings
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.pairing.unknown import taken_for_one
from tournaments.competition.system_defaults import settings_for
from tournaments.deciding.setting_up import SYSTEMS

TOLD = {"countries": ["", "", "FI", "NO"], "clubs": ["", "", "", "Oslo"]}


@pytest.mark.parametrize("name", sorted(set(RULES) - {"house", "house-2"}))
def test_opengotha_takes_them_for_one(name):
    found = taken_for_one(Settings(), rules=name, **TOLD)
    assert (found.countries, found.clubs) == (2, 3)
    assert str(found).startswith("2 players have no country and 3 players have no club. OpenGotha 3.5")


def test_our_own_rules_do_not():
    assert not taken_for_one(Settings(), rules="house", **TOLD)


def test_nobody_is_taken_wrongly_where_it_makes_no_difference():
    no_weight = replace(Settings(), pairing=replace(Settings().pairing, avoid_same_geography=0))
    assert not taken_for_one(no_weight, **TOLD)
    assert not taken_for_one(Settings(), countries=["", ""], clubs=["", "Oslo", "Bergen"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_new_tournaments_have_our_own_rules_and_old_events_keep_theirs(system):
    assert settings_for(system).pairing.rules == "house-2"
    assert Settings().pairing.rules == "opengotha-3.52-2"
