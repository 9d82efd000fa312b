"""The example consumer of the help page, with messages lost, repeated, reordered and forged."""

import random
import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from games.log.canonical import canonical
from tests.builders import a_context, a_tournament, a_webhook, an_account, pair
from tests.sizes import size
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.declarations import News
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.outbox.rows import Endpoint, EndpointState
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow
from tournaments.webhooks import sending

pytestmark = pytest.mark.django_db(transaction=True)
WINNERS = (Winner.BLACK, Winner.WHITE, Winner.JIGO)


@pytest.fixture
def row():
    row = a_tournament(players=8)
    pair(row, 1)
    return row


@pytest.fixture
def endpoint(row, live_server):
    return a_webhook(kinds=[News.RESULT], origin=live_server.url)


def play(row, chance, times):
    """Results, changes of them, and some taken back."""
    games = [str(game.game_id) for game in PairingRow.objects.filter(tournament=row)]
    for _ in range(times):
        game = chance.choice(games)
        has_one = PairingRow.objects.get(game_id=game).winner
        command = RecordResult(game_id=game, result=Result(winner=chance.choice(WINNERS)))
        if has_one and chance.random() < 0.3:
            command = ClearResult(game_id=game, reason="typed wrong")
        carry_out(str(row.id), command, a_context())


def of_the_page(endpoint, live_server, monkeypatch):
    """The names that its text makes."""
    page = Client().get("/help/news/").content.decode()
    text = re.search(r'<pre data-name="consumer"[^>]*>(.*?)</pre>', page, re.DOTALL).group(1)
    _, token = AuthToken.objects.create(an_account("reader", Office.DIRECTOR))
    said = {"WEBHOOK_SECRET": endpoint.secret, "TOKEN": token}
    said["WEBHOOK"] = f"{live_server.url}/api/v1/organisations/home/webhooks/{endpoint.id}/"
    for name, value in said.items():
        monkeypatch.setenv(f"NIGIRI_{name}", value)
    names = {}
    exec(unescape(text), names)
    return names


def posted(message, endpoint, at=None):
    body = canonical(message.params)
    headers = sending.signed_headers(str(message.id), at or timezone.now(), body, [endpoint.secret])
    return headers, body.encode()


def on_a_bad_line(messages, endpoint, chance):
    """As they arrive: some never, some twice, none in order; and whether each is genuine."""
    arrived = [posted(one, endpoint) for one in messages if chance.random() > 0.3]
    arrived += chance.sample(arrived, len(arrived) // 3)
    good = [(headers, body, True) for headers, body in arrived]
    forged = [(headers, body, False) for headers, body in forgeries(messages[0], endpoint)]
    return chance.sample(good + forged, len(good) + len(forged))


def forgeries(message, endpoint):
    headers, body = posted(message, endpoint)
    yield headers, body.replace(b'"result"', b'"ruling"')
    yield {**headers, "webhook-id": "another"}, body
    yield {**headers, "webhook-signature": "v1,\u00e9 v2,"}, body
    yield {**headers, "webhook-timestamp": "now"}, body
    yield {}, body
    yield posted(message, endpoint, timezone.now() - timedelta(minutes=6))
    yield posted(message, Endpoint(secret=sending.new_secret()))


@pytest.mark.parametrize("seed", range(size(1, long=3)))
def test_consumer_table_finally_equals_the_service(row, endpoint, live_server, monkeypatch, seed):
    names, chance = of_the_page(endpoint, live_server, monkeypatch), random.Random(seed)
    table, acted = {}, []

    def act(message):
        acted.append(message["sequence"])
        table[message["data"]["game"]] = names["ask"](message["data"]["url"])["result"]

    consumer = names["Consumer"](act)
    play(row, chance, 12)
    Endpoint.objects.update(state=EndpointState.PAUSED)
    play(row, chance, 4)
    messages = list(endpoint.messages.order_by("sequence"))
    for headers, body, is_genuine in on_a_bad_line(messages[:-5], endpoint, chance):
        assert consumer.receive(headers, body) == (204 if is_genuine else 401)
    assert consumer.done < len(messages)
    consumer.catch_up()
    assert acted == list(range(1, len(messages) + 1))
    assert consumer.early == {}
    assert len(messages) == Endpoint.objects.get().last_sequence > 8
    round_ = names["ask"](f"{live_server.url}/api/v1/tournaments/open/rounds/1/pairings/")
    assert table == {game["id"]: game["result"] for game in round_["results"] if game["id"] in table}
    assert len(set(table.values())) > 1
