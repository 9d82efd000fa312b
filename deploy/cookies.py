"""Django's messages, in a cookie that is named as all others are (`settings.COOKIE_PREFIX`)."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class Prefixed(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """In the cookie while they fit, else in the session."""

    storage_classes = (Prefixed, SessionStorage)
