"""Rates: requests counted by sender in fixed windows, in the shared cache.

Without Redis each process counts in its own memory, as for sign-ins: nobody is locked out, and n processes
let n times as many pass.
"""

import time
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


def counted(rate: Rate, sender: str) -> Usage:
    """One more for this sender; the count goes on beyond the limit."""
    window, into = divmod(time.time(), rate.seconds)
    name = sha256(f"{rate.name}\0{sender}\0{window:.0f}".encode()).hexdigest()[:32]
    return Usage(rate, _one_more(f"api-rate:{name}", rate.seconds), max(1, round(rate.seconds - into)))


def spend(rate: Rate, sender: str) -> Usage:
    """The same. Raises Problem beyond the limit: 429."""
    usage = counted(rate, sender)
    if usage.is_beyond:
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"{rate.name}: at most {rate.limit:,} in {rate.seconds} s; try again in {usage.resets_in} s",
            field=rate.name,
            limit=rate.limit,
            headers=usage.headers,
        )
    return usage


def _one_more(key: str, seconds: int) -> int:
    for _ in range(2):
        try:
            return cache.incr(key)
        except ValueError:  # the first of its window
            if cache.add(key, 1, timeout=2 * seconds):
                return 1
    return 1  # gone in between, with Redis or with its window
