"""Redis keeps what the service put there; what somebody else puts there is carried out by nobody."""

import os
import pickle
from pathlib import Path

import pytest
import redis
from django.core.cache.backends.redis import RedisSerializer

from deploy.caching import Cache
from deploy.caching import redis as entry
from deploy.signed_pickle import ForgedError, SignedPickle

OURS = ["text", ("a", 1), {"history": [1.5, 2.5]}, None, True, "7"]


class Bomb:
    """Unpickling it makes a file."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return (os.mkdir, (self.path,))


@pytest.mark.parametrize("value", [*OURS, 7, -1])
def test_what_was_put_there_comes_back(value):
    written = SignedPickle().dumps(value)
    back = SignedPickle().loads(str(written).encode() if isinstance(written, int) else written)
    assert (back, type(back)) == (value, type(value))


def test_what_was_not_is_never_unpickled(tmp_path):
    forged = pickle.dumps(Bomb(tmp_path / "made"))
    for text in (forged, bytes(32) + forged, SignedPickle().dumps("ours")[:32] + forged):
        with pytest.raises(ForgedError):
            SignedPickle().loads(text)
    assert not (tmp_path / "made").exists()
    RedisSerializer().loads(forged)
    assert (tmp_path / "made").exists(), "Django's own would carry it out"


def test_under_another_key_it_is_forged(settings):
    written = SignedPickle().dumps("ours")
    settings.SECRET_KEY = "another"
    with pytest.raises(ForgedError):
        SignedPickle().loads(written)


@pytest.mark.redis
def test_in_redis_a_forged_value_is_as_if_it_were_not_there(tmp_path):
    address = os.environ["REDIS_URL"]
    options = entry(address, "test-forged")
    cache = Cache(address, {name: options[name] for name in ("KEY_PREFIX", "OPTIONS")})
    cache.set("one", ["ours"])
    assert cache.get("one") == ["ours"]
    bomb = Path(tmp_path / "made")
    redis.Redis.from_url(address).set(cache.make_key("one"), pickle.dumps(Bomb(bomb)))
    assert cache.get("one", []) == []
    assert not bomb.exists()
    cache.set("one", ["again"])
    assert cache.get_many(["one"]) == {"one": ["again"]}
    cache.set("count", 1)
    assert cache.incr("count") == 2
