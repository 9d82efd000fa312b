"""Both tools on a dozen of generated tournaments; ``python -m tests.verifier.against`` has more."""

import pytest

from tests.generated import Wish
from tests.verifier.against.comparing import Tally, compare, log_faults

SEEDS = range(1, 13)
SMALL = Wish(players=7, rounds=3)


@pytest.mark.django_db
def test_both_pass_on_a_dozen_of_tournaments(tmp_path):
    tally = Tally()
    for seed in SEEDS:
        assert tally.add(compare(seed, tmp_path, SMALL)) == [], f"seed {seed}"
    assert log_faults() == []
    assert tally.checked["Total of the pair"] > 50, tally.text(0)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [50462, 50665])
def test_a_withdrawn_record_states_no_handicap_and_no_komi(seed, tmp_path):
    """Claims on the terms of such games are not found by the record that was withdrawn."""
    told = compare(seed, tmp_path, SMALL)
    assert told.faults == []
    assert told.checked["Finding"]
