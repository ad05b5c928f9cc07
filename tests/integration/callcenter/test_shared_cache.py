"""Shared cache: one set of connections for all the cache objects of a process."""

import redis

from callcenter import limits
from callcenter.shared_cache import SharedCache


def test_requests_share_connections(redis_url: str) -> None:
    options = limits.caches(redis_url)["default"]
    params = {key: value for key, value in options.items() if key not in ("BACKEND", "LOCATION")}
    with redis.Redis.from_url(redis_url) as client:
        caches = [SharedCache(options["LOCATION"], params) for _ in range(5)]
        assert caches[0].add("a", 1)
        before = client.info("stats")["total_connections_received"]

        assert [cache.incr("a") for cache in caches] == [2, 3, 4, 5, 6]

        assert client.info("stats")["total_connections_received"] == before
