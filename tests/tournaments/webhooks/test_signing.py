"""Signatures of webhook messages."""

from base64 import b64decode
from datetime import UTC, datetime, timedelta, timezone

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from tournaments.webhooks.sending import new_secret, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"type":"result"}'


def test_signature_matches_the_example_of_the_specification():
    """From https://github.com/standard-webhooks/standard-webhooks, the libraries' common vector."""
    at = datetime.fromtimestamp(1614265330, UTC)
    told = signed_headers("msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}', [SECRET])
    assert told == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_timestamp_does_not_depend_on_time_zone():
    at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    there = at.astimezone(timezone(timedelta(hours=9)))
    assert signed_headers("id", at, BODY, [SECRET]) == signed_headers("id", there, BODY, [SECRET])


def test_both_secrets_verify_during_rotation():
    old, new, other = new_secret(), new_secret(), new_secret()
    told = signed_headers("id", datetime.now(UTC), BODY, [new, old])
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, told) == {"type": "result"}
    with pytest.raises(WebhookVerificationError):
        Webhook(other).verify(BODY, told)
    with pytest.raises(WebhookVerificationError):
        Webhook(new).verify(BODY.replace("result", "ruling"), told)
    with pytest.raises(WebhookVerificationError):
        Webhook(new).verify(BODY, told | {"webhook-id": "another"})


def test_secrets_are_long_and_unique():
    secret = new_secret()
    assert secret.startswith("whsec_")
    assert len(b64decode(secret.removeprefix("whsec_"))) == 32
    assert secret != new_secret()
