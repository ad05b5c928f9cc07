"""Fixtures of simulations on a table in memory."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

import pytest

from routing.matching import batched
from routing.services import sweeping

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


class AtOnce(Executor):
    """Runs what is submitted in the thread that submits it."""

    def submit(
        self, fn: Callable[Taken, Given], /, *args: Taken.args, **kwargs: Taken.kwargs
    ) -> Future[Given]:
        """The answer, already there."""
        future = Future[Given]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised where the result is asked for
            future.set_exception(error)
        return future


@pytest.fixture(autouse=True)
def _without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads one after another: threads save time only where a table is waited for."""
    monkeypatch.setattr(batched, "_readers", AtOnce())
    monkeypatch.setattr(sweeping, "_workers", AtOnce())
