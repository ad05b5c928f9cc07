"""Engine that storms may kill without effect on other tests."""

from collections.abc import Iterator

import pytest

from tests.running import RunningEngine


@pytest.fixture(scope="module")
def own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningEngine]:
    """The embedded engine, one for the tests of a module."""
    running = RunningEngine.in_folder(tmp_path_factory.mktemp("storm"))
    yield running
    running.stop()
