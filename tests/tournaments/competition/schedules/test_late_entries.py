"""Latecomers in a knock-out take the place of a bye of round 1."""

from uuid import uuid4

import pytest

from games.log.verification import verify
from games.refusals import Refusal
from tests.builders import NOW, a_context, differing_rows, pair
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pairs,
    play,
    state,
    stronger_wins,
)
from tournaments.commands import PairRound, pair_round
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.round_stages import CloseRound
from tournaments.domain.schedule import champions, seeds_of
from tournaments.domain.waiting import waiting_entries

pytestmark = pytest.mark.django_db
BRACKETS = ("knock_out", "double_elimination")


def enter(row, **more):
    late = EnterPlayer(entry_id=str(uuid4()), player_id=str(uuid4()), rank=0, rating=2100, **more)
    do(row, late)
    return late.entry_id


def refused(row, **more):
    with pytest.raises(Refusal) as caught:
        enter(row, **more)
    return caught.value.code


def pair_late(row):
    pair_round(str(row.id), PairRound(round=1), a_context())


@pytest.mark.parametrize("system", BRACKETS)
def test_latecomer_is_the_last_seed_and_meets_a_player_with_a_bye(system):
    row = an_event(system, 7)
    pair(row, 1)
    (bye,) = state(row).round(1).byes
    before = {game.game_id: game.players for game in pairs(row, 1)}
    late = enter(row)
    assert set(waiting_entries(state(row), 1)) == {late, bye}
    pair_late(row)
    now = state(row)
    assert now.round(1).byes == frozenset()
    assert seeds_of(now, "")[-1] == late
    made = [game for game in pairs(row, 1) if game.game_id not in before]
    assert [set(game.players) for game in made] == [{late, bye}]
    assert made[0].place == "W1/1"
    assert {game.game_id: game.players for game in pairs(row, 1) if game.game_id in before} == before
    assert waiting_entries(now, 1) == []


@pytest.mark.parametrize("system", BRACKETS)
@pytest.mark.parametrize("players", [6, *(pytest.param(n, marks=pytest.mark.long) for n in (5, 9))])
def test_event_with_latecomer_is_played_to_the_end_and_rebuilt(system, players):
    row = an_event(system, players)
    play(row, 1)
    enter(row)
    enter(row)
    pair_late(row)
    stronger_wins(row, 1)
    last = fresh(row).rounds - (system == "double_elimination")  # the second final is not needed
    play(row, *range(2, last + 1))
    assert champions(state(row)) == [entry(row, 0)]
    assert differing_rows() == []
    assert list(verify()) == []


def test_accepts_as_many_latecomers_as_byes():
    row = an_event("knock_out", 6)
    pair(row, 1)
    enter(row)
    enter(row)
    assert refused(row) == "field_drawn"
    pair_late(row)
    assert len(pairs(row, 1)) == 4
    assert refused(row) == "field_drawn"


@pytest.mark.parametrize("more", [{"final": False}, {"absent": frozenset({1})}])
def test_rejects_latecomer_who_does_not_play_round_1(more):
    row = an_event("knock_out", 7)
    pair(row, 1)
    assert refused(row, **more) == "field_drawn"


def test_rejects_latecomers_after_round_2_is_paired_or_round_1_closed():
    row = an_event("knock_out", 7)
    play(row, 1)
    do(row, CloseRound(round=1, at=NOW))
    assert refused(row) == "field_drawn"
    other = an_event("knock_out", 7, slug="other")
    play(other, 1, 2)
    assert refused(other) == "field_drawn"


def test_full_bracket_and_round_robin_accept_no_latecomers():
    for number, (system, players) in enumerate((("knock_out", 8), ("round_robin", 5))):
        row = an_event(system, players, slug=f"full-{number}")
        pair(row, 1)
        assert refused(row) == "field_drawn"
