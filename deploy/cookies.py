"""Storage of Django's messages, in a cookie with the prefix of all other cookies."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class Prefixed(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    """Messages are stored in the cookie if they fit, else in the session."""

    storage_classes = (Prefixed, SessionStorage)
