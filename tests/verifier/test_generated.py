"""The house against the verifier on a score of generated tournaments; ``tests.verifier.against`` has more."""

import pytest

from tests.generated import Wish
from tests.verifier.against.comparing import Tally, compare, house_faults
from tournaments.competition.standings.prizes import Asked
from tournaments.reading.prize_bodies import prizes_body
from tournaments.tables.rows import TournamentRow

SEEDS = range(1, 21)
SMALL = Wish(players=7, rounds=3)


@pytest.mark.django_db
def test_nobody_disagrees_on_a_score_of_tournaments(tmp_path):
    tally = Tally()
    for seed in SEEDS:
        assert tally.add(compare(seed, tmp_path, SMALL)) == [], f"seed {seed}"
    assert house_faults() == []
    assert tally.checked["total"] > 50, tally.text(0)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [50462, 50665])
def test_a_record_that_was_withdrawn_says_no_handicap_and_no_komi(seed, tmp_path):
    """Claims on the terms of such games, which the verifier once decided by the withdrawn record."""
    told = compare(seed, tmp_path, SMALL).verdict
    assert told.faults == []
    assert told.checked["finding"]


OF_ALL = ("club", "country")


def shown(slug, group):
    """What the house shows of each view that the log tells: places with whom or what, and the figure."""
    body = prizes_body(TournamentRow.objects.get(slug=slug), None, Asked(), group=group)
    views = [view for view in body["prizes"] if not view["hidden"] and view["name"] != "teams"]
    return {view["name"]: sorted(_line(view["name"], line) for line in view["lines"]) for view in views}


def _line(name, line):
    figure = line["by"].split()[-1]
    value = round(1000 * float(figure)) if name == "greatest-rise" else int(figure)
    return [line["place"], line["team"] if name in OF_ALL else line["players"][0]["entry"], value]


@pytest.mark.django_db
def test_prizes_that_follow_are_those_that_the_house_shows(tmp_path):
    views = 0
    for seed in range(21, 41):
        compared = compare(seed, tmp_path, SMALL)
        for group, prizes in compared.verdict.prizes.items():
            told = shown(compared.made.slug, group or None)
            assert {name: sorted(lines) for name, lines in prizes.items()} == told, f"seed {seed}"
            views += sum(map(bool, told.values()))
    assert views > 20
