"""Properties of every criterion in random tournaments."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.standings.builders import histories
from tournaments.competition.history import Entrant, Game, Result, Winner
from tournaments.competition.standings import (
    CRITERIA,
    cards,
    explain_order,
    placement_key,
    reasons_for_order,
    standings,
)

ALL = tuple(CRITERIA)
any_of_all = histories(criteria=ALL)


def last(history):
    return len(history.byes)


def columns(history, round_=None):
    """Criterion -> entrant -> stored value."""
    keys = placement_key(history, last(history) if round_ is None else round_)
    return {name: {id_: key[place] for id_, key in keys.items()} for place, name in enumerate(ALL)}


@given(any_of_all)
@settings(max_examples=40)
def test_scores_are_the_sums_of_points(history):
    even = replace(history, settings=replace(history.settings, round_down=False))
    given_out = sum(game.result.points2(for_black=side) for game in even.games for side in (True, False))
    byes = sum(len(who) for who in even.byes.values())
    playing = {(game.round, id_) for game in even.games for id_ in (game.white, game.black)}
    absent = sum(
        (number, entrant.id) not in playing and entrant.id not in even.byes.get(number, ())
        for entrant in even.entrants.values()
        for number in entrant.absent
    )
    told = columns(even)
    start = sum(card.start2 for card in cards(even, 0).values())
    chosen = even.settings
    assert sum(told["NBW"].values()) == given_out + byes * chosen.nbw_bye2 + absent * chosen.nbw_absent2
    assert (
        sum(told["MMS"].values()) == start + given_out + byes * chosen.mms_bye2 + absent * chosen.mms_absent2
    )


@given(any_of_all)
@settings(max_examples=40)
def test_criteria_stay_within_their_bounds(history):
    told, rounds = columns(history), last(history)
    for id_ in history.entrants:
        assert told["SOSW"][id_] >= told["SOSW-1"][id_] >= told["SOSW-2"][id_] >= 0
        assert 0 <= told["SODOSW"][id_] <= 2 * told["SOSW"][id_]
        assert told["CUSSW"][id_] <= rounds * told["NBW"][id_]
        assert told["CUSSM"][id_] <= rounds * told["MMS"][id_]
        assert 0 <= told["EXR"][id_] <= told["EXT"][id_]
        assert told["NBW"][id_] <= told["CPS"][id_] <= 2 ** (rounds + 1)
        assert 0 <= told["STS"][id_] - told["MMS"][id_] <= 8
        assert 0 <= told["UNBEATEN"][id_] <= rounds


@given(any_of_all)
@settings(max_examples=40)
def test_omitted_terms_are_the_smallest(history):
    """With one term left out of n, what stays is at least (n - 1) / n of the sum."""
    told, rounds = columns(history), last(history)
    for letter in "WM":
        for id_ in history.entrants:
            whole = told[f"SOS{letter}"][id_]
            for without in (1, 2):
                if rounds > without:
                    assert told[f"SOS{letter}-{without}"][id_] * rounds >= whole * (rounds - without)


@given(any_of_all)
@settings(max_examples=40)
def test_draw_separates_everybody(history):
    lots = sorted(-lot for lot in columns(history)["DRAW"].values())
    assert lots == list(range(1, len(history.entrants) + 1))
    places = [row.place for row in standings(history, last(history)).rows]
    assert places == list(range(1, len(places) + 1))


@given(histories())
@settings(max_examples=40)
def test_order_of_places_is_total_stable_and_explained(history):
    table = standings(history, last(history))
    assert {row.entrant_id for row in table.rows} == set(history.entrants)
    for above, below in pairwise(table.rows):
        one, other = tuple(above.scores.values()), tuple(below.scores.values())
        assert one >= other
        assert (one == other) == (above.place == below.place)
        if one == other:
            assert history.entrants[above.entrant_id].order < history.entrants[below.entrant_id].order
    assert standings(history, last(history)) == table
    told = reasons_for_order(table)
    assert list(told) == [row.entrant_id for row in table.rows[1:]]
    for above, below in pairwise(table.rows):
        assert told[below.entrant_id] == (above.entrant_id, explain_order(above, below))
        level = told[below.entrant_id][1].endswith("no criterion decides")
        assert level == (above.place == below.place)


@given(histories(criteria=("NBW", "SOSW", "CUSSW", "SDC", "DC", "CPS", "UNBEATEN", "DCL")), st.data())
@settings(max_examples=40)
def test_later_results_do_not_change_past_standings(history, data):
    """Another round, and an absence from it."""
    round_ = data.draw(st.integers(0, last(history)))
    before = standings(history.up_to(round_), round_)
    ids = list(history.entrants)
    number = last(history) + 1
    late = Game(round=number, table=1, white=ids[0], black=ids[1], result=Result(winner=Winner.WHITE))
    assert standings(replace(history, games=(*history.games, late)), round_) == before
    away = {id_: replace(one, absent=one.absent | {number}) for id_, one in history.entrants.items()}
    assert standings(replace(history, entrants=away), round_) == before


@given(histories(), st.data())
@settings(max_examples=40)
def test_late_entry_takes_no_points_from_others(history, data):
    newcomer = Entrant(id="Z", rank=data.draw(st.integers(-30, 8)), rating=0, order=99)
    more = replace(history, entrants={**history.entrants, "Z": newcomer})
    scores = {row.entrant_id: row.scores for row in standings(more, last(history)).rows}
    for row in standings(history, last(history)).rows:
        kept = {name: value for name, value in row.scores.items() if name not in ("SDC", "DC")}
        assert kept.items() <= scores[row.entrant_id].items()


def above_by_wins(history, ids):
    """Return pairs (a, b) where a has beaten b or a player above b, by the definition, one step at a time."""
    balance = dict.fromkeys(((a, b) for a in ids for b in ids), 0)
    for game in history.games:
        white, black = (game.result.points2(for_black=side) == 2 for side in (False, True))
        if not game.result.by_default and white != black:
            balance[(game.white, game.black)] += 1 if white else -1
            balance[(game.black, game.white)] += 1 if black else -1
    above = {pair for pair, wins in balance.items() if wins > 0}
    while True:
        further = above | {(a, d) for a, b in above for c, d in above if b == c}
        if further == above:
            return above
        above = further


@given(histories(criteria=("DC",)))
@settings(max_examples=40)
def test_direct_confrontation_ranks_winners_above_and_cycles_equal(history):
    told = {id_: key[0] for id_, key in placement_key(history, last(history)).items()}
    above = above_by_wins(history, history.entrants)
    for a, b in above:
        if (b, a) in above:
            assert told[a] == told[b]
        else:
            assert told[a] > told[b]
    lowest = [id_ for id_ in told if all((id_, other) not in above for other in told)]
    assert all(told[id_] == 0 for id_ in lowest)
