"""What a round's results cost in one request, beside as many requests of one result.

A round of 300 players, 150 games, turned over each time so that every result is stored. The figure to read is
the ratio of the two rows in one run, of processor time.
"""

from itertools import count
from time import process_time

import pytest
from rest_framework.test import APIClient

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.rows import PairingRow

PLAYERS = 300
OPEN = "/api/v1/tournaments/open/"


@pytest.fixture
def games(db, settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    pair(a_tournament(players=PLAYERS), 1)
    return [str(one) for one in PairingRow.objects.order_by("table").values_list("game_id", flat=True)]


@pytest.fixture
def desk(games):
    client = APIClient()
    client.force_authenticate(an_account("desk", "desk"))
    return client


@pytest.fixture
def result():
    turn = count()
    return lambda: ("black", "white")[next(turn) % 2]


@pytest.mark.benchmark(group="results of a round", timer=process_time, min_rounds=3)
def test_one_request_for_each_game(benchmark, desk, games, result):
    def send():
        said = {"result": result()}
        return [desk.put(f"{OPEN}games/{game}/result/", said).status_code for game in games]

    assert set(benchmark(send)) == {200}


@pytest.mark.benchmark(group="results of a round", timer=process_time, min_rounds=3)
def test_one_request_for_the_round(benchmark, desk, games, result):
    def send():
        said = result()
        return desk.put(
            f"{OPEN}rounds/1/results/", {"results": [{"game": one, "result": said} for one in games]}
        )

    assert benchmark(send).json()["stored"] == len(games)
