"""Prizes as views of a standing: winners, deciding values and missing facts."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.tournaments.competition.standings.builders import histories, played
from tournaments.competition.standings import standings
from tournaments.competition.standings.prizes import PersonalFacts, PrizeChoices, prizes

# A first; B and C share the second place; D, E, F share the fourth.
ROUNDS = ("AD w, BE w, CF w", "AE w")


def a_history(**facts):
    return played(*ROUNDS, criteria=("NBW",), **facts)


def views(history, known=None, **asked):
    table = standings(history, history.settings.rounds)
    return {
        view.name: view for view in prizes(history, table, known or PersonalFacts(), PrizeChoices(**asked))
    }


def lines(view):
    return [(line.place, "".join(line.entrants)) for line in view.lines]


def of_places(history, **fields):
    """``club="AABBCC"``: what each entrant has."""
    entrants = dict(history.entrants)
    for name, values in fields.items():
        for id_, value in zip(entrants, values, strict=True):
            entrants[id_] = replace(entrants[id_], **{name: value.strip()})
    return replace(history, entrants=entrants)


def test_best_kyu_includes_all_who_share_the_last_prize():
    told = views(a_history(ranks=dict.fromkeys("BCDEF", -1)), first=1)["best-kyu"]
    assert lines(told) == [(1, "B"), (1, "C")]
    assert [line.text for line in told.lines] == ["place 2", "place 2"]


def test_categories_have_separate_winners():
    history = a_history(ranks={"A": 2, "B": 0, "C": -3, "D": -3, "E": 3, "F": -9}, categories=(0, -5))
    told = views(history, first=1)
    assert lines(told["category-1"]) == [(1, "A")]
    assert lines(told["category-2"]) == [(1, "C")]
    assert lines(told["category-3"]) == [(1, "F")]
    assert told["category-1"].rule.startswith("Ranks 1d and stronger.")
    assert told["category-2"].rule.startswith("Ranks weaker than 1d, 5k and stronger.")
    assert told["category-3"].rule.startswith("Ranks weaker than 5k.")


def test_no_categories_means_no_category_prizes():
    assert [name for name in views(a_history()) if name.startswith("category")] == []


def test_youth_is_younger_at_the_end_of_the_year():
    known = PersonalFacts(birth_years={"A": 2008, "B": 2009, "C": 1980}, year=2026)
    told = views(a_history(), known)["youth"]
    assert lines(told) == [(1, "B")]
    assert told.missing == "3 of 6 players have no birth year."
    assert told.personal


@pytest.mark.parametrize(
    ("known", "missing"),
    [
        (PersonalFacts(year=2026), "No player has a birth year. Enter it on the players' forms."),
        (PersonalFacts(birth_years={"A": 2010}), "The tournament has no date, so ages are unknown."),
        (PersonalFacts(birth_years=dict.fromkeys("ABCDEF", 1990), year=2026), ""),
    ],
)
def test_reports_missing_ages(known, missing):
    told = views(a_history(), known)["youth"]
    assert (told.lines, told.missing) == ((), missing)


def test_womens_prize_lists_known_women():
    told = views(a_history(), PersonalFacts(women={"D": True, "B": True, "A": False}))["women"]
    assert lines(told) == [(1, "B"), (2, "D")]
    assert told.missing == "Not entered for 3 of 6 players."
    assert told.personal


def test_club_has_the_sum_of_its_three_best_places():
    history = of_places(a_history(), country=["NL"] * 6, club=["Rive", "Hill"] * 3)
    told = views(history)["club"]
    assert [(line.place, line.name, line.text) for line in told.lines] == [
        (1, "NL Rive", "1 + 2 + 4 = 7"),
        (2, "NL Hill", "2 + 4 + 4 = 10"),
    ]
    assert told.missing == ""


def test_namesake_clubs_in_two_countries_are_separate():
    history = of_places(a_history(), country=["NL", "NL", "NL", "BE", "BE", "BE"], club=["Rive"] * 6)
    assert [line.name for line in views(history)["club"].lines] == ["NL Rive", "BE Rive"]
    assert [line.name for line in views(history)["country"].lines] == ["NL", "BE"]


def test_equal_sums_share_the_place():
    history = of_places(played("AB =, CD =, EF ="), country=["NL", "BE"] * 3)
    assert [line.place for line in views(history)["country"].lines] == [1, 1]


def test_two_players_make_no_club():
    told = views(of_places(a_history(), club=["Rive", "Rive", "", "", "", ""]))
    assert (told["club"].lines, told["club"].missing) == ((), "No clubs with three players.")
    assert told["country"].missing == "No countries with three players."


def test_greatest_rise_is_by_change_of_rating():
    told = views(a_history(), PersonalFacts(rises={"A": 1500, "B": -20, "C": 2750, "D": 0, "E": 1500}))[
        "greatest-rise"
    ]
    assert lines(told) == [(1, "C"), (2, "A"), (2, "E")]
    assert told.lines[0].text == "up 2.750"
    assert views(a_history())["greatest-rise"].missing == "No game of this tournament is rated."


def test_players_without_a_game_get_no_prize():
    history = played("AB w, CD ?", ranks=dict.fromkeys("ABCDE", -1), byes={1: "E"})
    assert {"".join(line.entrants) for line in views(history, first=9)["best-kyu"].lines} == {"A", "B", "E"}


@given(histories())
@settings(max_examples=40)
def test_worse_place_never_precedes_a_better_one(history):
    table = standings(history, len(history.byes))
    places = {row.entrant_id: row.place for row in table.rows}
    known = PersonalFacts(women=dict.fromkeys(history.entrants, True))
    for view in prizes(history, table, known, PrizeChoices(first=99)):
        if view.name in ("women", "best-kyu"):
            listed = [(line.place, places[line.entrants[0]]) for line in view.lines]
            assert listed == sorted(listed)
            assert len({place for place, _ in listed}) == len({overall for _, overall in listed})


def test_places_go_to_everybody():
    told = views(a_history(), first=2)["places"]
    assert lines(told) == [(1, "A"), (2, "B"), (2, "C")]


def test_all_who_won_all_rounds_or_all_but_one_win_a_prize():
    history = played("AB w, CD w", "AC w, BD w", "AD w, BC b!", criteria=("NBW",), byes={1: "E", 2: "E"})
    told = views(history, first=1)
    assert lines(told["wins-3"]) == [(1, "A")]
    assert lines(told["wins-2"]) == [(1, "C")]
    assert [line.text for line in told["wins-2"].lines] == ["2 of 3"]


def test_two_rounds_have_no_prizes_by_wins():
    assert [name for name in views(a_history()) if name.startswith("wins")] == []
