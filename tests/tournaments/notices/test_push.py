"""Web push to a real endpoint that opens what it is sent, as a browser would."""

import json
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from deploy.environment import vapid_key
from games.refusals import Refusal
from tests.builders import an_account
from tests.tournaments.notices.people import a_told_round, told
from tests.tournaments.webhooks.receiver import at_home, receiving, says
from tournaments.notices import sending
from tournaments.notices.commands import Subscribe, subscribe
from tournaments.notices.push import public_key
from tournaments.notices.rows import Device, Letter

pytestmark = pytest.mark.django_db
SECRET = b"sixteen bytes it"


@pytest.fixture(autouse=True)
def _reach_this_machine(settings, tmp_path):
    settings.WEBHOOK_PRIVATE = True
    settings.VAPID_KEY = vapid_key(tmp_path, create=True)


class Browser:
    """Of ``name``; it reads what is pushed to it."""

    def __init__(self, name, endpoint):
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.wish = Subscribe(
            user_id=an_account(name).pk,
            endpoint=endpoint,
            key=b64urlencode(point),
            secret=b64urlencode(SECRET),
            agent="Firefox on Linux",
        )

    def read(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET))


@pytest.fixture
def endpoint():
    with receiving() as receiver:
        yield receiver


@pytest.mark.both
def test_a_device_is_pushed_what_only_it_can_read_signed_by_this_service(endpoint):
    browser = Browser("black", endpoint.url)
    subscribe(browser.wish, timezone.now())
    pairing = a_told_round()
    words = told()["black"]
    [got] = endpoint.got
    assert browser.read(got.body) == {
        "title": "The Open: round 1 is published",
        "text": words[0],
        "path": f"/tournaments/open/games/{pairing.pk}/",
    }
    assert words[0].encode() not in got.body
    assert (got.headers["content-encoding"], int(got.headers["ttl"]) > 0) == ("aes128gcm", True)
    assert Vapid02.verify(got.headers["authorization"])
    assert f"k={public_key()}" in got.headers["authorization"]
    told()
    assert (len(endpoint.got), Letter.objects.get().state) == (1, "delivered")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(endpoint, status):
    endpoint.answers = [says(status)]
    subscribe(Browser("black", endpoint.url).wish, timezone.now())
    a_told_round()
    told()
    assert (Device.objects.count(), Letter.objects.count(), len(endpoint.got)) == (0, 0, 1)


def test_an_endpoint_that_is_down_is_tried_again(endpoint):
    endpoint.answers = [says(503), says(201)]
    subscribe(Browser("black", endpoint.url).wish, timezone.now())
    a_told_round()
    told()
    assert (Letter.objects.get().tries, Letter.objects.get().state) == (1, "waiting")
    assert sending.send_due(lambda: timezone.now() + timedelta(minutes=1), at_home()) == 1


def refused(wish):
    with pytest.raises(Refusal) as no:
        subscribe(wish, timezone.now())
    return no.value.code, no.value.facts.get("why")


def changed(wish, **values):
    return Subscribe(**{name: values.get(name, getattr(wish, name)) for name in wish.__slots__})


def test_no_private_address_and_no_key_that_is_none_is_subscribed(settings):
    wish = Browser("black", "http://127.0.0.1:9/push").wish
    assert refused(changed(wish, key="AAAA")) == ("bad_subscription", "key")
    assert refused(changed(wish, secret="AAAA")) == ("bad_subscription", "key")
    for more in ("\0", "!" * 200):  # what a lenient reader passes over, and no column takes
        assert refused(changed(wish, key=wish.key + more)) == ("bad_subscription", "key")
        assert refused(changed(wish, secret=more + wish.secret)) == ("bad_subscription", "key")
    settings.WEBHOOK_PRIVATE = False
    assert refused(wish) == ("bad_subscription", "scheme")
    assert refused(changed(wish, endpoint="https://10.0.0.1/")) == ("bad_subscription", "host")
    settings.VAPID_KEY = ""
    assert refused(wish) == ("push_off", None)
    assert not Device.objects.exists()


def test_whoever_subscribes_on_a_device_has_it_alone():
    wish = Browser("black", "http://127.0.0.1:9/push").wish
    subscribe(wish, timezone.now())
    subscribe(changed(wish, user_id=an_account("white").pk), timezone.now())
    assert [device.user.username for device in Device.objects.all()] == ["white"]


def test_a_club_makes_its_key_once_and_a_federation_is_given_one(tmp_path):
    made = vapid_key(tmp_path, create=True)
    assert vapid_key(tmp_path, create=True) == made
    assert (tmp_path / "vapid-key").stat().st_mode & 0o777 == 0o600
    assert vapid_key(tmp_path / "elsewhere", create=False) == ""
