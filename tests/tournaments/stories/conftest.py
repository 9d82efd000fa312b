import pytest

QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _quick_passwords(settings, db):
    """A story has nine accounts, and a password is made to take its time."""
    settings.PASSWORD_HASHERS = QUICK
