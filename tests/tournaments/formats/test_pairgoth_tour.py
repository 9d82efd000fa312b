"""pairgoth's own JSON: the same tournament as in its XML, and the place of each fault."""

import json
from contextlib import suppress
from copy import deepcopy
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.competition.standings.builders import DATA
from tests.tournaments.formats.gotha_file import published
from tests.tournaments.formats.other_files import SMALL, data_of
from tournaments.competition.history import Winner
from tournaments.competition.standings import standings
from tournaments.formats import ExchangeError, Overtime, TimeSystem, read_opengotha, read_tournament
from tournaments.formats.pairgoth_tour import read_tour

TOUR = json.loads((DATA / "pairgoth_tour_71x5.json").read_text())["tour"]


def small(**changes):
    return {**deepcopy(SMALL), **changes}


def test_json_equals_the_xml_export_of_pairgoth():
    file = published("pairgoth_mcmahon_71x5")
    file.around_byes = "ByePlayer"
    ours, theirs = read_tournament(data_of(TOUR)), read_opengotha(bytes(file))
    places = {
        (game.round, game.table, game.white, game.black, game.handicap, game.result)
        for game in theirs.history.games
    }
    assert {
        (game.round, game.table, game.white, game.black, game.handicap, game.result)
        for game in ours.history.games
    } == places
    assert len(places) == 38
    assert ours.history.byes == theirs.history.byes
    assert ours.history.settings.criteria == theirs.history.settings.criteria
    assert (ours.history.settings.bar, ours.history.settings.floor) == (0, -20)
    for round_ in (1, 2):
        mine, other = (standings(each.history, round_) for each in (ours, theirs))
        assert [(row.place, row.entrant_id, row.scores) for row in mine.rows] == [
            (row.place, row.entrant_id, row.scores) for row in other.rows
        ]
    assert ours.warnings == ()


def test_reads_details_and_people():
    details = read_tour(data_of(TOUR)).details
    assert (details.name, details.short_name, details.country) == ("4th Strait Go Tournament", "strait", "TR")
    assert (details.begins, details.ends) == (date(2024, 7, 6), date(2024, 7, 7))
    assert details.time == TimeSystem(basic=45, overtime=Overtime.CANADIAN, seconds=300, moves=25)
    assert (details.ruleset, details.online) == ("japanese", False)
    assert {person.egf_pin for person in details.persons.values()} == {""}  # a line break in each


def test_reads_a_small_tournament():
    imported = read_tour(data_of(small()))
    history = imported.history
    assert [(g.white, g.black, g.handicap, g.result.winner) for g in history.games] == [
        ("VOSANNA", "WITJO", 2, Winner.JIGO)
    ]
    assert history.byes == {1: {"BOS"}}
    bos = history.entrants["BOS"]
    assert (bos.absent, bos.correction, bos.final) == ({2}, 1, True)
    assert history.entrants["VOSANNA"].country == "NL"
    numbers = [(p.egf_pin, p.ffg_licence, p.aga_id) for p in imported.details.persons.values()]
    assert numbers == [("12345678", "", ""), ("", "0000007", "9"), ("", "", "")]
    assert (history.settings.system, history.settings.criteria) == ("swiss", ("NBW", "SOSW", "SOSOSW"))
    assert (history.settings.handicap.ceiling, history.settings.pairing.avoid_same_geography) == (0, 0)


def test_player_without_game_is_absent_as_in_pairgoth():
    games = [[], [{"id": 1, "t": 1, "w": 1, "b": 3, "r": "w"}]]
    imported = read_tour(data_of(small(games=games)))
    assert imported.history.entrants["WITJO"].absent == {2}
    assert imported.warnings[0].startswith("1 players are absent in rounds in which only others have games")


def test_warns_of_dropped_tables_results_and_members():
    players = [{**player, "rank": 40} if player["id"] == 1 else player for player in SMALL["players"]]
    games = [[{"id": 1, "t": 0, "w": 1, "b": 2, "r": "X"}]]
    changed = small(games=games, players=players, frozen=[1], rules="HOUSE")
    changed["pairing"] = {"type": "MAC_MAHON", "placement": ["MMS", "NONE", "SOSMM1", "XYZ"]}
    imported = read_tour(data_of(changed))
    assert imported.history.games[0].table == 1
    assert imported.history.settings.criteria == ("MMS", "SOSM-1")
    assert imported.warnings == (
        "The placement criterion 'XYZ' is not one that is computed here; it is left out.",
        "1 games have no table of their own: they are put at free ones.",
        "1 cancelled games are read as lost by both.",
        "The rank 40 in players[0] is outside -30 to 8; 8 is used.",
        "1 players are absent in rounds in which only others have games, as in pairgoth.",
        "The member frozen is not kept.",
        "The rules 'HOUSE' are not known here.",
    )


@pytest.mark.parametrize(
    ("told", "time"),
    [
        ({"type": "SUDDEN_DEATH", "mainTime": 3600}, TimeSystem(basic=60, overtime=Overtime.NONE)),
        (
            {"type": "JAPANESE", "mainTime": 3600, "byoyomi": 30, "periods": 3},
            TimeSystem(basic=60, overtime=Overtime.BYOYOMI, seconds=30, moves=3),
        ),
        (
            {"type": "FISCHER", "mainTime": 2700, "increment": 20, "maxTime": -1},
            TimeSystem(basic=45, overtime=Overtime.FISCHER, seconds=20),
        ),
    ],
)
def test_reads_time_systems(told, time):
    assert read_tour(data_of(small(timeSystem=told))).details.time == time


def of_player(**changes):
    return lambda tour: tour["players"][0].update(changes)


def of_game(**changes):
    return lambda tour: tour["games"][0][0].update(changes)


def of_all(**changes):
    return lambda tour: tour.update(changes)


def of_pairing(**changes):
    return lambda tour: tour["pairing"].update(changes)


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (of_all(type="TEAM6"), "unknown_value", "type"),
        (of_all(pairing={"type": "ROUND_ROBIN"}), "unknown_value", "pairing.type"),
        (of_all(pairing=None), "missing_attribute", "pairing"),
        (of_pairing(base={"nx1": 2}), "out_of_range", "pairing.base.nx1"),
        (
            of_pairing(main={"mmsValueBye": 0.3}),
            "bad_number",
            "pairing.main.mmsValueBye",
        ),
        (
            of_pairing(main={"firstSeed": "X"}),
            "unknown_value",
            "pairing.main.firstSeed",
        ),
        (of_all(rounds=0), "out_of_range", "rounds"),
        (of_all(rounds="3"), "bad_number", "rounds"),
        (of_all(rounds=2.5), "bad_number", "rounds"),
        (of_all(komi=7.25), "bad_komi", "komi"),
        (of_all(startDate="6/7/2024"), "bad_date", "startDate"),
        (of_all(name=["x"]), "bad_value", "name"),
        (of_all(name="x" * 501), "text_too_long", "name"),
        (of_all(players={}), "bad_value", "players"),
        (of_all(players=[1]), "bad_value", "players[0]"),
        (of_all(games=[[]] * 41), "too_many_elements", "games"),
        (of_all(games=[[], [], [], [{"w": 1, "b": 2}]]), "out_of_range", "games[3][0]"),
        (of_player(id=2), "duplicate_player", "players[1]"),
        (of_player(name="", firstname=""), "missing_name", "players[0]"),
        (of_player(rank=True), "bad_number", "players[0].rank"),
        (of_player(rating=float("nan")), "out_of_range", "players[0].rating"),
        (of_player(skip=["1"]), "bad_participation", "players[0].skip[0]"),
        (of_game(w=9), "unknown_player", "games[0][0]"),
        (of_game(w=2), "paired_with_self", "games[0][0]"),
        (of_game(w=0, b=0), "paired_with_self", "games[0][0]"),
        (of_game(b=3), "paired_twice", "games[0][1]"),
        (of_game(r="w!"), "unknown_value", "games[0][0].r"),
        (of_game(h=10), "out_of_range", "games[0][0].h"),
    ],
)
def test_rejects_bad_files_with_their_place(change, code, place):
    tour = small()
    change(tour)
    with pytest.raises(ExchangeError) as caught:
        read_tour(data_of(tour))
    assert (caught.value.code, caught.value.element) == (code, place)
    assert place in caught.value.message


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b'{\n"type": }', "not_well_formed", 2),
        (b'{"rounds": ' + b"9" * 5000 + b"}", "bad_number", None),
        (b'{"a":' * 200_000, "too_deep", None),
        (b"{" + b" " * 20_000_000, "too_large", None),
        (b'{"name": "\x00"}', "encoding", 1),
    ],
)
def test_rejects_invalid_json(data, code, line):
    with pytest.raises(ExchangeError) as caught:
        read_tournament(data)
    assert (caught.value.code, caught.value.line) == (code, line)


GOOD = data_of(SMALL)


@given(st.data())
@settings(max_examples=size(40, long=150))
def test_damaged_file_is_read_or_refused(data):
    begin = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(begin, min(len(GOOD), begin + 40)))
    with suppress(ExchangeError):
        read_tour(GOOD[:begin] + data.draw(st.binary(max_size=20)) + GOOD[end:])


def test_reads_thousands_of_namesakes_at_no_tables():
    player, number = SMALL["players"][0], 4_000
    players = [{**player, "id": id_} for id_ in range(1, number + 1)]
    games = [{"w": id_, "b": id_ + 1, "t": 0, "r": "w"} for id_ in range(1, number, 2)]
    history = read_tour(data_of(small(players=players, games=[games]))).history
    assert list(history.entrants)[-1] == "VOSANNA(4000)"
    assert [game.table for game in history.games] == list(range(1, number // 2 + 1))
