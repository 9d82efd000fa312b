"""Creation of a tournament, its details, settings and publication."""

from dataclasses import replace

import pytest

from games.log.serialisation import decode, encode
from tests.tournaments.build import create, entered, given, paired, refused, won
from tournaments.competition.settings import ClaimSettings, HandicapSettings, PairingSettings, Settings
from tournaments.domain.byes import GiveBye
from tournaments.domain.settings import ChangeSettings, SettingsChanged
from tournaments.domain.tournament import (
    ChangeDetails,
    DetailsChanged,
    Publish,
    TournamentCreated,
    TournamentPublished,
    TournamentUnpublished,
    Unpublish,
)
from tournaments.state.tournament import Details, Tournament


def changed(state, reason="", ruleset="tromp-taylor", **settings):
    return ChangeSettings(settings=replace(state.settings, **settings), ruleset=ruleset, reason=reason)


def test_stores_canonical_ruleset_on_creation():
    (event,) = create().decide(Tournament())
    assert event == TournamentCreated(
        tournament_id="t",
        organisation_id="o",
        slug="open",
        details=Details(name="Open"),
        ruleset=event.ruleset,
        settings=Settings(rounds=3),
        specification="3",
    )
    (again,) = replace(create(), ruleset=event.ruleset).decide(Tournament())
    assert again.ruleset == event.ruleset


def test_rejects_creating_a_tournament_twice():
    assert refused(create(), given()) == ("tournament_exists", {"tournament": "t"})


def test_rejects_unknown_ruleset():
    code, facts = refused(replace(create(), ruleset="my own"), Tournament())
    assert (code, facts["ruleset"]) == ("unknown_ruleset", "my own")


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"place": "x" * 201}, "place"),
        ({"begins": "21.11.2026"}, "begins"),
        ({"begins": "2026-02-30"}, "begins"),
        ({"ends": "20261121"}, "ends"),
        ({"ends": "2026-W47-6"}, "ends"),
        ({"begins": "2026-11-22", "ends": "2026-11-21"}, "ends"),
    ],
)
def test_rejects_unprintable_poster(details, field):
    command = ChangeDetails(details=Details(**{"name": "Open", **details}))
    code, facts = refused(command, given())
    assert (code, facts["field"]) == ("invalid_settings", field)


def test_accepts_the_longest_name_and_place():
    details = Details(name="x" * 200, place="y" * 200)
    assert ChangeDetails(details=details).decide(given()) == [DetailsChanged(details=details)]


def test_details_change_only_if_they_differ():
    details = Details(name="Open", begins="2026-11-21", ends="2026-11-22")
    assert ChangeDetails(details=details).decide(given()) == [DetailsChanged(details=details)]
    assert ChangeDetails(details=Details(name="Open")).decide(given()) == []


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"system": "lottery"}, "system"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 41}, "rounds"),
        ({"floor": -31}, "floor"),
        ({"bar": 9}, "bar"),
        ({"floor": 4, "bar": 3}, "floor"),
        ({"komi": 6.25}, "komi"),
        ({"komi": float("nan")}, "komi"),
        ({"komi": float("inf")}, "komi"),
        ({"komi": -400.5}, "komi"),
        ({"board_size": 53}, "board_size"),
        ({"criteria": ()}, "criteria"),
        ({"criteria": ("MMS", "MMS")}, "criteria"),
        ({"criteria": ("LUCK",)}, "criteria"),
        ({"categories": (-5, 0)}, "categories"),
        ({"categories": (9,)}, "categories"),
        ({"handicap": HandicapSettings(ceiling=10)}, "handicap.ceiling"),
        ({"handicap": HandicapSettings(correction=10)}, "handicap.correction"),
        ({"pairing": PairingSettings(rules="mine")}, "pairing.rules"),
        ({"pairing": PairingSettings(random=-1)}, "pairing.random"),
        ({"pairing": PairingSettings(nx1_factor=float("nan"))}, "pairing.nx1_factor"),
        ({"claims": ClaimSettings(minutes=-1)}, "claims.minutes"),
        ({"claims": ClaimSettings(minutes=10_081)}, "claims.minutes"),
        ({"claims": ClaimSettings(appeal_minutes=10_081)}, "claims.appeal_minutes"),
        ({"claims": ClaimSettings(per_player=-1)}, "claims.per_player"),
        ({"claims": ClaimSettings(per_player=101)}, "claims.per_player"),
        ({"mms_bye2": 5}, "mms_bye2"),
    ],
)
def test_rejects_invalid_settings_and_names_the_field(settings, field):
    code, facts = refused(replace(create(), settings=Settings(**settings)), Tournament())
    assert (code, facts["field"]) == ("invalid_settings", field)


def test_settings_need_no_reason_until_a_round_is_paired():
    state = given(*entered("ab"), GiveBye(round=1, entry_id="a"))
    command = changed(state, ruleset=state.ruleset, komi=7.5)
    assert command.decide(state) == [
        SettingsChanged(settings=command.settings, ruleset=state.ruleset, reason="")
    ]


def test_settings_need_a_reason_once_a_round_is_paired():
    state = given(*entered("ab"), paired(1, "ab"))
    assert refused(changed(state, " ", komi=7.5), state) == ("reason_required", {"about": "settings"})
    (event,) = changed(state, "voted", komi=7.5).decide(state)
    assert (event.settings.komi, event.reason) == (7.5, "voted")


def test_same_settings_change_nothing():
    state = given(*entered("ab"), paired(1, "ab"))
    assert changed(state, ruleset=state.ruleset).decide(state) == []


def test_rejects_removing_paired_rounds():
    state = given(*entered("abc"), paired(1, "ab"), won(1, "ab"), paired(2, "bc"))
    code, facts = refused(changed(state, "snow", rounds=1), state)
    assert (code, facts["field"]) == ("invalid_settings", "rounds")
    assert changed(state, "snow", rounds=2).decide(state)[0].settings.rounds == 2


def test_rejects_removing_a_round_with_promised_byes():
    state = given(*entered("ab"), GiveBye(round=3, entry_id="a"))
    assert refused(changed(state, rounds=2), state)[0] == "invalid_settings"


def test_repeated_publishing_or_unpublishing_changes_nothing():
    state = given()
    assert Publish().decide(state) == [TournamentPublished()]
    assert Unpublish().decide(state) == []
    public = replace(state, published=True)
    assert Publish().decide(public) == []
    assert Unpublish().decide(public) == [TournamentUnpublished()]


def test_accepts_smallest_and_largest_claim_limits():
    longest = ClaimSettings(minutes=10_080, per_player=100, appeal_minutes=10_080, two_person=True)
    none = ClaimSettings(minutes=0, per_player=0, appeal_minutes=0)
    for claims in (longest, none):
        (event,) = changed(given(), claims=claims).decide(given())
        assert event.settings.claims == claims


def test_settings_stored_before_claims_get_default_claim_limits():
    data = encode(Settings(rounds=7))
    del data["claims"]
    assert decode(Settings, data) == Settings(rounds=7)
