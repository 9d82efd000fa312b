"""The AGA's report, line by line, with a warning for everything that the format lacks."""

from datetime import date

import pytest
from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.competition.standings.builders import histories, played
from tournaments.competition.history import History
from tournaments.formats.aga_report import write_aga_report
from tournaments.formats.imported import Person
from tournaments.formats.outgoing import Outgoing

PERSONS = {
    "A": Person(name="Stone", first_name="Ann", aga_id="489"),
    "B": Person(name="Ladder", first_name="Bob", aga_id="3199"),
    "C": Person(name="Tiger", first_name="Cy", aga_id="77"),
    "D": Person(name="Mouth", first_name="Di", aga_id="78"),
}


def told(history: History, persons=None, **changes):
    values = {
        "name": "Spring Open",
        "place": "Princeton, NJ",
        "ruleset": "aga komi=7.5",
        "begins": date(2026, 6, 5),
        "ends": date(2026, 6, 30),
    }
    return Outgoing(history=history, persons=PERSONS | (persons or {}), **{**values, **changes})


def report(history, persons=None, **changes):
    """Lines and warnings."""
    written = write_aga_report(told(history, persons, **changes))
    return written.data.decode("ascii").splitlines(), written.warnings


def section(lines, name):
    ends = {"PLAYERS": "GAMES", "GAMES": "END"}[name]
    return lines[lines.index(name) + 1 : lines.index(ends)]


def test_writes_a_whole_report():
    history = played("AB w3, CD b", "CA b, DB w", ranks={"A": 2, "B": -4, "C": 0, "D": -1})
    komi = {(1, "A"): 0.5, (1, "C"): 7.5, (2, "C"): 7, (2, "D"): 7.5}
    written = write_aga_report(told(history, komi=komi))
    assert written.warnings == ()
    assert written.data.decode("ascii") == (
        "TOURNEY Spring Open, Princeton, NJ, 6/5/2026 to 6/30/2026\n"
        "start=6/5/2026\n"
        "finish=6/30/2026\n"
        "rules=AGA\n"
        "PLAYERS\n"
        "489 Stone, Ann 3d\n"
        "3199 Ladder, Bob 4k\n"
        "77 Tiger, Cy 1d\n"
        "78 Mouth, Di 1k\n"
        "GAMES\n"
        "489 3199 W 3 0.5\n"
        "77 78 B 0 7.5\n"
        "77 489 B 0 7\n"
        "78 3199 W 0 7.5\n"
        "END\n"
    )


def test_game_without_own_komi_has_the_komi_of_the_tournament():
    lines, _ = report(played("AB w", komi=5.5))
    assert section(lines, "GAMES") == ["489 3199 W 0 5.5"]


def test_one_day_tournament_has_one_date():
    lines, warnings = report(played("AB w"), ends=None)
    assert lines[:3] == ["TOURNEY Spring Open, Princeton, NJ, 6/5/2026", "start=6/5/2026", "finish=6/5/2026"]
    assert warnings == ()


def test_warns_of_missing_days():
    lines, warnings = report(played("AB w"), begins=None, ends=None, place="")
    assert lines[:3] == ["TOURNEY Spring Open", "start=", "finish="]
    assert warnings == (
        "The tournament has no first day: write it into the report.",
        "The tournament has no last day: write it into the report.",
    )


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [
        ("aga", "AGA"),
        ("aga-territory komi=6.5", "AGA"),
        ("japanese", "Japanese"),
        ("ing", "Ing"),
        ("nieminen komi=7", "nieminen"),
    ],
)
def test_writes_the_usual_name_of_the_ruleset(ruleset, name):
    lines, warnings = report(played("AB w"), ruleset=ruleset)
    assert f"rules={name}" in lines
    assert warnings == ()


@pytest.mark.parametrize(("result", "name"), [("=", "jigo"), ("0", "both_lose"), ("2", "both_win")])
def test_result_without_one_winner_is_a_question_mark_with_a_warning(result, name):
    lines, warnings = report(played(f"AB {result}"))
    assert section(lines, "GAMES") == ["489 3199 ? 0 6.5"]
    assert warnings == (f"Round 1, table 1 has the winner '?': the format has no {name}.",)


def test_omits_unplayed_games_and_players_without_a_game_with_a_warning():
    lines, warnings = report(played("AB w, CD b!", "AB ?"))
    assert section(lines, "GAMES") == ["489 3199 W 0 6.5"]
    assert section(lines, "PLAYERS") == ["489 Stone, Ann 1d", "3199 Ladder, Bob 1d"]
    assert warnings == (
        "Round 1, table 2 is left out: it was decided by default.",
        "Round 2, table 1 is left out: it has no result.",
    )


def test_warns_of_board_size_other_than_19():
    assert report(played("AB w", board_size=13))[1] == ("The format cannot express that the board is 13x13.",)


@pytest.mark.parametrize(
    ("aga_id", "fault"),
    [
        ("", "has no AGA number"),
        ("12a", "has the AGA number '12a', which is not a number"),
        ("0", "has the AGA number '0', which is not a number"),
        ("\u0665", "has the AGA number '\u0665', which is not a number"),
        ("489", "has the AGA number 489 of another player"),
    ],
)
def test_player_without_number_gets_a_temporary_one_with_a_warning(aga_id, fault):
    lines, warnings = report(played("AB w"), {"B": Person(name="Ladder", first_name="Bob", aga_id=aga_id)})
    assert section(lines, "PLAYERS")[1] == "99001 Ladder, Bob 1d"
    assert section(lines, "GAMES") == ["489 99001 W 0 6.5"]
    assert warnings == (f"Ladder Bob {fault}: 99001 is used instead.",)


def test_temporary_numbers_differ_from_real_ones_and_each_other():
    nameless = Person(name="New", first_name="")
    lines, _ = report(
        played("AB w, CD w"),
        {"A": nameless, "B": nameless, "C": Person(name="X", first_name="", aga_id="99001")},
    )
    assert [line.split()[0] for line in section(lines, "PLAYERS")] == ["99002", "99003", "99001", "78"]


def test_warns_of_unsupported_letters():
    lines, warnings = report(
        played("AB w"), {"A": Person(name="Núñez", first_name="Łukasz", aga_id="489")}, name="Café Cup"
    )
    assert lines[0].startswith("TOURNEY Cafe Cup")
    assert section(lines, "PLAYERS")[0] == "489 Nunez, Lukasz 1d"
    assert warnings == (
        "Tournament: 'Café Cup' is written 'Cafe Cup'; ascii has no é.",
        "Núñez Łukasz: 'Núñez' is written 'Nunez'; ascii has no ñ ú.",
        "Núñez Łukasz: 'Łukasz' is written 'Lukasz'; ascii has no Ł.",
    )


def test_names_cannot_add_lines_or_columns():
    lines, warnings = report(
        played("AB w"),
        {"A": Person(name="Stone,\nEND", first_name="Ann\tX", aga_id="489")},
        name="Cup\nGAMES",
    )
    assert lines[0] == "TOURNEY Cup GAMES, Princeton, NJ, 6/5/2026 to 6/30/2026"
    assert lines.count("END") == lines.count("GAMES") == 1
    assert section(lines, "PLAYERS")[0] == "489 Stone END, Ann X 1d"
    assert len(warnings) == 3


def test_writes_a_tournament_without_played_games():
    lines, warnings = report(played("AB ?"))
    assert lines[4:] == ["PLAYERS", "GAMES", "END"]
    assert len(warnings) == 1


@given(histories())
@settings(max_examples=size(30, long=60))
def test_every_game_is_reported_or_has_a_warning(history):
    persons = {id_: Person(name=id_, first_name="", aga_id=str(ord(id_))) for id_ in history.entrants}
    lines, warnings = report(history, persons)
    games = [line.split() for line in section(lines, "GAMES")]
    left_out = [warning for warning in warnings if "left out" in warning]
    assert len(games) + len(left_out) == len(history.games)
    assert len(warnings) == len(left_out) + sum(winner == "?" for _, _, winner, _, _ in games)
    numbers = [line.split()[0] for line in section(lines, "PLAYERS")]
    assert {number for white, black, *_ in games for number in (white, black)} == set(numbers)
    assert len(set(numbers)) == len(numbers)
