"""The consolation bracket of a knock-out, for those who lose round 1."""

from collections import Counter

import pytest
from django.test import Client

from tests.tournaments.competition.schedules.hall import an_event, pairs, play, state
from tests.tournaments.competition.schedules.playing import (
    loser,
    seeded_draw,
    stronger,
    weaker,
    winner,
)
from tests.tournaments.competition.schedules.playing import play as plan_all
from tests.tournaments.competition.schedules.test_places import history
from tests.tournaments.web.visitor import Page
from tournaments.competition.schedules.plan import inputs_digest
from tournaments.competition.settings import ScheduleSettings
from tournaments.competition.standings import standings
from tournaments.reading.queries import entry_names


def lost_their_first(games):
    """Losers of round 1, and of round 2 if they had no game in round 1; not of a final or a semi-final."""
    of_bracket = [game for game in games if game.place[0] == "W"]
    first = {}
    for game in of_bracket:
        for who in game.players:
            first.setdefault(who, game)
    last = max(game.round for game in of_bracket)
    return {who for who, game in first.items() if loser(game) == who and game.round < last}


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 24, 33])
@pytest.mark.parametrize("decide", [stronger, weaker, seeded_draw(1)])
@pytest.mark.parametrize("first_match", [False, True])
def test_losers_of_round_1_play_until_one_is_left(players, decide, first_match):
    _, plain, _ = plan_all("knock_out", players, decide)
    _, games, plans = plan_all("knock_out", players, decide, consolation=True, first_match=first_match)
    consolation = [game for game in games if game.place[0] == "C"]
    assert [game.place for game in games if game.place[0] != "C"] == [game.place for game in plain]
    fallen = lost_their_first(games) if first_match else {loser(game) for game in games if game.round == 1}
    assert {who for game in consolation for who in game.players} <= fallen
    assert len(consolation) == len(fallen) - 1
    lost = Counter(loser(game) for game in consolation)
    assert set(lost.values()) <= {1}
    if consolation:
        assert fallen - set(lost) == {winner(max(consolation, key=lambda game: game.round))}
        assert max(game.round for game in consolation) <= len(plans)
    for plan in plans:
        seats = [who for game in plan.games for who in (game.white, game.black)] + list(plan.byes)
        assert len(seats) == len(set(seats))


def test_eight_players_play_the_whole_consolation():
    _, _, plans = plan_all("knock_out", 8, stronger, consolation=True, third_place=True)
    told = [[(game.place, {game.white, game.black}) for game in plan.games] for plan in plans]
    assert told[1][2:] == [("C1/1", {"p7", "p4"}), ("C1/2", {"p6", "p5"})]
    assert [place for place, _ in told[2]] == ["W3/1", "C2/1", "T/1"]
    assert dict(told[2])["C2/1"] == {"p4", "p5"}


def test_player_next_to_a_bye_advances_without_a_game():
    _, games, plans = plan_all("knock_out", 5, stronger, consolation=True)
    assert [game.place for game in games] == ["W1/2", "W2/1", "W2/2", "W3/1"]
    assert plans[1].byes == plans[2].byes == ("p4",)


def test_consolation_of_four_is_the_game_for_third_place():
    _, games, _ = plan_all("knock_out", 4, stronger, consolation=True, third_place=True)
    assert [game.place for game in games][2:] == ["W2/1", "C1/1"]


def test_losers_of_round_1_are_placed_by_the_consolation():
    told = history("knock_out", 8, stronger, consolation=True)
    rows = standings(told, 3).rows
    assert [row.entrant_id for row in rows] == ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"]
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 6, 7, 7]


def test_digests_without_consolation_are_unchanged():
    def digest(**chosen):
        return inputs_digest("knock_out", ScheduleSettings(**chosen), ("a", "b"), (), 1, 7, ())

    assert digest() == "382abb5c2be30ced4e9a4400e0fbdeec2c9f8efa943b56f887eed7de1ea2da45"
    assert digest(consolation=True) != digest()


@pytest.mark.django_db
def test_consolation_is_played_by_commands_and_shown_on_the_page():
    row = an_event("knock_out", 8, consolation=True, criteria=("OUT", "NBW"))
    play(row, 1, 2, 3)
    assert {game.place for game in pairs(row, 2)} == {"W2/1", "W2/2", "C1/1", "C1/2"}
    assert {game.place for game in pairs(row, 3)} == {"W3/1", "C2/1"}
    page = Page(Client().get("/tournaments/open/schedule/"))
    assert "Consolation bracket Consolation round 1" in page.text
    rows = Client().get("/api/v1/tournaments/open/standings/").json()["results"]
    names = entry_names(row)
    order = [names[id_] for id_, one in sorted(state(row).entries.items(), key=lambda two: two[1].number)]
    assert [one["name"] for one in rows] == [str(name) for name in order]
