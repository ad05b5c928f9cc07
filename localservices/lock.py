"""Lock of a data folder: one launcher at a time, since two engines on one file would both start."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from localservices.exceptions import DataFolderTakenError

_FILE = "services.lock"


@contextmanager
def data_folder_lock(folder: Path, *, patience_seconds: float = 5.0) -> Iterator[int]:
    """Holds the folder; yields the descriptor to hand to the programs that open its files.

    The lock ends with the last process that has the descriptor, so an engine that outlives a killed launcher
    still keeps the folder. While the holder lives, DataFolderTakenError comes at once; when it is gone, its
    programs get `patience_seconds` to end.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / _FILE
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _acquire(descriptor, path, patience_seconds)
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, path: Path, patience_seconds: float) -> None:
    deadline = time.monotonic() + patience_seconds
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        pid = _holder(descriptor)
        if (pid and _is_alive(pid)) or time.monotonic() > deadline:
            raise DataFolderTakenError(path, pid)
        time.sleep(0.05)


def _holder(descriptor: int) -> int | None:
    digits = os.pread(descriptor, 20, 0).strip()
    return int(digits) if digits.isdigit() else None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
