"""The two caches: the memory of each process, and Redis if there is one.

``default`` counts requests and failed logins (REST framework, allauth), so that limits hold without Redis.
``shared`` holds results that are costly to compute; without Redis each process has its own.
"""

from typing import Any

from redis.backoff import NoBackoff
from redis.retry import Retry

SECONDS = 0.1  # for each call, of which a request makes at most four
ENTRIES = 10_000  # addresses and accounts that are counted at a time


def memory_cache(name: str) -> dict[str, Any]:
    """Return Django's entry for the memory of this process."""
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": ENTRIES},
    }


def redis_cache(url: str, prefix: str) -> dict[str, Any]:
    """Return Django's entry for the Redis at a URL; while Redis does not answer, every lookup is a miss."""
    return {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": url,
        "KEY_PREFIX": prefix,
        "VERSION": 2,  # the first had pickles
        "OPTIONS": {
            "IGNORE_EXCEPTIONS": True,
            "SERIALIZER": "django_redis.serializers.json.JSONSerializer",
            "SOCKET_CONNECT_TIMEOUT": SECONDS,
            "SOCKET_TIMEOUT": SECONDS,
            "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
        },
    }
