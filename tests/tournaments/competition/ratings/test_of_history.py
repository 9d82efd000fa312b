"""The rated games of a tournament, and the rating changes of its players."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.tournaments.competition.standings.builders import histories, played
from tournaments.competition.ratings import ReasonUnrated, TimeClass, ratings_of


def by_player(table):
    return {row.player: row for row in table.rows}


def with_ratings(history, **ratings):
    entrants = {
        id_: replace(entrant, rating=ratings.get(id_, entrant.rating))
        for id_, entrant in history.entrants.items()
    }
    return replace(history, entrants=entrants)


def left_out(table):
    return [(item.game.round, item.game.table, item.why) for item in table.left_out]


def test_winner_is_above_loser():
    table = ratings_of(played("AB b"))
    assert [(row.player, round(row.after, 3)) for row in table.rows] == [("B", 2109.306), ("A", 2091.725)]
    assert table.left_out == ()


def test_defaults_and_games_without_result_are_not_rated():
    table = ratings_of(played("AB w!, CD ?", "AC w, BD 0!"))
    assert left_out(table) == [
        (1, 1, ReasonUnrated.BY_DEFAULT),
        (1, 2, ReasonUnrated.NO_RESULT),
        (2, 2, ReasonUnrated.BY_DEFAULT),
    ]
    assert {id_: len(row.games) for id_, row in by_player(table).items()} == {"A": 1, "B": 0, "C": 1, "D": 0}


@pytest.mark.parametrize(
    ("result", "white", "black"), [("=", 0.5, 0.5), ("0", 0, 0), ("2", 1, 1), ("w", 1, 0), ("b", 0, 1)]
)
def test_every_result_has_its_score(result, white, black):
    rows = by_player(ratings_of(played(f"AB {result}")))
    assert (rows["A"].games[0].sa, rows["B"].games[0].sa) == (white, black)


def test_stones_are_part_of_a_rated_game():
    rows = by_player(ratings_of(with_ratings(played("AB w3"), B=1850)))
    assert [rows[id_].games[0].handicap for id_ in "AB"] == [3, 3]
    assert rows["A"].games[0].se == 0.5


def test_without_class_no_game_is_rated():
    table = ratings_of(played("AB w, CD w!"), time_class=None)
    assert left_out(table) == [(1, 1, ReasonUnrated.NO_CLASS), (1, 2, ReasonUnrated.BY_DEFAULT)]
    assert {row.after for row in table.rows} == {2100.0}


def test_pairs_have_no_rating():
    assert left_out(ratings_of(played("AB w", players_per_side=2))) == [(1, 1, ReasonUnrated.PAIR_GO)]


def test_jigo_is_rated_unless_by_default():
    assert left_out(ratings_of(played("AB =, CD =!"))) == [(1, 2, ReasonUnrated.BY_DEFAULT)]


def test_other_board_sizes_are_not_rated():
    table = ratings_of(played("AB w", board_size=13))
    assert left_out(table) == [(1, 1, ReasonUnrated.SMALL_BOARD)]


def test_rating_beyond_the_formulas_excludes_only_its_games():
    table = ratings_of(with_ratings(played("AB w, CD w"), A=3300))
    assert left_out(table) == [(1, 1, ReasonUnrated.OFF_SCALE)]
    assert by_player(table)["A"].after == 3300
    assert len(by_player(table)["C"].games) == 1


def test_decimal_ratings_replace_those_entered():
    table = ratings_of(played("AB b"), ratings={"A": 2674.564, "B": 2611.051})
    rows = by_player(table)
    assert (rows["A"].before, round(rows["A"].after, 3)) == (2674.564, 2670.456)


def test_class_is_reported_and_applied():
    full, half = ratings_of(played("AB w")), ratings_of(played("AB w"), TimeClass.C)
    assert half.time_class is TimeClass.C
    assert half.rows[0].change == pytest.approx(full.rows[0].change / 2)


def test_equals_are_in_the_order_of_entrants_without_provisional_ones():
    table = ratings_of(played("AB =", "BA =", ranks={"C": 0}, provisional="D"))
    assert [row.player for row in table.rows] == ["A", "B", "C"]


@given(histories())
@settings(max_examples=60)
def test_every_game_is_either_rated_from_both_sides_or_left_out(history):
    table = ratings_of(history)
    lines = [line for row in table.rows for line in row.games]
    assert len(lines) == 2 * (len(history.games) - len(table.left_out))
    assert [row.after for row in table.rows] == sorted((row.after for row in table.rows), reverse=True)
