"""Places and the reasons for them."""

import pytest

from tests.tournaments.competition.standings.builders import played
from tournaments.competition.standings import explain_order, standings


def rows(history):
    return standings(history, history.settings.rounds).rows


def test_equals_share_the_first_place_in_the_order_of_entrants():
    table = rows(played("AB b, CD b", "EF ="))
    assert [(row.place, row.entrant_id) for row in table] == [
        (1, "B"),
        (1, "D"),
        (3, "E"),
        (3, "F"),
        (5, "A"),
        (5, "C"),
    ]


def test_without_criteria_everybody_is_first():
    assert [row.place for row in rows(played("AB w", criteria=()))] == [1, 1]


def test_start_scores_decide_before_the_first_round():
    table = standings(played("AB w", ranks={"B": 2}, system="mcmahon", criteria=("MMS", "SOSM", "SDC")), 0)
    assert [(row.entrant_id, row.place, row.plain()) for row in table.rows] == [
        ("B", 1, {"MMS": 32, "SOSM": 0, "SDC": 0}),
        ("A", 2, {"MMS": 30, "SOSM": 0, "SDC": 0}),
    ]


def test_repeated_criterion_counts_once():
    table = standings(played("AB w", criteria=("NBW", "SOS", "SOSW")), 1)
    assert table.criteria == ("NBW", "SOSW")
    assert table.rows[0].scores == {"NBW": 2, "SOSW": 0}


def test_accepts_tournament_without_entrants():
    assert standings(played(""), 1).rows == ()


@pytest.mark.parametrize(
    ("criteria", "reason"),
    [
        (("NBW",), "equal on NBW 1, no criterion decides"),
        (("NBW", "SOSW", "SOSOSW"), "equal on NBW 1, ahead on SOSW 1.5 to 0.5"),
        (("SOSW",), "ahead on SOSW 1.5 to 0.5"),
        (("NBW", "DCL", "SOS"), "equal on NBW 1 and DCL 0, ahead on SOSW 1.5 to 0.5"),
        (("NBW", "DC", "SOS"), "equal on NBW 1, ahead on DC 1 to 0"),
        ((), "no criterion decides"),
    ],
)
def test_row_explains_its_place(criteria, reason):
    table = {row.entrant_id: row for row in rows(played("AB w, CD w", "BE w, DE =", criteria=criteria))}
    assert explain_order(table["B"], table["C"]) == reason
