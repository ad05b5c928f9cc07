"""Rates: numbers of requests that a process takes ahead."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from pytest_django import Settings

from api.conventions import rates
from api.conventions.problems import Problem
from api.conventions.rates import PARTS, Rate, spend

LONG = 10**9  # seconds: the window does not change meanwhile
THREADS = 8
LARGE = Rate("requests", 2 * PARTS, LONG)


@pytest.fixture(autouse=True)
def _counts_in_memory(settings: Settings) -> None:
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": uuid4().hex}}


def number() -> int:
    return spend(LARGE, sender="program:switch")[0].count


def number_or_none(_: int) -> int | None:
    try:
        return number()
    except Problem:
        return None


def test_processes_number_requests_from_parts_of_a_large_limit() -> None:
    assert [number() for _ in range(3)] == [1, 2, 3]

    rates._ahead.clear()  # another process, which knows nothing of the 4 that this one has taken

    assert [number() for _ in range(3)] == [5, 6, 7]


def test_threads_use_a_large_limit_up_and_no_more() -> None:
    with ThreadPoolExecutor(THREADS) as threads:
        numbers = [*filter(None, threads.map(number_or_none, range(3 * PARTS)))]

    assert len(set(numbers)) == len(numbers) <= LARGE.limit
    assert len(numbers) > LARGE.limit - THREADS * LARGE.step


def test_small_limits_are_counted_one_by_one() -> None:
    spend(Rate("requests", 2 * PARTS - 1, LONG), sender="user:ana")

    assert not rates._ahead


def test_the_oldest_numbers_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_AHEAD", 1)
    assert number() == 1
    assert spend(LARGE, sender="program:other")[0].count == 1

    assert number() == 3
