"""Processes of a benchmark: started once, each runs job after job in step with the others."""

import multiprocessing
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Generic, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")
T = TypeVar("T")

LONGEST_WAIT_SECONDS = 600.0
GO = "go"


class Crew(Generic[Job, Answer]):
    """Up to `size` processes that each take a job, prepare it, and begin at the same moment.

    `prepare` is a module-level function, of a module that a new process can import; it prepares a job and
    answers the callable that does the work. A process takes far longer to start than many measurements, so
    all stay until the end of the block.
    """

    def __init__(
        self,
        size: int,
        prepare: Callable[[Job], Callable[[], Answer]],
        *,
        patience_seconds: float = LONGEST_WAIT_SECONDS,
    ) -> None:
        """Raises ValueError if the module of `prepare` is one that only runs as a program."""
        if prepare.__module__.endswith("__main__"):
            raise ValueError(
                f"prepare: a new process cannot import {prepare.__module__}; move it to another module"
            )
        self._size = size
        self._prepare = prepare
        self._patience = patience_seconds
        self._lines: list[Connection] = []

    def __enter__(self) -> "Crew[Job, Answer]":
        context = multiprocessing.get_context("spawn")
        for _ in range(self._size):
            here, there = context.Pipe()
            context.Process(target=_serve, args=(there, self._prepare), daemon=True).start()
            there.close()
            self._lines.append(here)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line in self._lines:
            with suppress(OSError):
                line.send(None)
            line.close()

    def work(self, jobs: Sequence[Job]) -> list[Answer]:
        """Gives each job to one process, starts them when all are ready, and waits for all answers.

        Raises RuntimeError with the failure of a process, TimeoutError if one does not answer.
        """
        lines = self._lines[: len(jobs)]
        for line, job in zip(lines, jobs, strict=True):
            line.send((job,))
        for line in lines:
            _heard(line, self._patience)
        for line in lines:
            line.send(GO)
        return [_heard(line, self._patience) for line in lines]


def _heard(line: Connection, patience: float) -> Answer:  # type: ignore[type-var]  # a pipe has no types
    if not line.poll(patience):
        raise TimeoutError(f"a process of the benchmark was silent for {patience:g} s")
    answer, failure = line.recv()
    if failure:
        raise RuntimeError(f"a process of the benchmark failed: {failure}")
    return answer  # type: ignore[no-any-return]


def _serve(line: Connection, prepare: Callable[[Job], Callable[[], Answer]]) -> None:
    """Main loop of a process: job after job until None comes, or the parent is gone."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while (given := line.recv()) is not None:
            work, failure = _attempt(lambda: prepare(*given))
            line.send((None, failure))
            if work is not None and line.recv() == GO:
                line.send(_attempt(work))


def _attempt(action: Callable[[], T]) -> tuple[T | None, str]:
    """The answer or the failure, sent to the parent, which raises it."""
    try:
        return action(), ""
    except Exception as error:  # noqa: BLE001
        return None, f"{type(error).__name__}: {error}"
