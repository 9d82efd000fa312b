"""Logs of the first versions, in which two criteria had the names of different OpenGotha criteria."""

import pytest

from games.log import wire
from tests.tournaments.build import create
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.settings import PairingSettings, Settings, TeamSettings
from tournaments.domain.settings import SettingsChanged
from tournaments.state.tournament import Tournament


def as_first_written(criteria, teams=()):
    settings = Settings(criteria=criteria, teams=TeamSettings(criteria=tuple(teams) or ("TEAMP",)))
    return wire.encode(SettingsChanged(settings=settings, ruleset="aga"))[1]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (("CPS",), ("UNBEATEN",)),
        (("NBW", "cps "), ("NBW", "UNBEATEN")),
        (("NBW", "DC", "SODOSW"), ("NBW", "DCL", "SODOSW")),
        (("NBW", "SODOSW", "DC"), ("NBW", "SODOSW", "DC")),
        (("MMS", "SOSM"), ("MMS", "SOSM")),
    ],
)
def test_renamed_criteria_keep_their_meaning(before, now):
    event = wire.decode("tournament.settings-changed.v1", as_first_written(before, before))
    assert event.settings.criteria == now
    assert event.settings.teams.criteria == now


def test_upgrades_tournament_created_by_first_versions():
    (event,) = create(criteria=("NBW", "CPS")).decide(Tournament())
    kind, data = wire.encode(event)
    assert kind == "tournament.created.v2"
    assert wire.decode("tournament.created.v1", data).settings.criteria == ("NBW", "UNBEATEN")
    assert wire.decode(kind, data).settings.criteria == ("NBW", "CPS")


def test_upgrades_settings_without_teams():
    data = as_first_written(("CPS",))
    del data["settings"]["teams"]
    assert wire.decode("tournament.settings-changed.v1", data).settings.criteria == ("UNBEATEN",)


# What the version before this one computed for played("AB w", "AB b") under these criteria.
RECORDED = {
    ("NBW", "CPS"): "e6db4492a9b72376fc759205dd527ea682f21438108bdf4372e513820e860ae7",
    ("NBW", "DC", "SOSW"): "906a3f2fc31b02e4fb981d4c037e9b070a43ef2f1c9bf2006f8d741ef701de02",
    ("NBW", "SOSW", "DC"): "3c48a9268f2a18a93592485b230e2806c74a3728b8a28c11785122049a14374b",
}


@pytest.mark.parametrize("first", RECORDED)
def test_fingerprints_of_earlier_rounds_do_not_change(first):
    lifted = wire.decode("tournament.settings-changed.v1", as_first_written(first)).settings.criteria
    first_rules = PairingSettings(rules="opengotha-3.52")
    history = played("AB w", "AB b", criteria=lifted, pairing=first_rules)
    assert inputs_digest(history, 2, "opengotha-3.52", 7, (), ()) == RECORDED[first]


def test_new_and_old_criteria_of_one_name_have_different_fingerprints():
    def digest(*criteria):
        return inputs_digest(played("AB w", "AB b", criteria=criteria), 2, "house", 7, (), ())

    assert digest("CPS") != digest("UNBEATEN")
    assert digest("DC", "NBW") != digest("DCL", "NBW")
