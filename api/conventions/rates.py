"""Rates: requests counted by sender in fixed windows, in the shared cache.

Without Redis each process counts in its own memory, as for sign-ins: nobody is locked out, and n processes
let n times as many pass.

Of a large limit a process takes a thousandth at once, and numbers the next requests from that by itself. No
number is given twice, so no more pass than the limit says; what a process took and did not use is lost.
"""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.core.cache import cache

from api.conventions.problems import Problem

PARTS = 1000  # of a limit
MOST_AHEAD = 1000  # senders; each has a new one in each window
_ahead: dict[str, deque[int]] = {}


@dataclass(frozen=True)
class Rate:
    """At most `limit` of something in a window of `seconds`; `name` says of what, in the error."""

    name: str
    limit: int
    seconds: int

    @property
    def step(self) -> int:
        """How many a process counts ahead."""
        return max(1, self.limit // PARTS)


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
    counts = _next_each({_key(rate, sender, now): rate for rate in rates})
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


def _next_each(rates: Mapping[str, Rate]) -> list[int]:
    """The next number under each key."""
    ahead = {key: _next_ahead(key) for key in rates}
    asked = {key: rates[key] for key, number in ahead.items() if number is None}
    taken = {key: last - asked[key].step + 1 for key, last in _add_each(asked).items()}
    for key, first in taken.items():
        _keep_ahead(key, range(first + 1, first + asked[key].step))
    return [taken[key] if number is None else number for key, number in ahead.items()]


def _next_ahead(key: str) -> int | None:
    try:
        return _ahead[key].popleft()
    except (KeyError, IndexError):
        return None


def _keep_ahead(key: str, numbers: Sequence[int]) -> None:
    if numbers:
        _ahead.setdefault(key, deque()).extend(numbers)
        for oldest in [*_ahead][:-MOST_AHEAD]:
            _ahead.pop(oldest, None)


def _add_each(rates: Mapping[str, Rate]) -> dict[str, int]:
    """The number under each key, after its step."""
    if not rates:
        return {}
    together = getattr(cache, "count_each", None)  # of the shared cache
    asked = {key: (rate.step, 2 * rate.seconds) for key, rate in rates.items()}
    found: list[int] | None = together(asked) if together else None
    counts = [_add(key, *one) for key, one in asked.items()] if found is None else found
    return dict(zip(asked, counts, strict=True))


def _add(key: str, step: int, seconds: int) -> int:
    for _ in range(2):
        try:
            return cache.incr(key, step)
        except ValueError:  # the first of its window
            if cache.add(key, step, timeout=seconds):
                return step
    return step  # gone in between, with Redis or with its window
