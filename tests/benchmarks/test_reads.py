"""How long a cold read of standings takes, out of a database: 1,000 players, 10 rounds, six criteria.

Cold: nothing of the tournament is kept in the process; the rows are read, the scores computed.
``python -m tests.benchmarks.costs_of_reads 1000`` has the page and REST, in milliseconds and units.
"""

from time import process_time

import pytest
from django.core.cache import cache
from rest_framework.renderers import JSONRenderer

from tests.benchmarks.test_standings import CRITERIA, ENTRANTS, ROUNDS, congress  # noqa: F401 - a fixture
from tests.builders import a_context, an_organisation, imported
from tournaments.competition.standings import standings
from tournaments.interchange.importing import import_tournament
from tournaments.reading.bodies import standings_body
from tournaments.reading.past import history_at
from tournaments.reading.places import courses
from tournaments.reading.queries import history_of, tournament_by_slug

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


def seconds(work):
    """Of the processor, the best of five."""

    def once():
        begun = process_time()
        work()
        return process_time() - begun

    return min(once() for _ in range(5))


def counting():
    """What the machine does in plain Python meanwhile: some 12 ms of an idle one."""
    return sum(number * number % 7 for number in range(200_000))


def in_bytes(row):
    return JSONRenderer().render(standings_body(row))


def test_a_cold_body_costs_less_than_fourteen_times_some_counting(row):
    """It was eighteen times when most of it went into objects that are made ten thousand times over."""
    pairs = [(seconds(lambda: in_bytes(row)), seconds(counting)) for _ in range(3)]
    assert min(body / unit for body, unit in pairs) < 14


def test_the_way_of_ten_rounds_costs_less_than_seven_tables(row):
    history, table = history_of(row), standings_body(row)

    def way():
        cache.clear()
        return courses(row, history, table, officer=False)

    pairs = [(seconds(way), seconds(lambda: standings(history, ROUNDS))) for _ in range(3)]
    assert min(ways / one for ways, one in pairs) < 7
