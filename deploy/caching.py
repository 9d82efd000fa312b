"""The cache of a federation: Redis, and while it does not answer the memory of each process.

Throttles count in it. Without Redis each process counts for itself, by the same limits: as many guesses at a
password as before, times the processes. Letting everybody in, or nobody, would be worse.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from deploy.signed_pickle import ForgedError
from games.breaker import Resting, breaker_of

SECONDS = 0.25  # that a request waits for Redis, once: then the breaker answers
FAULTS = (RedisError, OSError)


def redis(url: str, prefix: str) -> dict[str, Any]:
    """Django's entry for the Redis at an address."""
    return {
        "BACKEND": "deploy.caching.Cache",
        "LOCATION": url,
        "KEY_PREFIX": prefix,
        "OPTIONS": {
            "serializer": "deploy.signed_pickle.SignedPickle",
            "socket_timeout": SECONDS,
            "socket_connect_timeout": SECONDS,
        },
    }


def memory() -> dict[str, Any]:
    """Django's entry for the memory of this process, with room for a crowd of guessers."""
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "nigiri",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }


def _guarded(name: str) -> Callable[..., Any]:
    def operation(self: "Cache", *args: Any, **kwargs: Any) -> Any:
        try:
            with self.breaker.asking(*FAULTS):
                return getattr(RedisCache, name)(self, *args, **kwargs)
        except (Resting, ForgedError, *FAULTS):  # what was forged is as if it were not there
            return getattr(self.spare, name)(*args, **kwargs)

    operation.__name__ = name
    return operation


class Cache(RedisCache):
    """Every operation, of whatever else Django builds on these, is asked of Redis first."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.breaker = breaker_of(server)
        own = memory()
        self.spare = LocMemCache(own["LOCATION"], {**params, "OPTIONS": own["OPTIONS"]})

    add = _guarded("add")
    get = _guarded("get")
    set = _guarded("set")
    touch = _guarded("touch")
    delete = _guarded("delete")
    get_many = _guarded("get_many")
    has_key = _guarded("has_key")
    incr = _guarded("incr")
    set_many = _guarded("set_many")
    delete_many = _guarded("delete_many")
    clear = _guarded("clear")
