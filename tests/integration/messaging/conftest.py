"""Fixtures of messaging: a centre on a table in memory and the real Redis."""

import pytest

from tests.devices.centre import Centre, a_centre


@pytest.fixture
def centre(redis_url: str) -> Centre:
    """One process of messaging, with nothing in it."""
    return a_centre(redis_url)
