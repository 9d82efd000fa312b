"""Groups whose members must, or must not, meet."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.pairing.builders import after, fresh, next_round, rounds_to_pair
from tests.tournaments.competition.pairing.test_optimum import pairings
from tournaments.competition.history import MeetingGroup, MeetingKind
from tournaments.competition.pairing import CRITERIA, pair_players, weights

MUST, MUST_NOT = MeetingKind.MUST, MeetingKind.MUST_NOT


def asked(history, *groups):
    """Groups as ("AB", kind) or ("AB", kind, rounds)."""
    made = [
        MeetingGroup(id=str(i), members=tuple(who), kind=kind, rounds=tuple(*rounds))
        for i, (who, kind, *rounds) in enumerate(groups)
    ]
    return replace(history, meetings=tuple(made))


def met(pairing):
    return {frozenset((two.white, two.black)) for two in pairing.pairs}


def test_round_without_groups_has_no_meetings_value():
    assert list(weights(fresh(0, 0), 1).costs) == list(CRITERIA)
    later = asked(fresh(0, 0), ("AB", MUST, (2,)))
    assert list(weights(later, 1).costs) == list(CRITERIA)


def test_meeting_has_the_value_of_the_setting():
    table = weights(asked(fresh(0, 0, 0, 0), ("AB", MUST), ("AC", MUST_NOT)), 1)
    worth = {one + other: costs["meetings"] for one, other, costs in table.rows()}
    assert worth == {"AB": 10**15, "AC": -(10**15), "AD": 0, "BC": 0, "BD": 0, "CD": 0}


def test_players_in_groups_of_both_kinds_must_not_meet():
    table = weights(asked(fresh(0, 0), ("AB", MUST_NOT), ("AB", MUST)), 1)
    assert table.of("A", "B")["meetings"] == -(10**15)


def test_required_meeting_happens_across_the_field():
    history = fresh(3, 3, -10, -10)
    assert frozenset("AB") in met(pair_players(history, 1))
    assert frozenset("AD") in met(pair_players(asked(history, ("AD", MUST)), 1))
    assert frozenset("AD") not in met(pair_players(asked(history, ("AD", MUST, (2,))), 1))


def test_required_meeting_happens_once():
    history = asked(fresh(3, 3, -10, -10), ("AD", MUST))
    played = after(history, pair_players(history, 1))
    assert weights(played, 2).of("A", "D")["meetings"] == 0
    assert frozenset("AD") not in met(pair_players(played, 2))


def test_family_is_kept_apart_if_others_are_present():
    history = asked(fresh(3, 3, -10, -10), ("AB", MUST_NOT))
    assert frozenset("AB") not in met(pair_players(history, 1))


def test_family_alone_plays_each_other():
    history = asked(fresh(0, 0), ("AB", MUST_NOT))
    assert met(pair_players(history, 1)) == {frozenset("AB")}


def test_digest_covers_groups_of_the_round_only():
    history = fresh(0, 0, 0, 0)
    digest = pair_players(history, 1).inputs_digest
    assert pair_players(asked(history, ("AB", MUST, (2,))), 1).inputs_digest == digest
    assert pair_players(asked(history, ("AB", MUST, (1,))), 1).inputs_digest != digest


@settings(max_examples=40)
@given(rounds_to_pair(), st.data())
def test_forbidden_meetings_are_avoided_if_possible_with_fewest_repeats(history, data):
    """A forbidden meeting weighs as much as two repeated games; nothing else does."""
    ids = sorted(history.entrants)
    family = data.draw(st.sets(st.sampled_from(ids), min_size=2, max_size=4))
    round_ = next_round(history)
    ours = pair_players(asked(history, (sorted(family), MUST_NOT)), round_)
    before = {frozenset((game.white, game.black)) for game in history.games if game.round < round_}

    def broken(pairs):
        pairs = [frozenset(two) for two in pairs]
        return sum(2 * (two <= family) + (two in before) for two in pairs)

    everyone = [id_ for two in ours.pairs for id_ in (two.white, two.black)]
    assert broken(met(ours)) == min(broken(pairing) for pairing in pairings(everyone))


@pytest.mark.parametrize("kind", [MUST, MUST_NOT])
def test_absent_member_is_ignored(kind):
    history = fresh(0, 0, 0)
    away = replace(history.entrants["A"], absent=frozenset({1}))
    history = asked(replace(history, entrants={**history.entrants, "A": away}), ("AB", kind))
    assert met(pair_players(history, 1)) == {frozenset("BC")}
