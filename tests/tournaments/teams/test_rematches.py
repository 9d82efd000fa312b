"""Two teams of a Swiss that meet again: it is said, and the colours are the other way round."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_team_tournament, finish, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.history import HandicapSettings, Winner
from tournaments.loading import load
from tournaments.teams.matches import matches, met_before

pytestmark = pytest.mark.django_db


def played(teams, rounds, winner=Winner.BLACK):
    row = a_team_tournament(teams=teams, boards=3, rounds=rounds, handicap=HandicapSettings(ceiling=0))
    for number in range(1, rounds + 1):
        pair(row, number)
        finish(row, number, winner)
    return load(str(row.id))[0]


@pytest.mark.parametrize("winner", [Winner.BLACK, Winner.WHITE, Winner.JIGO])
@pytest.mark.parametrize("teams", [2, 4, 5])
def test_a_rematch_of_two_who_are_even_in_colours_is_the_other_way_round(teams, winner):
    state = played(teams, 6, winner)
    whites = dict.fromkeys(state.teams, 0)
    again = 0
    for number in sorted(state.rounds):
        for match in matches(state, number):
            before = met_before(state, number, match.teams)
            if before and whites[match.white] == whites[match.black]:
                assert match.white == before[-1].black
                again += 1
            assert whites[match.white] <= whites[match.black]
        for match in matches(state, number):
            whites[match.white] += 1
            whites[match.black] -= 1
    assert again or teams == 5


def test_the_boards_of_a_rematch_alternate_from_the_first():
    state = played(2, 2)
    first, second = (matches(state, number)[0] for number in (1, 2))
    assert [board.white == first.white for board in first.boards] == [True, False, True]
    assert [board.white == first.white for board in second.boards] == [False, True, False]


def test_a_rematch_is_told_by_rest_and_on_the_page():
    played(2, 3)
    told = [
        APIClient().get(f"/api/v1/tournaments/teams/rounds/{number}/matches/").json()["matches"][0]["met"]
        for number in (1, 2, 3)
    ]
    assert told == [[], [1], [1, 2]]
    public = Visitor()
    assert "met in round" not in public.open("/tournaments/teams/rounds/1/").text
    assert "met in round 1, 2" in public.open("/tournaments/teams/rounds/3/").text


def test_a_repeated_pairing_is_proved_from_the_log_as_before():
    played(4, 4)
    (part,) = APIClient().get("/api/v1/tournaments/teams/rounds/4/proof/").json()["parts"]
    assert part["optimal"]
    assert part["inputs_digest"]["told"] == part["inputs_digest"]["found"]
