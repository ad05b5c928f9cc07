"""Desk tests: Olga at Ana's desk, seated once for the tests of a module."""

import pytest

from tests.browser.desks import free, seat_olga
from tests.browser.site import Site
from tests.browser.windows import Windows


@pytest.fixture(scope="module")
def seat(windows: Windows, site: Site) -> None:
    """Ana's desk is Olga's."""
    seat_olga(windows.take(name="mara"), site)
    assert windows.put_back() == []


@pytest.fixture
def ana(seat: None, site: Site) -> None:  # noqa: ARG001 - first there is a desk
    """Ana waits for calls, with no other agent in line."""
    free(site)
