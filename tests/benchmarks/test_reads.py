"""How long a cold read of standings takes, out of a database: 1,000 players, 10 rounds, six criteria.

Cold: nothing of the tournament is kept in the process; the rows are read, the scores computed.
"""

import pytest

from tests.benchmarks.test_standings import CRITERIA, ENTRANTS, ROUNDS, congress  # noqa: F401 - a fixture
from tests.builders import a_context, an_organisation, imported
from tournaments.interchange.importing import import_tournament
from tournaments.reading.bodies import standings_body
from tournaments.reading.queries import history_at, history_of, tournament_by_slug

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def row(lasting_db, congress):  # noqa: F811 - the fixture above
    told = imported(congress.entrants.values(), congress.games, rounds=ROUNDS, criteria=CRITERIA)
    import_tournament(told, an_organisation(), "congress", a_context())
    return tournament_by_slug("congress")


def test_standings_as_a_page_or_rest_gives_them(benchmark, row):
    body = benchmark(standings_body, row)
    assert len(body["rows"]) == ENTRANTS
    assert body["round"] == ROUNDS


def test_the_history_out_of_the_rows(benchmark, row):
    assert len(benchmark(history_of, row).games) == ENTRANTS // 2 * ROUNDS


def test_the_history_out_of_the_log(benchmark, row):
    history = benchmark(history_at, row, 10**9)
    assert len(history.games) == ENTRANTS // 2 * ROUNDS
