"""What people do with notices: read them, choose what they are told, have a device told."""

import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.db.models import QuerySet

from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.notices.push import public_key, unpadded
from tournaments.notices.rows import Device, Notice, Wishes
from tournaments.notices.storing import wanted
from tournaments.webhooks.posting import postman
from tournaments.webhooks.targets import Unfit

MOST_DEVICES = 10
SECRET_BYTES = 16

register(
    {
        "bad_subscription": Code(
            status=422,
            title=marked("Nothing can be pushed to this subscription."),
            advice=marked("Send endpoint, key and secret as the browser gives them."),
        ),
        "too_many_devices": Code(
            status=409,
            title=marked("You have as many devices as one may."),
            advice=marked("Remove one first."),
        ),
        "push_off": Code(status=409, title=marked("This service pushes nothing: it has no key.")),
    }
)


def own(user_id: int) -> QuerySet[Notice]:
    """The newest first."""
    return Notice.objects.filter(user_id=user_id)


def mark_read(user_id: int, ids: Sequence[UUID] | None, at: datetime) -> int:
    """Of one's own, these, or all; how many were unread."""
    unread = own(user_id).filter(read_at=None)
    return (unread if ids is None else unread.filter(pk__in=ids)).update(read_at=at)


def wishes_of(user_id: int) -> dict[str, Any]:
    row = Wishes.objects.filter(user_id=user_id).first()
    return {"kinds": wanted(row), "mail": bool(row and row.mail)}


def set_wishes(user_id: int, kinds: Sequence[str], *, mail: bool) -> None:
    Wishes.objects.update_or_create(user_id=user_id, defaults={"kinds": list(kinds), "mail": mail})


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscribe:
    """A browser's subscription; ``key`` (p256dh) and ``secret`` (auth) in base64url."""

    user_id: int
    endpoint: str
    key: str
    secret: str
    agent: str


def subscribe(command: Subscribe, at: datetime) -> Device:
    """Whoever logs in on a device has it from then on. Refuses ``bad_subscription``, ``too_many_devices``."""
    _check(command)
    with transaction.atomic():
        others = Device.objects.select_for_update().filter(user_id=command.user_id)
        if others.exclude(endpoint=command.endpoint).count() >= MOST_DEVICES:
            refuse("too_many_devices", most=MOST_DEVICES)
        Device.objects.filter(endpoint=command.endpoint).exclude(user_id=command.user_id).delete()
        device, _ = Device.objects.update_or_create(
            endpoint=command.endpoint,
            defaults={
                "user_id": command.user_id,
                "key": command.key,
                "secret": command.secret,
                "name": command.agent[:60],
                "created_at": at,
            },
        )
        return device


def _check(command: Subscribe) -> None:
    """The address must be one that may be reached; the keys must be such."""
    if not public_key():
        refuse("push_off")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(command.key))
        fits = len(unpadded(command.secret)) == SECRET_BYTES
        postman().check(command.endpoint)
    except (ValueError, binascii.Error):
        fits = False
    except Unfit as unfit:
        refuse("bad_subscription", why=str(unfit.why))
    if not fits:
        refuse("bad_subscription", why="key")
