"""Proofs of rounds of teams, from line-ups and matches."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_team_tournament, do, finish, pair, state_of
from tests.tournaments.management.test_cli import ran
from tournaments.domain.matches import UnmakeMatch
from tournaments.tables.rows import PairingRow
from tournaments.teams.matches import matches

pytestmark = pytest.mark.django_db


def proof(number=1):
    return APIClient().get(f"/api/v1/tournaments/teams/rounds/{number}/proof/").json()


def test_each_round_is_proved_from_the_log():
    row = a_team_tournament(teams=5, boards=3, substitutes=1)
    for number in (1, 2):
        pair(row, number, seed=number)
        finish(row, number)
    for number in (1, 2):
        (part,) = proof(number)["parts"]
        assert part["provable"]
        assert part["optimal"]
        assert part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"]
        assert part["total"]["recorded"] == part["total"]["found"] == part["optimum"]["found"]
        assert len(part["byes"]["found"]) == 1
        assert part["byes"]["found"][0].startswith("Team ")


def test_second_pairing_is_a_separate_part():
    row = a_team_tournament(teams=4, boards=2)
    pair(row, 1)
    first = matches(state_of(row), 1)[0]
    do(row, UnmakeMatch(round=1, team_id=first.white, reason="late"))
    pair(row, 1, seed=3)
    told = proof()
    assert [part["optimal"] for part in told["parts"]] == [True, True]
    assert [part["games"] for part in told["parts"]] == [4, 2]


def test_reasons_of_a_pair_refer_to_the_proof():
    row = a_team_tournament(teams=2, boards=2)
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first().game_id
    told = APIClient().get(f"/api/v1/games/{game}/reasons/")
    assert told.status_code == 200
    assert "board by board" in told.json()["says"]


def test_preview_of_the_pairing_names_teams():
    a_team_tournament(teams=3, boards=2)
    told = ran("pair", "teams", "--round", "1", "--dry-run")
    assert told["bye"].startswith("TEAM")
    assert {told["pairs"][0][side] for side in ("white", "black")} < {"TEAM1", "TEAM2", "TEAM3"}
    weighed = ran("pair", "teams", "--round", "1", "--weights")
    assert len(weighed["pairs"]) == 3
    paired = ran("pair", "teams", "--round", "1", "--seed", "5")
    assert len(paired["pairs"]) == 2
