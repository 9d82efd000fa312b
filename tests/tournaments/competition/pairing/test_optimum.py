"""The optimum, compared with every possible pairing."""

from hypothesis import given, settings

from tests.tournaments.competition.pairing.builders import next_round, rounds_to_pair
from tournaments.competition.pairing import pair_players, weights


def pairings(ids):
    """Every way to match all of ``ids``."""
    if not ids:
        yield []
        return
    first, *others = ids
    for other in others:
        for rest in pairings([id_ for id_ in others if id_ != other]):
            yield [(first, other), *rest]


@settings(max_examples=60)
@given(rounds_to_pair())
def test_no_pairing_has_a_greater_total_or_fewer_repeats(history):
    round_ = next_round(history)
    ours = pair_players(history, round_)
    table = weights(history, round_)
    worth = {frozenset((one, other)): sum(costs.values()) for one, other, costs in table.rows()}
    met = {frozenset((game.white, game.black)) for game in history.games if game.round < round_}
    possible = [
        [frozenset(two) for two in pairing]
        for pairing in pairings([id_ for id_ in table.ids if id_ != ours.bye])
    ]
    assert ours.total == ours.optimum == max(sum(worth[two] for two in pairing) for pairing in possible)
    assert len(ours.repeats) == min(sum(two in met for two in pairing) for pairing in possible)
    assert all(frozenset((two.white, two.black)) in met for two in ours.repeats)
