"""Sign-in settings: limits of failures, and the shared cache that counts them."""

from typing import Any

PAUSE_MINUTES = 5
LIMITS = {
    "login": None,  # a crew behind one address may sign in at once; only failures count
    "login_failed": f"50/{PAUSE_MINUTES}m/ip,10/{PAUSE_MINUTES}m/key",  # by address and by user name
}
REDIS_SECONDS = 1


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    return {
        "default": {
            "BACKEND": "callcenter.shared_cache.SharedCache",
            "LOCATION": [redis_url],
            "KEY_PREFIX": "callcenter:cache",
            "OPTIONS": {
                "serializer": "callcenter.shared_cache.Json",
                "socket_connect_timeout": REDIS_SECONDS,
                "socket_timeout": REDIS_SECONDS,
                "retry": None,
            },
        }
    }
