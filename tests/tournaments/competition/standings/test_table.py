"""The table of criteria and the code that computes them say the same."""

import re

import pytest

from tests.tournaments.competition.standings.builders import played
from tournaments.competition.standings import CRITERIA, criterion_named, placement_key, tiebreaks
from tournaments.competition.standings.measures import MEASURES

ASKED_FOR = (
    *("NBW", "SOSW", "SOSW-1", "SOSW-2", "SOSOSW", "SODOSW", "CUSSW"),
    *("MMS", "SOSM", "SOSM-1", "SOSM-2", "SOSOSM", "SODOSM", "CUSSM"),
    *(
        "EXT",
        "EXR",
        "DC",
        "SDC",
        "DCL",
        "CPS",
        "STS",
        "SOSTS",
        "UNBEATEN",
        "OUT",
        "CATEGORY",
        "RANK",
        "RATING",
        "DRAW",
    ),
)


def test_every_criterion_of_the_specification_is_there_once():
    names = [name for name, *_ in tiebreaks.TABLE]
    assert sorted(names) == sorted(ASKED_FOR)


def test_what_each_was_compared_with_is_told_once():
    names = [name for _, _, told in tiebreaks.COMPARED for name in told.split()]
    assert sorted(names) == sorted(ASKED_FOR)


def test_what_is_computed_is_in_the_table_and_the_other_way_round():
    assert set(CRITERIA) == set(MEASURES) | set(tiebreaks.AMONG)
    assert not set(MEASURES) & set(tiebreaks.AMONG)
    assert not set(CRITERIA) & set(tiebreaks.NOT_DONE)


@pytest.mark.parametrize("name", CRITERIA)
def test_each_has_a_formula_a_source_and_how_it_was_checked(name):
    criterion = CRITERIA[name]
    assert len(criterion.formula) > 10
    assert criterion.source in {tiebreaks.EGF, tiebreaks.GOTHA, tiebreaks.CUPS, tiebreaks.HOUSE}
    assert criterion.checked in {"V", "S", "?"}
    assert abs(criterion.unit) in {1, 2, 4}


@pytest.mark.parametrize("name", CRITERIA)
def test_each_names_the_program_it_equals_and_the_lists_it_was_compared_with_or_none(
    name,
):
    criterion = CRITERIA[name]
    assert criterion.equals
    assert (criterion.checked == "V") == (criterion.compared in {tiebreaks.LISTS, tiebreaks.CUP_LIST})
    assert criterion.checked == "V" or criterion.compared == tiebreaks.NO_LIST


@pytest.mark.parametrize("name", CRITERIA)
def test_a_formula_names_only_criteria_of_the_table(name):
    named = set(re.findall(r"\b[A-Z]{3,}[WM]?(?:-[12])?\b", CRITERIA[name].formula)) - {"NUL"}
    assert named <= set(CRITERIA)


@pytest.mark.parametrize("name", CRITERIA)
def test_each_is_computed_in_whole_numbers(name):
    history = played("AB w3, CD =", "AC b!", byes={2: "B"}, criteria=(name,), not_played_counts_half=True)
    for (value,) in placement_key(history, 2).values():
        assert type(value) is int


@pytest.mark.parametrize("other", [*tiebreaks.OTHER_NAMES, *tiebreaks.GENERIC])
@pytest.mark.parametrize("system", ["mcmahon", "swiss", "round_robin"])
def test_other_names_lead_into_the_table(other, system):
    assert criterion_named(other, system).name in CRITERIA
    assert other not in CRITERIA
