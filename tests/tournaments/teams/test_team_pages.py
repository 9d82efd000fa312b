"""Teams on pages: without JavaScript, by forms."""

import re

import pytest
from django.urls import reverse

from tests.builders import a_team_tournament, a_tournament, an_account, do, finish, pair, state_of
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ScheduleSettings
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.results import RecordResult
from tournaments.reading.queries import settings_of
from tournaments.state.line_ups import line_up
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import matches, team_byes

pytestmark = pytest.mark.django_db


def director():
    return Visitor(an_account("director", "director"))


def page(name, *args):
    return reverse(f"web:{name}", args=("teams", *args))


def test_pages_show_teams_matches_and_places():
    row = a_team_tournament(teams=3, boards=2, substitutes=1)
    pair(row, 1)
    finish(row, 1)
    public = Visitor()
    public.open(page("teams"))
    assert "Teams 3, 2 boards" in public.page.text
    assert public.page.text.count("substitute") == 3
    assert public.page.buttons == []
    public.follow("Round 1")
    (match,) = matches(state_of(row), 1)
    names = [state_of(row).teams[team].name for team in match.teams]
    assert f"{names[0]} 1 : 1 {names[1]}" in public.page.text
    free = next(team.name for team in state_of(row).teams.values() if team.name not in names)
    assert f"Bye: {free}" in public.page.text
    public.follow("Places of teams")
    assert "Teams after round 1" in public.page.text
    assert "Board 2" in public.page.text
    assert "0+" in public.page.text
    assert f"Behind {free}" in public.page.text


def test_every_team_is_named_outside_of_what_shows_only_under_the_pointer():
    row = a_team_tournament(teams=3, boards=2)
    pair(row, 1)
    finish(row, 1)
    html = Visitor().open(page("team-standings")).html
    assert '<details class="why">' in html
    plain = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    for team in state_of(row).teams.values():
        assert re.search(rf'<th scope="row">\s*{team.name}\s*</th>', plain)


def test_form_creates_a_team():
    row = a_team_tournament(teams=2, boards=2)
    visitor = director()
    visitor.open(page("teams"))
    visitor.press("Disband Team 2")
    assert [team.name for team in state_of(row).teams.values()] == ["Team 1"]
    free = list(state_of(row).entries)[2:]
    visitor.press("Form the team", name="New Team", members=free)
    assert [team.members for team in state_of(row).teams.values()][1] == tuple(free)


def test_page_shows_schedule_and_cross_table_of_a_league():
    row = a_team_tournament(
        teams=3, boards=2, system="round_robin", schedule=ScheduleSettings(seeded_by="rank")
    )
    public, visitor = Visitor(), director()
    public.open(page("schedule"))
    assert "Nothing is drawn yet." in public.page.text
    visitor.open(page("desk"))
    visitor.press("Pair round 1")
    assert len(matches(state_of(row), 1)) == 1
    assert "Nothing is drawn yet." in public.open(page("schedule")).text
    visitor.press("Publish round 1")
    public.open(page("schedule"))
    assert "No. Name Place Points 1 2 3 1 Team 1 1 0 ■ 2 Team 2 1 0 ■ ? 3 Team 3 1 0 ? ■" in public.page.text
    assert "Team 2 (White at board 1) \N{EN DASH} Team 3" in public.page.text
    assert "Team 1 is free" in public.page.text
    finish(row, 1, Winner.WHITE)
    cross = public.open(page("schedule")).text
    assert "2 Team 2 2 0½ ■ =1:1 3 Team 3 3 0½ =1:1 ■" in cross
    pair(row, 2)
    for board in matches(state_of(row), 2)[0].boards:
        won = Winner.WHITE if board.white == seeds(row)[0] else Winner.BLACK
        do(row, RecordResult(game_id=board.pair.game_id, result=Result(winner=won)))
    cross = public.open(page("schedule")).text
    assert ("■ +2:0 2 Team 2" in cross, "-0:2 ■ =1:1" in cross) == (True, True)
    assert {"Schedule", "Teams", "Places of teams"} <= {text for text, _ in public.page.links}


def test_form_sets_up_a_league_of_teams():
    a_tournament(players=0, slug="teams")
    visitor = director()
    visitor.open(page("system"))
    visitor.press("Change the system", system="round_robin", boards="4", twice="yes")
    chosen = settings_of(TournamentRow.objects.get(slug="teams"))
    assert (chosen.system, chosen.teams.boards, chosen.schedule.twice) == ("round_robin", 4, True)
    assert (chosen.nbw_bye2, chosen.teams.bye_boards2) == (0, 0)
    visitor.open(page("system"))
    visitor.press("Change the system", system="knock_out")
    chosen = settings_of(TournamentRow.objects.get(slug="teams"))
    assert (chosen.teams.boards, chosen.teams.criteria[0], chosen.teams.bye_boards2) == (4, "OUT", None)


def test_groups_of_members_do_not_divide_teams():
    row = a_team_tournament(teams=4, boards=2, system="round_robin")
    for number, entry in enumerate(state_of(row).entries):
        do(row, ChangeEntry(entry_id=entry, group="AB"[number % 2]))
    visitor = director()
    visitor.open(page("desk"))
    assert not [button for button in visitor.page.buttons if "alone" in button]
    visitor.press("Pair round 1")
    assert len(matches(state_of(row), 1)) == 2
    assert sorted(seeds(row)) == sorted(state_of(row).teams)


def seeds(row):
    return state_of(row).round(1).drawn[""]


def test_forms_give_and_revoke_the_bye_of_a_team():
    row = a_team_tournament(teams=3, boards=2)
    visitor = director()
    visitor.open(page("round", 1))
    (first, *_) = state_of(row).teams.values()
    visitor.press("Give this team the bye", team=first.id)
    assert team_byes(state_of(row), 1) == {first.id}
    pair(row, 1)
    assert team_byes(state_of(row), 1) == {first.id}
    visitor.open(page("round", 1))
    visitor.press(f"Take back the bye of {first.name}", reason="They play after all.")
    assert team_byes(state_of(row), 1) == frozenset()


def test_button_orders_a_line_up_by_rating():
    row = a_team_tournament(teams=2, boards=3)
    team = next(iter(state_of(row).teams.values()))
    upside_down = tuple(reversed(team.members))
    do(row, SetLineUp(round=1, team_id=team.id, players=upside_down))
    visitor = director()
    visitor.open(page("teams"))
    visitor.press(f"Seat {team.name} by rating")
    state = state_of(row)
    ratings = [state.entries[entry].rating for entry in line_up(state, team, 1)]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > ratings[-1]
