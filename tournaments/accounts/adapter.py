"""What allauth asks of this service: who may sign up, where one goes on, and whether mails are sent."""

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
WRONG = gettext_lazy("The name or the password is wrong. Capital and small letters are told apart.")


def anybody_may_sign_up() -> bool:
    """Else accounts come by invitation alone. Where anybody may found, anybody needs an account."""
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
        remember(response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device = known_as(request, credentials.get("email") or credentials.get("username") or "")
        return f"{key}:{device}" if device else key


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
