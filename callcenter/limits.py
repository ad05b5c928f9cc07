"""Limits of passwords, failed sign-ins, API requests and buffers of events; the shared cache that counts."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from callcenter import env
from routing.exceptions import InvalidFieldError
from routing.model.settings.retention import LONGEST_DAYS, Retention, read_retention

PAUSE_MINUTES = 5
SIGN_IN = {
    "login": None,  # a crew behind one address may sign in at once; only failures count
    "login_failed": f"50/{PAUSE_MINUTES}m/ip,10/{PAUSE_MINUTES}m/key",  # by address and by user name
}
LEAST_PASSWORD = 10
PASSWORDS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": LEAST_PASSWORD}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
REDIS_SECONDS = 1
# Requests a minute to the API; those of nobody known count by address.
OF_CALLERS = {"program": 30_000, "user": 1200, "customer": 300, "address": 60}
MOST_REQUESTS = 10_000_000
# The usual limit, at least and at most.
OF_BUFFERS = {
    "capacity": (10_000, 100, 1_000_000),
    "batch": (128, 1, 500),
    "fresh_seconds": (180, 1, 86_400),
    "lease_seconds": (30, 2, 600),
    "hot_per_second": (200, 1, 1_000_000),
    "keep": (20, 0, 10_000),
}


def of_callers(environ: Mapping[str, str]) -> dict[str, int]:
    """Requests a minute for each kind of caller. Raises SettingError."""
    read = {
        kind: env.whole_number(environ, f"API_{kind.upper()}_PER_MINUTE", usual, least=1, most=MOST_REQUESTS)
        for kind, usual in OF_CALLERS.items()
    }
    return {**read, "agent": read["user"], "contact": read["customer"]}


def of_reporting(environ: Mapping[str, str]) -> dict[str, int]:
    """Limits of the buffers of events. Raises SettingError."""
    return {
        name: env.whole_number(environ, f"REPORTING_{name.upper()}", usual, least=least, most=most)
        for name, (usual, least, most) in OF_BUFFERS.items()
    }


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


def of_messages(environ: Mapping[str, str]) -> dict[int, int]:
    """Messages of one sender in this many seconds. Raises SettingError."""
    names = {1: ("MESSAGES_PER_SECOND", 5), 60: ("MESSAGES_PER_MINUTE", 60)}
    return {
        seconds: env.whole_number(environ, name, usual, least=1, most=100_000)
        for seconds, (name, usual) in names.items()
    }


def retention(environ: Mapping[str, str]) -> dict[str, int]:
    """Days for which each kind of caller data is kept, until that is set up. Raises SettingError."""
    usual = asdict(Retention())
    found = {
        kind: env.whole_number(environ, f"{kind.upper()}_KEEP_DAYS", days, least=1, most=LONGEST_DAYS)
        for kind, days in usual.items()
    }
    try:
        read_retention(found)
    except InvalidFieldError as error:
        name = error.field.split()[-1].upper()
        raise env.SettingError(f"{name}_KEEP_DAYS", str(error.value), error.allowed) from None
    return found
