"""Properties of every pairing of every round."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.pairing.builders import after, next_round, rounds_to_pair
from tests.tournaments.competition.standings.builders import histories
from tournaments.competition.history import Winner
from tournaments.competition.pairing import CRITERIA, cost_of, pair_players, weights


@settings(max_examples=30)
@given(rounds_to_pair(), st.integers())
def test_everyone_present_has_a_game_or_bye_and_components_add_up(history, seed):
    round_ = next_round(history)
    ours = pair_players(history, round_, seed=seed)
    present = {id_ for id_, entrant in history.entrants.items() if entrant.present_in(round_)}
    seated = [id_ for two in ours.pairs for id_ in (two.white, two.black)]
    assert sorted(seated + [ours.bye] * (ours.bye is not None)) == sorted(present)
    assert (ours.bye is not None) == bool(len(present) % 2)
    assert [two.table for two in ours.pairs] == list(range(1, len(ours.pairs) + 1))
    assert all(list(two.components) == list(CRITERIA) for two in ours.pairs)
    assert all(two.total == sum(two.components.values()) for two in ours.pairs)
    assert ours.total == sum(two.total for two in ours.pairs)
    assert pair_players(history, round_, seed=seed) == ours
    cost = cost_of(history, round_, [(two.black, two.white) for two in ours.pairs], seed=seed)
    assert cost.total == ours.total
    assert cost.pairs == tuple(two.components for two in ours.pairs)


@settings(max_examples=30)
@given(rounds_to_pair(), st.randoms(use_true_random=False))
def test_order_of_facts_does_not_matter(history, chance: random.Random):
    entrants, games = list(history.entrants.items()), list(history.games)
    chance.shuffle(entrants)
    chance.shuffle(games)
    shuffled = replace(history, entrants=dict(entrants), games=tuple(games))
    assert pair_players(shuffled, next_round(history)) == pair_players(history, next_round(history))


@settings(max_examples=30)
@given(rounds_to_pair())
def test_later_rounds_and_the_current_pairing_do_not_matter(history):
    round_ = next_round(history)
    longer = replace(history, settings=replace(history.settings, rounds=round_ + 1))
    ours = pair_players(longer, round_)
    assert pair_players(after(longer, ours), round_) == ours


@settings(max_examples=30)
@given(rounds_to_pair())
def test_weights_are_symmetric(history):
    table = weights(history, next_round(history))
    assert all((cost == cost.T).all() for cost in table.costs.values())


@settings(max_examples=25)
@given(histories(systems=("swiss", "mcmahon"), criteria=("SOS",)), st.sampled_from(Winner))
def test_nobody_has_two_byes_before_everyone_has_one(history, winner):
    entrants = {id_: replace(entrant, absent=frozenset()) for id_, entrant in history.entrants.items()}
    rounds = len(entrants) + 1
    played = replace(
        history, settings=replace(history.settings, rounds=rounds), entrants=entrants, games=(), byes={}
    )
    for round_ in range(1, rounds + 1):
        played = after(played, pair_players(played, round_), winner)
    received = [id_ for round_ in range(1, rounds) for id_ in played.byes.get(round_, ())]
    assert sorted(received) == (sorted(entrants) if len(entrants) % 2 else [])
