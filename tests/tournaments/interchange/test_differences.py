"""Differences to a newer file: applying them gives the tournament of the file."""

from dataclasses import replace
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.competition.standings.builders import histories
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.settings import Settings
from tournaments.domain.base import fold
from tournaments.domain.batches import CommandSequence
from tournaments.domain.tournament import CreateTournament
from tournaments.interchange.differences import Differs, Newer, commands, differences
from tournaments.interchange.event_history import Ids, events_of_history
from tournaments.state.tournament import Details, Tournament

FIRST, SECOND = Ids(command_id=UUID(int=1)), Ids(command_id=UUID(int=2))
BLACK, WHITE = Result(winner=Winner.BLACK), Result(winner=Winner.WHITE)


def folded(events, state=None):
    state = state or Tournament()
    for event in events:
        state = fold(state, event)
    return state


def imported(history):
    create = CreateTournament(
        tournament_id="t",
        organisation_id="o",
        slug="open",
        details=Details(name="Open"),
        ruleset="japanese",
        settings=history.settings,
    )
    return folded(
        events_of_history(create, history, {key: (f"player {key}",) for key in history.entrants}, FIRST)
    )


def newer(state, history):
    ids = {key: FIRST.entry(key) for key in history.entrants}
    return Newer(
        history=replace(
            history,
            entrants={ids[key]: replace(entrant, id=ids[key]) for key, entrant in history.entrants.items()},
            games=tuple(
                replace(game, white=ids[game.white], black=ids[game.black]) for game in history.games
            ),
            byes={number: frozenset(ids[key] for key in keys) for number, keys in history.byes.items()},
        ),
        new={ids[key]: f"player {key}" for key in history.entrants if ids[key] not in state.entries},
        game_id=SECOND.game,
    )


def name(entry_id):
    return next((key for key in "ABCDEFGHI" if FIRST.entry(key) == entry_id), "?")


def compared(before, after):
    """The state after ``before`` was imported, and what ``after`` says otherwise."""
    state = imported(before)
    return state, differences(state, newer(state, after), name)


def merged(before, after):
    state, found = compared(before, after)
    return folded(CommandSequence(commands=commands(found)).decide(state), state), found


def agreed_data(history, ids=lambda key: key):
    """Return by name the data on which both sides must agree."""
    return (
        {(g.round, g.table, ids(g.white), ids(g.black), g.handicap, g.result) for g in history.games},
        {(number, ids(who)) for number, byes in history.byes.items() for who in byes},
        {
            (
                ids(e.id),
                e.rank,
                e.rating,
                e.final,
                frozenset(n for n in e.absent if n <= history.settings.rounds),
            )
            for e in history.entrants.values()
        },
    )


def with_results(history):
    """Results that the file lacks stay, so here each game has one."""
    games = tuple(
        g if g.result.winner is not Winner.NOBODY_YET else replace(g, result=BLACK) for g in history.games
    )
    busy = {(g.round, who) for g in games for who in (g.white, g.black)}
    busy |= {(number, who) for number, byes in history.byes.items() for who in byes}
    entrants = {
        id_: replace(e, absent=frozenset(n for n in e.absent if (n, id_) not in busy))
        for id_, e in history.entrants.items()
    }
    return replace(history, games=games, entrants=entrants)


@given(histories(systems=("swiss",), criteria=("NBW",)))
@settings(max_examples=size(30, long=50))
def test_same_file_again_has_no_differences(history):
    assert [each.text for each in compared(history, history)[1] if each.undo or each.apply] == []


@given(
    histories(systems=("swiss",), criteria=("NBW",)).map(with_results),
    histories(systems=("swiss",), criteria=("NBW",)).map(with_results),
)
@settings(max_examples=size(40, long=150))
def test_any_tournament_ends_as_in_the_file(before, after):
    state, found = merged(before, after)
    history = state.history()
    missing = before.entrants.keys() - after.entrants.keys()
    games, byes, entrants = agreed_data(history, name)
    wanted_games, wanted_byes, wanted_entrants = agreed_data(
        replace(after, settings=replace(after.settings, rounds=history.settings.rounds))
    )
    assert (games, byes) == (wanted_games, wanted_byes)
    assert {each for each in entrants if each[0] not in missing} == wanted_entrants
    assert {each.text for each in found if each.kind is Differs.PLAYER_MISSING} == {
        f"{who} is not in the file and stays: withdraw them if they have left." for who in missing
    }
    assert [each for each in differences(state, newer(state, after), name) if each.undo or each.apply] == []


def a_history(*rounds, players="ABCD", free=()):
    """Rounds as "AB CD", White first; ``*`` after a pair: White has won."""
    games = []
    for number, pairs in enumerate(rounds, start=1):
        for table, pair in enumerate(pairs.split(), start=1):
            result = WHITE if pair.endswith("*") else Result()
            games.append(Game(round=number, table=table, white=pair[0], black=pair[1], result=result))
    entrants = {key: Entrant(id=key, rank=0, rating=2100, order=order) for order, key in enumerate(players)}
    byes = {number: frozenset(who) for number, who in free}
    chosen = Settings(system="swiss", criteria=("NBW",), rounds=max(len(rounds), 3))
    return History(settings=chosen, entrants=entrants, games=tuple(games), byes=byes)


def texts(before, after):
    return [each.text for each in compared(before, after)[1]]


def test_finds_late_player_and_bye():
    before, after = a_history("AB*", players="AB"), a_history("AB*", players="ABC", free=[(1, "C")])
    assert texts(before, after) == ["C is new.", "Round 1: C has a bye."]
    state, _ = merged(before, after)
    assert state.round(1).byes == {FIRST.entry("C")}


def test_takes_changed_result_and_keeps_one_missing_in_the_file():
    before, after = a_history("AB* CD*"), a_history("BA* CD")
    found = texts(before, after)
    assert found[0] == "Round 1, table 1, A - B: colours swapped."
    assert found[1:] == [
        "Round 1, table 1, A - B: Black wins → White wins.",
        "Round 1, table 2, D - C: the file has no result; White wins stays.",
    ]


def test_file_without_colours_changes_no_colours():
    before, after = a_history("AB* CD"), a_history("BA CD*")
    games = tuple(replace(game, colours_known=False) for game in after.games)
    after = replace(after, games=(replace(games[0], result=BLACK), games[1]))
    assert texts(before, after) == ["Round 1, table 2, D - C: not played → White wins."]


def test_takes_colours_that_the_file_has_now():
    after = a_history("AB* CD")
    before = replace(after, games=tuple(replace(game, colours_known=False) for game in after.games))
    state, found = merged(before, after)
    assert all(pair.colours_known for pair in state.round(1).pairs.values())
    assert [each.kind for each in found].count(Differs.PAIR_UNDONE) == 2


def test_undoes_and_makes_pairs():
    before, after = a_history("AB* CD*", "AC BD*"), a_history("AB* CD*", "AD BC")
    assert texts(before, after) == [
        "Round 2, table 1, C - A: the pair is undone.",
        "Round 2, table 2, D - B: the pair is undone; the result, White wins, goes with it.",
        "Round 2 is paired: 2 games.",
    ]


def test_finds_discarded_round_with_renumbered_ones():
    before, after = a_history("AB* CD*", "AC BD", "AD* BC*"), a_history("AB* CD*", "AD* BC*")
    state, found = merged(before, after)
    assert (
        found[0].text
        == "Round 2 is not in the file: it is discarded, and those after it are one number lower."
    )
    assert found[0].kind is Differs.ROUND_DISCARDED
    assert [len(state.round(number).pairs) for number in (1, 2, 3)] == [2, 2, 0]


def test_makes_pairs_after_a_skipped_round():
    before, after = a_history("", "AB"), a_history("", "AB CD")
    state, found = merged(before, after)
    assert [each.text for each in found] == ["Round 2, table 2, D - C: paired."]
    assert len(state.round(2).pairs) == 2


@given(st.integers(1, 3))
def test_finds_discarded_last_round(number):
    rounds = ("AB* CD*", "AC* BD*", "AD* BC*")[:number]
    _, found = merged(a_history(*rounds), a_history(*rounds[:-1]))
    assert found[0].text == f"Round {number} is not in the file: it is discarded."
