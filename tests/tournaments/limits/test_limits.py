"""Limits: their values, changes, and effects on settings, pairs and rounds."""

from datetime import datetime, timedelta

import pytest

from rules import RULESETS
from tests.tournaments.build import closed, entered, given, paired, refused, shown, won
from tournaments.domain import consequences
from tournaments.domain.base import fold
from tournaments.domain.limits import ChangeLimits, LimitsChanged, limit_faults
from tournaments.domain.pairs import SetHandicap
from tournaments.domain.settings import ChangeSettings
from tournaments.state.limits import AXES, Limits, limits_in_force, ruleset_with_komi

PLAYED = [*entered("abcd"), paired(1, "ab", "cd"), shown(1)]


def changed(reason="voted", **limits):
    return ChangeLimits(limits=Limits(**limits), reason=reason)


def force(state):
    return limits_in_force(state.settings, state.ruleset, state.limits).by_name


def test_change_is_numbered_and_lists_changed_limits():
    state = given(*PLAYED)
    (event,) = changed(komi=7.5, stone_supply="unlimited").decide(state)
    assert event == LimitsChanged(number=1, limits=Limits(komi=7.5), reason="voted")
    (event,) = changed(fine=2.0).decide(given(*PLAYED, changed(komi=7.5)))
    assert (event.number, event.limits) == (2, Limits(fine=2.0))


def test_unchanged_limits_change_nothing():
    assert changed(komi=6.5, length="unlimited").decide(given(*PLAYED)) == []
    assert changed().decide(given(*PLAYED)) == []


def test_every_change_needs_a_reason():
    assert refused(changed(komi=7.5, reason=" "), given())[0] == "reason_required"


@pytest.mark.parametrize("axis", AXES)
def test_rejects_negative_limits(axis):
    ((named, _),) = limit_faults(Limits(**{axis: -1}), "makrai")
    assert named == axis


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_limit_of_every_ruleset_is_listed_and_accepts_its_own_value(name):
    state = given(*PLAYED)
    chosen = ChangeSettings(settings=state.settings, ruleset=name, reason="x")
    for event in chosen.decide(state):
        state = fold(state, event)
    now = force(state)
    assert len(now) == 9
    assert ChangeLimits(limits=Limits(**now), reason="x").decide(state) == []


@pytest.mark.parametrize("limit", ["komi", "handicap_komi"])
@pytest.mark.parametrize("value", [True, False, 0.3, 400.5, float("nan"), float("inf")])
def test_komi_is_in_half_points(limit, value):
    ((named, _),) = limit_faults(Limits(**{limit: value}), "makrai")
    assert named == limit


def test_changed_limits_are_in_force():
    wanted = {
        "komi": 7.5,
        "handicap_komi": 1.5,
        "stone_supply": 60,
        "continuations": 2,
        "claims_per_player": 1,
        "sequences_per_claim": 4,
        "fine": 1.5,
        "length": 300,
        "claim_minutes": 5,
    }
    state = given(*PLAYED, changed(**wanted))
    assert force(state) == wanted
    assert (state.limits_number, state.limits_reason) == (1, "voted")


def test_pairs_follow_komi_of_their_kind_unless_set_individually():
    own = SetHandicap(game_id="1ab", handicap=0, komi=3.5, reason="as agreed")
    given_stones = SetHandicap(game_id="1cd", handicap=3, komi=0.5, reason="as agreed")
    state = given(*PLAYED, own, given_stones, changed(komi=7.0))
    assert [pair.komi for pair in state.round(1).by_table()] == [3.5, 0.0]
    state = given(*PLAYED, given_stones, changed(handicap_komi=-2.5))
    assert [pair.komi for pair in state.round(1).by_table()] == [6.5, -2.5]
    state = given(*PLAYED, given_stones, changed(handicap_komi=-2.5), changed(komi=7.0))
    assert [pair.komi for pair in state.round(1).by_table()] == [7.0, -2.5]


@pytest.mark.parametrize("minutes", [45, 10])
def test_change_moves_claim_deadline_of_closed_round(minutes):
    before = given(*PLAYED, won(1, "ab"), won(1, "cd"), closed(1))
    after = given(*PLAYED, won(1, "ab"), won(1, "cd"), closed(1), changed(claim_minutes=minutes))
    until = [datetime.fromisoformat(state.round(1).claims_until) for state in (before, after)]
    assert until[1] - until[0] == timedelta(minutes=minutes - 30)


def test_change_of_limits_adds_no_event_to_games():
    state = given(*PLAYED)
    assert consequences.consequences_for_games(
        state, changed(komi=7.5).decide(state)
    ) == consequences.consequences_for_games(state, [])


def test_game_keeps_its_own_ruleset_under_changed_limits():
    state = given(*PLAYED, changed(stone_supply=60, length=200))
    pair = state.round(1).pairs["1ab"]
    told = consequences.terms_of(state, pair, "japanese komi=5.5")
    assert told.ruleset == ruleset_with_komi("japanese stone_supply=60", 6.5)
    assert (told.length, told.limits) == (200, 1)


def test_new_ruleset_resets_limits_except_length():
    state = given(*PLAYED, changed(stone_supply=60, length=200))
    chosen = ChangeSettings(settings=state.settings, ruleset="makrai", reason="x")
    state = fold(state, chosen.decide(state)[0])
    assert (force(state)["stone_supply"], force(state)["length"]) == ("half_board", 200)


def test_settings_with_the_same_ruleset_keep_limits():
    state = given(*PLAYED, changed(stone_supply=60))
    chosen = ChangeSettings(settings=given(rounds=4).settings, ruleset=state.ruleset, reason="x")
    assert fold(state, chosen.decide(state)[0]).limits.stone_supply == 60
