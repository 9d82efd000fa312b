"""Webhooks over REST: operations of owners and directors."""

import json
from base64 import b64decode

import pytest

from tests.builders import NOW, a_ping, a_tournament, a_webhook, an_account, an_organisation, messages
from tests.tournaments.webhooks.receiver import receiving
from tournaments.domain.declarations import News
from tournaments.outbox.rows import Endpoint, EndpointState
from tournaments.outbox.running import run_job
from tournaments.tables.people import Office
from tournaments.webhooks.commands import MAX_ENDPOINTS
from tournaments.webhooks.messages import EventData

pytestmark = pytest.mark.django_db
HOOKS = "/api/v1/organisations/home/webhooks/"
HOME = {"url": "http://127.0.0.1:9/news", "types": ["standings", "result"]}


@pytest.fixture
def director(api, settings):
    settings.WEBHOOK_PRIVATE = True
    an_organisation()
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    return api


def address(endpoint, *rest):
    return "/".join([HOOKS + str(endpoint.id), *map(str, rest), ""])


def code(response):
    return response.status_code, json.loads(response.content)["code"]


def test_creates_webhook_and_shows_its_secret_once(director):
    made = director.post(HOOKS, HOME)
    assert made.status_code == 201
    body = made.json()
    secret = body.pop("secret")
    assert len(b64decode(secret.removeprefix("whsec_"))) == 32
    assert body == {
        "id": str(Endpoint.objects.get().id),
        "url": HOME["url"],
        "types": ["result", "standings"],
        "tournament": None,
        "state": "active",
        "failures": 0,
        "rests_until": None,
        "last_sequence": 0,
        "first_kept": None,
        "missed": 0,
        "missed_since": None,
        "created_at": body["created_at"],
    }
    assert director.get(HOOKS).json()["results"] == [body]
    assert director.get(f"{HOOKS}{body['id']}/").json() == body


def test_creates_webhook_of_one_tournament(director):
    a_tournament()
    a_tournament(slug="theirs", organisation=an_organisation("elsewhere"))
    made = director.post(HOOKS, {**HOME, "tournament": "open"}).json()
    assert made["tournament"] == "open"
    for other in ("theirs", "no-such"):
        assert code(director.post(HOOKS, {**HOME, "tournament": other})) == (422, "invalid")
    changed = director.patch(f"{HOOKS}{made['id']}/", {"tournament": None}).json()
    assert changed["tournament"] is None


BODIES = {
    "nothing": {},
    "no kinds": {"url": HOME["url"], "types": []},
    "an unknown kind": {"url": HOME["url"], "types": ["gossip"]},
    "no list": {"url": HOME["url"], "types": "result"},
    "too many kinds": {"url": HOME["url"], "types": ["result"] * (len(News) + 1)},
    "a long url": {"url": "https://hooks.example/" + "a" * 500, "types": ["result"]},
    "no url": {"url": None, "types": ["result"]},
}


def test_rejects_invalid_bodies(director):
    for body in BODIES.values():
        assert code(director.post(HOOKS, body)) == (422, "invalid")
        assert not Endpoint.objects.exists()


URLS = {
    "http://hooks.example/": "scheme",
    "ftp://hooks.example/": "scheme",
    "https://me:secret@hooks.example/": "credentials",
    "https://127.0.0.1/": "host",
    "https://[::ffff:169.254.169.254]/": "host",
    "https://localhost/": "host",
    "https://hooks.example:22/": "port",
    "https://no-such-host.invalid/": "address",
    "https://hooks.example/a b": "characters",
}


def test_rejects_forbidden_addresses_at_once(director, settings):
    settings.WEBHOOK_PRIVATE = False
    endpoint = a_webhook()
    for url, why in URLS.items():
        refused = director.post(HOOKS, {**HOME, "url": url})
        assert code(refused) == (422, "webhook_address")
        told = json.loads(refused.content)
        assert (told["reason"], [one["place"] for one in told["errors"]]) == (why, ["url"])
        assert code(director.patch(address(endpoint), {"url": url})) == (422, "webhook_address")
        assert Endpoint.objects.get().url == "https://hooks.example/news"


def test_rejects_webhooks_beyond_the_limit(director):
    for _ in range(MAX_ENDPOINTS - 1):
        a_webhook()
    a_webhook(an_organisation("elsewhere"))
    assert director.post(HOOKS, HOME).status_code == 201
    assert code(director.post(HOOKS, HOME)) == (409, "too_many_webhooks")
    assert Endpoint.objects.filter(organisation__slug="home").count() == MAX_ENDPOINTS


def test_change_keeps_other_fields(director):
    endpoint = a_webhook()
    assert director.patch(address(endpoint), {"types": ["ruling"]}).status_code == 200
    after = Endpoint.objects.get()
    assert (after.kinds, after.url, after.secret) == (["ruling"], endpoint.url, endpoint.secret)


def test_pauses_and_resumes(director):
    endpoint = a_webhook(failures=3)
    assert director.patch(address(endpoint), {"paused": True}).json()["state"] == "paused"
    assert director.patch(address(endpoint), {"paused": False}).json()["state"] == "active"
    Endpoint.objects.update(state=EndpointState.DISABLED, failures=5)
    back = director.patch(address(endpoint), {"paused": False}).json()
    assert (back["state"], back["failures"]) == ("active", 0)


def test_deleting_a_webhook_deletes_its_messages(director):
    endpoint = a_webhook()
    a_ping(endpoint)
    assert director.delete(address(endpoint)).status_code == 204
    assert (Endpoint.objects.count(), messages().count()) == (0, 0)
    assert code(director.delete(address(endpoint))) == (404, "not_found")


def test_new_secret_is_shown_once_and_repeated_request_makes_no_third(director):
    endpoint = a_webhook()
    key = {"Idempotency-Key": "k"}
    first, second = (director.post(address(endpoint, "secret"), headers=key).json() for _ in range(2))
    after = Endpoint.objects.get()
    assert first == second
    assert (after.secret, after.old_secret) == (first["secret"], endpoint.secret)
    assert first["secret"] != endpoint.secret
    assert "secret" not in director.get(address(endpoint)).json()


def test_ping_is_queued(director):
    endpoint = a_webhook(origin="https://nigiri.example")
    asked = director.post(address(endpoint, "test"))
    assert asked.status_code == 202
    body = asked.json()
    assert (body["type"], body["state"], body["attempts"], body["position"]) == ("ping", "waiting", [], None)
    told = body["payload"]["data"]
    assert (told["webhook"], told["url"]) == (str(endpoint.id), f"https://nigiri.example{address(endpoint)}")
    assert told.keys() == {*EventData.__annotations__, "webhook"}
    assert {value for name, value in told.items() if name not in ("webhook", "url")} == {None}
    assert str(messages().get().id) == body["id"]


@pytest.mark.parametrize("state", [EndpointState.PAUSED, EndpointState.DISABLED])
def test_inactive_webhook_gets_neither_pings_nor_replays(director, state):
    endpoint = a_webhook(state=state)
    message = a_ping(endpoint)
    for path in (address(endpoint, "test"), address(endpoint, "deliveries", message.id, "replay")):
        assert code(director.post(path)) == (409, "webhook_not_active")
    assert messages().count() == 1


def test_deliveries_list_every_attempt_and_replay_adds_one(director):
    with receiving() as receiver:
        endpoint = a_webhook(url=receiver.url)
        message = a_ping(endpoint)
        run_job(message.id, lambda: NOW)
        [shown] = director.get(address(endpoint, "deliveries")).json()["results"]
        assert (shown["id"], shown["state"]) == (str(message.id), "delivered")
        [attempt] = shown["attempts"]
        assert (attempt["at"], attempt["status"], attempt["error"]) == ("2026-11-21T09:30:00Z", 204, None)
        again = director.post(address(endpoint, "deliveries", message.id, "replay"))
        assert (again.status_code, again.json()["state"]) == (202, "waiting")
        due = messages().get().due_at
        run_job(message.id, lambda: due)
        assert receiver.ids == [str(message.id)] * 2
        [shown] = director.get(address(endpoint, "deliveries")).json()["results"]
        assert [attempt["status"] for attempt in shown["attempts"]] == [204, 204]


def test_page_of_deliveries_takes_few_queries(director, django_assert_max_num_queries):
    endpoint = a_webhook()
    for _ in range(20):
        a_ping(endpoint)
    with django_assert_max_num_queries(6):
        assert len(director.get(address(endpoint, "deliveries")).json()["results"]) == 20


def test_rejects_access_to_webhooks_of_another_organisation(director):
    theirs = a_webhook(an_organisation("elsewhere"))
    message = a_ping(theirs)
    own = a_webhook()
    for method, path in [
        ("get", address(theirs)),
        ("patch", address(theirs)),
        ("delete", address(theirs)),
        ("post", address(theirs, "secret")),
        ("post", address(theirs, "test")),
        ("get", address(theirs, "deliveries")),
        ("post", address(own, "deliveries", message.id, "replay")),
    ]:
        assert getattr(director, method)(path).status_code == 404, path
    assert Endpoint.objects.get(pk=theirs.pk).secret == theirs.secret


def test_tournament_director_sees_no_webhooks(api):
    row = a_tournament()
    api.force_authenticate(an_account("local", Office.DIRECTOR, tournament_id=row.id))
    assert (api.get(HOOKS).status_code, api.post(HOOKS, HOME).status_code) == (403, 403)


def test_writes_have_their_own_rate_limit(director, monkeypatch):
    from rest_framework.settings import api_settings

    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "webhooks", "2/min")
    endpoint = a_webhook()
    answers = [director.post(address(endpoint, "test")).status_code for _ in range(3)]
    assert answers == [202, 202, 429]
    assert director.get(address(endpoint)).status_code == 200
