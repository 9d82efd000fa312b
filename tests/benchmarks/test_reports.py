"""What a result report costs, beside the plainest view that Django can serve.

The rows of the group "report" are one request each, through the same middleware: a POST whose view answers
with what it was sent, and a player's report of a result, with its permission, its receipt, the events
appended and the rows written, in a tournament of 60 players in its third round. The figure to read is the
ratio in one run, of processor time.
"""

import json
from itertools import count
from time import process_time
from uuid import uuid4

import pytest
from django.http import JsonResponse
from django.test import Client
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

PLAYERS, PLAYED = 60, 2


@csrf_exempt
def plain(request):
    return JsonResponse({"stored": json.loads(request.body)["result"]})


urlpatterns = [path("plain/", plain), path("", include("deploy.urls"))]


@pytest.fixture
def client(db, settings):
    settings.ROOT_URLCONF = __name__
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    return Client()


@pytest.fixture
def report(client):
    """Black of the first table says one thing and then another, so that each report is stored."""
    row = a_tournament(players=PLAYERS, finished=PLAYED)
    pair(row, PLAYED + 1)
    pairing = PairingRow.objects.filter(tournament=row, round=PLAYED + 1).first()
    user = an_account("black")
    player_id = EntryRow.objects.get(pk=pairing.black_id).player_id
    Player.objects.filter(pk=player_id).update(user=user)
    client.force_login(user)
    turn = count()
    address = f"/api/v1/tournaments/{row.slug}/games/{pairing.game_id}/report/"

    def send():
        body = {"result": ("black", "white")[next(turn) % 2]}
        return client.post(
            address,
            json.dumps(body),
            content_type="application/json",
            headers={"Idempotency-Key": str(uuid4())},
        )

    return send


@pytest.mark.benchmark(group="report", timer=process_time, min_rounds=60)
def test_a_plain_view(benchmark, client):
    answer = benchmark(client.post, "/plain/", {"result": "black"}, content_type="application/json")
    assert answer.json() == {"stored": "black"}


@pytest.mark.benchmark(group="report", timer=process_time, min_rounds=60)
def test_a_report(benchmark, report):
    answer = benchmark(report)
    assert answer.status_code == 201, answer.content
