"""Double elimination."""

from collections import Counter

import pytest

from tests.tournaments.competition.schedules.playing import loser, play, seeded_draw, stronger, weaker, winner

DECIDERS = [stronger, weaker, seeded_draw(1), seeded_draw(2), seeded_draw(3)]


@pytest.mark.parametrize("players", [*range(2, 18), 31, 32, 33])
def test_everyone_out_has_lost_twice_and_plays_once_per_round(players):
    for decide in DECIDERS:
        order, games, plans = play("double_elimination", players, decide)
        lost = Counter(map(loser, games))
        champion = winner(games[-1])
        assert lost[champion] <= 1
        assert {id_: lost[id_] for id_ in order if id_ != champion} == dict.fromkeys(
            set(order) - {champion}, 2
        )
        for round_, plan in enumerate(plans, start=1):
            seen = [id_ for game in games if game.round == round_ for id_ in game.players] + list(plan.byes)
            assert len(seen) == len(set(seen))
        assert all(plan.games for plan in plans[:-1])


@pytest.mark.parametrize("players", [2, 3, 6, 8, 21])
def test_plays_a_single_final_if_set(players):
    for decide in DECIDERS:
        order, games, plans = play("double_elimination", players, decide, second_final=False)
        lost = Counter(map(loser, games))
        assert len(games) == 2 * players - 2
        assert set(games[-1].players) >= {id_ for id_ in order if lost[id_] < 2}
        assert len(plans[-1].games) == 1


def test_second_final_follows_a_first_loss_in_the_final():
    assert [len(plan.games) for plan in play("double_elimination", 4, stronger)[2]] == [2, 2, 1, 1, 0]
    comeback = play(
        "double_elimination",
        4,
        lambda one, other: max(one, other) if "p3" in (one, other) else min(one, other),
    )
    assert comeback[2][-1].games == ()  # p3 won everything, the final too

    def beaten_once(one, other, met=[]):  # noqa: B006 - p1 beats p0 from their second game on
        if {one, other} != {"p0", "p1"}:
            return stronger(one, other)
        met.append(1)
        return "p0" if len(met) == 1 else "p1"

    plans = play("double_elimination", 4, beaten_once)[2]
    assert [len(plan.games) for plan in plans] == [2, 2, 1, 1, 1]


@pytest.mark.parametrize("players", [8, 16, 32])
def test_first_round_opponents_do_not_meet_again_at_once(players):
    for decide in DECIDERS:
        _, games, _ = play("double_elimination", players, decide)
        pairs = [frozenset(game.players) for game in games if game.round <= 3]
        assert len(pairs) == len(set(pairs))
