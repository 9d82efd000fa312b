"""Reading reports to the AGA: what was written is read, and written again is the same report."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.standings.builders import WALLISTS, histories, played, wallist
from tests.tournaments.formats.outgoings import again, outgoing
from tournaments.competition.history import Game, Result, Winner
from tournaments.formats import ExchangeError, read_tournament
from tournaments.formats.aga_report import write_aga_report
from tournaments.formats.aga_report_in import read_aga_report
from tournaments.formats.results_rows import MAX_BYTES, MAX_LINE

# As the American Go Association prints it, with other names.
PRINTED = b"""TOURNEY Princeton Go Club Rated Games, Princeton, NJ, June 15-30, 2004
        start=6/15/2004
        finish=6/30/2004
        rules=AGA
PLAYERS
 489 Stone, Paula 4k
3199 Moth, Rick     4k
GAMES
489 3199 b 0 7
3199 489 w 0 7
"""
# As OpenGotha 3.5 writes it.
TABBED = b"""Tourney\tWinter Cup, Boston
\tstart=2020-02-01
\tfinish=2020-02-02
PLAYERS
77\tTiger, Cy\t2D
489\tStone, Ann Mary\t10K
99999\tMoth\t1K

GAMES 1
77\t489\tW\t0\t0
GAMES 2
77\t99999\tB\t0\t7
GAMES 3
489\t99999\t?\t0\t7

END
what follows is for people
"""


def refused(data):
    with pytest.raises(ExchangeError) as caught:
        read_aga_report(data)
    return caught.value.code, caught.value.line


def test_the_printed_example():
    imported = read_tournament(PRINTED)
    history, details = imported.history, imported.details
    assert history.games == (
        Game(round=1, table=1, white="STONEPAULA", black="MOTHRICK", result=Result(winner=Winner.BLACK)),
        Game(round=2, table=1, white="MOTHRICK", black="STONEPAULA", result=Result(winner=Winner.WHITE)),
    )
    assert [person.aga_id for person in details.persons.values()] == ["489", "3199"]
    assert [entrant.rank for entrant in history.entrants.values()] == [-4, -4]
    assert (history.settings.komi, history.settings.rounds) == (7, 2)
    assert (details.name, details.location) == ("Princeton Go Club Rated Games", "Princeton, NJ")
    assert (details.begins, details.ends, details.ruleset) == (date(2004, 6, 15), date(2004, 6, 30), "aga")
    assert imported.warnings == (
        "The report does not tell rounds: a new one begins where somebody plays again.",
        "The report has no places, byes, tables or settings: players are placed by wins.",
    )


def test_a_report_of_opengotha():
    imported = read_tournament(TABBED)
    history = imported.history
    assert [(game.round, game.handicap, game.result.winner) for game in history.games] == [
        (1, 1, Winner.WHITE),
        (2, 0, Winner.BLACK),
        (3, 0, Winner.NOBODY_YET),
    ]
    assert (history.settings.komi, history.settings.komi_for(1)) == (7, 0)
    people = [(person.full, person.aga_id) for person in imported.details.persons.values()]
    assert people == [("Tiger Cy", "77"), ("Stone Ann Mary", "489"), ("Moth", "")]
    assert (imported.details.name, imported.details.location) == ("Winter Cup", "Boston")
    assert imported.details.begins == date(2020, 2, 1)
    assert imported.warnings[:2] == (
        "1 games have the winner '?': they are read without a result.",
        "No AGA number but a temporary one: Moth.",
    )


@pytest.mark.parametrize("name", WALLISTS)
def test_a_played_tournament_is_written_again_byte_for_byte(name):
    data = write_aga_report(outgoing(wallist(name)[0])).data
    assert write_aga_report(written_again(data)).data == data


def written_again(data):
    imported = read_aga_report(data)
    return again(imported, ruleset=imported.details.ruleset)


@given(histories(colourless=True))
@settings(max_examples=150)
def test_any_report_is_written_again_alike_but_for_what_is_told(history):
    data = write_aga_report(outgoing(history)).data
    if b" ? " in data or data.endswith(b"PLAYERS\nGAMES\nEND\n"):
        return  # a warning tells that they are read without a result
    assert write_aga_report(written_again(data)).data == data


def test_jigos_are_told_when_the_report_is_read():
    data = write_aga_report(outgoing(played("AB =, CD w"))).data
    assert "1 games have the winner '?': they are read without a result." in read_aga_report(data).warnings


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        (b"489 3199 b", b"489 3198 b", "unknown_player", 9),
        (b"489 3199 b", b"489 489 b", "paired_with_self", 9),
        (b"489 3199 b", b"489 3199 x", "bad_result", 9),
        (b"3199 489 w 0 7", b"3199 489 w 0", "bad_result", 10),
        (b"3199 489 w 0 7", b"3199 489 w 0 7.3", "bad_komi", 10),
        (b"3199 489 w 0 7", b"3199 489 w 10 7", "bad_result", 10),
        (b" 4k\n3199", b" 4x\n3199", "bad_row", 6),
        (b" 4k\n3199", b" 0k\n3199", "bad_rank", 6),
        (b"3199 Moth", b"489 Moth", "duplicate_player", 7),
        (b"Moth, Rick", b"Stone, Paula", "duplicate_player", 7),
        (b"Stone, Paula", b"Stone \x00", "encoding", 6),
        (b"start=6/15/2004", b"start=15/6/2004", "bad_date", 2),
        (b"PLAYERS", b"GAMES", "bad_result", 6),
        (b"GAMES", b"GAMES 41", "too_many_rounds", 8),
        (b"GAMES", b"GAMES 1", "paired_twice", 10),
        (PRINTED, b"TOURNEY x\nPLAYERS\nGAMES\n", "no_players", 1),
        (PRINTED, b"x" * (MAX_BYTES + 1), "too_large", None),
        (b"Stone, Paula", b"x" * (MAX_LINE + 1), "line_too_long", 6),
    ],
)
def test_bad_reports_are_refused_with_their_line(old, new, code, line):
    assert old in PRINTED
    assert refused(PRINTED.replace(old, new)) == (code, line)


def test_another_komi_than_most_and_unknown_rules_are_told():
    data = PRINTED.replace(b"rules=AGA", b"rules=House").replace(b"w 0 7", b"w 0 5.5")
    warnings = read_aga_report(data).warnings
    assert "1 games have another komi than most: it is not kept." in warnings
    assert "The rules 'House' are not known here." in warnings


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_report_is_read_or_refused_and_nothing_else(data):
    begin = data.draw(st.integers(0, len(TABBED)))
    end = data.draw(st.integers(begin, min(len(TABBED), begin + 40)))
    with suppress(ExchangeError):
        read_aga_report(TABBED[:begin] + data.draw(st.binary(max_size=20)) + TABBED[end:])
