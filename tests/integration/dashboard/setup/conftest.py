"""Settings that tests change, and then see followed."""

import pytest


@pytest.fixture(autouse=True)
def _follows_soon(follows_soon: None) -> None:
    """No test waits a second for it."""
