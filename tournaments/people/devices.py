"""Browsers from which somebody has logged in: who guesses elsewhere does not lock them out.

The limit on wrong passwords counts by account. A browser that holds the signed cookie of an earlier login has
a count of its own (OWASP: "device cookies"), which nobody can use up who does not hold it.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

COOKIE = f"{settings.COOKIE_PREFIX}nigiri_device"
SALT = "nigiri.device"
KEPT = 180 * 24 * 3600


def remember(response: HttpResponse, user: Any) -> None:
    """This browser has logged in as ``user``."""
    response.set_cookie(
        COOKIE,
        signing.dumps({"user": user.pk, "device": get_random_string(16)}, salt=SALT),
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def known_as(request: HttpRequest, login: str) -> str:
    """The device that has logged in before under this name or address; "" for any other."""
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
        user, device = int(said["user"]), str(said["device"])
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return ""
    named = get_user_model().objects.filter(Q(username__iexact=login) | Q(email__iexact=login), pk=user)
    return device if login and named.exists() else ""
