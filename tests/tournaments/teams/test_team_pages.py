"""Teams on pages: without JavaScript, by forms."""

import pytest
from django.urls import reverse

from tests.builders import a_team_tournament, a_tournament, an_account, finish, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.loading import load
from tournaments.queries import settings_of
from tournaments.rows import TournamentRow
from tournaments.teams.matches import line_up, matches

pytestmark = pytest.mark.django_db


def director():
    return Visitor(an_account("director", "director"))


def page(name, *args):
    return reverse(f"web:{name}", args=("teams", *args))


def state_of(row):
    return load(str(row.id))[0]


def test_the_teams_their_matches_and_their_places():
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


def test_a_team_is_formed_by_a_form():
    row = a_team_tournament(teams=2, boards=2)
    visitor = director()
    visitor.open(page("teams"))
    assert "Form the team" in visitor.page.buttons
    visitor.press("Form the team", name="New")
    assert "2 to 30 members" in visitor.page.text
    visitor.open(page("teams"))
    visitor.press("Disband Team 2")
    assert [team.name for team in state_of(row).teams.values()] == ["Team 1"]
    free = list(state_of(row).entries)[2:]
    visitor.press("Form the team", name="New Team", member=free)
    assert [team.members for team in state_of(row).teams.values()][1] == tuple(free)
    assert "The team New Team is formed." in visitor.page.text


def test_a_substitute_by_a_form():
    row = a_team_tournament(teams=2, boards=2, substitutes=1)
    team = next(iter(state_of(row).teams.values()))
    visitor = director()
    visitor.open(page("teams"))
    players = [team.members[0], team.members[2]]
    visitor.press(f"Set the boards of {team.name}", player=players)
    assert list(line_up(state_of(row), team, 1)) == players
    visitor.open(page("teams"))
    visitor.press(f"Set the boards of {team.name}", player=[team.members[0]] * 2)
    assert "each at one board" in visitor.page.text


def test_matches_by_hand():
    row = a_team_tournament(teams=4, boards=2)
    first, second, *_ = state_of(row).teams.values()
    visitor = director()
    visitor.open(page("round", 1))
    assert "Teams without a match: Team 1, Team 2, Team 3, Team 4" in visitor.page.text
    visitor.press("Pair these two teams", white=second.id, black=first.id)
    assert "Team 2 0 : 0 Team 1 not finished" in visitor.page.text
    visitor.press("Pair those who wait")
    assert len(matches(state_of(row), 1)) == 2
    visitor.press("Unpair this match")
    assert len(matches(state_of(row), 1)) == 1


def test_single_players_have_no_teams_and_no_links_to_them():
    a_tournament(players=2, slug="teams")
    public = Visitor()
    public.open(page("teams"))
    assert "Players play for themselves here." in public.page.text
    assert "Places of teams" not in [text for text, _ in public.page.links]


def test_teams_of_a_tournament_that_is_not_published_are_hidden():
    a_team_tournament(teams=2, boards=2, published=False)
    public = Visitor()
    for name in ("teams", "team-standings"):
        assert public.open(page(name)).status == 404


def test_the_boards_and_the_sides_are_chosen_with_the_system():
    a_tournament(players=0, slug="teams")
    visitor = director()
    visitor.open(page("system"))
    visitor.press("Change the system", boards="1")
    assert "Boards: 2 to 10, or none." in visitor.page.text
    visitor.open(page("system"))
    visitor.press("Change the system", boards="4", players_per_side="2")
    chosen = settings_of(TournamentRow.objects.get(slug="teams"))
    assert (chosen.teams.boards, chosen.players_per_side) == (4, 2)
    visitor.press("Change the system", system="swiss", rounds="3")
    chosen = settings_of(TournamentRow.objects.get(slug="teams"))
    assert (chosen.system, chosen.teams.boards, chosen.players_per_side) == ("swiss", 4, 2)
