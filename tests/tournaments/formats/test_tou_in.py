"""Reading the French federation's tables: games and places, in the order of the file."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.competition.standings.builders import histories, played, wallist
from tests.tournaments.formats.outgoings import ANOTHER_ORDER, again, cup, facts, outgoing
from tournaments.competition.history import Game, Result, Winner
from tournaments.competition.ratings.times import adjusted_minutes
from tournaments.competition.standings import standings
from tournaments.formats import ExchangeError, Overtime, TimeSystem, read_tournament
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.ffg_tou_in import read_sheet, read_tou
from tournaments.formats.results_rows import MAX_BYTES, MAX_LINE, MAX_ROWS

JUVISY = "\n".join([*facts()["tou"], ""]).encode("iso-8859-15")
CUP = cup()
A = "   1 Aa A                     1D 0000001 Leid    2+w0"
B = "   2 Bb B                     1K 0000002 Leid    1-b0"
LONG = "Averyveryverylongname"


def no_warning(text):
    raise AssertionError(text)


def test_namesakes_are_two_people():
    imported = read_tou(tou(A, B.replace("Bb B", "Aa A")))
    assert [*imported.history.entrants] == ["AAA", "AAA(2)"]
    assert "Two players are called AAA: they are read as two people." in imported.warnings


def tou(*lines):
    return "\n".join([*lines, ""]).encode("iso-8859-15")


def refused(data):
    with pytest.raises(ExchangeError) as caught:
        read_tou(data)
    return caught.value.code, caught.value.line


def test_reads_played_tournament_of_another_program():
    imported = read_tournament(JUVISY)
    history, tables = wallist("mcmahon_handicap_19x4")
    rows = standings(imported.history, 4).rows
    assert [row.entrant_id for row in rows] == [row[0] for row in tables[-1]]
    told, known = (
        {(game.round, game.white, game.black, game.handicap, game.result) for game in games}
        for games in (imported.history.games, history.games)
    )
    assert told == known
    assert imported.history.entrants.keys() == history.entrants.keys()
    assert {e.club for e in imported.history.entrants.values()} == {e.club for e in history.entrants.values()}
    details = imported.details
    assert (details.name, details.short_name, details.location) == ("Tournoi de Juvisy",) * 2 + ("Juvisy",)
    assert (details.begins, details.ends) == (date(2019, 10, 26), None)
    assert details.time == TimeSystem(basic=60, overtime=Overtime.BYOYOMI, seconds=30)
    assert imported.history.settings.komi == 7.5
    assert imported.warnings == (
        "The file does not name its criteria: MMS, SOSM, SOSOSM give its order.",
        "The file does not say which overtime was used; periods of 30 seconds give its adjusted time.",
        "The file has no countries, PINs, ratings, tables or settings: ratings follow ranks.",
    )


def test_files_of_played_tournament_survive_import_and_export():
    lines = write_tou(again(read_tou(JUVISY))).data.split(b"\n")
    kept = [line for line in lines if not line.startswith((b";prog=", b"; Generated"))]
    assert kept == [line for line in JUVISY.split(b"\n") if not line.startswith((b";prog=", b"; Generated"))]


def test_cup_is_recognised_by_its_order():
    imported = read_tournament(CUP)
    assert (imported.details.short_name, imported.details.name) == ("cup", "Cup of sixteen")
    assert len(imported.history.games) == 32
    history = imported.history
    assert (history.settings.system, history.settings.criteria) == ("cup", ("CPS",))
    assert [row.place for row in standings(history, 4).rows] == list(range(1, 17))


def test_warns_of_order_that_no_usual_criteria_give():
    imported = read_tou(tou(A.replace("2+", "2-"), B.replace("1-", "1+").replace("1K", "1D")))
    assert imported.warnings[:2] == (
        f"1 {ANOTHER_ORDER}",
        "The file does not name its criteria: NBW, SOSW, SOSOSW come nearest.",
    )
    assert list(imported.history.entrants) == ["AAA", "BBB"]


@given(histories(colourless=True))
@settings(max_examples=size(30, long=100))
def test_table_is_written_again_except_for_warned_data(history):
    data = write_tou(outgoing(history)).data
    if all(line.startswith(b";") for line in data.splitlines()):
        return
    imported = read_tou(data)
    if not any("are placed differently" in warning for warning in imported.warnings):
        assert write_tou(again(imported)).data == data


def test_reads_results_colours_and_rounds_without_an_opponent():
    rows = [
        "   1 Aa A                     1D 0000001 Leid    2+w3   0+   ",
        "   2 Bb B                     4K 0000002 Leid    1-b3    3=?0",
        "   3 Cc C                     1D 0000003 Leid   0=       2=?0",
    ]
    history = read_tou(tou(*rows)).history
    assert history.games == (
        Game(round=1, table=1, white="AAA", black="BBB", handicap=3, result=Result(winner=Winner.WHITE)),
        Game(
            round=2, table=1, white="BBB", black="CCC", result=Result(winner=Winner.JIGO), colours_known=False
        ),
    )
    assert (history.byes, history.entrants["CCC"].absent) == ({2: {"AAA"}}, {1})


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("   1 Aa A                     1D 1234567 Leid   0+", ("Aa", "A", "1234567", "Leid")),
        ("   1 van_der_Berg Jan_Piet    1D 0000000 75Al   0+", ("van der Berg", "Jan Piet", "", "75Al")),
        ("   1 Averyveryverylongname Bob18K 1234567 75Al   0+", (LONG, "Bob", "1234567", "75Al")),
        ("   1 Aa A                     1D         DE     0+   ", ("Aa", "A", "", "DE")),
        ("   1 Aa A                     1D 1234567        0+", ("Aa", "A", "1234567", "")),
        ("   1 Aa A                     1D                0+", ("Aa", "A", "", "")),
        ("1 Aa A 1d 0000001 Riverside 0+", ("Aa", "A", "0000001", "Riverside")),
        ("1 Aa A 1d Riverside 0+", ("Aa", "A", "", "Riverside")),
        ("Aa 1d 0+", ("Aa", "", "", "")),
    ],
)
def test_reads_names_licences_and_clubs(row, told):
    [read] = read_sheet(tou(";name=x", row), no_warning).rows
    assert (read.name, read.first_name, read.licence, read.club) == told


@pytest.mark.parametrize("encoding", ["iso-8859-15", "utf-8", "cp1252"])
def test_reads_any_western_encoding(encoding):
    data = tou(";name=x", A, B).decode().replace("Aa", "Aë").encode(encoding)
    assert "AËA" in read_tou(data).history.entrants


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "no_players", 1),
        (b";name=x\n", "no_players", 1),
        (b"x" * (MAX_BYTES + 1), "too_large", None),
        (tou(";", "x" * (MAX_LINE + 1)), "line_too_long", 2),
        (tou(*[f"1 P{n} A 1D 0+" for n in range(MAX_ROWS + 1)]), "too_many_players", MAX_ROWS + 1),
        (tou(A + " 0-" * 41, B), "too_many_rounds", 1),
        (tou(A, B + " 0-"), "uneven_rows", 2),
        (tou("1 2 3 4"), "bad_row", 1),
        (tou("1 Aa A 1D one two three 0+"), "bad_row", 1),
        (tou(A.replace(" 1D", " 0D"), B), "bad_rank", 1),
        (tou(A.replace("2+w0", "2*w0"), B), "bad_row", 1),
        (tou(A, B.replace("1-b0", "1-b0 x")), "bad_result", 2),
        (tou(A, B.replace("1-b0", "1-w0")), "results_differ", 2),
        (tou(A, B.replace("1-b0", "1=b0")), "results_differ", 2),
        (tou(A.replace("2+", "9+"), B), "unknown_player", 1),
        (tou(A.replace("2+", "1+"), B), "paired_with_self", 1),
        (tou(";komi=x", A, B), "bad_komi", 1),
        (tou(";komi=7.25", A, B), "bad_komi", 1),
        (tou(";date=2019-10-26", A, B), "bad_date", 1),
        (tou(";date=31/02/2019", A, B), "bad_date", 1),
        (tou(";name=x", ";time=soon", A, B), "bad_number", 2),
        (tou(";time=00000199999", A, B), "bad_number", 1),
        (tou(";time=60+x", A, B), "bad_number", 1),
        (tou(";time=60+b", ";ta=99999", A, B), "bad_number", 2),
        (tou(";size=99", A, B), "bad_number", 1),
        (tou(";name=x", A, B).replace(b"Aa", b"\x00a"), "encoding", 2),
        (tou(";name=x", A, B).replace(b"Aa", b"\x0ba"), "encoding", 2),
    ],
)
def test_rejects_files_that_are_no_such_table(data, code, line):
    assert refused(data) == (code, line)


@pytest.mark.parametrize(
    ("line", "word"), [(";zone=8", "The header zone"), (";time=60+b", "periods of 0 seconds")]
)
def test_warns_of_unused_and_assumed_headers(line, word):
    assert any(word in warning for warning in read_tou(tou(line, A, B)).warnings)


@given(st.data())
@settings(max_examples=size(40, long=150))
def test_damaged_file_is_read_or_refused(data):
    begin = data.draw(st.integers(0, len(JUVISY)))
    end = data.draw(st.integers(begin, min(len(JUVISY), begin + 40)))
    damaged = JUVISY[:begin] + data.draw(st.binary(max_size=20)) + JUVISY[end:]
    with suppress(ExchangeError):
        read_tou(damaged)


def test_short_name_and_name_are_different():
    lines = write_tou(outgoing(played("AB w"), short_name="spring26")).data.splitlines()
    assert (lines[0], lines[3]) == (b";name=spring26", b";comm=Spring Open")


@pytest.mark.parametrize(
    ("lines", "minutes"),
    [
        ((";time=60", ";ta=75"), 75),
        ((";time=60+b", ";ta=75"), 75),
        ((";time=60",), 60),
        ((";time=60", ";ta=40"), 40),
    ],
)
def test_adjusted_time_counts(lines, minutes):
    time = read_tournament(tou(*lines, A, B)).details.time
    assert adjusted_minutes(time) == minutes
