"""The cache of a federation: Redis, and while it does not answer the memory of each process.

Throttles count in it. Without Redis each process counts for itself, by the same limits: as many guesses at a
password as before, times the processes. Letting everybody in, or nobody, would be worse.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from deploy.signed_pickle import ForgedError
from games.breaker import Resting, breaker_of

NEWEST = """
local function is_newer(one, other)
    local numbers = other:gmatch("%d+")
    for number in one:gmatch("%d+") do
        local difference = tonumber(number) - tonumber(numbers())
        if difference ~= 0 then return difference > 0 end
    end
    return false
end
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call("HMGET", KEYS[1], "numbers", "until")
local left = held[1] and tonumber(held[2]) - now or 0
if left > 0 and left <= tonumber(ARGV[3]) then return {held[1], left} end
local told = ARGV[1]
if held[1] and is_newer(held[1], told) then
    redis.call("HSET", KEYS[1], "until", now + ARGV[2])
    return {held[1], tonumber(ARGV[2])}
end
redis.call("HSET", KEYS[1], "numbers", told, "until", now + ARGV[2])
redis.call("EXPIRE", KEYS[1], 10)
return {told, tonumber(ARGV[2])}
"""
"""Numbers that hold for all who ask: those that somebody held for a while, else the newest that were told.

Those that nobody tells again are forgotten within ten seconds: a database that was restored has lower ones.
"""
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

    def newest(
        self, key: str, numbers: Sequence[int], seconds: float, longest: float
    ) -> tuple[list[int], float]:
        """The numbers that hold now for every process, and for how many seconds more; never less than before.

        Where none do, the newest that anybody told hold for the seconds given. Nothing is held for more than
        ``longest``, whatever a clock was set to. While Redis does not answer, those given hold at once.
        """
        try:
            with self.breaker.asking(*FAULTS):
                client = self._cache.get_client(write=True)
                words = ",".join(map(str, numbers)), round(1000 * seconds), round(1000 * longest)
                newest, left = client.eval(NEWEST, 1, self.make_key(key), *words)
        except (Resting, *FAULTS):
            return list(numbers), 0.0
        return [int(number) for number in newest.split(b",")], left / 1000
