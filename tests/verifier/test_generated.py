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
