"""Berger's tables."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.competition.schedules.round_robin import plan, round_count, seat_pairs


def whole(players, *, twice=False):
    return [seat_pairs(players, r) for r in range(1, round_count(players, twice=twice) + 1)]


def letters(rounds):
    return [[f"{white + 1}-{black + 1}" for white, black in pairs] for pairs in rounds]


def test_equals_printed_tables_of_four_and_six():
    """FIDE Handbook C.05, annex 1; the order of boards within a round is ours."""
    assert [sorted(pairs) for pairs in letters(whole(4))] == [
        ["1-4", "2-3"],
        ["1-2", "4-3"],
        ["2-4", "3-1"],
    ]
    assert [sorted(pairs) for pairs in letters(whole(6))] == [
        ["1-6", "2-5", "3-4"],
        ["1-2", "5-3", "6-4"],
        ["2-6", "3-1", "4-5"],
        ["1-4", "2-3", "6-5"],
        ["3-6", "4-2", "5-1"],
    ]


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("players", [*range(3, 12), 23, 24, 32])
def test_everyone_meets_once_in_any_field(players, twice):
    rounds = whole(players, twice=twice)
    real = [[pair for pair in pairs if players not in pair] for pairs in rounds]
    met = Counter(frozenset(pair) for pairs in real for pair in pairs)
    assert met == dict.fromkeys(map(frozenset, combinations(range(players), 2)), 2 if twice else 1)
    for pairs in rounds:
        seats = [seat for pair in pairs for seat in pair]
        assert len(seats) == len(set(seats)) == players + players % 2
    whites = Counter(white for pairs in real for white, _ in pairs)
    blacks = Counter(black for pairs in real for _, black in pairs)
    assert all(
        abs(whites[seat] - blacks[seat]) <= (0 if twice or players % 2 else 1) for seat in range(players)
    )


@pytest.mark.parametrize("players", [3, 5, 7, 9, 25])
def test_odd_field_gives_everyone_one_free_round(players):
    ids = [f"p{i}" for i in range(players)]
    plans = [plan(ids, r) for r in range(1, round_count(players) + 1)]
    assert Counter(bye for one in plans for bye in one.byes) == dict.fromkeys(ids, 1)
    assert all(len(one.games) == players // 2 for one in plans)


def test_second_cycle_has_reversed_colours():
    first, second = whole(7, twice=True)[:7], whole(7, twice=True)[7:]
    assert [{(b, w) for w, b in pairs} for pairs in first] == [set(pairs) for pairs in second]
