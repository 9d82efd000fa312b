"""Groups in an event of teams: each has a field, a schedule or pairing, and standings."""

import csv
import io
import json

import pytest
from django.core.management import call_command

from games.refusals import Refusal
from tests.builders import a_context, a_team_tournament, an_account, differing_rows, do, logged_in, pair
from tests.builders import state_of as state
from tests.tournaments.build import after, refused
from tests.tournaments.domain.test_undoing import done, taken_back
from tests.tournaments.teams.build import drawn, entering, forming, members, of_teams
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.commands import PairRound, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.base import UndoContext, undo_plan
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.seeds import SetSeeds
from tournaments.domain.teams import ChangeTeam, DisbandTeam
from tournaments.teams.matches import match_of, matches, team_byes

API = "/api/v1/tournaments/teams/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}


def grouped(*sizes, substitutes=0, **settings):
    """Team 1, Team 2 ... of two boards in groups A, B ... by their numbers."""
    row = a_team_tournament(sum(sizes), 2, substitutes, **settings)
    numbers = [group for group, size in zip("ABC", sizes, strict=False) for _ in range(size)]
    for team, group in zip(list(state(row).teams.values()), numbers, strict=True):
        do(row, ChangeTeam(team_id=team.id, group=group))
    return row


def play(row, *numbers):
    """The team that was formed first wins at every board."""
    for number in numbers:
        pair(row, number, seed=number)
        now = state(row)
        for match in matches(now, number):
            first = min(match.teams, key=lambda team: now.teams[team].number)
            for board in match.boards:
                if board.pair.result.winner is Winner.NOBODY_YET:
                    winner = Winner.WHITE if board.white == first else Winner.BLACK
                    won = RecordResult(game_id=board.pair.game_id, result=Result(winner=winner))
                    do(row, won)


def met(row, number):
    """The groups of the teams of every match."""
    now = state(row)
    return [{now.teams[team].group for team in match.teams} for match in matches(now, number)]


def tables(row, number):
    return [game.table for game in state(row).round(number).by_table()]


def places(client, group):
    body = client.get(f"{API}team-standings/?group={group}").json()
    return [(line["place"], line["name"]) for line in body["results"]]


@pytest.mark.django_db
@pytest.mark.parametrize(("system", "rounds"), [("round_robin", 3), ("swiss", 2), ("knock_out", 2)])
def test_each_group_plays_separately(client, system, rounds):
    row = grouped(4, 4, system=system)
    play(row, *range(1, rounds + 1))
    for number in range(1, rounds + 1):
        assert all(len(groups) == 1 for groups in met(row, number))
        assert len(tables(row, number)) == len(set(tables(row, number)))
    assert tables(row, 1) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [name for place, name in places(client, "A") if place == 1] == ["Team 1"]
    assert [name for place, name in places(client, "B") if place == 1] == ["Team 5"]
    assert {name for _, name in places(client, "A")} == {f"Team {n}" for n in (1, 2, 3, 4)}
    assert client.get(f"{API}team-standings/?group=C").status_code == 404
    assert differing_rows() == []


@pytest.mark.django_db
def test_groups_of_different_sizes_have_own_byes_and_rounds_of_the_largest():
    row = grouped(3, 4, system="round_robin")
    play(row, 1)
    assert state(row).settings.rounds == 3
    assert sorted(map(sorted, met(row, 1))) == [["A"], ["B"], ["B"]]
    (free,) = team_byes(state(row), 1)
    assert state(row).teams[free].group == "A"


@pytest.mark.django_db
def test_separately_paired_group_is_withheld_until_published(client):
    row = grouped(2, 2, system="round_robin")
    director = logged_in()
    address = f"{API}rounds/1/pairings/"
    assert director.post(address, {"group": "A"}, **SEND).json()["games"] == 2
    do(row, PublishRound(round=1))
    pair_round(str(row.id), PairRound(round=1, group="B"), a_context())
    assert len(client.get(f"{API}rounds/1/matches/").json()["matches"]) == 1
    assert "Team 3" not in Page(client.get("/tournaments/teams/rounds/1/")).text
    assert client.get(f"{API}schedule/?group=B").json()["seeds"] == []
    assert len(director.get(f"{API}rounds/1/matches/").json()["matches"]) == 2
    assert director.post(address, {"group": "C"}, **SEND).json()["code"] == "unknown_group"
    do(row, PublishRound(round=1))
    assert len(client.get(f"{API}rounds/1/matches/").json()["matches"]) == 2


@pytest.mark.django_db
def test_desk_and_pages_show_groups(client):
    row = grouped(2, 2, system="swiss")
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/teams/desk/")
    visitor.press("Pair A only")
    assert "Group B is not paired in round 1 yet." in visitor.open("/tournaments/teams/desk/").text
    visitor.press("Pair B only")
    assert sorted(map(sorted, met(row, 1))) == [["A"], ["B"]]
    page = Page(client.get("/tournaments/teams/"))
    assert page.text.index("A Line") < page.text.index("Team 1") < page.text.index("B Line")
    page = Page(client.get("/tournaments/teams/team-standings/"))
    assert page.text.index("A Line") < page.text.index("B Line")


@pytest.mark.django_db
def test_line_ups_are_set_within_a_group():
    row = grouped(2, 2, substitutes=1, system="round_robin")
    pair(row, 1)
    team = next(team for team in state(row).teams.values() if team.group == "B")
    players = (team.members[0], team.members[2])
    ids = ("5f7b6b3c-0d8a-4a0e-9d6a-0a4f7e1b2c3d", "5f7b6b3c-0d8a-4a0e-9d6a-0a4f7e1b2c3e")
    order = SetLineUp(round=1, team_id=team.id, players=players, game_ids=ids, reason="ill")
    do(row, order)
    match = match_of(state(row), 1, team.id)
    assert {board.pair.game_id for board in match.boards if team.members[2] in board.pair.players} == {ids[1]}


@pytest.mark.django_db
def test_tables_and_commands_have_groups(capsys):
    row = grouped(2, 2, system="round_robin")
    play(row, 1)
    client = logged_in()
    text = client.get(f"{API}exports/standings/").content.decode("utf-8-sig")
    lines = [(line["group"], line["place"], line["team"]) for line in csv.DictReader(io.StringIO(text))]
    assert lines == [("A", "1", "Team 1"), ("A", "2", "Team 2"), ("B", "1", "Team 3"), ("B", "2", "Team 4")]
    call_command("standings", "teams", "--teams", "--group", "B", "--json")
    assert [line["name"] for line in json.loads(capsys.readouterr().out)["results"]] == ["Team 3", "Team 4"]
    read = b"".join(client.get(f"{API}exports/json/").streaming_content)
    assert {(team["name"], team["group"], team["place"]) for team in json.loads(read)["teams"]} >= {
        ("Team 3", "B", 1), ("Team 4", "B", 2),
    }  # fmt: skip
    prizes = client.get(f"{API}prizes/").json()["prizes"]
    assert [prize["title"] for prize in prizes if prize["name"] == "teams"] == ["Teams: A", "Teams: B"]


@pytest.mark.django_db
def test_group_is_chosen_by_forms_and_over_rest():
    row = a_team_tournament(2, 2, system="round_robin")
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/teams/teams/")
    visitor.press("Set the group of Team 1", group="A")
    assert "Team 1 now plays in A" in visitor.page.text
    team = next(iter(state(row).teams.values()))
    assert team.group == "A"
    client = logged_in("dirk", "director")
    changed = client.patch(f"{API}teams/{team.id}/", {"group": "B"}, **SEND).json()
    assert changed["group"] == "B"


def four():
    """A and B in group X, C and D in Y."""
    state = of_teams("ABCD", 2, system="round_robin")
    groups = zip("ABCD", "XXYY", strict=True)
    return after(state, *(ChangeTeam(team_id=team, group=group) for team, group in groups))


def test_drawn_group_cannot_change():
    state = after(drawn(four(), 1), *(entering(entry) for entry in members("E", 2)))
    late = forming("E", 2, group="X")
    assert refused(late, state) == ("field_drawn", {"group": "X"})
    change = ChangeTeam(team_id="A", group="Y", reason="wrong")
    assert refused(change, state) == ("field_drawn", {"group": "X"})
    assert refused(DisbandTeam(team_id="C", reason="x"), state)[0] in ("field_drawn", "team_has_games")
    named = after(state, ChangeTeam(team_id="A", name="Zero", reason="typing"))
    assert named.teams["A"].group == "X"


def test_group_name_is_one_short_line():
    code, facts = refused(ChangeTeam(team_id="A", group="x" * 21), four())
    assert (code, facts["field"]) == ("invalid_team", "group")


def test_seeds_are_those_of_the_teams_in_the_group():
    assert refused(SetSeeds(seeds=("C",), group="X"), four())[0] == "invalid_seeds"
    assert after(four(), SetSeeds(seeds=("B", "A"), group="X")).seeds == {"X": ("B", "A")}


def test_change_of_group_has_a_sentence_and_can_be_undone():
    was = four()
    steps, state = done(was, ChangeTeam(team_id="A", group="Y"))
    assert taken_back(steps, state).teams == was.teams
    past = UndoContext(before=was, after=state, reason="", new_id=str)
    assert undo_plan(steps[0].event, past) is not None


@pytest.mark.django_db
def test_group_of_one_team_is_not_paired():
    row = grouped(2, 1, system="swiss")
    with pytest.raises(Refusal) as no:
        pair(row, 1)
    assert (no.value.code, no.value.facts["group"]) == ("too_few_players", "B")
