"""Secrets and signatures as Standard Webhooks has them (https://www.standardwebhooks.com)."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from secrets import token_bytes

from standardwebhooks import Webhook

PREFIX = "whsec_"
SECRET_BYTES = 32  # the specification wants 24 to 64


def new_secret() -> str:
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def headers(message_id: str, at: datetime, body: str, secrets: Sequence[str]) -> dict[str, str]:
    """The three headers; a signature for each secret. ``at`` (aware) is the moment of this attempt."""
    at = at.astimezone(UTC)  # the package takes any other clock's numbers for UTC's
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message_id, at, body) for secret in secrets),
    }
