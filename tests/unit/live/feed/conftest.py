"""A centre in memory, and a mirror of it."""

from datetime import UTC

import pytest

from live.feed.mirror import Mirror
from live.feed.work import Work
from live.figures.formulas import Measure
from tests.unit.live.centres import Centre


@pytest.fixture
def centre() -> Centre:
    return Centre()


@pytest.fixture
def mirror(centre: Centre) -> Mirror:
    mirror = Mirror(centre.router, zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    return mirror
