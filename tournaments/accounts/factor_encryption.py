"""The secrets of second factors as the database has them: sealed, so that a copy of it gives none away.

They open with the SECRET_KEY that sealed them, while it is in force or one of SECRET_KEY_FALLBACKS. Those of
before this are plain, are read as they are, and are sealed when they are used next.
"""

from base64 import b32encode, urlsafe_b64encode
from hashlib import sha256
from os import urandom

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

SEALED = "sealed:"


class SealingAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """What allauth asks before it writes a secret, and after it has read one."""

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
