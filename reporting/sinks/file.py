"""File sink: JSON lines, a new file after a given size."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.sinks.sink import named_events

BLOCK = 2**16


class FileSink:
    """Appends whole batches; a lock file keeps several processes apart."""

    rest_seconds = 0.1  # batches of several keys share a write

    def __init__(self, path: Path, *, max_bytes: int, files: int) -> None:
        self._path, self._max_bytes, self._files = path, max_bytes, files
        self._mutex = threading.Lock()

    def deliver(self, batch: Batch) -> None:
        """See `Sink`."""
        self.deliver_together([batch])

    def deliver_together(self, batches: Sequence[Batch]) -> None:
        """Returns once the operating system has the lines of all batches. Raises DeliveryError."""
        lines = b"\n".join(event for batch in batches for event in named_events(batch)) + b"\n"
        try:
            with self._alone():
                self._write(lines)
        except OSError as error:
            raise DeliveryError(f"{self._path}: {error.strerror or error}") from error

    def rewrite(self, rewritten: Callable[[bytes], bytes]) -> None:
        """Rewrites the lines of all its files, each file as a whole. Raises OSError."""
        with self._alone():
            for path in (self._path, *(self._numbered(one) for one in range(1, self._files + 1))):
                if path.exists():
                    _rewrite(path, rewritten)

    def close(self) -> None:
        """Nothing to close."""

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._mutex, self._path.with_name(f"{self._path.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, lines: bytes) -> None:
        size = self._path.stat().st_size if self._path.exists() else 0
        if size and size + len(lines) > self._max_bytes:
            self._rotate()
            size = 0
        file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            if size != (whole := _whole_lines(file, size)):
                os.ftruncate(file, size := whole)
            if os.write(file, lines) != len(lines):
                os.ftruncate(file, size)  # no partial lines; the batch comes again
                raise OSError(0, "only part of the lines could be written")
        finally:
            os.close(file)

    def _rotate(self) -> None:
        for number in range(self._files - 1, 0, -1):
            older = self._numbered(number)
            if older.exists():
                older.replace(self._numbered(number + 1))
        self._path.replace(self._numbered(1))

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")


def _rewrite(path: Path, rewritten: Callable[[bytes], bytes]) -> None:
    other = path.with_name(f"{path.name}.rewritten")
    with path.open("rb") as lines, other.open("wb") as file:
        other.chmod(0o600)
        file.writelines(rewritten(line) for line in lines)
    other.replace(path)


def _whole_lines(file: int, size: int) -> int:
    """Length of a file up to its last whole line; a process killed while it writes leaves a part of one."""
    end = size
    while end:
        start = max(0, end - BLOCK)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
