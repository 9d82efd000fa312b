from dataclasses import replace

from hypothesis import given as every
from hypothesis import settings
from hypothesis import strategies as st

from tests.tournaments.build import BLACK, JIGO, WHITE, after, entered, given, paired, ruled, won
from tournaments.competition.standings import PlaceChange, differences, standings
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tiebreaks import preview_moves

PLAYED = [*entered("abcd"), paired(1, "ab", "cd"), won(1, "ab"), won(1, "cd")]


def table(state, round_=1):
    return standings(state.history(), round_)


def test_equal_standings_have_no_differences():
    now = table(given(*PLAYED))
    assert differences(now, now) == []


def test_lists_changed_places_and_scores_by_new_place():
    before = given(*PLAYED, criteria=("MMS", "RATING"))
    moved = differences(table(before), table(after(before, ruled(1, "ab", WHITE))))
    assert moved == [
        PlaceChange(entry="b", place_before=3, place_after=1, scores={"MMS": (30.0, 31.0)}),
        PlaceChange(entry="a", place_before=1, place_after=3, scores={"MMS": (31.0, 30.0)}),
    ]


def test_changed_place_with_equal_scores_is_a_difference():
    before = given(*PLAYED, criteria=("MMS",))
    moved = differences(table(before), table(after(before, ruled(1, "ab", JIGO))))
    assert [(one.entry, one.place_before, one.place_after, one.scores) for one in moved] == [
        ("a", 1, 2, {"MMS": (31.0, 30.5)}),
        ("b", 3, 2, {"MMS": (30.0, 30.5)}),
        ("d", 3, 4, {}),
    ]


def test_includes_scores_changed_by_opponents():
    before = given(*PLAYED, criteria=("MMS", "SOSM"))
    moved = differences(table(before), table(after(before, ruled(1, "ab", WHITE))))
    assert {one.entry: one.scores["SOSM"] for one in moved} == {"a": (30.0, 31.0), "b": (31.0, 30.0)}


def test_late_entry_has_no_earlier_place():
    before = given(*PLAYED, criteria=("MMS",))
    now = after(before, *entered("e"))
    (moved,) = differences(table(before, 0), table(now, 0))
    assert moved == PlaceChange(entry="e", place_before=None, place_after=1, scores={"MMS": (None, 30.0)})


def test_changed_criteria_are_differences_of_everybody():
    before = given(*PLAYED, criteria=("MMS", "RATING"))
    settings = replace(before.settings, criteria=("MMS", "RANK"))
    seen = preview_moves(before, settings).digest
    change = ChangeSettings(settings=settings, ruleset="tromp-taylor", reason="voted", seen=seen)
    moved = differences(table(before), table(after(before, change)))
    assert [one.entry for one in moved] == ["a", "c", "b", "d"]
    assert moved[0].scores == {"RANK": (None, 0.0), "RATING": (2100.0, None)}


@settings(max_examples=30)
@every(st.lists(st.tuples(st.sampled_from(["ab", "cd"]), st.sampled_from([BLACK, WHITE, JIGO])), max_size=4))
def test_differences_turn_old_standings_into_new_ones(rulings):
    before = given(*PLAYED)
    now = after(before, *(ruled(1, pair, result) for pair, result in rulings))
    old, new = table(before), table(now)
    moved = {one.entry: one for one in differences(old, new)}
    then = {row.entrant_id: row for row in old.rows}
    for row in new.rows:
        change = moved.get(row.entrant_id)
        place, scores = then[row.entrant_id].place, then[row.entrant_id].plain()
        if change:
            assert change.place_before == place
            assert {name: was for name, (was, _) in change.scores.items()}.items() <= scores.items()
            place, scores = change.place_after, scores | {n: now for n, (_, now) in change.scores.items()}
        assert (place, scores) == (row.place, row.plain())
