"""Processes of a benchmark: ready together, started together, failures reported."""

import os
import time
from collections.abc import Callable

import pytest

from bench.centre.processes import Crew


def ready_to_say_when(job: float) -> Callable[[], tuple[int, float, float]]:
    """Takes some seconds to get ready; answers its name, and the times it was ready and began."""
    time.sleep(job)
    ready_at = time.monotonic()
    return lambda: (os.getpid(), ready_at, time.monotonic())


def ready_to_fail(job: str) -> Callable[[], str]:
    """Fails as the job says: before it is ready, at work, or not at all."""
    if job == "before":
        raise ValueError("not ready")

    def work() -> str:
        if job == "at work":
            raise ValueError("in the middle")
        return job

    return work


def test_what_a_new_process_could_not_import_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready_to_fail, "__module__", "bench.board.__main__")
    with pytest.raises(ValueError, match="a new process cannot import"):
        Crew(1, ready_to_fail)


def test_nobody_begins_before_all_are_ready() -> None:
    with Crew(3, ready_to_say_when) as crew:
        answers = crew.work([0.0, 0.2, 0.0])

    assert len({pid for pid, _, _ in answers}) == 3
    assert min(began_at for _, _, began_at in answers) >= max(ready_at for _, ready_at, _ in answers)


def test_the_same_processes_take_one_job_after_another() -> None:
    with Crew(2, ready_to_say_when) as crew:
        first = {pid for pid, _, _ in crew.work([0.0, 0.0])}
        second = {pid for pid, _, _ in crew.work([0.0])}

    assert second < first


@pytest.mark.parametrize(
    ("jobs", "failure"), [(["before"], "not ready"), (["fine", "at work"], "in the middle")]
)
def test_a_failure_reaches_the_caller(jobs: list[str], failure: str) -> None:
    with Crew(2, ready_to_fail) as crew, pytest.raises(RuntimeError, match=f"ValueError: {failure}"):
        crew.work(jobs)
