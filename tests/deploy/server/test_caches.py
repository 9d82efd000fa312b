from time import monotonic

import pytest
from django.core.cache import CacheHandler, caches

from deploy.server.caches import redis_cache
from tests.services import free_port


@pytest.mark.redis
def test_shared_cache_holds_json_and_no_pickle():
    shared = caches["shared"]
    shared.set("one", {"rows": [1, "two"]})
    assert shared.client.get_client().get(shared.make_key("one")) == b'{"rows": [1, "two"]}'
    assert shared.get("one") == {"rows": [1, "two"]}


def test_nothing_is_found_and_nothing_fails_without_redis():
    entry = redis_cache(f"redis://127.0.0.1:{free_port()}/0", "test")
    shared = CacheHandler({"default": entry})["default"]
    begun = monotonic()
    shared.set("one", 1)
    assert shared.get("one") is None
    assert monotonic() - begun < 0.5
