"""Accounts of the demo. Their passwords follow from the installation's secret key: they can be said again."""

from base64 import b32encode

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils.crypto import salted_hmac

from tournaments.reading.queries import Name
from tournaments.tables.people import Player

ROLES = ("director", "referee", "player")
SALT = "nigiri.demo"
LENGTH = 15  # letters and digits of base 32: 75 bits


class AccountTaken(Exception):
    """Somebody else has an account of this name."""


def password_of(user: str) -> str:
    """Three groups of five; known to whoever knows the secret key."""
    digest = salted_hmac(SALT, user, algorithm="sha256").digest()
    letters = b32encode(digest).decode().lower()[:LENGTH]
    return "-".join(letters[i : i + 5] for i in range(0, LENGTH, 5))


def logins(organisation: str) -> list[dict[str, str]]:
    """Of those that open. ``name``: the player whose account it is, as in lists; "" for an official."""
    players = Player.objects.filter(organisation__slug=organisation, user__username__in=ROLES)
    told = players.values_list("user__username", "family_name", "given_name")
    names = {user: str(Name(family, given)) for user, family, given in told}
    accounts = get_user_model().objects.filter(username__in=ROLES, is_active=True)
    there = {user.username for user in accounts if user.check_password(password_of(user.username))}
    return [
        {"role": role, "user": role, "password": password_of(role), "name": names.get(role, "")}
        for role in ROLES
        if role in there
    ]


def account(user: str) -> User:
    """The account, made if it is missing. Raises AccountTaken: a person's account is not taken over."""
    found = get_user_model().objects.filter(username=user).first()
    if found is None:
        made: User = get_user_model().objects.create_user(username=user, password=password_of(user))
        return made
    if not found.check_password(password_of(user)):
        raise AccountTaken(f"There is an account called {user} already, and it is not the demo's.")
    return found
