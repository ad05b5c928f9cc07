"""Rates: requests counted by sender in fixed windows, in the shared cache.

Without Redis each process counts in its own memory, as for sign-ins: nobody is locked out, and n processes
let n times as many pass.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.core.cache import cache

from api.conventions.problems import Problem


@dataclass(frozen=True)
class Rate:
    """At most `limit` of something in a window of `seconds`; `name` says of what, in the error."""

    name: str
    limit: int
    seconds: int


@dataclass(frozen=True)
class Usage:
    """A count within its window. `resets_in` is the number of seconds until the next window, at least 1."""

    rate: Rate
    count: int
    resets_in: int

    @property
    def is_beyond(self) -> bool:
        return self.count > self.rate.limit

    @property
    def headers(self) -> dict[str, str]:
        """RateLimit headers of an answer."""
        found = {
            "RateLimit-Limit": str(self.rate.limit),
            "RateLimit-Remaining": str(max(0, self.rate.limit - self.count)),
            "RateLimit-Reset": str(self.resets_in),
        }
        return {**found, "Retry-After": str(self.resets_in)} if self.is_beyond else found


def spend(*rates: Rate, sender: str) -> list[Usage]:
    """One more of each for this sender, together. Raises Problem beyond a limit: 429.

    The counts go on beyond the limit.
    """
    now = time.time()
    counts = _one_more_each({_key(rate, sender, now): 2 * rate.seconds for rate in rates})
    used = [
        Usage(rate, count, max(1, round(rate.seconds - now % rate.seconds)))
        for rate, count in zip(rates, counts, strict=True)
    ]
    for usage in used:
        _check(usage)
    return used


def _check(usage: Usage) -> None:
    if usage.is_beyond:
        rate = usage.rate
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"{rate.name}: at most {rate.limit:,} in {rate.seconds} s; try again in {usage.resets_in} s",
            field=rate.name,
            limit=rate.limit,
            headers=usage.headers,
        )


def _key(rate: Rate, sender: str, now: float) -> str:
    window = now // rate.seconds
    digest = sha256(f"{rate.name}\0{rate.seconds}\0{sender}\0{window:.0f}".encode()).hexdigest()
    return f"api-rate:{digest[:32]}"


def _one_more_each(keys: Mapping[str, int]) -> list[int]:
    together = getattr(cache, "count_each", None)  # of the shared cache
    found: list[int] | None = together(keys) if together else None
    return [_one_more(key, kept) for key, kept in keys.items()] if found is None else found


def _one_more(key: str, seconds: int) -> int:
    for _ in range(2):
        try:
            return cache.incr(key)
        except ValueError:  # the first of its window
            if cache.add(key, 1, timeout=seconds):
                return 1
    return 1  # gone in between, with Redis or with its window
