"""Schedules through the commands: pairing, results, leaving, undoing, correcting."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from uuid import uuid4

import pytest

from games.refusals import Refusal
from tests.builders import pair
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pairs,
    play,
    state,
    stronger_wins,
    won_by,
)
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import standings
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.pairs import MakePair, SwapColours, UnmakePair
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.domain.results import RecordResult
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.settings import ChangeSettings
from tournaments.reading.queries import history_of

pytestmark = pytest.mark.django_db


def refused(row, command):
    with pytest.raises(Refusal) as no:
        do(row, command)
    return no.value.code, no.value.facts


def not_paired(row, number, **values):
    with pytest.raises(Refusal) as no:
        pair(row, number, **values)
    return no.value.code, no.value.facts


def places(row, number=None):
    """Entry numbers from the first place on."""
    history, entries = history_of(fresh(row)), state(row).entries
    table = standings(history, fresh(row).rounds if number is None else number)
    return [(line.place, entries[line.entrant_id].number) for line in table.rows]


@pytest.mark.parametrize(("players", "twice", "rounds"), [(5, False, 5), (3, True, 6)])
def test_round_robin_is_played_from_first_to_last_round(players, twice, rounds):
    row = an_event("round_robin", players, twice=twice, rounds=2)
    play(row, *range(1, rounds + 1))
    assert fresh(row).rounds == rounds
    now = state(row)
    games = [game for n in range(1, rounds + 1) for game in now.round(n).by_table()]
    met = Counter(frozenset(game.players) for game in games)
    assert met == dict.fromkeys(map(frozenset, combinations(now.entries, 2)), 2 if twice else 1)
    whites, blacks = Counter(g.white for g in games), Counter(g.black for g in games)
    assert all(abs(whites[id_] - blacks[id_]) <= 1 for id_ in now.entries)
    byes = Counter(id_ for round_ in now.rounds.values() for id_ in round_.byes)
    assert byes == (dict.fromkeys(now.entries, 2 if twice else 1) if players % 2 else {})
    assert places(row) == [(n, n) for n in range(1, players + 1)]
    round_ = now.round(1)
    assert (round_.method, round_.rules, round_.total, round_.optimum) == ("round_robin", "berger", 0, 0)
    assert all(game.components == {} and game.komi == 6.5 and game.handicap == 0 for game in games)
    assert not_paired(row, rounds)[0] == "round_already_paired"


def test_leaving_a_round_robin_loses_remaining_games_by_default():
    row = an_event("round_robin", 4)
    play(row, 1)
    do(row, WithdrawEntry(entry_id=entry(row, 0), reason="ill"))
    play(row, 2, 3)
    now, left = state(row), entry(row, 0)
    won = [game.result for game in now.round(1).by_table() if left in game.players]
    assert won[0].by_default is False
    for number in (2, 3):
        (game,) = (game for game in now.round(number).by_table() if left in game.players)
        assert game.result == Result(
            winner=Winner.WHITE if game.black == left else Winner.BLACK, by_default=True
        )
    assert places(row)[0] == (1, 2)


def test_drawn_field_cannot_change():
    row = an_event("round_robin", 4)
    play(row, 1)
    late = EnterPlayer(entry_id="late", player_id="late", rank=0, rating=2100)
    assert refused(row, late) == ("field_drawn", {"group": ""})
    moved = ChangeEntry(entry_id=entry(row, 1), group="B", reason="typo")
    assert refused(row, moved)[0] == "field_drawn"
    settings = state(row).settings
    for changed in ({"system": "swiss"}, {"rounds": 9}):
        command = ChangeSettings(
            settings=replace(settings, **changed), ruleset=state(row).ruleset, reason="x"
        )
        assert refused(row, command)[0] == "invalid_settings"


def test_rejects_round_robin_with_too_many_rounds():
    row = an_event("round_robin", 24, twice=True)
    code, facts = not_paired(row, 1)
    assert (code, facts["field"]) == ("invalid_settings", "rounds")


def test_undone_first_round_is_drawn_again_with_those_present():
    row = an_event("knock_out", 5)
    pair(row, 1)
    assert fresh(row).rounds == 3
    do(row, UnpairRound(round=1, reason="one has gone home"))
    do(row, SetPresence(entry_id=entry(row, 4), round=1, present=False))
    play(row, 1, 2)
    assert fresh(row).rounds == 2
    assert entry(row, 4) not in state(row).round(1).drawn[""]


def test_withdrawal_from_knock_out_gives_the_opponent_the_next_round():
    row = an_event("knock_out", 4)
    play(row, 1)
    do(row, WithdrawEntry(entry_id=entry(row, 0)))
    pair(row, 2)
    (final,) = pairs(row, 2)
    assert final.result.by_default
    assert final.result.winner is (Winner.BLACK if final.white == entry(row, 0) else Winner.WHITE)
    do(row, UnpairRound(round=2, reason="he is back"))  # nothing was played


def test_game_undone_by_hand_is_made_again_by_pairing():
    row = an_event("knock_out", 4)
    pair(row, 1)
    first = pairs(row, 1)[0]
    do(row, UnmakePair(game_id=first.game_id, reason="wrong table"))
    pair(row, 1)
    again = pairs(row, 1)[0]
    assert (set(again.players), again.place) == (set(first.players), first.place)
    do(row, SwapColours(game_id=again.game_id, reason="as agreed"))
    stronger_wins(row, 1)
    pair(row, 2)
    assert len(pairs(row, 2)) == 1


def test_digest_covers_the_inputs_of_the_draw():
    row = an_event("knock_out", 4)
    play(row, 1)
    pair(row, 2, seed=2)
    first = state(row).round(2).inputs_digest
    do(row, UnpairRound(round=2, reason="again"))
    pair(row, 2, seed=2)
    assert state(row).round(2).inputs_digest == first
    do(row, UnpairRound(round=2, reason="again"))
    won_by(row, 1, 3)
    pair(row, 2, seed=2)
    assert state(row).round(2).inputs_digest != first


def test_schedule_may_use_handicaps():
    row = an_event("round_robin", 20, handicap=True)
    pair(row, 1)
    entries = state(row).entries
    given = []
    for game in pairs(row, 1):
        white, black = (min(entries[id_].rank, 0) for id_ in (game.white, game.black))
        given.append(max(0, abs(white - black) - 1))  # even from 1 dan up, a stone less than the difference
        assert (game.handicap, game.komi) == (given[-1], 0.5 if given[-1] else 6.5)
        assert white >= black or not game.handicap
    assert max(given) >= 3


def test_opponents_exchanged_in_the_first_round_continue_in_the_bracket():
    row = an_event("knock_out", 8)
    pair(row, 1)
    first, second = pairs(row, 1)[:2]
    for game in (first, second):
        do(row, UnmakePair(game_id=game.game_id, reason="one club"))
    terms = {"round": 1, "handicap": 0, "komi": 6.5, "reason": "one club"}
    do(row, MakePair(game_id=str(uuid4()), white=first.white, black=second.black, **terms))
    do(row, MakePair(game_id=str(uuid4()), white=second.white, black=first.black, **terms))
    assert [game.place for game in pairs(row, 1)] == ["W1/1", "W1/2", "W1/3", "W1/4"]
    for game in pairs(row, 1):
        do(row, RecordResult(game_id=game.game_id, result=Result(winner=Winner.WHITE)))
    pair(row, 2)
    assert {first.white, second.white} in [set(game.players) for game in pairs(row, 2)]
    stronger_wins(row, 2)
    play(row, 3)
