"""Accounts of the demonstration, whose passwords follow from the installation's secret key."""

from base64 import b32encode

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils.crypto import salted_hmac

from tournaments.reading.queries import Name
from tournaments.tables.people import Player

ROLES = ("director", "referee", "committee", "player")
SALT = "nigiri.demo"
LENGTH = 15  # letters and digits of base 32: 75 bits


class AccountTaken(Exception):
    """An account of this name exists that is not the demonstration's."""


def password_of(user: str) -> str:
    """Return the password of an account, three groups of five letters that follow from the secret key."""
    digest = salted_hmac(SALT, user, algorithm="sha256").digest()
    letters = b32encode(digest).decode().lower()[:LENGTH]
    return "-".join(letters[i : i + 5] for i in range(0, LENGTH, 5))


def logins(organisation: str) -> list[dict[str, str]]:
    """Return the logins that work. ``name``: the player of the account; empty for an official."""
    players = Player.objects.filter(organisation__slug=organisation, user__username__in=ROLES)
    rows = players.values_list("user__username", "family_name", "given_name")
    names = {user: str(Name(family, given)) for user, family, given in rows}
    accounts = get_user_model().objects.filter(username__in=ROLES, is_active=True)
    usable = {user.username for user in accounts if user.check_password(password_of(user.username))}
    return [
        {"role": role, "user": role, "password": password_of(role), "name": names.get(role, "")}
        for role in ROLES
        if role in usable
    ]


def account(user: str) -> User:
    """Return the account and create it if it is missing. Raises AccountTaken for another person's account."""
    user_ = get_user_model().objects.filter(username=user).first()
    if user_ is None:
        made: User = get_user_model().objects.create_user(username=user, password=password_of(user))
        return made
    if not user_.check_password(password_of(user)):
        raise AccountTaken(f"There is an account called {user} already, and it is not the demo's.")
    return user_
