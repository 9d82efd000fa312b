"""Matches of a team that leaves a round robin early may be excluded from the standings."""

import csv
import io

import pytest

from tests.builders import (
    a_team_tournament,
    an_account,
    differing_rows,
    do,
    logged_in,
    pair,
    state_of,
)
from tests.tournaments.build import after, refused
from tests.tournaments.domain.test_undoing import done, taken_back
from tests.tournaments.teams.build import drawn, of_teams, stronger_wins, with_results
from tests.tournaments.teams.test_team_round_robin import league
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import standings
from tournaments.domain.presence import Participation, ReinstateEntry, WithdrawEntry
from tournaments.domain.results import RecordResult
from tournaments.domain.teams import SetTeamPresence
from tournaments.loading import load
from tournaments.reading.queries import history_and_names
from tournaments.teams.matches import matches
from tournaments.teams.standings import board_results, team_standings

API = "/api/v1/tournaments/teams/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}
VOID = SetTeamPresence(team_id="A", state=Participation.VOID, reason="ill")
CRITERIA = ("TEAMP", "BDW", "SOST", "BDW1U", "BDWW")


def played(state, *numbers):
    """The team that comes first wins at every board."""
    for number in numbers:
        state = with_results(drawn(state, number), number, stronger_wins("ABCD"))
    return state


def scores(state, number):
    return {row.entrant_id: tuple(row.plain().values()) for row in team_standings(state, number).rows}


def test_points_and_tie_breaks_are_those_of_the_other_teams():
    state = after(played(league("ABCD", 2, 1, criteria=CRITERIA), 1), VOID)
    state = played(state, 2, 3)
    without = played(league("BCD", 2, criteria=CRITERIA), 1, 2, 3)
    told, alone = scores(state, 3), scores(without, 3)
    assert {team: told[team] for team in "BCD"} == {team: alone[team] for team in "BCD"}
    assert set(told["A"]) == {0}
    assert [len(matches(state, number)) for number in (1, 2, 3)] == [2, 1, 1]
    assert not any(one.team == "A" for one in board_results(state, 3))
    points = {one.entry: one.points2 for one in board_results(state, 3)}
    assert points == {one.entry: one.points2 for one in board_results(without, 3)}


def test_voided_games_do_not_count_for_opposing_players():
    state = after(played(league("ABCD", 2), 1), VOID)
    wins = {row.entrant_id: row.plain()["NBW"] for row in standings(state.history(), 1).rows}
    assert sum(wins.values()) == 2
    assert wins["A1"] == 0


def test_returning_team_is_counted_again_and_both_steps_can_be_undone():
    was = played(league("ABCD", 2, 1), 1)
    steps, void = done(was, VOID)
    assert taken_back(steps, void) == was
    steps, back = done(void, SetTeamPresence(team_id="A", state=Participation.PLAYING))
    assert scores(back, 1) == scores(was, 1)
    assert scores(taken_back(steps, back), 1) == scores(void, 1)


def test_return_of_one_member_makes_all_games_count():
    was = played(league("ABCD", 2, 1), 1)
    state = after(was, VOID, ReinstateEntry(entry_id="A3"))
    assert scores(state, 1) == scores(was, 1)
    wins = {row.entrant_id: row.plain()["NBW"] for row in standings(state.history(), 1).rows}
    assert wins == {row.entrant_id: row.plain()["NBW"] for row in standings(was.history(), 1).rows}
    assert {one.entry: one.points2 for one in board_results(state, 1)} == {
        entry: 2 * points for entry, points in wins.items() if entry[1] != "3"
    }


@pytest.mark.django_db
def test_rows_and_events_give_the_same_standings():
    row = a_team_tournament(4, 2, 1, system="round_robin")
    pair(row, 1)
    state, _ = load(str(row.id))
    team = matches(state, 1)[0].white
    gone = SetTeamPresence(team_id=team, state=Participation.VOID, reason="ill")
    do(row, gone)
    assert all(history_and_names(row)[0].entrants[one].voided for one in state.teams[team].members)
    do(row, ReinstateEntry(entry_id=state.teams[team].members[2]))
    told = history_and_names(row)[0].entrants
    assert not any(one.voided for one in told.values())


def test_members_withdrawn_earlier_do_not_prevent_voiding():
    state = after(played(league("ABCD", 2, 1), 1), WithdrawEntry(entry_id="A3", reason="away"), VOID)
    assert scores(state, 1)["A"] == (0, 0)


def test_voiding_needs_a_whole_team_a_round_robin_and_a_reason():
    state = played(league("ABCD", 2), 1)
    assert refused(WithdrawEntry(entry_id="A1", void=True, reason="ill"), state)[0] == "only_in_a_round_robin"
    without = SetTeamPresence(team_id="A", state=Participation.VOID)
    assert refused(without, state)[0] == "reason_required"
    swiss = of_teams("ABCD", 2)
    assert refused(VOID, swiss)[0] == "only_in_a_round_robin"


def a_league():
    """Round 1 of four teams, White winning at every board."""
    row = a_team_tournament(4, 2, system="round_robin")
    pair(row, 1)
    for game in state_of(row).round(1).by_table():
        do(row, RecordResult(game_id=game.game_id, result=Result(winner=Winner.WHITE)))
    return row


def team_of(row, name):
    return next(team.id for team in state_of(row).teams.values() if team.name == name)


@pytest.mark.django_db
def test_pages_exports_and_rows_reflect_voiding(client):
    row = a_league()
    director = logged_in()
    team = team_of(row, "Team 1")
    address = f"{API}teams/{team}/presence/"
    assert director.patch(address, {"state": "void"}, **SEND).json()["code"] == "reason_required"
    assert director.patch(address, {"state": "void", "reason": "ill"}, **SEND).json()["voided"] is True
    body = client.get(f"{API}team-standings/").json()
    (cell,) = next(line["matches"] for line in body["results"] if line["team"] == team)
    assert cell.startswith("(")
    assert cell.endswith(")")
    points = {line["name"]: line["scores"]["TEAMP"] for line in body["results"]}
    assert (points["Team 1"], sum(points.values())) == (0, 1)
    text = director.get(f"{API}exports/standings/").content.decode("utf-8-sig")
    assert {line["team"]: float(line["TEAMP"]) for line in csv.DictReader(io.StringIO(text))} == points
    assert "does not count" in Page(client.get("/tournaments/teams/rounds/1/")).text
    assert cell in Page(client.get("/tournaments/teams/team-standings/")).text
    assert differing_rows() == []


@pytest.mark.django_db
def test_page_offers_voiding_and_story_undoes_it():
    a_league()
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/teams/teams/")
    visitor.press("Withdraw Team 1", state="void")
    assert "reason" in visitor.page.text
    visitor.open("/tournaments/teams/teams/")
    visitor.press("Withdraw Team 1", state="void", reason="ill")
    assert "matches do not count" in visitor.page.text
    visitor.open("/tournaments/teams/story/")
    visitor.press("Undo", reason="they stay")
    assert "matches do not count" not in visitor.open("/tournaments/teams/teams/").text
