"""MacMahon's XML in the two forms that pairgoth's sample and other readers use."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.formats.other_files import APART, PLAYERS, TOURNAMENT
from tournaments.competition.history import Game, Result, Winner
from tournaments.competition.settings import HandicapSettings
from tournaments.competition.standings import standings
from tournaments.formats import ExchangeError, read_tournament

JIGO = Result(winner=Winner.JIGO)


@pytest.mark.parametrize("text", [TOURNAMENT, APART])
def test_reads_a_tournament(text):
    imported = read_tournament(text.encode())
    history = imported.history
    assert history.games == (
        Game(round=1, table=1, black="VOSANNA", white="BOSCY", result=Result(winner=Winner.BLACK)),
        Game(
            round=1, table=2, black="DEWITJO", white="SMITDI", handicap=2, result=Result(winner=Winner.JIGO)
        ),
        Game(
            round=2,
            table=1,
            black="BOSCY",
            white="DEWITJO",
            result=Result(winner=Winner.WHITE, by_default=True),
        ),
    )
    assert history.byes == {2: {"VOSANNA"}}
    told = history.settings
    assert (told.system, told.bar, told.floor, told.rounds) == ("mcmahon", 0, -20, 3)
    assert told.criteria == ("MMS", "SOSM", "SOSOSM")
    assert told.handicap == HandicapSettings(by_score=True, ceiling=7, correction=1, no_handicap_from=-3)
    entrants = [(e.rank, e.rating, e.correction, e.final, e.absent) for e in history.entrants.values()]
    assert entrants == [
        (2, 2250, 0, True, frozenset()),
        (-2, 1900, 0, True, frozenset()),
        (0, 2949, 1, True, frozenset()),
        (-1, 1950, 0, False, frozenset({2})),
    ]
    assert [person.full for person in imported.details.persons.values()] == [
        "Vos Anna",
        "de Wit Jo",
        "Bos Cy",
        "Smit Di",
    ]
    assert [person.egf_pin for person in imported.details.persons.values()][:2] == ["12345678", ""]
    assert imported.details.name == "Tulip Cup"
    assert imported.warnings == (
        "The rating 2999 of BOSCY is outside -900 to 2949; 2949 is used.",
        "The file has no komi, days, place or time limits: enter them.",
    )
    assert [row.entrant_id for row in standings(history, 2).rows][:2] == ["VOSANNA", "BOSCY"]


def test_points_first_is_swiss_without_handicaps():
    text = TOURNAMENT.replace(">Score<", ">Points<").replace("<HandicapUsed>true", "<HandicapUsed>false")
    told = read_tournament(text.encode()).history.settings
    assert (told.system, told.criteria, told.handicap.ceiling) == ("swiss", ("NBW", "SOSW", "SOSOSW"), 0)


def test_warns_of_unknown_criteria_and_missing_rounds():
    text = TOURNAMENT.replace(">SOSOS<", ">XYZ<").replace("Rounds>3<", "Rounds>1<")
    assert read_tournament(text.encode()).warnings[:2] == (
        "The file has 1 rounds but games of round 2: 2 rounds are read.",
        "The placement criterion 'XYZ' is not one that is computed here; it is left out.",
    )


def test_ranks_below_30_kyu_become_the_lowest_with_a_warning():
    imported = read_tournament(TOURNAMENT.replace(">2k<", ">35k<").encode())
    assert [imported.history.entrants["DEWITJO"].rank, imported.history.entrants["DEWITJO"].rating] == [
        -30,
        -900,
    ]
    assert "The rank 35k of DEWITJO is outside 30K to 9D; 30K is used." in imported.warnings


def test_namesakes_are_two_people_with_their_own_games():
    text = TOURNAMENT.replace("<FirstName>Jo</FirstName><Surname>de Wit<", "<Surname>Vos Anna<")
    imported = read_tournament(text.encode())
    history = imported.history
    assert [*history.entrants] == ["VOSANNA", "VOSANNA(2)", "BOSCY", "SMITDI"]
    assert [(game.black, game.white) for game in history.games] == [
        ("VOSANNA", "BOSCY"),
        ("VOSANNA(2)", "SMITDI"),
        ("BOSCY", "VOSANNA(2)"),
    ]
    assert [person.full for person in imported.details.persons.values()][:2] == ["Vos Anna", "Vos Anna"]
    assert "Two players are called VOSANNA: they are read as two people." in imported.warnings


@pytest.mark.parametrize(
    ("old", "new", "code", "element"),
    [
        ("<Id>8</Id>", "<Id>7</Id>", "duplicate_player", "GoPlayer"),
        ("<Id>8</Id>", "", "missing_element", "IndividualParticipant"),
        ("<Id>8</Id>", "<Id>x</Id>", "bad_number", "IndividualParticipant"),
        (">2k<", ">2x<", "bad_rank", "GoPlayer"),
        (">2250<", ">strong<", "bad_number", "GoPlayer"),
        ("<Black>8</Black>", "<Black>12</Black>", "unknown_player", "Pairing"),
        ("<Black>8</Black>", "<Black>7</Black>", "paired_twice", "Pairing"),
        ("<Black>8</Black>", "<Black>11</Black>", "paired_twice", "Pairing"),
        (">½-½<", ">2-0<", "unknown_value", "Pairing"),
        ("<Handicap>2</Handicap>", "<Handicap>12</Handicap>", "out_of_range", "Pairing"),
        ("<BoardNumber>2</BoardNumber>", "<BoardNumber>1</BoardNumber>", "table_taken", "Pairing"),
        ("<RoundNumber>2</RoundNumber>", "<RoundNumber>41</RoundNumber>", "out_of_range", "TournamentRound"),
        (">true</SuperBarMember>", ">perhaps</SuperBarMember>", "bad_truth", "IndividualParticipant"),
        (">2</NotPlayingInRound>", ">all</NotPlayingInRound>", "bad_participation", "NotPlayingInRound"),
        (PLAYERS, "", "no_players", ""),
        (">Tulip Cup<", f">{'x' * 501}<", "text_too_long", "Name"),
        (">Tulip Cup<", f">{'x' * 10_001}<", "text_too_long", "Name"),
    ],
)
def test_rejects_bad_files_with_line_and_element(old, new, code, element):
    assert old in TOURNAMENT
    with pytest.raises(ExchangeError) as caught:
        read_tournament(TOURNAMENT.replace(old, new).encode())
    assert (caught.value.code, caught.value.element) == (code, element)
    assert caught.value.line


GOOD = TOURNAMENT.encode()


@given(st.data())
@settings(max_examples=size(40, long=150))
def test_damaged_file_is_read_or_refused(data):
    begin = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(begin, min(len(GOOD), begin + 40)))
    with suppress(ExchangeError):
        read_tournament(GOOD[:begin] + data.draw(st.binary(max_size=20)) + GOOD[end:])
