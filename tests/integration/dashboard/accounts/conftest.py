"""Counts of failed sign-ins, empty for each test."""

from collections.abc import Iterator

import pytest
from django.core.cache.backends.locmem import LocMemCache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def nothing_counted(settings: Settings) -> Iterator[None]:
    """No counts of other tests. Redis is away here, unless a test asks for it."""
    own = LocMemCache(settings.CACHES["default"]["LOCATION"][0], {})
    own.clear()
    yield
    own.clear()
