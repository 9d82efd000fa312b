"""The account adapter of allauth, and the cookie that marks devices with an earlier login.

Failed logins are counted by account. A device with the signed cookie has a count of its own (OWASP: "device
cookies"), so that guesses from elsewhere do not lock out the owner.
"""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy

ANYBODY = "anybody"
WRONG = gettext_lazy("The name or the password is wrong. Capital and small letters differ.")


def anybody_may_sign_up() -> bool:
    """Return whether anybody may create an account, rather than only those with an invitation."""
    return ANYBODY in (settings.ACCOUNTS, settings.FOUNDERS)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        **dict.fromkeys(("email_password_mismatch", "username_password_mismatch"), WRONG),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return anybody_may_sign_up()

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("web:account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("web:account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        if settings.MAIL:
            super().send_mail(template_prefix, email, context)

    def post_login(self, request: HttpRequest, user: Any, **rest: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **rest)
        set_device_cookie(response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device = device_of(request, credentials.get("email") or credentials.get("username") or "")
        return f"{key}:{device}" if device else key


COOKIE = f"{settings.COOKIE_PREFIX}nigiri_device"
SALT = "nigiri.device"
COOKIE_AGE = 180 * 24 * 3600


def set_device_cookie(response: HttpResponse, user: Any) -> None:
    """Mark the browser as one that has logged in as ``user``."""
    response.set_cookie(
        COOKIE,
        signing.dumps({"user": user.pk, "device": get_random_string(16)}, salt=SALT),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def device_of(request: HttpRequest, login: str) -> str:
    """Return the device id if the browser has logged in under this name or address, else ""."""
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE)
        user, device = int(said["user"]), str(said["device"])
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return ""
    named = get_user_model().objects.filter(Q(username__iexact=login) | Q(email__iexact=login), pk=user)
    return device if login and named.exists() else ""
