"""Tables: pinned players and unused table numbers."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.pairing.builders import fresh, next_round, rounds_to_pair
from tournaments.competition.history import Game
from tournaments.competition.pairing import pair_players
from tournaments.competition.pairing.tables import assign_tables


def pinned(history, **tables):
    entrants = {id_: replace(e, table=tables.get(id_, 0)) for id_, e in history.entrants.items()}
    return replace(history, entrants=entrants)


def tables(pairing):
    return {id_: two.table for two in pairing.pairs for id_ in (two.white, two.black)}


def test_skips_taken_unused_and_preferred_tables():
    assert assign_tables([0, 0, 0]) == [1, 2, 3]
    assert assign_tables([0, 0, 0], taken={1}, unused={3}) == [2, 4, 5]
    assert assign_tables([0, 1, 0, 4]) == [2, 1, 3, 4]


def test_first_game_gets_a_table_preferred_by_two():
    assert assign_tables([2, 2, 0]) == [2, 1, 3]
    assert assign_tables([2, 0], taken={2}) == [1, 3]


def test_unused_table_is_available_to_pinned_players():
    assert assign_tables([9, 0], unused={1, 9}) == [9, 2]


def test_pinned_player_keeps_the_table_against_any_opponent():
    assert tables(pair_players(pinned(fresh(5, 5, 0, 0), D=1), 1)) == {"A": 2, "B": 2, "C": 1, "D": 1}


def test_stronger_of_two_pinned_players_decides():
    assert set(tables(pair_players(pinned(fresh(5, 0), A=7, B=3), 1)).values()) == {7}


@settings(max_examples=40)
@given(rounds_to_pair(), st.data())
def test_pinned_tables_are_kept_and_unused_ones_stay_empty(history, data):
    ids, round_ = sorted(history.entrants), next_round(history)
    wanted = data.draw(st.dictionaries(st.sampled_from(ids), st.integers(1, 6), max_size=3))
    wanted = {id_: table for table, id_ in {table: id_ for id_, table in wanted.items()}.items()}
    unused = tuple(sorted(data.draw(st.sets(st.integers(1, 9), max_size=4))))
    rules = replace(history.settings.pairing, tables_unused=unused)
    history = pinned(replace(history, settings=replace(history.settings, pairing=rules)), **wanted)
    ours = pair_players(history, round_)
    assert len({two.table for two in ours.pairs}) == len(ours.pairs)
    for two in ours.pairs:
        asked = {wanted[id_] for id_ in (two.white, two.black) if id_ in wanted}
        assert two.table in asked if asked else two.table not in unused


def test_tables_of_players_set_apart_remain_taken():
    history = pinned(fresh(0, 0, 0, 0), C=2)
    history = replace(history, games=(Game(round=1, table=2, white="A", black="B"),))
    assert tables(pair_players(history, 1, apart={"A", "B"})) == {"C": 1, "D": 1}
