"""Stay of a task: how long a process of a Celery worker may keep one that has no end of its own.

The main process closes a pipe when the worker shuts down, which its other processes see at once; so does its
death. Outside of a worker a task does not stay.
"""

import os
import select
import time
from collections.abc import Callable
from typing import Any

from celery.signals import worker_init, worker_process_init, worker_shutting_down

# Below the time after which Redis hands a task out again.
LONGEST_SECONDS = 240.0


class _Pipe:
    """Reading end and writing end; only the main process keeps the second."""

    def __init__(self) -> None:
        self.reads: int | None = None
        self._writes: int | None = None

    def open(self) -> None:
        self.close()
        self.reads, self._writes = os.pipe()

    def close(self) -> None:
        """Closes the writing end of this process."""
        if self._writes is not None:
            os.close(self._writes)
            self._writes = None

    @property
    def is_open(self) -> bool:
        """Whether the worker works on; nothing is ever written."""
        return self.reads is not None and not select.select([self.reads], [], [], 0)[0]


_pipe = _Pipe()


@worker_init.connect
def _begin(**_facts: Any) -> None:
    _pipe.open()


@worker_process_init.connect
@worker_shutting_down.connect
def _let_go(**_facts: Any) -> None:
    _pipe.close()


def stay(*, monotonic: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """Says whether the task that begins now may go on."""
    until = monotonic() + LONGEST_SECONDS
    return lambda: _pipe.is_open and monotonic() < until
