"""Second factors: codes are valid once, and organisations may require them of officers.

A secret is encrypted, so that a copy of the database reveals none, and decrypted by the SECRET_KEY that
encrypted it, current or one of SECRET_KEY_FALLBACKS. Secrets stored by versions without encryption are plain
text; they are read as such and encrypted at their next use.
"""

from base64 import b32encode, urlsafe_b64encode
from datetime import UTC, datetime
from hashlib import sha256
from os import urandom
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.tables.people import Organisation

SEALED = "sealed:"


class EncryptingAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """The adapter of allauth that encrypts secrets when writing and decrypts them when reading."""

    def encrypt(self, text: str) -> str:
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        return decrypt_secret(encrypted_text)


def encrypt_secret(text: str) -> str:
    """Encrypt the text with the current key, unless it is encrypted already."""
    return text if text.startswith(SEALED) else SEALED + _keys().encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Decrypt the text; return a random secret if no key fits, so that every code is refused."""
    if not text.startswith(SEALED):
        return text
    try:
        return _keys().decrypt(text.removeprefix(SEALED).encode()).decode()
    except InvalidToken:
        return b32encode(urandom(20)).decode()


def _keys() -> MultiFernet:
    return MultiFernet(list(map(_key, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))))


def _key(secret: str) -> Fernet:
    return Fernet(urlsafe_b64encode(sha256(f"tournaments.second_factors.{secret}".encode()).digest()))


PERIOD = app_settings.TOTP_PERIOD  # seconds

register(
    {
        "second_factor_needed": Code(
            status=403,
            title=marked("This organisation asks its officers for a second factor."),
            advice=marked("Turn on the second factor in your account, then continue."),
        ),
        "second_factor_of_own": Code(
            status=409,
            title=marked(
                "Your own account has no second factor, so you would lock yourself out. Set it up first."
            ),
            advice=marked("Turn on the second factor in your account first."),
        ),
    }
)


def record_first_use(factor: Authenticator, at: datetime) -> bool:
    """Record the use of the current code; return False if it was used before, also during setup.

    The row decides, since the cache may differ between processes.
    """
    if factor.type != Authenticator.Type.TOTP:
        return True
    begins = datetime.fromtimestamp(at.timestamp() // PERIOD * PERIOD, UTC)
    unused = Authenticator.objects.filter(
        Q(last_used_at=None) | Q(last_used_at__lt=begins), pk=factor.pk, created_at__lt=begins
    )
    secret = {
        "secret": encrypt_secret(factor.data["secret"])
    }  # plain text if it was stored by a version without encryption
    return bool(unused.update(last_used_at=at, data={**factor.data, **secret}))


def has_second_factor(user_id: int) -> bool:
    return bool(accounts_with_second_factor([user_id]))


def accounts_with_second_factor(user_ids: Any) -> set[int]:
    """Return the accounts (ids or a query) that have a second factor."""
    found = Authenticator.objects.filter(user_id__in=user_ids, type=Authenticator.Type.TOTP)
    return set(found.values_list("user_id", flat=True))


def is_required_for_officers() -> bool:
    """Return whether the service requires a second factor of all officers and operators."""
    return bool(settings.SECOND_FACTOR == "officers")


def forget_second_factor(user: Any) -> None:
    """Delete the second factor and the recovery codes of an account."""
    Authenticator.objects.filter(user=user).delete()


def set_requirement_for_officers(organisation: Organisation, *, required: bool, user_id: int) -> Organisation:
    """Set whether offices of the organisation require a second factor.

    Refuses ``second_factor_of_own``.
    """
    with transaction.atomic():
        if required and not has_second_factor(user_id):
            refuse("second_factor_of_own")
        Organisation.objects.filter(pk=organisation.pk).update(second_factor=required)
    organisation.second_factor = required
    return organisation
