"""deploy/format/ratings.md, and the prizes of standings.md, against the program on random tournaments."""

from dataclasses import replace
from math import exp, fsum, log

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format import standings as text
from tests.format.drawn import standings_to_make
from tournaments.competition.ratings.of_history import ratings_of
from tournaments.competition.ratings.times import TimeClass, class_of
from tournaments.competition.standings import standings
from tournaments.competition.standings.prizes import Asked, Known, prizes
from tournaments.competition.time_limits import Overtime, TimeSystem

SCORES = {"black": (1, 0), "white": (0, 1), "jigo": (0.5, 0.5), "both_win": (1, 1), "both_lose": (0, 0)}
WEIGHTS = {"A": 1, "B": 0.75, "C": 0.5, "D": 0.25}


def rated_after(history, id_, weight):
    parts = [history.entrants[id_].rating]
    for game in history.games:
        two = (game.black, game.white)
        known = game.colours_known or not game.handicap
        if id_ in two and game.result.winner in SCORES and not game.result.by_default and known:
            black, white = (history.entrants[who].rating for who in two)
            if max(black, white) < 3300:
                r, side = history.entrants[id_].rating, two.index(id_)
                black += 100 * (game.handicap - 0.5) if game.handicap else 0
                se = 1 / (1 + ((3300 - black) / (3300 - white)) ** 7) if black < 3300 else 1
                se = 1 - se if side else se
                con = ((3300 - r) / 200) ** 1.6
                parts += [weight * con * (SCORES[game.result.winner][side] - se)]
                parts += [weight * log(1 + exp((2300 - r) / 80)) / 5]
    return max(-900, fsum(parts))


@settings(max_examples=60)
@given(standings_to_make(), st.sampled_from(TimeClass), st.randoms(use_true_random=False))
def test_ratings(history, time_class, chance):
    entrants = {
        id_: replace(one, rating=chance.randrange(-800, 3400)) for id_, one in history.entrants.items()
    }
    history = replace(history, entrants=entrants)
    for row in ratings_of(history, time_class).rows:
        assert abs(row.after - rated_after(history, row.player, WEIGHTS[time_class])) < 1e-6


@given(
    st.sampled_from([0, 19, 20, 25, 30, 40, 45, 60, 90]),
    st.sampled_from(Overtime),
    st.sampled_from([0, 5, 15, 30, 60]),
    st.sampled_from([0, 1, 10]),
    st.booleans(),
)
def test_the_class_that_a_time_gives(basic, overtime, seconds, moves, online):
    time = TimeSystem(basic=basic, overtime=overtime, seconds=seconds, moves=moves)
    more = {
        "byoyomi": 45 * seconds,
        "canadian": 60 * seconds / moves if moves else 0,
        "fischer": 120 * seconds,
    }
    adjusted = basic + more.get(overtime, 0) / 60
    table = {"A": (60, 75), "B": (40, 50), "C": (25, 30)}
    if overtime == "fischer":
        table = {"A": (45, 75), "B": (30, 50), "C": (20, 30)}
    if online:
        table = {"D": (40, 50)}
    found = next((name for name, (b, a) in table.items() if basic >= b and adjusted >= a), None)
    assert class_of("", time, online=online)[0] == (found if basic else "A")
    assert class_of("-", time)[0] is None


@settings(max_examples=60)
@given(standings_to_make(), st.integers(1, 4), st.randoms(use_true_random=False))
def test_prizes(history, first, chance):
    clubs = {id_: (chance.choice(["DE", ""]), chance.choice(["A", "B", ""])) for id_ in history.entrants}
    entrants = {
        id_: replace(one, country=clubs[id_][0], club=clubs[id_][1]) for id_, one in history.entrants.items()
    }
    history = replace(history, entrants=entrants)
    last = len(history.byes)
    rises = {id_: chance.randrange(-3, 4) for id_ in entrants}
    views = prizes(history, standings(history, last), Known(rises=rises), Asked(first=first))
    _, places = text.table(history, last)
    active = {
        id_
        for game in history.games
        if game.round <= last and game.result.winner != "not_played"
        for id_ in (game.white, game.black)
    } | {id_ for r, who in history.byes.items() if r <= last for id_ in who}
    limits = history.settings.categories
    category = {id_: 1 + sum(limit > entrants[id_].rank for limit in limits) for id_ in active}
    groups = {f"category-{n}": [i for i in active if category[i] == n] for n in range(1, len(limits) + 2)}
    values = {
        **({name: {i: places[i] for i in who} for name, who in groups.items()} if limits else {}),
        "best-kyu": {i: places[i] for i in active if entrants[i].rank < 0},
        "greatest-rise": {i: -rises[i] for i in active if rises[i] > 0},
        "club": best_three(
            {i: f"{clubs[i][0]} {clubs[i][1]}".strip() for i in active if clubs[i][1]}, places
        ),
        "country": best_three({i: clubs[i][0] for i in active if clubs[i][0]}, places),
    }
    for view in views:
        if view.name in values:
            ours = values[view.name]
            lines = {who: 1 + sum(one < value for one in ours.values()) for who, value in ours.items()}
            assert {line.name or line.entrants[0]: line.place for line in view.lines} == {
                who: place for who, place in lines.items() if place <= first
            }


def best_three(of, places):
    found = {}
    for name in set(of.values()):
        best = sorted(places[i] for i in of if of[i] == name)[:3]
        if len(best) == 3:
            found[name] = sum(best)
    return found
