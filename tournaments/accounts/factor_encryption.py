"""Encryption of the secrets of second factors, so that a copy of the database reveals none.

A secret is decrypted by the SECRET_KEY that encrypted it, current or one of SECRET_KEY_FALLBACKS. Secrets
stored by versions without encryption are plain text; they are read as such and encrypted at their next use.
"""

from base64 import b32encode, urlsafe_b64encode
from hashlib import sha256
from os import urandom

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

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
