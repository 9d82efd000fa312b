"""Changing the criteria: freely before round 1, later only after a preview of the changes."""

from dataclasses import replace

import pytest

from tests.tournaments.build import WHITE, after, entered, given, paired, refused, shown, won
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tiebreaks import preview_moves

FOUR = [*entered("ab", rating=2000), *entered("cd", rating=2100)]
BEGUN = [*FOUR, paired(1, "ab", "cd"), shown(1), won(1, "ab"), won(1, "cd")]
OLD, NEW = ("NBW", "SOS"), ("NBW", "RATING")


def a_tournament(*steps):
    return given(*steps, system="swiss", criteria=OLD)


def to(state, *criteria, **values):
    settings = replace(state.settings, criteria=criteria)
    return ChangeSettings(settings=settings, ruleset=state.ruleset, **{"reason": "voted", **values})


def seen(state, *criteria):
    return preview_moves(state, replace(state.settings, criteria=criteria)).digest


def test_criteria_are_free_before_round_1():
    state = a_tournament(*FOUR)
    (event,) = to(state, *NEW, reason="").decide(state)
    assert event.settings.criteria == NEW


def test_preview_lists_changes_of_places():
    state = a_tournament(*BEGUN)
    would = preview_moves(state, replace(state.settings, criteria=NEW))
    assert [(one.entry, one.place_before, one.place_after) for one in would.place_changes] == [
        ("a", 1, 2),
        ("b", 3, 4),
    ]
    assert would.round == 1


@pytest.mark.parametrize("said", ["", "0" * 64])
def test_later_change_needs_a_preview(said):
    state = a_tournament(*BEGUN)
    assert refused(to(state, *NEW, seen=said), state) == ("moves_not_seen", {"moves": 2, "seen": bool(said)})


def test_change_after_preview_needs_a_reason():
    state = a_tournament(*BEGUN)
    digest = seen(state, *NEW)
    assert refused(to(state, *NEW, seen=digest, reason=" "), state)[0] == "reason_required"
    (event,) = to(state, *NEW, seen=digest).decide(state)
    assert (event.settings.criteria, event.reason) == (NEW, "voted")


def test_rejects_preview_of_other_results():
    state = a_tournament(*BEGUN)
    later = after(state, won(1, "ab", WHITE))
    assert refused(to(later, *NEW, seen=seen(state, *NEW)), later)[0] == "moves_not_seen"


def test_rejects_preview_of_other_criteria():
    state = a_tournament(*BEGUN)
    assert refused(to(state, "NBW", "RANK", seen=seen(state, *NEW)), state)[0] == "moves_not_seen"


def test_accepts_preview_if_places_are_unaffected_meanwhile():
    state = a_tournament(*BEGUN, paired(2, "ac", "bd"))
    digest = seen(state, *NEW)
    later = after(state, shown(2))
    assert to(later, *NEW, seen=digest).decide(later)


def test_other_settings_need_no_preview():
    state = a_tournament(*BEGUN)
    change = ChangeSettings(settings=replace(state.settings, komi=7.5), ruleset=state.ruleset, reason="voted")
    assert change.decide(state)


def test_another_draw_seed_changes_the_order():
    state = given(*BEGUN, system="swiss", criteria=("NBW", "DRAW"))
    other = replace(state.settings, draw_seed=1)
    change = ChangeSettings(settings=other, ruleset=state.ruleset, reason="voted")
    assert refused(change, state)[0] == "moves_not_seen"
    assert replace(change, seen=preview_moves(state, other).digest).decide(state)


@pytest.mark.parametrize("seed", [-1, 2**53])
def test_rejects_invalid_draw_seed(seed):
    state = a_tournament(*FOUR)
    change = ChangeSettings(settings=replace(state.settings, draw_seed=seed), ruleset=state.ruleset)
    code, facts = refused(change, state)
    assert (code, facts["field"]) == ("invalid_settings", "draw_seed")


def test_preview_is_needed_once_a_round_is_paired():
    state = a_tournament(*FOUR, paired(1, "ab", "cd"))
    would = preview_moves(state, replace(state.settings, criteria=NEW))
    assert would.round == 0
    assert refused(to(state, *NEW), state)[0] == "moves_not_seen"
    assert to(state, *NEW, seen=would.digest).decide(state)


def test_places_change_within_a_group():
    """In each group the winner is first; by rating, the loser of one of them would be."""
    entries = [*entered("ac", rating=2000, group="A"), *entered("b", rating=2100, group="A"), *entered("d")]
    entries[1], entries[3] = (replace(entries[place], group="B") for place in (1, 3))
    state = a_tournament(*entries, paired(1, "ab", "cd"), shown(1), won(1, "ab"), won(1, "cd"))
    would = preview_moves(state, replace(state.settings, criteria=("RATING",)))
    assert len(would.tables) == 2
    told = {one.entry: (one.place_before, one.place_after) for one in would.place_changes}
    assert told == {"a": (1, 2), "b": (2, 1), "c": (1, 2), "d": (2, 1)}
