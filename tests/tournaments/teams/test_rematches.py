"""Rematches of two teams in a Swiss: reported, with colours reversed."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_team_tournament, finish, pair
from tests.tournaments.teams.build import of_teams, paired, with_results
from tournaments.competition.history import Winner
from tournaments.competition.settings import HandicapSettings
from tournaments.teams.matches import earlier_matches, matches


def played(teams, rounds, winner=Winner.BLACK):
    state = of_teams("ABCDE"[:teams], boards=3, rounds=rounds)
    for number in range(1, rounds + 1):
        state = with_results(paired(state, number), number, lambda _: winner)
    return state


@pytest.mark.parametrize("winner", [Winner.BLACK, Winner.WHITE, Winner.JIGO])
@pytest.mark.parametrize("teams", [2, 4, 5])
def test_rematch_with_even_colours_has_colours_reversed(teams, winner):
    state = played(teams, 6, winner)
    whites = dict.fromkeys(state.teams, 0)
    again = 0
    for number in sorted(state.rounds):
        for match in matches(state, number):
            before = earlier_matches(state, number, match.teams)
            if before and whites[match.white] == whites[match.black]:
                assert match.white == before[-1].black
                again += 1
            assert whites[match.white] <= whites[match.black]
        for match in matches(state, number):
            whites[match.white] += 1
            whites[match.black] -= 1
    assert again or teams == 5


def test_boards_of_a_rematch_alternate_from_the_first():
    state = played(2, 2)
    first, second = (matches(state, number)[0] for number in (1, 2))
    assert [board.white == first.white for board in first.boards] == [True, False, True]
    assert [board.white == first.white for board in second.boards] == [False, True, False]


@pytest.mark.django_db
def test_rematch_is_shown_over_rest_and_proved_from_the_log():
    row = a_team_tournament(teams=2, boards=3, rounds=3, handicap=HandicapSettings(ceiling=0))
    for number in (1, 2, 3):
        pair(row, number)
        finish(row, number)
    address = "/api/v1/tournaments/teams/rounds/"
    met = [APIClient().get(f"{address}{n}/matches/").json()["matches"][0]["met"] for n in (1, 2, 3)]
    assert met == [[], [1], [1, 2]]
    (part,) = APIClient().get(f"{address}3/proof/").json()["parts"]
    assert part["optimal"]
    assert part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"]
