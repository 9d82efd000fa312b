"""Draws can be undone and restored; rebuilt rows are equal."""

from uuid import UUID

import pytest

from games.refusals import Refusal
from tests.builders import differing_rows
from tests.tournaments.build import entered, given, refused
from tests.tournaments.competition.schedules.hall import an_event, do, entry, play
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ScheduleSettings
from tournaments.domain.base import AppliedEvent, fold
from tournaments.domain.draw_secrets import Seed
from tournaments.domain.drawing import draw
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import RecordResult
from tournaments.domain.rounds import RoundPaired, UnpairRound
from tournaments.domain.settings import SettingsChanged
from tournaments.domain.undo import undo_command


def drawn(state, number, group=None, seed=1):
    return draw(
        state, number, lambda _: Seed(seed=seed), group, lambda table: f"{number}-{table}-{len(state.rounds)}"
    )


def steps(state, command):
    told = []
    for event in command.decide(state):
        after = fold(state, event)
        told.append(AppliedEvent(event=event, before=state, after=after))
        state = after
    return tuple(told), state


def back(told, state):
    return steps(state, undo_command(told, UUID(int=7), "by mistake"))[1]


def all_won_by_black(state, number):
    for game_id in state.round(number).pairs:
        _, state = steps(state, RecordResult(game_id=game_id, result=Result(winner=Winner.BLACK)))
    return state


def grouped(system, **settings):
    players = [*entered("abcd", group="A"), *entered("efg", group="B")]
    return given(*players, system=system, criteria=("NBW",), **settings)


def who_meets(state, number):
    round_ = state.round(number)
    met = {(frozenset(pair.players), pair.table, pair.place, pair.result) for pair in round_.pairs.values()}
    return met, round_.byes, round_.drawn


@pytest.mark.parametrize("system", ["round_robin", "knock_out", "double_elimination"])
def test_undoing_the_draw_restores_the_number_of_rounds(system):
    state = grouped(system, rounds=9)
    told, after = steps(state, drawn(state, 1))
    assert [type(one.event) for one in told] == [SettingsChanged, RoundPaired, RoundPaired]
    assert [one.event.group for one in told[1:]] == ["A", "B"]
    again = back(told, after)
    assert (again.rounds, again.settings) == (state.rounds, state.settings)


@pytest.mark.parametrize("system", ["round_robin", "knock_out"])
def test_undone_round_is_restored_as_drawn(system):
    state = grouped(system)
    _, state = steps(state, drawn(state, 1))
    state = all_won_by_black(state, 1)
    _, state = steps(state, WithdrawEntry(entry_id=min(next(iter(state.round(1).pairs.values())).players)))
    _, state = steps(state, drawn(state, 2))
    before = who_meets(state, 2)
    told, undone = steps(state, UnpairRound(round=2))
    assert who_meets(back(told, undone), 2) == before


def test_first_round_is_restored_with_its_seeds():
    state = grouped("knock_out", schedule=ScheduleSettings(third_place=True))
    _, state = steps(state, drawn(state, 1))
    told, undone = steps(state, UnpairRound(round=1))
    assert undone.round(1).drawn == {}
    assert who_meets(back(told, undone), 1) == who_meets(state, 1)


def test_next_player_advances_if_both_withdrew():
    state = given(*entered("abcd"), system="knock_out", criteria=("UNBEATEN",))
    _, state = steps(state, drawn(state, 1))
    first, second = state.round(1).by_table()
    for who in first.players:
        _, state = steps(state, WithdrawEntry(entry_id=who))
    _, state = steps(state, RecordResult(game_id=second.game_id, result=Result(winner=Winner.BLACK)))
    gone = Result(winner=Winner.NEITHER, by_default=True)
    _, state = steps(state, RecordResult(game_id=first.game_id, result=gone))
    _, state = steps(state, drawn(state, 2))
    assert (state.round(2).pairs, state.round(2).byes) == ({}, {second.black})


def test_group_is_drawn_separately_and_named_if_missing():
    state = grouped("knock_out")
    _, state = steps(state, drawn(state, 1, "A"))
    state = all_won_by_black(state, 1)
    with pytest.raises(Refusal) as no:
        drawn(state, 2)
    assert (no.value.code, no.value.facts) == ("not_drawn", {"round": 1, "group": "B"})
    late = EnterPlayer(entry_id="z", player_id="z", rank=0, rating=2100, group="A")
    assert refused(late, state) == ("field_drawn", {"group": "A"})
    _, joined = steps(state, EnterPlayer(entry_id="z", player_id="z", rank=0, rating=2100, group="B"))
    assert joined.entries["z"].group == "B"
    moved = ChangeEntry(entry_id="z", group="A", reason="typo")
    assert refused(moved, joined) == ("field_drawn", {"group": "A"})


@pytest.mark.parametrize("group", ["x" * 21, " A", "A\n", "\u202eA"])
def test_group_name_is_one_line(group):
    late = EnterPlayer(entry_id="z", player_id="z", rank=0, rating=2100, group=group)
    code, facts = refused(late, given(*entered("ab")))
    assert (code, facts["field"]) == ("invalid_entry", "group")


@pytest.mark.django_db
def test_rebuilt_rows_of_schedules_and_groups_are_equal():
    row = an_event("knock_out", 9)
    for place in range(4):
        do(row, ChangeEntry(entry_id=entry(row, place), group="A"))
    play(row, 1)
    do(row, WithdrawEntry(entry_id=entry(row, 0)))
    play(row, 2, 3)
    assert differing_rows() == []
