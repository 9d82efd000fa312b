"""Logs that were written under older versions of the format: read, placed and proved as they were then.

Each of tests/data/log_version_N.jsonl is ``export_events`` of the program of that time: seven players, three
rounds of McMahon, a game on record, a claim with a ruling that names another winner.
"""

from pathlib import Path

import pytest

from games.log import exchange, rebuilding, verification
from tests.verifier.checking import bundle_of, meaning, sentences
from tournaments.competition.standings import standings
from tournaments.loading import load
from tournaments.tables.rows import TournamentRow

DATA = Path(__file__).parents[1] / "data"
PLACES = {"1": [3, 4, 5, 6, 1, 7, 2], "2": [2, 4, 5, 7, 3, 6, 1]}
"""By number of entry, the first place first, as ``manage.py standings`` of that time had them."""


def read(version):
    with (DATA / f"log_version_{version}.jsonl").open() as lines:
        exchange.load(lines)
    rebuilding.rebuild()
    return TournamentRow.objects.get(slug=f"version-{version}")


@pytest.mark.django_db
@pytest.mark.parametrize("version", PLACES)
class TestOlder:
    def test_it_is_whole_and_its_places_are_those_of_then(self, version):
        state, _ = load(str(read(version).pk))
        rows = standings(state.history(), 3).rows
        assert [state.entries[row.entrant_id].number for row in rows] == PLACES[version]
        assert list(verification.verify()) == []

    def test_its_bundle_is_checked_under_its_own_version(self, version, tmp_path):
        row = read(version)
        bundle = bundle_of(row.slug, tmp_path)
        assert sentences(bundle) == []
        assert meaning(bundle).checked["Total of the pair"] >= 8
