"""Importing teams: formed, seated, matched, placed and exported again."""

import json

import pytest

from games.log import store
from games.refusals import Refusal
from tests.builders import a_context, an_organisation, finish, pair
from tests.tournaments.formats.test_opengotha_teams import BOARDS, file, seats, teams
from tests.tournaments.interchange.test_importing import kinds, told_by
from tournaments.commands import carry_out
from tournaments.competition.history import Winner
from tournaments.domain.round_stages import PublishRound
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.interchange.exporting import outgoing
from tournaments.interchange.importing import import_file
from tournaments.loading import load
from tournaments.proofs.proving import proof_body
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import matches
from tournaments.teams.standings import team_standings

pytestmark = pytest.mark.django_db


def brought_in(more, slug="cup", **changes):
    return import_file(bytes(file(more, **changes)), an_organisation(), slug, a_context())


def test_imports_season_of_teams_with_matches_and_places():
    summary = brought_in(teams(seats()))
    state, _ = load(summary.tournament_id)
    name = {team.id: team.name for team in state.teams.values()}
    met = [{name[team] for team in match.teams} for number in (1, 2) for match in matches(state, number)]
    assert met == [{"Red", "Sea & Co"}, {"Red", "Mud"}]
    points = [[match.points2(team) for team in match.teams] for match in matches(state, 2)]
    assert points == [[2, 2]]
    table = team_standings(state, 2)
    assert [(name[row.entrant_id], row.score_text("TEAMP"), row.score_text("BDW")) for row in table.rows] == [
        ("Red", 1.0, 2.0),
        ("Mud", 0.5, 1.0),
        ("Sea & Co", 0.5, 1.0),
    ]
    log = kinds(summary)
    assert log.count("tournament.team-formed.v1") == 3
    assert log.count("tournament.line-up-set.v1") == 1
    assert log.index("tournament.line-up-set.v1") < log.index("tournament.round-paired.v1")


def test_keeps_results_of_absent_players():
    data = bytes(file(teams(seats()))).replace(
        b'name="A" firstName="a"', b'name="A" firstName="a" participating="01"'
    )
    assert data != bytes(file(teams(seats())))
    summary = import_file(data, an_organisation(), "cup", a_context())
    state, _ = load(summary.tournament_id)
    results = [pair.result for pair in state.rounds[1].pairs.values()]
    assert {(one.winner, one.by_default) for one in results} == {(Winner.WHITE, False)}


def test_export_gives_the_same_log_again():
    first = brought_in(teams(seats()), slug="played-once")
    data = write_opengotha(outgoing(TournamentRow.objects.get(slug="played-once"))).data
    second = import_file(data, an_organisation(), "played-twice", a_context())
    # who sat where stands in the log by the ids of teams, which are others
    assert json.loads(told_by(first)) == json.loads(told_by(second))


def test_next_round_is_paired_by_teams():
    summary = brought_in(teams(seats()))
    row = TournamentRow.objects.get(slug="cup")
    pair(row, 3)
    state, _ = load(summary.tournament_id)
    assert sorted(len(match.boards) for match in matches(state, 3)) == [2]
    finish(row, 3)
    (part,) = proof_body(row, 3)["parts"]
    assert part["optimal"]
    (part,) = proof_body(row, 2)["parts"]
    assert (part["provable"], part["optimal"]) == (False, None)


def test_imports_teams_before_round_1():
    summary = brought_in(teams(seats()), games=())
    state, _ = load(summary.tournament_id)
    assert [team.name for team in state.teams.values()] == ["Red", "Sea & Co", "Mud"]
    assert list(state.line_ups) == [2]
    pair(TournamentRow.objects.get(slug="cup"), 1)
    assert len(matches(load(summary.tournament_id)[0], 1)) == 1


@pytest.mark.parametrize(
    "more",
    [
        teams(seats(BOARDS), size="99"),
        teams([[(1, 1, "Z")]]),
    ],
)
def test_broken_teams_store_nothing_and_name_the_element(more):
    with pytest.raises(Refusal) as refused:
        brought_in(more)
    assert refused.value.code == "exchange_fault"
    assert refused.value.facts["element"] in ("TeamGeneralParameterSet", "Board")
    assert refused.value.facts["line"] > 1
    assert (store.head(), Player.objects.count(), TournamentRow.objects.count()) == (0, 0, 0)


def test_rejects_team_names_that_become_equal_and_stores_nothing():
    long = "N" * 60
    with pytest.raises(Refusal) as refused:
        brought_in(teams(seats(), names=(f"{long}1", f"{long}2", "Mud")))
    assert (refused.value.code, refused.value.facts["field"]) == ("invalid_team", "name")
    assert (store.head(), Player.objects.count()) == (0, 0)


def test_imported_rounds_are_public():
    summary = brought_in(teams(seats()))
    state, _ = load(summary.tournament_id)
    assert [state.round(number).published for number in (1, 2)] == [True, True]
    assert carry_out(summary.tournament_id, PublishRound(round=1), a_context()) == []
