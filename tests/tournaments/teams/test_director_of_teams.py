"""Withdrawal of a whole team, suggested substitutes, and all rounds of a round robin at once."""

import pytest
from django.test import Client

from tests.builders import a_team_tournament, an_account, do, logged_in, pair
from tests.builders import state_of as state
from tests.tournaments.competition.schedules.hall import an_event, entry
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.domain.presence import WithdrawEntry
from tournaments.reading.queries import entry_names
from tournaments.state.line_ups import line_up
from tournaments.teams.matches import match_of

pytestmark = pytest.mark.django_db


def director():
    return Visitor(an_account("dora", "director"))


def first_team(row):
    return next(iter(state(row).teams.values()))


def test_team_is_withdrawn_and_reinstated_by_one_command():
    row = a_team_tournament(teams=4, boards=2, substitutes=1, rounds=3)
    pair(row, 1)
    team = first_team(row)
    visitor = director()
    visitor.open("/tournaments/teams/teams/")
    visitor.press("Withdraw Team 1", reason="gone home")
    assert all(state(row).entries[who].withdrawn for who in team.members)
    assert "Team 1 still has games in round 1" in visitor.page.text
    pair(row, 2)
    assert match_of(state(row), 2, team.id) is None
    visitor.press("Team 1 plays again")
    assert not any(state(row).entries[who].withdrawn for who in team.members)


def test_withdraws_and_reinstates_over_rest():
    row = a_team_tournament(teams=2, boards=2)
    client = logged_in()
    address = f"/api/v1/tournaments/teams/teams/{first_team(row).id}/presence/"

    def withdrawn(**body):
        answer = client.patch(address, body, content_type="application/json")
        return [member["withdrawn"] for member in answer.json()["members"]]

    assert withdrawn(state="withdrawn", reason="ill") == [True, True]
    assert withdrawn(state="playing") == [False, False]


def test_offers_substitute_for_an_empty_board():
    row = a_team_tournament(teams=2, boards=2, substitutes=1)
    team = first_team(row)
    names = entry_names(row)
    gone, substitute = team.members[0], team.members[2]
    do(row, WithdrawEntry(entry_id=gone, reason="ill"))
    visitor = director()
    visitor.open("/tournaments/teams/teams/")
    assert f"board 1: {names[gone]} is not there. {names[substitute]} is offered" in visitor.page.text
    form = next(form for form in visitor.page.forms if "players" in form.fields)
    assert form.fields["players"] == team.members[1]  # the field of the last board
    assert f'value="{substitute}" selected' in visitor.page.html
    visitor.press("Set the boards of Team 1", players=[substitute, team.members[1]])
    assert line_up(state(row), team, 1) == (substitute, team.members[1])
    assert f"Round 1: {names[substitute]}, {names[team.members[1]]}" in visitor.page.text


def test_draws_and_publishes_all_rounds_of_a_round_robin_at_once():
    row = an_event("round_robin", 5)
    visitor = director()
    visitor.open("/tournaments/open/desk/")
    visitor.press("Draw all rounds and publish them")
    assert "All rounds are drawn and published." in visitor.page.text
    rounds = state(row).rounds
    assert sorted(rounds) == [1, 2, 3, 4, 5]
    assert all(round_.published and len(round_.pairs) == 2 for round_ in rounds.values())
    assert "Player0004" in Page(Client().get("/tournaments/open/rounds/5/")).text
    assert entry(row, 0) in rounds[1].drawn[""]


def test_draws_all_rounds_of_teams_over_rest_unless_results_decide():
    row = a_team_tournament(teams=3, boards=2, system="round_robin")
    client = logged_in()
    send = {"content_type": "application/json", "headers": {"If-Match": "*"}}
    address = "/api/v1/tournaments/teams/schedule/rounds/"
    body = client.post(address, {"seed": 5}, **send)
    assert (body.status_code, len(body.json()["rounds"])) == (201, 3)
    assert client.post(address, {}, **send).json()["code"] == "nothing_to_pair"
    assert all(round_.published for round_ in state(row).rounds.values())
    an_event("knock_out", 4)
    other = client.post("/api/v1/tournaments/open/schedule/rounds/", {}, **send)
    assert other.json()["code"] == "rounds_follow_results"
