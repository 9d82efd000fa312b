"""Properties of the standings of every tournament."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.standings.builders import histories
from tournaments.competition.history import Winner
from tournaments.competition.standings import (
    cards,
    course_of_entry,
    main_of,
    main_scores,
    main_scores_by_round,
    placement_key,
    standings,
    start_scores,
)

TO_SUM = ("NBW", "SOSW", "SOSW-1", "SOSW-2", "SODOSW")


def last(history):
    return len(history.byes)


@given(histories())
@settings(max_examples=40)
def test_places_follow_from_the_keys_alone(history):
    table = standings(history, last(history))
    keys = placement_key(history, last(history))
    for row in table.rows:
        assert row.place == 1 + sum(key > keys[row.entrant_id] for key in keys.values())
        assert tuple(row.scores.values()) == keys[row.entrant_id]


@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_order_of_games_does_not_matter(history, chance):
    games = list(history.games)
    chance.shuffle(games)
    shuffled = replace(history, games=tuple(games))
    assert standings(shuffled, last(history)) == standings(history, last(history))


@given(histories(), st.data())
@settings(max_examples=40)
def test_past_round_is_unchanged(history, data):
    round_ = data.draw(st.integers(0, last(history)))
    assert standings(history, round_) == standings(history.up_to(round_), round_)
    assert main_scores(history, round_) == {
        id_: scores[round_] for id_, scores in main_scores_by_round(history, last(history)).items()
    }


@given(histories())
@settings(max_examples=40)
def test_colours_do_not_matter_in_even_games(history):
    swap = {Winner.BLACK: Winner.WHITE, Winner.WHITE: Winner.BLACK}
    even = [replace(game, handicap=0) for game in history.games]
    swapped = [
        replace(
            game,
            white=game.black,
            black=game.white,
            result=replace(game.result, winner=swap.get(game.result.winner, game.result.winner)),
        )
        for game in even
    ]
    one, other = replace(history, games=tuple(even)), replace(history, games=tuple(swapped))
    assert standings(one, last(history)) == standings(other, last(history))


@given(histories(systems=("swiss",), criteria=TO_SUM))
@settings(max_examples=40)
def test_sums_of_a_swiss_add_up(history):
    history = replace(history, settings=replace(history.settings, not_played_counts_half=False))
    keys = placement_key(history, last(history))
    met = {id_: len(card.meetings) for id_, card in cards(history, last(history)).items()}
    assert sum(key[1] for key in keys.values()) == sum(keys[id_][0] * met[id_] for id_ in keys)
    for _, sos, without_one, without_two, sodos in keys.values():
        assert sos >= without_one >= without_two >= 0
        assert sodos <= 2 * sos


@given(histories(systems=("mcmahon",), criteria=("MMS", "NBW")))
@settings(max_examples=40)
def test_mcmahon_equals_wins_plus_start_if_absences_cost_the_same(history):
    same = replace(history.settings, mms_absent2=0, nbw_absent2=0)
    history = replace(history, settings=same)
    start = start_scores(history)
    for id_, (mms, nbw) in placement_key(history, last(history)).items():
        assert mms == nbw + start[id_]


@given(histories())
@settings(max_examples=40)
def test_scores_never_decrease(history):
    for card in cards(history, last(history)).values():
        course = card.after_each_round(main_of(history.settings))
        assert list(course) == sorted(course)


@given(histories(systems=("swiss", "mcmahon", "cup")), st.data())
@settings(max_examples=40)
def test_places_of_an_entrant_after_each_round_equal_separate_standings(history, data):
    last, entry = history.settings.rounds, data.draw(st.sampled_from(sorted(history.entrants)))
    tables = [standings(history, number) for number in range(1, last + 1)]
    rows = [next(row for row in table.rows if row.entrant_id == entry) for table in tables]
    told = [(row.score_text(table.criteria[0]), row.place) for table, row in zip(tables, rows, strict=True)]
    assert course_of_entry(history, last, entry) == told
