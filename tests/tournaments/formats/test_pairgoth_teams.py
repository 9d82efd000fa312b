"""Teams and pairs in pairgoth's own JSON: sides, boards, line-ups, and the place of each fault."""

import json
from contextlib import suppress
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.refusals import Refusal
from tests.builders import a_context, an_organisation
from tests.sizes import size
from tests.tournaments.formats.other_files import data_of
from tests.tournaments.teams.test_teams_in_groups import state as state_of
from tournaments.competition.history import Winner
from tournaments.formats import ExchangeError
from tournaments.formats.pairgoth_teams import mean
from tournaments.formats.pairgoth_tour import read_tour
from tournaments.interchange.importing import import_file
from tournaments.interchange.merging import merge
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import matches, team_byes
from tournaments.teams.standings import team_standings


def person(number, name, rating, **more):
    told = {"id": number, "name": name, "firstname": "X", "rating": rating, "country": "nl"}
    return {**told, "rank": (rating + 950) // 100 - 30, **more}


def game(number, table, white, black, result, stones=0):
    return {"id": number, "t": table, "w": white, "b": black, "h": stones, "r": result}


PLAYERS = [
    person(1, "Ann", 2300),
    person(2, "Bob", 2100),
    person(3, "Cid", 1900),
    person(4, "Dee", 2200),
    person(5, "Eve", 2000),
    person(6, "Fay", 1800),
    person(7, "Gus", 1700, country="be"),
    person(8, "Hal", 2150, skip=[2]),
]
TEAMS = [
    {"id": 11, "name": "Red", "players": [3, 1, 2]},
    {"id": 12, "name": "Blue", "players": [4, 8, 5]},
    {"id": 13, "name": "Mud", "players": [6, 7]},
]
BOARDS = {
    "type": "TEAM2",
    "name": "Cup",
    "shortName": "cup",
    "rounds": 3,
    "pairing": {"type": "SWISS"},
    "players": PLAYERS,
    "teams": TEAMS,
    "games": [
        [
            game(21, 1, 11, 12, "?"),
            game(22, 0, 0, 13, "b"),
        ],
        [
            game(23, 2, 12, 13, "w"),
            game(24, 0, 11, 0, "w"),
        ],
    ],
    "individualGames": {
        "21": [
            game(31, 1, 1, 4, "w"),
            game(32, 1, 8, 2, "w"),
        ],
        "23": [
            game(33, 2, 4, 6, "w"),
            game(34, 2, 7, 5, "b", 1),
        ],
    },
}
PAIRS = {
    "type": "PAIRGO",
    "name": "Pairs",
    "shortName": "pairs",
    "rounds": 2,
    "pairing": {"type": "SWISS"},
    "players": PLAYERS[:6],
    "teams": [
        {"id": 11, "name": "Red", "players": [1, 2]},
        {"id": 12, "name": "Blue", "players": [3, 4]},
        {"id": 13, "name": "Mud", "players": [5, 6], "mmsCorrection": 1},
    ],
    "games": [
        [
            game(21, 1, 11, 12, "w", 2),
            game(22, 0, 13, 0, "w"),
        ]
    ],
}


def with_(tour, change):
    tour = deepcopy(tour)
    change(tour)
    return data_of(tour)


def test_boards_are_played_by_the_members_in_the_file():
    read = read_tour(data_of(BOARDS))
    assert read.history.settings.teams.boards == 2
    assert [(team.name, team.members, dict(team.line_ups)) for team in read.teams] == [
        ("Red", ("ANNX", "BOBX", "CIDX"), {}),
        ("Blue", ("DEEX", "HALX", "EVEX"), {2: ("DEEX", "EVEX")}),
        ("Mud", ("FAYX", "GUSX"), {}),
    ]
    told = [(g.round, g.table, g.white, g.black, g.handicap, g.result.winner) for g in read.history.games]
    assert told == [
        (1, 1, "ANNX", "DEEX", 0, Winner.WHITE),
        (1, 2, "HALX", "BOBX", 0, Winner.WHITE),
        (2, 3, "DEEX", "FAYX", 0, Winner.WHITE),
        (2, 4, "GUSX", "EVEX", 1, Winner.BLACK),
    ]
    assert read.history.byes == {1: {"FAYX", "GUSX"}, 2: {"ANNX", "BOBX"}}
    absent = {id_: sorted(one.absent) for id_, one in read.history.entrants.items() if one.absent}
    assert absent == {"HALX": [2]}
    assert read.warnings == ()


@pytest.mark.django_db
def test_reads_team_cup_with_matches_and_places():
    summary = import_file(data_of(BOARDS), an_organisation(), None, a_context())
    state = state_of(TournamentRow.objects.get(pk=summary.tournament_id))
    name = {team.id: team.name for team in state.teams.values()}
    met = [{name[team] for team in match.teams} for number in (1, 2) for match in matches(state, number)]
    assert met == [{"Red", "Blue"}, {"Blue", "Mud"}]
    assert [{name[team] for team in team_byes(state, number)} for number in (1, 2)] == [{"Mud"}, {"Red"}]
    table = team_standings(state, 2)
    assert [(row.place, name[row.entrant_id]) for row in table.rows] == [(1, "Blue"), (2, "Red"), (3, "Mud")]
    (drawn,) = matches(state, 1)
    assert [drawn.points2(team) for team in drawn.teams] == [2, 2]
    (won,) = matches(state, 2)
    assert {name[team]: won.points2(team) for team in won.teams} == {"Blue": 4, "Mud": 0}


def test_match_without_boards_has_boards_without_result():
    def change(tour):
        del tour["individualGames"]["21"]
        tour["individualGames"]["23"].pop()

    read = read_tour(with_(BOARDS, change))
    assert [(g.round, g.table, g.white, g.black) for g in read.history.games] == [
        (1, 1, "ANNX", "DEEX"),
        (1, 2, "HALX", "BOBX"),
        (2, 3, "DEEX", "FAYX"),
        (2, 4, "GUSX", "EVEX"),
    ]
    known = [g.result.winner is not Winner.NOBODY_YET for g in read.history.games]
    assert known == [False, False, True, False]
    assert read.warnings == ("2 matches do not tell all of their boards: those are without a result.",)


def test_warns_of_dropped_data():
    def change(tour):
        tour["games"][1][0]["r"] = "b"
        tour["teams"][0]["mmsCorrection"] = 1
        tour["teams"].append({"id": 14, "name": "Half", "players": []})

    assert read_tour(with_(BOARDS, change)).warnings == (
        "1 matches have another result than their boards: the boards count.",
        "The correction of the team Red is not kept.",
        "The team Half has fewer than 2 players: they are read alone.",
    )


def test_pair_is_one_side_with_their_mean_strength():
    read = read_tour(data_of(PAIRS))
    assert read.history.settings.players_per_side == 2
    red, blue, mud = (f"{name} #{number}" for name, number in (("Red", 11), ("Blue", 12), ("Mud", 13)))
    assert {id_: (one.rating, one.correction) for id_, one in read.history.entrants.items()} == {
        red: (2200, 0),
        blue: (2050, 0),
        mud: (1900, 1),
    }
    (game,) = read.history.games
    assert (game.white, game.black, game.handicap, game.result.winner) == (red, blue, 2, Winner.WHITE)
    assert read.history.byes == {1: {mud}}
    assert [one.id for one in read.sides[blue]] == ["DEEX", "CIDX"]
    assert read.warnings == ()


@pytest.mark.parametrize(("values", "told"), [([3, 2], 2), ([-3, -4], -4), ([3, 2, 2], 2), ([3, 3, 2], 3)])
def test_half_ranks_are_rounded_towards_the_weaker(values, told):
    assert mean(values) == told


@pytest.mark.django_db
def test_imports_pairs_with_both_players():
    summary = import_file(data_of(PAIRS), an_organisation(), None, a_context())
    state = state_of(TournamentRow.objects.get(pk=summary.tournament_id))
    names = {str(player.id): player.family_name for player in Player.objects.all()}
    assert {(names[one.player_id], names[one.partner_id]) for one in state.entries.values()} == {
        ("Ann", "Bob"),
        ("Dee", "Cid"),
        ("Eve", "Fay"),
    }
    assert {player.rating for player in Player.objects.filter(family_name__in=("Ann", "Bob"))} == {2300, 2100}
    assert len(state.round(1).pairs) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("tour", [BOARDS, PAIRS], ids=["boards", "pairs"])
def test_rejects_merging_pairs(tour):
    summary = import_file(data_of(tour), an_organisation(), None, a_context())
    row = TournamentRow.objects.get(pk=summary.tournament_id)
    with pytest.raises(Refusal) as no:
        merge(row, data_of(tour), a_context())
    assert no.value.code == "not_merged"


def of_team(**changes):
    return lambda tour: tour["teams"][0].update(changes)


def of_board(**changes):
    return lambda tour: tour["individualGames"]["21"][0].update(changes)


def of_match(**changes):
    return lambda tour: tour["games"][0][0].update(changes)


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (lambda tour: tour.update(type="TEAM9"), "unknown_value", "type"),
        (of_team(players=[1, 99]), "unknown_player", "teams[0].players[1]"),
        (of_team(players=[1, 1]), "seated_twice", "teams[0]"),
        (of_team(players=[1, "2"]), "bad_number", "teams[0].players[1]"),
        (of_team(players=[1, 4]), "seated_twice", "teams[1]"),
        (of_team(players=[1]), "bad_team", "teams[0]"),
        (of_team(name=" "), "missing_name", "teams[0]"),
        (of_team(name="blue"), "duplicate_team", "teams[1]"),
        (of_team(id=12), "duplicate_team", "teams[1]"),
        (of_match(w=99), "unknown_player", "games[0][0]"),
        (of_match(w=12), "paired_with_self", "games[0][0]"),
        (lambda tour: tour["games"][0][1].update(b=12), "paired_twice", "games[0][1]"),
        (of_board(w=6), "unknown_player", "individualGames.21[0]"),
        (of_board(w=4), "paired_with_self", "individualGames.21[0]"),
        (of_board(b=8), "paired_twice", "individualGames.21[1]"),
        (of_board(r="z"), "unknown_value", "individualGames.21[0].r"),
        (lambda tour: tour.update(individualGames=[]), "bad_value", "individualGames"),
        (
            lambda tour: tour["individualGames"].update({"21": [{}] * 3}),
            "too_many_elements",
            "individualGames.21",
        ),
    ],
)
def test_rejects_bad_files_with_their_place(change, code, place):
    with pytest.raises(ExchangeError) as caught:
        read_tour(with_(BOARDS, change))
    assert (caught.value.code, caught.value.element) == (code, place)


def test_rejects_side_of_one_player():
    with pytest.raises(ExchangeError) as caught:
        read_tour(with_(PAIRS, of_team(players=[1])))
    assert (caught.value.code, caught.value.element) == ("bad_team", "teams[0]")


@pytest.mark.parametrize("good", [BOARDS, PAIRS], ids=["boards", "pairs"])
@given(data=st.data())
@settings(max_examples=size(30, long=60))
def test_damaged_file_is_read_or_refused(good, data):
    text = json.dumps(good)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 30)))
    piece = data.draw(st.sampled_from(["", "0", "1", "11", "[]", "{}", '"x"', "-1", "null", "4"]))
    with suppress(ExchangeError):
        read_tour((text[:begin] + piece + text[end:]).encode())


@pytest.mark.parametrize("names", ["teams", "players"])
def test_half_a_surrogate_pair_is_rejected(names):
    tour = deepcopy(PAIRS)
    tour[names][0]["name"] = "a\ud800"
    with pytest.raises(ExchangeError) as error:
        read_tour(json.dumps(tour).encode())
    assert (error.value.code, error.value.element) == ("bad_value", f"{names}[0].name")


@pytest.mark.django_db
def test_player_at_a_board_is_entered_although_preliminary():
    tour = with_(BOARDS, lambda t: [one.update(final=False) for one in t["players"][:4]])
    summary = import_file(tour, an_organisation(), None, a_context())
    state = state_of(TournamentRow.objects.get(pk=summary.tournament_id))
    (drawn,) = matches(state, 1)
    assert [drawn.points2(team) for team in drawn.teams] == [2, 2]
