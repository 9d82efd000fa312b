"""Criteria of teams change with the list of who moves, once a round is paired."""

import pytest
from django.test import Client

from tests.builders import a_context, a_team_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import RecordResult
from tournaments.loading import load
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
    state = load(str(row.id))[0]
    for number, match in enumerate(matches(state, 1)):
        for board in match.boards:
            lost = number == 1 and board.number == 3
            winner = match.black if lost else match.white
            won = Winner.WHITE if board.white == winner else Winner.BLACK
            command = RecordResult(game_id=board.pair.game_id, result=Result(winner=won))
            carry_out(str(row.id), command, a_context())
    return row


def director():
    client = Client()
    client.force_login(an_account("dora", "director"))
    return client


def test_they_are_refused_unseen_and_taken_with_the_list():
    row = played()
    client = director()
    sent = {"criteria": ["NBW"], "team_criteria": ["TEAMP"], "reason": "voted"}
    refused = client.put(f"{API}tiebreaks/", sent, **SEND).json()
    assert (refused["code"], refused["moves"]) == ("moves_not_seen", 2)
    asked = {"criteria": ["NBW"], "team_criteria": ["TEAMP"]}
    told = client.post(f"{API}tiebreaks/preview/", asked, **SEND).json()
    assert [(one["place_before"], one["place"]) for one in told["team_changes"]] == [(2, 1), (4, 3)]
    assert all(one["why"] and one["name"].startswith("Team") for one in told["team_changes"][1:])
    assert client.put(f"{API}tiebreaks/", {**sent, "seen": told["seen"]}, **SEND).status_code == 200
    assert settings_of(TournamentRow.objects.get(pk=row.pk)).teams.criteria == ("TEAMP",)


def test_by_settings_too_they_need_the_list():
    played()
    change = {"settings": {"teams": {"criteria": ["TEAMP"]}}, "reason": "voted"}
    assert director().patch(f"{API}settings/", change, **SEND).json()["code"] == "moves_not_seen"


def test_by_a_form_that_keeps_what_was_typed():
    row = played()
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/teams/tiebreaks/")
    visitor.press("See who would move", team_criteria="TEAMP")
    assert "Teams Team Place now Then Why" in visitor.page.text
    visitor.press("Decide places by this list")  # without a reason
    assert "reason" in visitor.page.text
    form = next(form for form in visitor.page.forms if "seen" in form.fields)
    assert form.fields["team_criteria"] == "TEAMP"
    visitor.press("Decide places by this list", reason="voted")
    assert "Places are decided by the new list." in visitor.page.text
    assert settings_of(TournamentRow.objects.get(pk=row.pk)).teams.criteria == ("TEAMP",)
