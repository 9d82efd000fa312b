"""Secrets and signatures by Standard Webhooks (https://www.standardwebhooks.com)."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from secrets import token_bytes

from standardwebhooks import Webhook

PREFIX = "whsec_"
SECRET_BYTES = 32  # the specification requires 24 to 64


def new_secret() -> str:
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def headers(message_id: str, at: datetime, body: str, secrets: Sequence[str]) -> dict[str, str]:
    """Return the three headers, with a signature for each secret, for an attempt at the (aware) time."""
    at = at.astimezone(UTC)  # the package reads the numbers of any time zone as UTC
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message_id, at, body) for secret in secrets),
    }
