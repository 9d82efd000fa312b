"""Web push: a message that only the device can read (RFC 8291), signed as this service's (RFC 8292)."""

import json
from base64 import b64decode
from functools import cache
from http import HTTPStatus
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from tournaments.notices.rows import Device
from tournaments.notices.words import Said, address
from tournaments.webhooks.posting import Postman

GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
"""What an endpoint answers that will never take a message again."""
HOURS = 6  # that a push service keeps a message for a device that is off
HEADERS = {
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    "ttl": str(HOURS * 3600),
    "urgency": "high",
    "connection": "close",
}


@cache
def _signer(key: str) -> Vapid02:
    return Vapid02.from_raw(key.encode())


def public_key() -> str:
    """What browsers subscribe with; empty where this service has no key and pushes nothing."""
    if not settings.VAPID_KEY:
        return ""
    point = _signer(settings.VAPID_KEY).public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return str(b64urlencode(point))


def push(device: Device, words: Said, by: Postman) -> tuple[int | None, str]:
    """Send once: the status if there was one, and what went wrong, empty for nothing."""
    message = json.dumps({"title": words.title, "text": words.text, "path": words.path})
    answer = by.post(device.endpoint, HEADERS | _signed(device.endpoint), sealed(message, device))
    return answer.status, answer.error


def sealed(message: str, device: Device) -> bytes:
    """Raises ValueError for a key that is no point of the curve."""
    body: bytes = http_ece.encrypt(
        message.encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unpadded(device.key),
        auth_secret=unpadded(device.secret),
        version="aes128gcm",
    )
    return body


def unpadded(text: str) -> bytes:
    """Of base64url, to the letter. Raises ValueError: what is passed over in silence would be kept too."""
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _signed(endpoint: str) -> dict[str, str]:
    """The maker of the browser may write to whoever runs this service."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact()}
    signed: dict[str, str] = _signer(settings.VAPID_KEY).sign(claims)
    return signed


def _contact() -> str:
    """An https address, or a mail address; push services refuse one that names this machine alone."""
    here = address("/")
    return here if here.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
