"""Changing team criteria needs a preview once a round is paired."""

import pytest

from tests.builders import a_team_tournament, do, logged_in, pair, state_of
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import matches

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/teams/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}


def played():
    """One match is won by three boards, the other by two of three: TEAMP leaves them equal, BDW does not."""
    row = a_team_tournament(teams=4, boards=3)
    pair(row, 1)
    state = state_of(row)
    for number, match in enumerate(matches(state, 1)):
        for board in match.boards:
            lost = number == 1 and board.number == 3
            winner = match.black if lost else match.white
            won = Winner.WHITE if board.white == winner else Winner.BLACK
            command = RecordResult(game_id=board.pair.game_id, result=Result(winner=won))
            do(row, command)
    return row


def director():
    return logged_in()


def test_change_of_team_criteria_needs_the_preview():
    row = played()
    client = director()
    sent = {"criteria": ["NBW"], "team_criteria": ["TEAMP"], "reason": "voted"}
    refused = client.put(f"{API}tiebreaks/", sent, **SEND).json()
    assert (refused["code"], refused["moves"]) == ("moves_not_seen", 2)
    told = client.put(f"{API}tiebreaks/?dry_run=true", sent, **SEND).json()["difference"]
    assert [(one["place_before"], one["place"]) for one in told["team_changes"]] == [(2, 1), (4, 3)]
    assert all(one["reason"] and one["name"].startswith("Team") for one in told["team_changes"][1:])
    assert client.put(f"{API}tiebreaks/", {**sent, "seen": told["seen"]}, **SEND).status_code == 200
    assert settings_of(TournamentRow.objects.get(pk=row.pk)).teams.criteria == ("TEAMP",)
