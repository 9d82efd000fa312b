"""The first match consolation, which admits players who lose round 2 after a bye."""

import pytest

from tests.tournaments.competition.schedules.hall import (
    do,
    entry,
    pair,
    pairs,
    play,
    state,
    stronger_wins,
    won_by,
)
from tests.tournaments.competition.schedules.playing import play as plan_all
from tests.tournaments.competition.schedules.playing import stronger, weaker
from tests.tournaments.competition.schedules.test_corrected import cup, match, places
from tests.tournaments.competition.schedules.test_places import history
from tournaments.competition.schedules.knock_out import round_count
from tournaments.competition.standings import standings
from tournaments.domain.replays import ReplayFrom

BOTH = {"consolation": True, "first_match": True}


def test_without_byes_equals_the_consolation_of_round_1():
    for decide in (stronger, weaker):
        games = plan_all("knock_out", 16, decide, consolation=True)[1]
        assert plan_all("knock_out", 16, decide, **BOTH)[1] == games


@pytest.mark.parametrize(
    ("players", "chosen", "rounds"),
    [(8, BOTH, 3), (7, BOTH, 4), (7, {"consolation": True}, 3), (15, BOTH, 5), (4, BOTH, 2), (3, BOTH, 2)],
)
def test_with_byes_ends_one_round_after_the_final(players, chosen, rounds):
    assert round_count(players, **chosen) == rounds


def test_excludes_players_of_the_game_for_third_place():
    _, games, _ = plan_all("knock_out", 7, weaker, third_place=True, **BOTH)
    assert games == plan_all("knock_out", 7, weaker, third_place=True, consolation=True)[1]
    _, games, _ = plan_all("knock_out", 15, weaker, third_place=True, **BOTH)
    assert "p0" in {who for game in games if game.place == "C1/1" for who in game.players}


def test_first_seed_of_seven_loses_after_the_bye_and_plays_on():
    """p0 has the bye and meets, in the consolation, whom the winner over p0 had beaten before."""
    _, games, plans = plan_all("knock_out", 7, weaker, **BOTH)
    told = {game.place: (game.round, game.players) for game in games}
    assert told["W2/1"] == (2, {"p0", "p4"})
    assert told["C1/1"] == (3, {"p0", "p3"})
    assert told["C1/2"] == (2, {"p1", "p2"})
    assert told["C2/1"] == (4, {"p3", "p2"})
    assert len(plans) == 4


def test_losers_of_round_2_are_placed_before_losers_of_round_1():
    told = history("knock_out", 7, weaker, **BOTH)
    place = {row.entrant_id: row.place for row in standings(told, 4).rows}
    assert (place["p6"], place["p4"]) == (1, 2)
    assert max(place["p0"], place["p5"]) < min(place["p1"], place["p2"], place["p3"])


@pytest.mark.django_db
def test_tournament_of_seven_is_stored_and_played():
    row = cup(7, **BOTH)
    pair(row, 1)
    assert state(row).settings.rounds == 4
    stronger_wins(row, 1)
    pair(row, 2)
    won_by(row, 2, 3)  # the fourth beats the first, who had the bye
    stronger_wins(row, 2)
    pair(row, 3)
    (again,) = [game for game in pairs(row, 3) if game.place == "C1/1"]
    assert entry(row, 0) in again.players
    stronger_wins(row, 3)
    play(row, 4)
    assert [game.place for game in pairs(row, 4)] == ["C2/1"]
    assert places(row)[1] > 2


@pytest.mark.django_db
def test_corrected_round_1_changes_the_consolation_when_replayed():
    row = cup(8, consolation=True)
    play(row, 1, 2)
    won_by(row, 1, 7, reason="misread")  # 8 beat 1, who has won round 2 since
    game = next(game for game in pairs(row, 1) if entry(row, 0) in game.players)
    assert match(row, game.place).is_overtaken
    before = {one.place for one in pairs(row, 2)}
    do(row, ReplayFrom(game_id=game.game_id, reason="the eighth won"))
    assert before - {one.place for one in pairs(row, 2)} == {"W2/1", "C1/1"}
    pair(row, 2)
    by_place = {one.place: one.players for one in pairs(row, 2)}
    assert entry(row, 7) in by_place["W2/1"]
    assert entry(row, 0) in by_place["C1/1"]


@pytest.mark.django_db
def test_corrected_round_2_revokes_the_walkover_and_admits_the_loser():
    row = cup(7, **BOTH)
    play(row, 1, 2, 3)
    first = match(row, "C1/1")
    assert first.walkover in state(row).round(3).byes  # the first won round 2: the neighbour is alone
    game = next(game for game in pairs(row, 2) if entry(row, 0) in game.players)
    other = next(who for who in game.players if who != entry(row, 0))
    won_by(row, 2, state(row).entries[other].number - 1, reason="misread")
    do(row, ReplayFrom(game_id=game.game_id, reason="the first lost"))
    assert first.walkover not in state(row).round(3).byes
    pair(row, 3)
    by_place = {one.place: set(one.players) for one in pairs(row, 3)}
    assert by_place["C1/1"] == {entry(row, 0), first.walkover}
    assert other in by_place["W3/1"]
    stronger_wins(row, 3)
    play(row, 4)
    assert places(row)[state(row).entries[other].number] <= 2
