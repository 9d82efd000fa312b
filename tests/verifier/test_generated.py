"""The house against the verifier on a score of generated tournaments; ``tests.verifier.against`` has more."""

import pytest

from tests.verifier.against.comparing import Tally, compare, house_faults
from tournaments.generating import Wish

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
