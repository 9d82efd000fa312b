"""Each rule of deploy/format/schedules.md against the program, on random fields and results."""

from dataclasses import asdict

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format import schedules as text
from tournaments.competition.history import Entrant, Result, Winner
from tournaments.competition.schedule_settings import ScheduleSettings, SeededBy
from tournaments.competition.schedules import SCHEDULES, NotReady, Played
from tournaments.competition.schedules.colours import coloured
from tournaments.competition.schedules.digest import inputs_digest
from tournaments.competition.schedules.seeding import seeded

RESULTS = [Winner.BLACK, Winner.WHITE] * 4 + [Winner.NEITHER, Winner.JIGO]


def plain(game):
    facts = asdict(game)
    result = facts.pop("result")
    return facts | {"winner": str(result["winner"]), "by_default": result["by_default"]}


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 2)), min_size=2), st.sampled_from(SeededBy))
def test_seeds(strengths, by):
    entrants = [Entrant(id=f"e{i}", rating=rating, rank=rank) for i, (rating, rank) in enumerate(strengths)]
    players = [(one.id, one.rating, one.rank) for one in entrants]
    assert list(seeded(entrants, by, 7)) == text.seeds(players, by, 7)


@settings(max_examples=60)
@given(st.integers(2, 12), st.booleans(), st.data())
def test_round_robin(players, twice, data):
    order = [f"p{i}" for i in range(players)]
    chosen, games = ScheduleSettings(twice=twice), []
    for r in range(1, SCHEDULES["round_robin"].rounds_needed(players, chosen) + 1):
        plan = SCHEDULES["round_robin"].plan(order, r, games, chosen)
        ours = [(game.white, game.black, game.place) for game in plan.games]
        assert (ours, list(plan.byes)) == text.round_robin(order, r, [(g.white, g.black) for g in games])
        for table, (white, black, place) in enumerate(ours, start=1):
            swapped = data.draw(st.booleans())  # by the desk
            two = (black, white) if swapped else (white, black)
            games.append(Played(round=r, table=table, white=two[0], black=two[1], place=place))


@settings(max_examples=150)
@given(st.integers(2, 13), st.booleans(), st.tuples(*[st.booleans()] * 4), st.randoms(use_true_random=False))
def test_brackets(players, double, flags, chance):
    """Drawn round by round, with results corrected afterwards."""
    third_place, consolation, first_match, second_final = flags
    order = [f"p{i}" for i in range(players)]
    chosen = ScheduleSettings(
        third_place=third_place,
        consolation=consolation,
        first_match=first_match and consolation,
        second_final=second_final,
    )
    system = "double_elimination" if double else "knock_out"
    matches = (
        text.double_elimination(players, second_final)
        if double
        else text.knock_out(players, third_place, consolation, chosen.first_match)
    )
    schedule, games = SCHEDULES[system], []
    rounds = schedule.rounds_needed(players, chosen)
    assert rounds == max(round_ for _, round_, _ in matches)
    for r in range(1, rounds + 1):
        told = [plain(game) for game in games]
        known = text.filled(matches, order, told)
        for one in schedule.filled(order, games, chosen):
            match = known[one.match.place]
            assert [one.one, one.other] == match["sides"]
            assert (one.winner, one.loser) == (match["winner"], match["loser"]), match
        assert inputs_digest(system, chosen, order, games, r, 5, order[:1]) == text.inputs_digest(
            system, _json(asdict(chosen)), order, told, r, 5, order[:1]
        )
        try:
            plan = schedule.plan(order, r, games, chosen)
        except NotReady:
            plan = None
        seats = [seat for match in known.values() if match["round"] == r for seat in match["sides"] if seat]
        assert (plan is not None) == (text.drawable(known, r) and len(seats) == len(set(seats)))
        if plan is None:
            return
        own = [match for match in known.values() if match["round"] == r]
        assert {game.place for game in plan.games} == {match["place"] for match in own if text.due(match)}
        assert sorted(plan.byes) == sorted(filter(None, map(text.walkover, own)))
        for table, planned in enumerate(plan.games, start=1):
            game = coloured(planned, games, r, 5)
            assert game.white == text.white((game.white, game.black), told, r, 5)
            result = Result(winner=chance.choice(RESULTS), by_default=True)
            games.append(
                Played(
                    round=r,
                    table=table,
                    white=game.white,
                    black=game.black,
                    place=game.place,
                    colours_known=chance.random() < 0.9,
                    result=result,
                )
            )
        if games and chance.random() < 0.3:
            at = chance.randrange(len(games))
            games[at] = Played(**asdict(games[at]) | {"result": Result(winner=Winner.BLACK)})


def _json(value):
    return {name: list(one) if isinstance(one, tuple) else one for name, one in value.items()}
