"""A message that a service posted: whether it is genuine, and what it says. The rest is on /help/news/."""

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

OLDEST = 300  # seconds


class Forged(Exception):
    """Not signed with the secret, or too old."""


def verify(headers: Mapping[str, str], body: bytes, secret: str) -> dict[str, Any]:
    """The message. ``secret`` begins with whsec_. Raises Forged: answer with 401.

    Raises ValueError for a secret without a key, with which anyone could sign.
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("the secret is empty")
    given = {name.lower(): value for name, value in headers.items()}
    try:
        moment = int(given["webhook-timestamp"])
        signed = f"{given['webhook-id']}.{moment}.".encode() + body
        signatures = given["webhook-signature"].encode().split()
    except (KeyError, ValueError) as missing:
        raise Forged("not signed") from missing
    mine = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    if not any(hmac.compare_digest(mine, one) for one in signatures):
        raise Forged("the signature fits another body or secret")
    if abs(time.time() - moment) > OLDEST:
        raise Forged("older than five minutes")
    message = json.loads(body)
    if not isinstance(message, dict):
        raise Forged("no message")
    return message
