"""Reading results tables: a written table is read, and writing it again gives the same file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.competition.pairing.builders import swiss_32x7
from tests.tournaments.competition.standings.builders import WALLISTS, histories, played, wallist
from tests.tournaments.formats.outgoings import again, as_played, facts, outgoing
from tournaments.competition.history import Game, Result, Winner
from tournaments.competition.standings import standings
from tournaments.formats import Overtime, TimeSystem, read_tournament
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.egd_h9_in import read_h9

ALWAYS = "The file has no ratings, tables or settings: ratings follow ranks, the rest is usual."
CRITERIA = {
    "swiss": [("NBW", "SOSW", "SDC"), ("NBW", "SOSW-1", "SODOSW"), ("NBW", "SOSOSW", "CUSSW", "DC")],
    "mcmahon": [("MMS", "SOSM"), ("MMS", "SOSM-1", "SODOSM", "SDC"), ("MMS", "SOSOSM", "CUSSM", "EXT")],
}


@st.composite
def tables(draw):
    """A tournament whose table tells all of its scores."""
    system = draw(st.sampled_from(list(CRITERIA)))
    criteria = draw(st.sampled_from(CRITERIA[system]))
    history = draw(histories(systems=(system,), criteria=criteria, colourless=True))
    return write_h9(outgoing(history)).data


def sheet(*rows, head=()):
    return "\n".join([*head, *rows, ""]).encode("iso-8859-15")


def test_reads_played_tournament_of_another_program():
    imported = read_tournament("\n".join([*facts()["h9"], ""]).encode("iso-8859-15"))
    history, tables = wallist("mcmahon_handicap_19x4")
    table = standings(imported.history, 4)
    assert [[row.entrant_id, *row.plain().values()] for row in table.rows] == tables[-1]
    assert {
        (game.round, game.white, game.black, game.handicap, game.result) for game in imported.history.games
    } == {(game.round, game.white, game.black, game.handicap, game.result) for game in history.games}
    assert imported.warnings == (ALWAYS,)
    told = imported.details
    assert (told.name, told.location, told.country, told.time_class) == (
        "Tournoi de Juvisy",
        "Juvisy",
        "",
        "A",
    )
    assert told.time == TimeSystem(basic=82, overtime=Overtime.BYOYOMI)
    assert (told.begins.isoformat(), told.ends.isoformat()) == ("2019-10-26", "2019-10-28")
    assert (imported.history.settings.komi, imported.history.settings.handicap.correction) == (7.5, 1)


@pytest.mark.parametrize("name", [*WALLISTS, "swiss_32x7"])
def test_played_tournament_is_written_again_byte_for_byte(name):
    history = swiss_32x7()[0] if name == "swiss_32x7" else wallist(name)[0]
    data = write_h9(outgoing(history)).data
    assert write_h9(again(read_h9(data))).data == data


def test_files_of_played_tournament_survive_import_and_export():
    data = write_h9(as_played()).data
    assert write_h9(again(read_h9(data))).data == data


@given(tables())
@settings(max_examples=size(40, long=150))
def test_any_table_is_written_again_byte_for_byte(data):
    if any(not line.startswith(b";") for line in data.splitlines()):
        assert write_h9(again(read_h9(data))).data == data


def test_reads_results_and_colours():
    rows = [
        "   1 Aa A    1D NL Lei    2 0 0 0    2+/w3    3-!b0",
        "   2 Bb B    4K NL Lei    1 0 0 0    1-/b3    4=/w0",
        "   3 Cc C    1D NL Lei    1 0 0 0    4?/w0    1+!w0",
        "   4 Dd D    1K NL Lei    1 0 0 0    3?/b0    2=/b0",
    ]
    history = read_h9(sheet(*rows)).history
    assert history.games == (
        Game(round=1, table=1, white="AAA", black="BBB", handicap=3, result=Result(winner=Winner.WHITE)),
        Game(round=1, table=2, white="CCC", black="DDD"),
        Game(round=2, table=1, white="CCC", black="AAA", result=Result(winner=Winner.WHITE, by_default=True)),
        Game(round=2, table=2, white="BBB", black="DDD", result=Result(winner=Winner.JIGO)),
    )


def test_short_form_has_no_colours():
    imported = read_h9(sheet("1 Aa A 1D NL Lei 1 0 0 0 2+", "2 Bb B 1K NL Lei 0 0 0 0 1-"))
    assert imported.history.games == (
        Game(
            round=1,
            table=1,
            white="AAA",
            black="BBB",
            result=Result(winner=Winner.WHITE),
            colours_known=False,
        ),
    )


def test_reads_names_countries_clubs_and_pins():
    imported = read_h9(
        sheet(
            "   1 van_der_Berg Jan_Piet  9P xx xxxx 1 0 0 0 2+/w0 |12345678", "Šala 5k cz Pra2 0 0 0 0 1-/b0"
        )
    )
    first, second = imported.details.persons.values()
    assert (first.name, first.first_name, first.egf_pin) == ("van der Berg", "Jan Piet", "12345678")
    assert (second.name, second.first_name, second.egf_pin) == ("Šala", "", "")
    entrants = [(e.rank, e.rating, e.country, e.club) for e in imported.history.entrants.values()]
    assert entrants == [(8, 2900, "", ""), (-5, 1600, "CZ", "Pra2")]


def test_start_scores_give_bar_floor_and_corrections():
    rows = [
        "1 A 6D NL Lei 34 2+/w0",
        "2 B 4D NL Lei 33 1-/b0",
        "3 C 1D NL Lei 31 4+/w0",
        "4 D 1K NL Lei 31 3-/b0",
        "5 E 29K NL Lei 11 6+/w0",
        "6 F 20K NL Lei 10 5-/b0",
    ]
    imported = read_h9(sheet(*rows))
    history = imported.history
    assert (history.settings.system, history.settings.bar, history.settings.floor) == ("mcmahon", 3, -20)
    assert {id_: e.correction for id_, e in history.entrants.items() if e.correction} == {"D": 2}
    assert (
        "1 players start above or below their rank: their scores are corrected by hand." in imported.warnings
    )
    assert [row.plain()["MMS"] for row in standings(history, 1).rows] == [34, 33, 31, 31, 11, 10]


@pytest.mark.parametrize(
    ("cells", "absent", "byes"),
    [
        (("0+", "0=", "0-"), {"AA": {2}}, {1: {"AA"}}),
        (("0-", "0-", "0+"), {"AA": {1, 2}}, {3: {"AA"}}),
    ],
)
def test_reads_rounds_without_an_opponent(cells, absent, byes):
    history = read_h9(sheet(f"1 A A 1D NL Lei 1 0 0 0 {' '.join(cells)}")).history
    assert {id_: e.absent for id_, e in history.entrants.items() if e.absent} == absent
    assert history.byes == byes


def test_untitled_columns_are_named_by_their_values():
    history = played("AB w, CD w", "AC w, BD w", criteria=("NBW", "SOSOSW", "SOSW"))
    data = write_h9(outgoing(history)).data
    untitled = b"\n".join(line for line in data.split(b"\n") if not line.startswith(b"; Pl"))
    assert read_h9(untitled).history.settings.criteria == ("NBW", "SOSOSW", "SOSW")


def test_unexplained_column_is_left_out_with_a_warning():
    imported = read_h9(sheet("1 A A 1D NL Lei 1 77 2+/w0", "2 B B 1D NL Lei 0 99 1-/b0"))
    assert imported.history.settings.criteria == ("NBW",)
    assert imported.warnings[0] == "No criterion gives the values of column 2 (-): it is left out."


def test_warns_of_scores_that_the_games_do_not_give():
    head = ["; Pl Name                            Rk Co Club  NBW  SOS"]
    imported = read_h9(sheet("1 A A 1D NL Lei 1 7 2+/w0", "2 B B 1D NL Lei 1 1 1-/b0", head=head))
    assert imported.history.settings.criteria == ("NBW", "SOSW")
    assert imported.warnings[:2] == (
        "1 values of NBW in the file differ from those that its games give.",
        "1 values of SOS in the file differ from those that its games give.",
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("; PC[Netherlands,Leiden]", "'NETHERLANDS'"),
        ("; HA[none]", "'none'"),
        ("; ZZ[x]", "The header ZZ"),
        ("; CM[to be played slowly]", "'to be played slowly'"),
    ],
)
def test_warns_of_unused_headers(line, word):
    head = ["; TM[60]", line]
    first, _ = read_h9(sheet("1 A A 1D NL Lei 1 0 0 0 0+", head=head)).warnings
    assert word in first


@pytest.mark.parametrize(
    ("line", "names", "values"),
    [
        ("; PC[NL,Leiden]", ("country", "location"), ("NL", "Leiden")),
        ("; PC[TR,Istanbul, KGS]", ("country", "location"), ("TR", "Istanbul, KGS")),
        ("; PC[Leiden]", ("country", "location"), ("", "Leiden")),
        ("; CL[d]", ("time_class",), ("D",)),
        ("; CL[]", ("time_class",), ("-",)),
        (";EV[A [great] day]", ("name", "short_name"), ("A [great] day", "")),
    ],
)
def test_reads_headers(line, names, values):
    details = read_h9(sheet("1 A A 1D NL Lei 1 0 0 0 0+", head=[line])).details
    assert tuple(getattr(details, name) for name in names) == values


@pytest.mark.parametrize(
    ("titles", "criteria"),
    [
        (
            "  MMS  SOSSOSOS",
            ("MMS", "SOSM", "SOSOSM"),
        ),  # columns of five: the EGD, OpenGotha
        ("  CAT  NBW  EXT  EXR", ("CATEGORY", "NBW", "EXT", "EXR")),
        ("  CAT  MMS  SOS", ("CATEGORY", "MMS", "SOSM")),
        ("SOS-1SODOS", ("SOSW-1", "SODOSW")),
        ("  NBWSOS-1SOS-2", ("NBW", "SOSW-1", "SOSW-2")),
        (" NBW SOS  SOSOS", ("NBW", "SOSW", "SOSOSW")),  # words
        ("      MMS     SOS    SSOS ", ("MMS", "SOSM", "SOSOSM")),  # pairgoth's, seven wide
    ],
)
def test_titles_are_columns_or_words(titles, criteria):
    head = [f"; Pl Name                            Rk Co Club{titles}"]
    rows = ["1 A A 1D NL Leid 0 0 0 0 2+/w0", "2 B B 1D NL Leid 0 0 0 0 1-/b0"]
    found = read_h9(sheet(*rows, head=head)).history.settings.criteria
    assert found == criteria


def test_reads_clubs_in_full():
    rows = ("1 Oak Ann 2d FR Association_de_Go 1 2+/w0", "2 Elm Bob 1d FR Lyon 0 1-/b0")
    entrants = read_h9(sheet(*rows)).history.entrants.values()
    assert [entrant.club for entrant in entrants] == ["Association de Go", "Lyon"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "iso-8859-15"])
def test_reads_any_encoding(encoding):
    text = "; EV[Tournoi d'été]\n1 Lefèvre Anaïs 2D FR 45Or 1 2+/w0\n2 Noël Rémi 1D FR 45Or 0 1-/b0\n"
    details = read_tournament(text.encode(encoding)).details
    assert (details.name, [person.full for person in details.persons.values()]) == (
        "Tournoi d'été",
        ["Lefèvre Anaïs", "Noël Rémi"],
    )


def test_ignores_comments_after_rows():
    rows = ("1 Oak Ann 2d CZ Brno 1 2+/w ; winner of the cup", "2 Elm Bob 1d CZ Brno 0 1-/b | 123 ; late")
    imported = read_h9(sheet(*rows))
    assert [entrant.club for entrant in imported.history.entrants.values()] == ["Brno", "Brno"]
    assert [person.egf_pin for person in imported.details.persons.values()] == ["", "123"]


def test_class_x_is_not_rated():
    imported = read_h9(sheet("1 A A 1D NL Lei 1 0 0 0 0+", head=["; CL[X]"]))
    assert imported.details.time_class == "-"
    assert "CL X: the tournament is not rated." in imported.warnings


def test_keeps_grades_of_professionals():
    rows = ("1 Han Dara 9P KR Abcd 1 2+/w0 |10000001", "2 Oak Pim 1p KR Abcd 0 1-/b0 |10000002")
    data = write_h9(again(read_h9(sheet(*rows)))).data.decode("iso-8859-15")
    assert [line[36:39] for line in data.splitlines()[-2:]] == [" 9P", " 1P"]


def test_namesakes_are_two_people_and_written_again():
    rows = ("1 ? ? 1D XX xxxx 1 2+/w0", "2 ? ? 40K XX xxxx 1 1-/b0")
    imported = read_h9(sheet(*rows))
    (game,) = imported.history.games
    assert (game.white, game.black) == ("??", "??(2)")
    assert [entrant.rank for entrant in imported.history.entrants.values()] == [0, -30]
    assert imported.warnings[:2] == (
        "The rank 40K of ? ? is outside 30K to 9D; 30K is used.",
        "Two players are called ??: they are read as two people.",
    )
    written = write_h9(again(imported)).data.decode("iso-8859-15").splitlines()[-2:]
    assert [line[5:39].split() for line in written] == [["?", "?", "1D"], ["?", "?", "30K"]]


@pytest.mark.parametrize(
    ("header", "ranks", "cells", "game"),
    [
        ("h1", "3D 2K", "2+ 1-", ("A", "B", 3, True)),
        ("h0", "3D 2K", "2+ 1-", ("A", "B", 4, True)),
        ("h1", "2K 3D", "2+ 1-", ("B", "A", 3, True)),
        ("h9", "3D 2K", "2+ 1-", ("A", "B", 0, False)),
        ("h1", "1D 1D", "2+ 1-", ("A", "B", 0, False)),
        ("h0", "9D 20K", "2+ 1-", ("A", "B", 9, True)),
        ("h1", "3D 2K", "2+/w 1-/b", ("A", "B", 3, True)),
        ("h1", "3D 2K", "2+/b 1-/w", ("B", "A", 0, True)),
        ("h1", "3D 2K", "2+/w0 1-/b0", ("A", "B", 0, True)),
        ("h1", "3D 2K", "2+/w5 1-/b5", ("A", "B", 5, True)),
        ("h1", "3D 2K", "2+! 1-!", ("A", "B", 0, False)),
        ("", "3D 2K", "2+ 1-", ("A", "B", 0, False)),
    ],
)
def test_header_and_ranks_give_colours_and_stones_that_cells_leave_open(header, ranks, cells, game):
    rows = [
        f"{place} {name} {name} {rank} NL Lei 0 0 0 0 {cell}"
        for place, (name, rank, cell) in enumerate(zip("AB", ranks.split(), cells.split(), strict=True), 1)
    ]
    head = [f"; HA[{header}]"] if header else []
    history = read_h9(sheet(*rows, head=head)).history
    (found,) = history.games
    assert (found.white[0], found.black[0], found.handicap, found.colours_known) == game
    assert history.settings.handicap.correction == int(header[1:] or 0)
    assert write_h9(again(read_h9(sheet(*rows, head=head)))).data.count(b"; HA[") == len(head)


def test_game_without_result_in_short_form_gives_no_half_point():
    rows = [
        "1 A A 1D NL Leid 0 0 0 0 2? 3+",
        "2 B B 1D NL Leid 0 0 0 0 1? 0-",
        "3 C C 1D NL Leid 33? 0 0 0 0- 1-",
    ]
    sheet_ = read_h9(sheet(*rows))
    assert [(game.round, game.result.winner) for game in sheet_.history.games] == [
        (1, Winner.NOBODY_YET),
        (2, Winner.WHITE),
    ]
